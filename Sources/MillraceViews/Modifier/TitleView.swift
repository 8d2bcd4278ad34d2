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
  nonisolated public func navigationTitle(_ title: some StringProtocol) -> some View {
    TitleView(content: self, title: String(title))
  }
}

/// The titles that views ask for; the one that came last counts.
struct TitleList {
  private var titles: [(owner: ObjectIdentifier, title: String)] = []

  /// The title that counts now.
  var current: String { titles.last?.title ?? "" }

  /// Sets the title of an owner.
  mutating func set(_ title: String, for owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    if let index = titles.firstIndex(where: { $0.owner == owner }) {
      titles[index].title = title
    } else {
      titles.append((owner, title))
    }
  }

  /// Removes the title of an owner.
  mutating func remove(_ owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    titles.removeAll { $0.owner == owner }
  }
}
