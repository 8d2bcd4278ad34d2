// SPDX-License-Identifier: Apache-2.0

/// A view that sets the title of the document.
struct TitleView<Content: View> {
  let content: Content
  let title: String
}

extension TitleView: View, HookView {
  func makeHook(parent: Node, scope: Scope) -> TitleNode {
    let node = TitleNode(parent: parent, scope: scope)
    updateHook(node)
    return node
  }

  func updateHook(_ node: TitleNode) {
    node.scope.host?.titles.set(title, for: node)
  }
}

/// Takes the title back when the view goes.
final class TitleNode: HookNode {
  override func didUnmount() {
    scope.host?.titles.remove(self)
  }
}

extension View {
  /// Sets the title of the document as long as this view is there.
  ///
  /// If several views set one, that of the view which came last counts.
  public func navigationTitle(_ title: some StringProtocol) -> some View {
    TitleView(content: self, title: String(title))
  }
}
