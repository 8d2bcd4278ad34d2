// SPDX-License-Identifier: Apache-2.0

/// A view whose type is erased.
///
/// While the erased type stays the same, state is preserved. A view of another type replaces the
/// old content and its state.
public struct AnyView {
  let view: any View

  /// Erases the type of a view.
  nonisolated public init(_ view: some View) {
    if let erased = view as? AnyView {
      self = erased
    } else {
      self.view = view
    }
  }

  /// Erases the type of a view.
  nonisolated public init(erasing view: some View) {
    self.init(view)
  }
}

extension AnyView: View, SwitchView {
  func update(_ node: Node) {
    func show<Content: View>(_ view: Content) {
      Tree.cast(node, to: SwitchNode.self)
        .show(view, key: ObjectIdentifier(Content.self))
    }
    show(view)
  }
}
