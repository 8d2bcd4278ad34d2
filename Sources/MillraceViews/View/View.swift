// SPDX-License-Identifier: Apache-2.0

/// A piece of a page, described by the views that it is made of.
///
/// A view is a cheap value. The host creates it often, keeps its `State` apart from it, and runs
/// `body` again only when something that `body` read has changed, or when the view's own stored
/// properties differ from those of the last run.
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
  /// Runs on the main actor. It must not have effects other than reading.
  @ViewBuilder @MainActor var body: Body { get }
}

extension Never: View {
  /// There is no value of this type, and so no body.
  public typealias Body = Never
}

extension View where Body == Never {
  /// A primitive view has no body; the host renders it directly and never asks for this.
  public var body: Never {
    fatalError("\(Self.self) is rendered by its ViewHost and has no body. Do not call `body`.")
  }
}

/// A view that the host renders itself, without a body.
///
/// A node made by `mount` is only ever updated by a view of the same static type.
@MainActor protocol PrimitiveView: View where Body == Never {
  /// Whether the view makes an element of its own (and so is one row of a list).
  static var makesElement: Bool { get }
  /// Whether the view holds rows of its own where it is a row of a list; a person selects those,
  /// and not the view.
  static var holdsRows: Bool { get }

  /// Makes the retained node of this view.
  func mount(parent: Node, scope: Scope) -> Node

  /// Brings a node up to date that an earlier value of the same type has made.
  func update(_ node: Node)
}

extension PrimitiveView {
  static var makesElement: Bool { false }
  static var holdsRows: Bool { false }
}
