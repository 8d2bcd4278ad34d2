// SPDX-License-Identifier: Apache-2.0

/// Takes the space that is left in a stack.
public struct Spacer {
  /// Creates a spacer.
  ///
  /// The page decides on its least length.
  public init(minLength: Double? = nil) {}
}

extension Spacer: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    ElementNode(tag: .div, class: "mv-spacer", parent: parent, scope: scope)
  }

  func update(_ node: Node) {}
}

/// A line between two views.
public struct Divider {
  /// Creates a line.
  public init() {}
}

extension Divider: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    ElementNode(tag: .hr, parent: parent, scope: scope)
  }

  func update(_ node: Node) {}
}
