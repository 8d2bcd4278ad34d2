// SPDX-License-Identifier: Apache-2.0

/// One of two views.
///
/// The view builder creates it for an `if` with an `else`, and for a `switch`.
public struct _ConditionalContent<TrueContent: View, FalseContent: View> {
  enum Branch {
    case first(TrueContent)
    case second(FalseContent)
  }

  let branch: Branch

  init(_ branch: Branch) {
    self.branch = branch
  }
}

extension _ConditionalContent: View, SwitchView {
  func update(_ node: Node) {
    let node = Tree.cast(node, to: SwitchNode.self)
    switch branch {
    case .first(let view): node.show(view, key: true)
    case .second(let view): node.show(view, key: false)
    }
  }
}

extension Optional: View where Wrapped: View {
  /// An optional view has no body of its own.
  public typealias Body = Never
}

extension Optional: PrimitiveView, SwitchView where Wrapped: View {
  func update(_ node: Node) {
    let node = Tree.cast(node, to: SwitchNode.self)
    if let view = self {
      node.show(view, key: true)
    } else {
      node.clear()
    }
  }
}
