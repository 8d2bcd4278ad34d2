// SPDX-License-Identifier: Apache-2.0

/// A list of rows.
///
/// Every view that creates an element becomes a row of its own, also inside `Group`, `ForEach`,
/// conditions and views with a body.
///
/// In a list with a selection, the value of a row is its tag, or the id in a `ForEach` if the row
/// has no tag. If the row contains a `NavigationLink` to a value of the selection's type, that
/// value is used instead. A `Section` has no value itself; its rows have values.
///
/// If a `ForEach` of rows has more than 200 elements, only the visible rows and some rows around
/// them are on the page. Other rows are created when they come close to the visible part. Tests and
/// tools see only the rows on the page: on a new page, the first 60 rows. A row that leaves the
/// page keeps a changed state, until 200 more rows with changed states have left the page.
public struct List<SelectionValue: Hashable, Content: View> {
  let selection: (any RowSelection)?
  let content: Content
}

extension List {
  /// Creates a list of the views of a closure, with at most one selected row.
  nonisolated public init(
    selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content
  ) {
    self.selection = selection.map { OneSelection(selection: $0) }
    self.content = content()
  }

  /// Creates a list of the views of a closure, with any number of selected rows.
  ///
  /// A press of a row selects the row, or removes it from the selection.
  nonisolated public init(
    selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content
  ) {
    self.selection = selection.map { SeveralSelection(selection: $0) }
    self.content = content()
  }

  /// Creates a list with a row for each element, with at most one selected row.
  nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    self.init(selection: selection) { ForEach(data, content: rowContent) }
  }

  /// Creates a list with a row for each element, with any number of selected rows.
  nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, selection: Binding<Set<SelectionValue>>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    self.init(selection: selection) { ForEach(data, content: rowContent) }
  }
}

extension List where SelectionValue == Never {
  /// Creates a list of the views of a closure.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    selection = nil
    self.content = content()
  }

  /// Creates a list with a row for each element.
  nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    self.init { ForEach(data, content: rowContent) }
  }

  /// Creates a list with a row for each element, identified by a property.
  nonisolated public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    self.init { ForEach(data, id: id, content: rowContent) }
  }
}

extension List: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node = ListNode(
      selection, hasTags: SelectionValue.self != Never.self, parent: parent, scope: scope)
    if let list = node.element {
      let inner = Scope(in: scope.wrapped(by: node.rows)) {
        $0.rowEdits = nil
        $0.rowTraits = nil
        $0.swipeActions = nil
      }
      list.content = Tree.mount(content, parent: list, scope: inner)
    }
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: ListNode.self)
    node.update(with: selection)
    if let inside = node.element?.content { Tree.update(inside, with: content) }
  }
}

/// The node of a list.
///
/// It reads the selection and updates the rows.
private final class ListNode: ControlNode {
  let rows: ListRows
  private var selection: (any RowSelection)?

  init(_ selection: (any RowSelection)?, hasTags: Bool, parent: Node, scope: Scope) {
    self.selection = selection
    rows = ListRows(hasTags: hasTags, isSelectable: selection != nil)
    super.init(parent: parent, scope: scope)
    element = make(.ul, class: "mv-list mv-x")
    element?.hasWindows = true
    rows.list = self
    refresh()
  }

  func update(with selection: (any RowSelection)?) {
    self.selection = selection
    rows.isSelectable = selection != nil
    refresh()
  }

  override func refresh() {
    rows.selected = track { selection?.selected ?? [] }
  }

  /// Called when a row was pressed.
  func press(_ tag: AnyHashable) -> Bool {
    guard scope.values.isEnabled, selection?.press(tag: tag) == true else { return false }
    invalidate()
    return true
  }

  /// Whether a value has the type of the list's selection.
  func accepts(_ tag: AnyHashable) -> Bool { selection?.accepts(tag) == true }
}

/// The selection of a list.
///
/// A tag and an optional that contains it are the same tag; `PickerOptions.flat(_:)` returns it.
@MainActor protocol RowSelection<Value> {
  associatedtype Value: Hashable
  /// The selected tags, without optionals.
  var selected: Set<AnyHashable> { get }
  /// Changes the selection.
  func press(_ value: Value)
}

extension RowSelection {
  /// Whether a value has the type of the selection.
  func accepts(_ tag: AnyHashable) -> Bool { tag.base is Value }

  /// Changes the selection.
  ///
  /// Returns false if the value has another type.
  func press(tag: AnyHashable) -> Bool {
    guard let value = tag.base as? Value else { return false }
    press(value)
    return true
  }
}

private struct OneSelection<Value: Hashable> {
  let selection: Binding<Value?>
}

extension OneSelection: RowSelection {
  var selected: Set<AnyHashable> {
    selection.wrappedValue.map { [PickerOptions.flat(AnyHashable($0))] } ?? []
  }

  func press(_ value: Value) { selection.wrappedValue = value }
}

private struct SeveralSelection<Value: Hashable> {
  let selection: Binding<Set<Value>>
}

extension SeveralSelection: RowSelection {
  var selected: Set<AnyHashable> {
    Set(selection.wrappedValue.map { PickerOptions.flat(AnyHashable($0)) })
  }

  func press(_ value: Value) { selection.wrappedValue.formSymmetricDifference([value]) }
}

/// Creates the rows of a list, and marks the selected rows.
final class ListRows: Wrapping {
  fileprivate weak var list: ListNode?
  /// Whether the rows use their tags: the list has a selection, or may get one later.
  private let hasTags: Bool
  var needsTags: Bool { hasTags }
  private var rows: [AnyHashable: [WeakRow]] = [:]

  fileprivate init(hasTags: Bool, isSelectable: Bool) {
    self.hasTags = hasTags
    self.isSelectable = isSelectable
  }

  /// Whether the list has a selection.
  fileprivate var isSelectable: Bool {
    didSet {
      guard isSelectable != oldValue, let list else { return }
      updateRows(in: list)
    }
  }

  /// Makes the rows in a node selectable, or no longer selectable.
  private func updateRows(in node: Node) {
    if let row = node as? RowNode, row.rows === self { row.selectabilityChanged() }
    for child in node.childNodes { updateRows(in: child) }
  }

  /// The tags of the selected rows.
  fileprivate(set) var selected: Set<AnyHashable> = [] {
    didSet {
      for tag in selected.symmetricDifference(oldValue) {
        for row in rows[tag] ?? [] { row.node?.show(isSelected: selected.contains(tag)) }
      }
    }
  }

  func makeWrapper(parent: Node, scope: Scope) -> BoxNode {
    guard hasTags, case .wrapped(_, let place?) = scope.slot else {
      return RowNode(tag: nil, of: self, parent: parent, scope: scope)
    }
    let tag = PickerOptions.flat(place.tag)
    let row = RowNode(tag: tag, of: self, parent: parent, scope: scope)
    remember(row, tag: tag)
    place.addReader(row)
    return row
  }

  fileprivate func press(_ tag: AnyHashable) -> Bool { list?.press(tag) ?? false }

  fileprivate func accepts(_ tag: AnyHashable) -> Bool { list?.accepts(tag) ?? false }

  fileprivate func remember(_ row: RowNode, tag: AnyHashable) {
    row.show(isSelected: selected.contains(tag))
    rows[tag, default: []].removeAll { $0.node == nil }
    rows[tag, default: []].append(WeakRow(node: row))
  }

  fileprivate func forget(_ row: RowNode, tag: AnyHashable) {
    rows[tag]?.removeAll { $0.node == nil || $0.node === row }
    if rows[tag]?.isEmpty == true { rows[tag] = nil }
  }

  private struct WeakRow { weak var node: RowNode? }
}

/// The value that a link in a row selects, and whether the link is enabled.
struct LinkClaim: Equatable {
  let value: AnyHashable?
  let isEnabled: Bool
}

/// The parts that a row can have beside its content.
private final class RowExtras {
  /// The view behind the row.
  var background: Node?
  /// The menu with the edits and the swipe actions.
  var menu: Node?
  /// See `RowNode.isGroup`.
  var isGroup = false
}

/// The `li` element around one row of a list.
final class RowNode: BoxNode, TagReader {
  /// The rows of the list.
  let rows: ListRows
  /// The value of the row itself: its tag, or the id in a `ForEach`.
  private var ownTag: AnyHashable?
  /// The value that is used for the selection: the value of a link in the row, or `ownTag`.
  private var tagOfRow: AnyHashable?
  /// The links in the row.
  ///
  /// The value of the first enabled link that has the type of the selection is used.
  private var links: [(link: ObjectIdentifier, claim: LinkClaim)] = []
  /// The other parts, or nil if there are none.
  private var extras: RowExtras?

  fileprivate init(tag: AnyHashable?, of rows: ListRows, parent: Node, scope: Scope) {
    self.rows = rows
    ownTag = tag
    tagOfRow = tag
    var box = Box()
    let traits = scope.values.rowTraits
    if tag != nil, rows.isSelectable, traits?.isSelectionDisabled != true {
      box.name = "mv-selectable"
      box.set(.tabindex, "0")
      box.events.insert(.tap)
    }
    let isEditable = RowNode.edits(of: RowNode.row(around: parent), in: scope) != nil
    if isEditable { box.events.insert(.move) }
    super.init(tag: .li, box: box, parent: parent, scope: scope)
    if traits == nil { showMenu() } else { showTraits() }
  }

  /// Called when the list has got or lost its selection, or when a modifier has changed the row.
  func selectabilityChanged() {
    let isDisabled = scope.values.rowTraits?.isSelectionDisabled == true
    let isSelectable = rows.isSelectable && ownTag != nil && !isDisabled
    guard isSelectable != events.contains(.tap) else { return }
    set(class: isSelectable ? "mv-selectable" : nil)
    set(.tabindex, isSelectable ? "0" : nil)
    listen(isSelectable ? events.union(.tap) : events.subtracting(.tap), self)
    showTag()
  }

  private var menu: Node? {
    get { extras?.menu }
    set { change { $0.menu = newValue } }
  }

  /// Whether the row is around a section that is in a view with modifiers for rows.
  var isGroup: Bool { extras?.isGroup ?? false }

  /// Removes the properties that modifiers have set; the rows of the section have them instead.
  func becomeGroup() {
    guard scope.values.rowTraits != nil else { return }
    change { $0.isGroup = true }
    showTraits()
  }

  /// Shows a view behind the row, or none.
  func show(background view: (some View)?) {
    switch (extras?.background, view) {
    case (let node?, let view?): return Tree.update(node, with: view)
    case (let node?, nil):
      node.unmount()
      change { $0.background = nil }
    case (nil, let view?):
      let node = Tree.mount(view, parent: self, scope: Scope(in: scope, slot: .plain))
      change { $0.background = node }
    case (nil, nil): return
    }
    childrenChanged()
  }

  private func change(_ body: (RowExtras) -> Void) {
    let extras = extras ?? RowExtras()
    self.extras = extras
    body(extras)
  }

  /// Updates the menu of the row, and whether the row can be dragged.
  func showMenu() {
    let row = enclosingRow
    let edits = Self.edits(of: row, in: scope)
    let swipeActions = scope.values.swipeActions?.items
    guard edits != nil || swipeActions != nil else { return }
    let canMove = canMove(with: edits)
    let canDelete =
      edits?.canDelete == true && swipeActions == nil
      && scope.values.rowTraits?.isDeleteDisabled != true
    if edits != nil { set(.draggable, canMove ? "true" : nil) }
    let view = RowMenu(
      swipeActions: swipeActions, edits: edits, canMove: canMove, canDelete: canDelete, row: row,
      element: id)
    switch (menu, swipeActions != nil || canMove || canDelete) {
    case (let menu?, true): return Tree.update(menu, with: view)
    case (let menu?, false):
      menu.unmount()
      self.menu = nil
    case (nil, true):
      refer()
      menu = Tree.mount(view, parent: self, scope: Scope(in: scope, slot: .plain))
    case (nil, false): return
    }
    childrenChanged()
  }

  private func canMove(with edits: RowEdits?) -> Bool {
    edits?.canMove == true && scope.values.rowTraits?.isMoveDisabled != true
  }

  override func handle(_ event: ViewEvent.Kind) -> Bool {
    switch event {
    case .tap:
      showTag()  // `isEnabled` can have changed since the last call.
      return tagOfRow.map { rows.press($0) } ?? false
    case .move(let next):
      guard let own = enclosingRow, let edits = Self.edits(of: own, in: scope), canMove(with: edits)
      else { return false }
      var destination: Int?
      if let next {
        guard let row = scope.host?.listening[next]?.element as? RowNode else { return false }
        if let place = row.enclosingRow, place.parent === own.parent {
          destination = place.offset
        } else if !follows(row, own.parent) {
          return false
        }
      }
      edits.move(from: own.offset, to: destination)
      return true
    default: return false
    }
  }

  /// Whether a row comes directly after the rows of a `ForEach`.
  ///
  /// The last of these rows can be in a gap. Gaps without rows do not count.
  private func follows(_ row: RowNode, _ forEach: Node?) -> Bool {
    let rows = row.enclosingElement?.elementsInside ?? []
    guard let index = rows.firstIndex(where: { $0 === row }) else { return false }
    let last = rows[..<index].last { ($0 as? GapNode)?.rows.isEmpty != true }
    let place = last is GapNode ? last : (last as? RowNode)?.enclosingRow
    return place.map { $0.parent === forEach } ?? false
  }

  override var childNodes: [Node] {
    [extras?.background, inner, extras?.menu].compactMap { $0 }
  }

  override var elementsInside: [ElementNode] { childNodes.elements }

  /// Selects the value, as a press of the row does.
  ///
  /// Returns false if the list is disabled or has no selection of the value's type.
  func press(_ value: AnyHashable) -> Bool { rows.press(value) }

  /// Adds or updates a link in the row.
  ///
  /// The row uses the value of the link if the list has a selection of its type. Without such a
  /// link, the row uses its own value.
  func setClaim(_ claim: LinkClaim, of link: Node) {
    let id = ObjectIdentifier(link)
    if let place = links.firstIndex(where: { $0.link == id }) {
      links[place].claim = claim
    } else {
      links.append((id, claim))
    }
    showTag()
  }

  /// Removes a link that was unmounted.
  func forget(_ link: Node) {
    links.removeAll { $0.link == ObjectIdentifier(link) }
    showTag()
  }

  func tagChanged(to tag: AnyHashable) {
    guard isMounted else { return }
    ownTag = PickerOptions.flat(tag)
    showTag()
  }

  /// Updates the value of the row.
  ///
  /// A disabled link is ignored, unless the row is disabled too: then the row still shows that it
  /// is selected.
  private func showTag() {
    let isEnabled = isEnabled
    let values = links.lazy.filter { $0.claim.isEnabled || !isEnabled }.compactMap(\.claim.value)
    let value = values.first { rows.accepts($0) }.map(PickerOptions.flat) ?? ownTag
    guard value != tagOfRow else { return }
    if let tagOfRow { rows.forget(self, tag: tagOfRow) }
    tagOfRow = value
    if let value { rows.remember(self, tag: value) } else { show(isSelected: false) }
  }

  fileprivate func show(isSelected: Bool) {
    set(.ariaCurrent, isSelected ? "true" : nil)
  }

  override func decorate(_ decoration: Decoration?, by owner: Node) {
    for element in inner?.outermostElements ?? [] { element.decorate(decoration, by: owner) }
  }

  override func didUnmount() {
    super.didUnmount()
    if let tagOfRow { rows.forget(self, tag: tagOfRow) }
  }

  /// The row of the `ForEach` that has created this element.
  private var enclosingRow: ForEachPlace? { Self.row(around: parent) }

  /// The edits of the row of a `ForEach`, or nil if there are none or another `ForEach` has them.
  private static func edits(of row: ForEachPlace?, in scope: Scope) -> RowEdits? {
    guard let row, let edits = scope.values.rowEdits, edits.apply(to: row) else { return nil }
    return edits
  }

  private static func row(around parent: Node?) -> ForEachPlace? {
    var node = parent
    while let current = node, !(current is BoxNode) {
      if let row = current as? ForEachPlace { return row }
      node = current.parent
    }
    return nil
  }
}
