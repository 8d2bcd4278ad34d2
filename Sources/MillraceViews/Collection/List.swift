// SPDX-License-Identifier: Apache-2.0

/// Rows below each other.
///
/// Every view that makes an element becomes a row of its own, also inside `Group`, `ForEach`,
/// conditions and views with a body. In a list with a selection a row stands for its tag; in a
/// `ForEach` without tags, for the id; with a `NavigationLink` to a value that the selection can
/// hold, for that value. A `Section` stands for nothing: its rows are selected.
///
/// Of a `ForEach` with more than 200 elements the page has the rows in view and some more; others
/// are made when they come near the view. Tests and tools see the rows that the page has, the first
/// 60 to begin with. State that was changed stays with a row that is out of view.
public struct List<SelectionValue: Hashable, Content: View> {
  let selection: (any RowSelection)?
  let content: Content
}

extension List {
  /// Creates a list of the views of a closure, of which one may be selected.
  nonisolated public init(
    selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content
  ) {
    self.selection = selection.map { OneSelection(selection: $0) }
    self.content = content()
  }

  /// Creates a list of the views of a closure, of which several may be selected.
  ///
  /// Each press of a row selects it, or takes it out of the selection.
  nonisolated public init(
    selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content
  ) {
    self.selection = selection.map { SeveralSelection(selection: $0) }
    self.content = content()
  }

  /// Creates a list with a row for each element, of which one may be selected.
  nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    self.init(selection: selection) { ForEach(data, content: rowContent) }
  }

  /// Creates a list with a row for each element, of which several may be selected.
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

  /// Creates a list with a row for each element and its id.
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
    let node = ListNode(selection, parent: parent, scope: scope)
    if let list = node.element {
      let inner = Scope(in: scope.wrapped(by: node.rows)) { $0.rowEdits = nil }
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

/// The node of a list, which follows its selection.
private final class ListNode: ControlNode {
  let rows: ListRows
  private var selection: (any RowSelection)?

  init(_ selection: (any RowSelection)?, parent: Node, scope: Scope) {
    self.selection = selection
    rows = ListRows(isSelectable: selection != nil)
    super.init(parent: parent, scope: scope)
    element = make(.ul, class: "mv-list mv-x")
    element?.hasWindows = true
    rows.list = self
    refresh()
  }

  func update(with selection: (any RowSelection)?) {
    self.selection = selection
    refresh()
  }

  override func refresh() {
    rows.selected = track { selection?.selected ?? [] }
  }

  /// A row was pressed.
  func press(_ tag: AnyHashable) -> Bool {
    guard scope.values.isEnabled, selection?.press(tag) == true else { return false }
    invalidate()
    return true
  }

  /// Whether a value can be selected, as long as the selection is what it is now.
  func holds(_ tag: AnyHashable) -> Bool { selection?.holds(tag) == true }
}

/// Reads and changes what is selected, whatever the type of its values.
@MainActor protocol RowSelection {
  var selected: Set<AnyHashable> { get }
  /// Whether the selection can hold a value.
  func holds(_ tag: AnyHashable) -> Bool
  /// Changes the selection; false if it cannot hold the value.
  func press(_ tag: AnyHashable) -> Bool
}

private struct OneSelection<Value: Hashable> {
  let selection: Binding<Value?>
}

extension OneSelection: RowSelection {
  var selected: Set<AnyHashable> {
    selection.wrappedValue.map { [AnyHashable($0)] } ?? []
  }

  func holds(_ tag: AnyHashable) -> Bool { tag.base is Value }

  func press(_ tag: AnyHashable) -> Bool {
    guard let value = tag.base as? Value else { return false }
    selection.wrappedValue = value
    return true
  }
}

private struct SeveralSelection<Value: Hashable> {
  let selection: Binding<Set<Value>>
}

extension SeveralSelection: RowSelection {
  var selected: Set<AnyHashable> { Set(selection.wrappedValue.map { AnyHashable($0) }) }

  func holds(_ tag: AnyHashable) -> Bool { tag.base is Value }

  func press(_ tag: AnyHashable) -> Bool {
    guard let value = tag.base as? Value else { return false }
    selection.wrappedValue.formSymmetricDifference([value])
    return true
  }
}

/// Makes the rows of a list, and shows which of them are selected.
final class ListRows: Wrapping {
  fileprivate weak var list: ListNode?
  private let isSelectable: Bool
  private var rows: [AnyHashable: [WeakRow]] = [:]

  fileprivate init(isSelectable: Bool) {
    self.isSelectable = isSelectable
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
    guard isSelectable, case .wrapped(_, let place?) = scope.slot else {
      return RowNode(tag: nil, of: self, parent: parent, scope: scope)
    }
    let row = RowNode(tag: place.tag, of: self, parent: parent, scope: scope)
    remember(row, tag: place.tag)
    place.tell(row)
    return row
  }

  fileprivate func press(_ tag: AnyHashable) -> Bool { list?.press(tag) ?? false }

  fileprivate func holds(_ tag: AnyHashable) -> Bool { list?.holds(tag) ?? false }

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

/// What a link in a row opens or selects, and whether it does so now.
struct LinkClaim: Equatable {
  let value: AnyHashable?
  let isEnabled: Bool
}

/// A list item around one row.
final class RowNode: BoxNode, TagReader {
  /// The rows that it is one of.
  let rows: ListRows
  /// The value of the row itself: its tag, or the id in a `ForEach`.
  private var ownTag: AnyHashable?
  /// The value that the row stands for: that of a link in it, or its own one.
  private var tagOfRow: AnyHashable?
  /// The links in the row; the first one that it may stand for counts.
  private var links: [(link: ObjectIdentifier, claim: LinkClaim)] = []
  private var menu: Node?

  fileprivate init(tag: AnyHashable?, of rows: ListRows, parent: Node, scope: Scope) {
    self.rows = rows
    ownTag = tag
    tagOfRow = tag
    var box = Box()
    if tag != nil {
      box.name = "mv-selectable"
      box.set(.tabindex, "0")
      box.events.insert(.tap)
    }
    if scope.values.rowEdits != nil { box.events.insert(.move) }
    super.init(tag: .li, box: box, parent: parent, scope: scope)
    showEdits()
  }

  /// Shows what may be done with the row: a menu, and whether it can be dragged.
  func showEdits() {
    guard let edits = scope.values.rowEdits, let row = enclosingRow else { return }
    set(.draggable, edits.canMove ? "true" : nil)
    let view = RowMenu(
      edits: edits, canMove: edits.canMove, canDelete: edits.canDelete, row: row)
    switch (menu, edits.canMove || edits.canDelete) {
    case (let menu?, true): return Tree.update(menu, with: view)
    case (let menu?, false):
      menu.unmount()
      self.menu = nil
    case (nil, true):
      menu = Tree.mount(view, parent: self, scope: Scope(in: scope, slot: .plain))
    case (nil, false): return
    }
    childrenChanged()
  }

  override func handle(_ event: ViewEvent.Kind) -> Bool {
    switch event {
    case .tap:
      showTag()  // the row may have been disabled before
      return tagOfRow.map { rows.press($0) } ?? false
    case .move(let next):
      guard let own = enclosingRow, let edits = scope.values.rowEdits, edits.canMove
      else { return false }
      var destination: Int?
      if let next {
        let row = scope.host?.listening[next]?.element as? RowNode
        guard let place = row?.enclosingRow, place.parent === own.parent else { return false }
        destination = place.offset
      }
      edits.move(from: own.offset, to: destination)
      return true
    default: return false
    }
  }

  override var childNodes: [Node] { [inner, menu].compactMap { $0 } }

  override var elementsInside: [ElementNode] {
    var elements: [ElementNode] = []
    for node in childNodes { node.collect(into: &elements) }
    return elements
  }

  /// Selects the value, as far as the list has a selection of its type.
  func press(_ value: AnyHashable) -> Bool { rows.press(value) }

  /// Lets the row stand for the value of a link in it, as far as the list has a selection of its
  /// type; without such a link the row stands for its own value.
  func stand(for claim: LinkClaim, of link: Node) {
    let id = ObjectIdentifier(link)
    if let place = links.firstIndex(where: { $0.link == id }) {
      links[place].claim = claim
    } else {
      links.append((id, claim))
    }
    showTag()
  }

  /// Forgets a link that has gone.
  func forget(_ link: Node) {
    links.removeAll { $0.link == ObjectIdentifier(link) }
    showTag()
  }

  func tagChanged(to tag: AnyHashable) {
    guard isMounted else { return }
    ownTag = tag
    showTag()
  }

  /// A link that is disabled does not count, unless the row is disabled as well: what is selected
  /// stays to be seen.
  private func showTag() {
    let isEnabled = isEnabled
    let values = links.lazy.filter { $0.claim.isEnabled || !isEnabled }.compactMap(\.claim.value)
    let value = values.first { rows.holds($0) } ?? ownTag
    guard value != tagOfRow else { return }
    if let tagOfRow { rows.forget(self, tag: tagOfRow) }
    tagOfRow = value
    if let value { rows.remember(self, tag: value) } else { show(isSelected: false) }
  }

  fileprivate func show(isSelected: Bool) {
    set(.ariaCurrent, isSelected ? "true" : nil)
  }

  override func decorate(_ decoration: Decoration?, by owner: Node) {
    var elements: [ElementNode] = []
    inner?.collect(into: &elements)
    for element in elements { element.decorate(decoration, by: owner) }
  }

  override func didUnmount() {
    super.didUnmount()
    if let tagOfRow { rows.forget(self, tag: tagOfRow) }
  }

  /// The row of a `ForEach` that made this one.
  private var enclosingRow: ForEachPlace? {
    var node = parent
    while let current = node, !(current is BoxNode) {
      if let row = current as? ForEachPlace { return row }
      node = current.parent
    }
    return nil
  }
}
