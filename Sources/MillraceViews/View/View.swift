// SPDX-License-Identifier: Apache-2.0

/// A part of a page, described by other views.
///
/// A view is a cheap value that is created often. The host stores its `State` separately, and runs
/// `body` again only when a value that `body` has read has changed, or when the view's stored
/// properties differ from those of the last run. Closures count as different.
///
/// ```swift
/// struct Greeting: View {
///   @State private var name = "World"
///
///   var body: some View {
///     Text("Hello, \(name)")
///   }
/// }
/// ```
@MainActor public protocol View {
  /// The type of the view that `body` returns.
  associatedtype Body: View

  /// The content of this view.
  ///
  /// It runs on the main actor. It must not have side effects.
  @ViewBuilder @MainActor var body: Body { get }
}

extension Never: View {
  /// There is no value of this type, and so no body.
  public typealias Body = Never
}

extension View where Body == Never {
  /// A primitive view has no body.
  ///
  /// The host renders it directly and never reads this property.
  public var body: Never {
    fatalError("\(Self.self) is rendered by its ViewHost and has no body. Do not call `body`.")
  }
}

/// A view that the host renders itself, without a body.
///
/// A node that `mount` has created is only updated with views of the same static type.
@MainActor protocol PrimitiveView: View where Body == Never {
  /// Whether the view creates an element of its own, which is one row if it is in a list.
  static var makesElement: Bool { get }
  /// Whether the view contains rows when it is a row of a list, or options in a picker.
  ///
  /// The user selects the inner rows or options, not the view.
  static var holdsRows: Bool { get }

  /// Creates the retained node of this view.
  func mount(parent: Node, scope: Scope) -> Node

  /// Updates a node that an earlier view of the same type has created.
  func update(_ node: Node)
}

extension PrimitiveView {
  static var makesElement: Bool { false }
  static var holdsRows: Bool { false }
}
