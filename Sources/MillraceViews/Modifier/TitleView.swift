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
    node.scope.host?.titles.set(title, for: node, in: node.scope.values.titlePlace)
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
  /// If several views set one, that of the view which came last counts. A level of a navigation
  /// stack that is covered sets none, and neither does a tab that is not selected: a pushed level
  /// or a tab without a title shows the one that is set around the stack or the tabs, or that of
  /// the page. What is in a sheet, an alert or a dialog sets none: the page is still there.
  nonisolated public func navigationTitle(_ title: some StringProtocol) -> some View {
    TitleView(content: self, title: String(title))
  }
}

/// A part of a page whose titles may not count.
@MainActor final class TitlePlace {
  private let outer: TitlePlace?
  /// Whether the part is covered by another one.
  var isCovered: Bool

  init(in outer: TitlePlace?, isCovered: Bool = false) {
    self.outer = outer
    self.isCovered = isCovered
  }

  /// Whether the titles of this part count.
  var counts: Bool { !isCovered && outer?.counts != false }
}

extension EnvironmentValues {
  /// The innermost part whose titles may not count; nil outside of levels, tabs and dialogs.
  var titlePlace: TitlePlace? {
    get { self[TitlePlaceKey.self] }
    set { self[TitlePlaceKey.self] = newValue }
  }
}

private struct TitlePlaceKey: EnvironmentKey {
  static var defaultValue: TitlePlace? { nil }
}

/// The titles that views ask for; of those that count, the one that came last is shown.
@MainActor struct TitleList {
  private var titles: [(owner: ObjectIdentifier, title: String, place: TitlePlace?)] = []

  /// The title that counts now.
  ///
  /// - Complexity: O(*n*) in the titles of covered levels, of hidden tabs and of dialogs.
  var current: String { titles.last { $0.place?.counts != false }?.title ?? "" }

  /// Sets the title of an owner.
  mutating func set(_ title: String, for owner: AnyObject, in place: TitlePlace?) {
    let owner = ObjectIdentifier(owner)
    if let index = titles.firstIndex(where: { $0.owner == owner }) {
      titles[index].title = title
    } else {
      titles.append((owner, title, place))
    }
  }

  /// Removes the title of an owner.
  mutating func remove(_ owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    titles.removeAll { $0.owner == owner }
  }
}
