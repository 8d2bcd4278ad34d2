// SPDX-License-Identifier: Apache-2.0

/// Several views of which one is visible, with a row of buttons to select it.
///
/// All views are on the page at once and keep their state. `onAppear`, `onDisappear` and `task` run
/// when a view becomes visible or hidden. The title of the document is the title of the visible
/// view. These modifiers and `navigationTitle` must be inside the `Tab`, or before `tabItem`: after
/// it, they do not depend on the selection. Of a view without a label they must be inside a
/// container, such as a `VStack`.
public struct TabView<SelectionValue: Hashable, Content: View> {
  let selection: Binding<SelectionValue>?
  let content: Content

  /// Creates tabs with a selection.
  ///
  /// The values of the selection are the tags of the views. A view without a tag has its index, or
  /// its id in a `ForEach`. If no view has the selected value, the first view is visible. If the
  /// binding is nil, the tabs store their selection themselves. The first value whose type differs
  /// from the type of the selection is reported as a
  /// ``ViewFault/tagOfAnotherType(tag:type:selection:)``; its view cannot be selected.
  nonisolated public init(
    selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content
  ) {
    self.selection = selection
    self.content = content()
  }
}

extension TabView where SelectionValue == Int {
  /// Creates tabs that store their selection themselves.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    selection = nil
    self.content = content()
  }
}

/// One of the views of a `TabView`.
public struct Tab<Value: Hashable, Content: View, Label: View> {
  let value: Value?
  let content: Content
  let label: Label
}

extension Tab where Label == MillraceViews.Label<Text, Image> {
  /// Creates a tab with a text and a system image, for a value of the selection.
  nonisolated public init(
    _ title: some StringProtocol, systemImage: String, value: Value,
    @ViewBuilder content: () -> Content
  ) {
    self.init(
      value: value, content: content(),
      label: MillraceViews.Label(title, systemImage: systemImage))
  }

  /// Creates a tab with a text and a system image.
  nonisolated public init(
    _ title: some StringProtocol, systemImage: String, @ViewBuilder content: () -> Content
  ) where Value == Never {
    self.init(
      value: nil, content: content(), label: MillraceViews.Label(title, systemImage: systemImage))
  }
}

extension Tab {
  /// Creates a tab with any view as its label, for a value of the selection.
  nonisolated public init(
    value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {
    self.init(value: value, content: content(), label: label())
  }

  /// Creates a tab with any view as its label.
  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) where Value == Never {
    self.init(value: nil, content: content(), label: label())
  }
}

/// The purpose of a tab.
public struct TabRole: Hashable, Sendable {
  private let name: String

  /// The tab for a search.
  ///
  /// A page shows it in its place among the other tabs.
  public static let search = TabRole(name: "search")
}

extension Tab where Label == MillraceViews.Label<Text, Image> {
  /// Creates a tab with a text, a system image and a role, for a value of the selection.
  nonisolated public init(
    _ title: some StringProtocol, systemImage: String, value: Value, role: TabRole?,
    @ViewBuilder content: () -> Content
  ) {
    self.init(title, systemImage: systemImage, value: value, content: content)
  }

  /// Creates a tab with a text, a system image and a role.
  nonisolated public init(
    _ title: some StringProtocol, systemImage: String, role: TabRole?,
    @ViewBuilder content: () -> Content
  ) where Value == Never {
    self.init(title, systemImage: systemImage, content: content)
  }

  /// Creates a tab for a value of the selection, with the label of its role.
  ///
  /// Without a role it has no label.
  nonisolated public init(value: Value, role: TabRole?, @ViewBuilder content: () -> Content) {
    self.init(value: value, content: content(), label: Self.label(of: role))
  }

  /// Creates a tab with the label of its role.
  ///
  /// Without a role it has no label.
  nonisolated public init(role: TabRole?, @ViewBuilder content: () -> Content)
  where Value == Never {
    self.init(value: nil, content: content(), label: Self.label(of: role))
  }

  nonisolated private static func label(of role: TabRole?) -> Label {
    role == .search ? Label("Search", systemImage: "magnifyingglass") : Label("", systemImage: "")
  }
}

extension Tab: View {
  /// The content and its button.
  public var body: some View {
    TabItemView(content: content, label: label, tag: value.map { AnyHashable($0) }, badge: nil)
  }
}

extension View {
  /// Sets the label of the button for this view in a `TabView`.
  nonisolated public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
    TabItemView(
      content: self, label: label(), tag: (self as? any TaggedView)?.tag,
      badge: (self as? any BadgedView)?.badge)
  }
}

/// A view with a tag.
protocol TaggedView {
  var tag: AnyHashable { get }
}

extension TagView: TaggedView {}

/// A view in a `TabView`, with the label and the value of its button.
struct TabItemView<Content: View, Label: View> {
  let content: Content
  let label: Label
  /// The value of the `Tab`, or the tag of the view inside `tabItem`, or nil.
  let tag: AnyHashable?
  /// The badge of the view inside `tabItem`, or nil.
  let badge: Text?
}

extension TabItemView where Label == EmptyView {
  /// A view without a `tabItem`.
  init(bare content: Content) {
    self.init(content: content, label: EmptyView(), tag: nil, badge: nil)
  }
}

extension TabItemView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = TabItemNode(tag: tag, parent: parent, scope: scope)
    node.panel.content = Tree.mount(content, parent: node.panel, scope: node.contentScope)
    node.mount(label)
    node.setBadge(badge)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: TabItemNode.self)
    node.setTag(tag)
    node.setBadge(badge)
    if let inside = node.panel.content { Tree.update(inside, with: content) }
    if let inside = node.label { Tree.update(inside, with: label) }
  }
}

/// The panel of a tab, and the button that selects it.
///
/// The button is shown in the tab list.
private final class TabItemNode: TrackedNode, EventTarget, TagReader {
  let panel: TabPanelNode
  let button: ElementNode
  private var tag: AnyHashable?
  /// The node of the label in the button.
  private(set) var label: Node?
  private var hasLabel = true
  /// The badge in the button, if there is one.
  private var badge: Node?
  /// The text of the badge of the view inside `tabItem`, and of the badge around it.
  private var badges: (inner: Text?, outer: Text?)
  /// The place of the titles in the panel.
  ///
  /// It is covered while the tab is not selected.
  private let titles: TitlePlace

  override var childNodes: [Node] { [panel, button] }
  override var nodesWithWrappers: [Node] { [panel] }

  /// Appends the panel only: the button is an element of the tab list.
  override func collect(into elements: inout [ElementNode]) { panel.collect(into: &elements) }

  init(tag: AnyHashable?, parent: Node, scope: Scope) {
    self.tag = tag
    let titles = TitlePlace(in: scope.values.titlePlace)
    self.titles = titles
    let inner = Scope(in: scope, slot: .plain) {
      $0.tabBadge = nil
      $0.tabs = nil
      $0.titlePlace = titles
    }
    panel = TabPanelNode(tag: .div, class: "mv-panel", parent: parent, scope: inner)
    button = ElementNode(tag: .button, parent: parent, scope: inner)
    super.init(parent: parent, scope: scope)
    panel.item = self
    panel.set(.role, "tabpanel")
    panel.set(namedBy: button)
    button.set(.type, "button")
    button.set(.role, "tab")
    button.listen(.tap, self)
    if case .tab(_, let place?) = scope.slot { place.addReader(self) }
    refresh()
  }

  /// The scope of the content, whose elements have the wrappers of the modifiers around the tab.
  var contentScope: Scope {
    guard case .tab(let all, _) = scope.slot, !all.isEmpty else { return panel.scope }
    return Scope(in: panel.scope, slot: .wrapped(all, tag: nil))
  }

  func tagChanged(to tag: AnyHashable) {
    if isMounted { scope.values.tabs?.changed() }
  }

  /// Sets the tag of the view.
  func setTag(_ tag: AnyHashable?) {
    guard self.tag != tag else { return }
    self.tag = tag
    scope.values.tabs?.changed()
  }

  /// Sets the badge of the view inside `tabItem`.
  func setBadge(_ text: Text?) {
    guard text != nil || badges.inner != nil else { return }
    badges.inner = text
    showBadge()
  }

  /// The value of the tab, or nil if its index is its value.
  var key: AnyHashable? {
    if let tag { return tag }
    guard case .tab(_, let place) = scope.slot else { return nil }
    return place?.tag
  }

  /// Creates the label of the button.
  func mount(_ label: some View) {
    hasLabel = !(label is EmptyView)
    self.label = Tree.mount(label, parent: button, scope: button.scope)
    showParts()
  }

  /// Shows the badge after the label.
  private func showBadge() {
    let text = badges.inner ?? badges.outer
    let view = text.map { text in ElementView(.span, class: "mv-badge") { text } }
    switch (badge, view) {
    case (let badge?, let view?): return Tree.update(badge, with: view)
    case (let badge?, nil):
      badge.unmount()
      self.badge = nil
    case (nil, let view?): badge = Tree.mount(view, parent: button, scope: button.scope)
    case (nil, nil): return
    }
    showParts()
  }

  /// Puts the label and the badge into the button.
  private func showParts() {
    guard let label, let badge else {
      button.content = label
      return button.childrenChanged()
    }
    let parts = SequenceNode(parent: button, scope: button.scope)
    parts.children = [label, badge]
    button.content = parts
    button.childrenChanged()
  }

  override func refresh() {
    let (isEnabled, text) = track { (scope.read(\.isEnabled), scope.read(\.tabBadge)) }
    button.set(.disabled, isEnabled ? nil : "")
    badges.outer = text
    showBadge()
    scope.values.tabs?.changed()
  }

  /// Shows or hides the panel.
  ///
  /// `isReached` is true for the one button that the Tab key reaches; the arrow keys move from it
  /// to the others.
  ///
  /// The button of a view without a `tabItem` has the name of the page.
  func show(isSelected: Bool, isReached: Bool, page: Int) {
    button.set(.ariaLabel, hasLabel ? nil : "Page \(page)")
    button.set(.ariaSelected, isSelected ? "true" : "false")
    button.set(.tabindex, isReached ? "0" : "-1")
    panel.set(.hidden, isSelected ? nil : "")
    titles.isCovered = !isSelected
  }

  var isEnabled: Bool { scope.values.isEnabled }

  func handle(_ event: ViewEvent.Kind) -> Bool {
    scope.values.tabs?.choose(ObjectIdentifier(self)) ?? false
  }

  override func didUnmount() {
    super.didUnmount()
    scope.values.tabs?.changed()
  }
}

private final class TabPanelNode: ElementNode {
  fileprivate weak var item: TabItemNode?

  override var nodesWithWrappers: [Node] { childNodes }
}

/// The interface of a `TabView` for the views in it.
@MainActor final class TabsContext {
  /// Called when tabs were added, removed, moved or changed.
  fileprivate(set) var changed: @MainActor () -> Void = {}
  /// Selects a tab.
  ///
  /// Returns false if its value does not have the type of the selection.
  fileprivate var choose: @MainActor (ObjectIdentifier) -> Bool = { _ in false }
}

extension EnvironmentValues {
  var tabs: TabsContext? {
    get { self[own: TabsContext.self] }
    set { self[own: TabsContext.self] = newValue }
  }
}

extension TabView: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node = TabsNode<SelectionValue>(selection, parent: parent, scope: scope)
    node.mount(content)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: TabsNode<SelectionValue>.self)
    node.update(with: selection)
    if let inside = node.inside { Tree.update(inside, with: content) }
  }
}

private final class TabsNode<Value: Hashable>: ControlNode {
  private var selection: Binding<Value>?
  /// The tab that the user has chosen, if there is no selection.
  private var own: AnyHashable?
  private let context = TabsContext()
  /// Finds a value of another type than the selection.
  private let options = PickerOptions(for: Value.self)
  private let list: TabListNode
  private(set) var inside: Node?

  init(_ selection: Binding<Value>?, parent: Node, scope: Scope) {
    self.selection = selection
    let element = ElementNode(
      tag: .div, class: "mv-tabs mv-x mv-y", parent: parent, scope: scope)
    let parts = SequenceNode(parent: element, scope: scope)
    list = TabListNode(tag: .div, class: "mv-tab-list", parent: parts, scope: scope)
    list.set(.role, "tablist")
    element.content = parts
    super.init(parent: parent, scope: scope)
    self.element = element
    context.changed = { [weak self] in self?.itemsChanged() }
    context.choose = { [weak self] in self?.choose($0) ?? false }
  }

  override var hasOwnState: Bool { own != nil }

  func mount(_ content: some View) {
    guard let parts = element?.content as? SequenceNode else { return }
    let context = context
    let inner = Scope(in: scope, slot: .tab([], tag: nil)) { $0.tabs = context }
    let node = Tree.mount(content, parent: parts, scope: inner)
    inside = node
    list.panels = node
    parts.children = [list, node]
    refresh()
  }

  func update(with selection: Binding<Value>?) {
    self.selection = selection
    invalidate()
  }

  private func itemsChanged() {
    list.childrenChanged()
    invalidate()
  }

  private func key(_ index: Int, _ item: TabItemNode) -> AnyHashable {
    PickerOptions.flat(item.key ?? AnyHashable(index))
  }

  override func refresh() {
    let (selected, style) = track {
      (
        selection.map { PickerOptions.flat(AnyHashable($0.wrappedValue)) } ?? own,
        scope.read(\.tabViewLook).className
      )
    }
    element?.set(class: "mv-tabs mv-x mv-y" + style)
    let items = list.items
    let index = items.enumerated().first { key($0, $1) == selected }?.offset ?? 0
    // A disabled button cannot have the focus, so the Tab key must reach another button.
    let isUsable = items.indices.contains(index) && items[index].isEnabled
    let reached = isUsable ? index : items.firstIndex { $0.isEnabled } ?? index
    for (place, item) in items.enumerated() {
      item.show(isSelected: place == index, isReached: place == reached, page: place + 1)
      guard selection != nil, let fault = options.fault(of: key(place, item)) else { continue }
      scope.host?.faults.append(fault)
    }
  }

  private func choose(_ id: ObjectIdentifier) -> Bool {
    guard let (index, item) = list.items.enumerated().first(where: { ObjectIdentifier($1) == id })
    else { return false }
    let chosen = key(index, item)
    if let selection {
      guard let value = chosen.base as? Value else { return false }
      selection.wrappedValue = value
    } else {
      own = chosen
    }
    invalidate()
    return true
  }
}

/// The row of buttons.
private final class TabListNode: ElementNode {
  weak var panels: Node?

  var items: [TabItemNode] {
    (panels?.outermostElements ?? []).compactMap { ($0 as? TabPanelNode)?.item }
  }

  override var elementsInside: [ElementNode] { items.map(\.button) }
}
