// SPDX-License-Identifier: Apache-2.0

/// A view that takes the remaining space of a stack.
public struct Spacer {
  /// The minimum length if the stack has enough space, or nil for the default of the style sheet.
  public var minLength: CGFloat?

  /// Creates a spacer.
  nonisolated public init(minLength: CGFloat? = nil) {
    self.minLength = minLength
  }
}

extension Spacer: View, LeafView {
  var box: Box {
    var box = Box(name: "mv-spacer")
    box.style.set(.flexBasis, minLength)
    return box
  }
}

/// A dividing line between views.
public struct Divider {
  /// Creates a line.
  nonisolated public init() {}
}

extension Divider: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    ElementNode(tag: .hr, parent: parent, scope: scope)
  }

  func update(_ node: Node) {}
}
