// SPDX-License-Identifier: Apache-2.0

/// A view that sets the title of the document.
struct TitleView<Content: View> {
  let content: Content
  let title: String
}

extension TitleView: View, HookView {
  func makeHook(parent: Node, scope: Scope) -> TitleNode {
    TitleNode(title, parent: parent, scope: scope)
  }

  func updateHook(_ node: TitleNode) {
    node.title = title
  }
}

/// The node that removes the title when the view leaves the page.
final class TitleNode: HookNode {
  var title: String {
    didSet { show() }
  }

  init(_ title: String, parent: Node, scope: Scope) {
    self.title = title
    super.init(parent: parent, scope: scope)
    show()
  }

  /// Sets the title, or no title while the node is not on the page.
  private func show() {
    scope.host?.titles.set(isAway ? nil : title, for: self, in: scope.values.titlePlace)
  }

  override func didUnmount() {
    scope.host?.titles.remove(self)
  }

  override func didLeavePage() { show() }

  override func didReturnToPage() { show() }
}

extension View {
  /// Sets the title of the document while this view is on the page.
  ///
  /// If several views set a title, the title of the view that was added last is used; an inner view
  /// is added after the views around it. Titles in a covered level of a navigation stack or in a
  /// tab that is not selected are ignored. Therefore, for a pushed level or a tab without a title,
  /// the page shows the title that is set around the stack or the tab view.
  ///
  /// In a sheet, the title is the heading and the accessibility label of the sheet, and not the
  /// title of the document, because the page is still visible. Titles in an alert or another dialog
  /// are ignored.
  nonisolated public func navigationTitle(_ title: some StringProtocol) -> some View {
    TitleView(content: self, title: String(title))
  }
}

/// A level, tab or dialog, which determines where the titles in it are used.
@MainActor final class TitlePlace {
  private let outer: TitlePlace?
  /// Whether the titles are ignored outside of this place.
  var isCovered: Bool

  init(in outer: TitlePlace?, isCovered: Bool = false) {
    self.outer = outer
    self.isCovered = isCovered
  }

  /// Whether the titles in this place are used for a dialog, or for the page if `dialog` is nil:
  /// `isCovered` is false here and in all outer places up to the dialog.
  func counts(for dialog: TitlePlace?) -> Bool {
    if self === dialog { return true }
    return !isCovered && (outer?.counts(for: dialog) ?? (dialog == nil))
  }
}

extension EnvironmentValues {
  /// The innermost level, tab or dialog, or nil outside of levels, tabs and dialogs.
  var titlePlace: TitlePlace? {
    get { self[own: TitlePlace.self] }
    set { self[own: TitlePlace.self] = newValue }
  }
}

/// The titles that views have set.
///
/// The page and each sheet show the last one of their titles that is not ignored.
@MainActor struct TitleList {
  /// The titles with their owners.
  ///
  /// The title of an owner that has left the page is nil. The owner keeps its place in the list.
  private var titles: [(owner: ObjectIdentifier, title: String?, place: TitlePlace?)] = []

  /// The title of a dialog, or of the page if `dialog` is nil; an empty string if it has none.
  ///
  /// - Complexity: O(*n*) in the number of titles.
  func current(for dialog: TitlePlace?) -> String {
    titles.last {
      $0.title != nil && $0.place?.counts(for: dialog) ?? (dialog == nil)
    }?.title ?? ""
  }

  /// Sets the title of an owner.
  mutating func set(_ title: String?, for owner: AnyObject, in place: TitlePlace?) {
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
