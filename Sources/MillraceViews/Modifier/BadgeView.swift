// SPDX-License-Identifier: Apache-2.0

/// A view with a badge, if it is a row of a list or a tab.
private struct BadgeView<Content: View> {
  let content: Content
  let badge: Text?
}

extension BadgeView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    switch scope.slot {
    case .wrapped where scope.isOfRows:
      row.mount(parent: parent, scope: scope)
    case .tab: tab.mount(parent: parent, scope: scope)
    default: Tree.mount(content, parent: parent, scope: scope)
    }
  }

  func update(_ node: Node) {
    switch node.scope.slot {
    case .wrapped where node.scope.isOfRows: row.update(node)
    case .tab: tab.update(node)
    default: Tree.update(node, with: content)
    }
  }

  private var row: BoxedView<Content, ElementView<Text>?> {
    BoxedView(
      content: content, box: Box(name: "mv-with-menu mv-x"),
      layer: badge.map { text in ElementView(.span, class: "mv-badge") { text } }, place: .after)
  }

  private var tab: EnvironmentView<Content, Text?> {
    EnvironmentView(content: content, value: badge) { $0.tabBadge = $1 }
  }
}

/// A view with a badge, which is shown by a `tabItem` that is applied to the view.
protocol BadgedView {
  var badge: Text? { get }
}

extension BadgeView: BadgedView {}

extension TagView: BadgedView where Content: BadgedView {
  var badge: Text? { content.badge }
}

extension BadgeView: TaggedView where Content: TaggedView {
  var tag: AnyHashable { content.tag }
}

extension View {
  /// Shows a number at the end of this view, if it is a row of a list or a tab.
  ///
  /// 0 shows no badge. Views in other places show none.
  nonisolated public func badge(_ count: Int) -> some View {
    BadgeView(content: self, badge: count == 0 ? nil : Text(verbatim: "\(count)"))
  }

  /// Shows a text at the end of this view, if it is a row of a list or a tab.
  ///
  /// `nil` shows no badge. Views in other places show none.
  nonisolated public func badge(_ label: Text?) -> some View {
    BadgeView(content: self, badge: label)
  }

  /// Shows a text at the end of this view, if it is a row of a list or a tab.
  ///
  /// `nil` shows no badge. Views in other places show none.
  nonisolated public func badge<S: StringProtocol>(_ label: S?) -> some View {
    badge(label.map { Text($0) })
  }
}

extension EnvironmentValues {
  /// The badge of the tabs inside, or nil.
  var tabBadge: Text? {
    get { self[TabBadgeKey.self] }
    set { self[TabBadgeKey.self] = newValue }
  }
}

private struct TabBadgeKey: EnvironmentKey {
  static var defaultValue: Text? { nil }
}
