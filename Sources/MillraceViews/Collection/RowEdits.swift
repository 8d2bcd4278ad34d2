// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A view that creates its rows from data.
///
/// In a list, the user can delete and move the rows if the modifiers `onDelete` and `onMove` allow
/// it.
public protocol DynamicViewContent: View {
  /// The type of the data.
  associatedtype Data: Collection
  /// The data.
  var data: Data { get }
}

extension DynamicViewContent {
  /// Allows the user to delete rows of a list with the menu of the row.
  ///
  /// In a list with a selection, the Delete key presses the first destructive item in the menu of
  /// the row that has the focus. The action receives the offsets of the rows. If the action is nil,
  /// the modifier has no effect.
  ///
  /// As in SwiftUI, a row with `swipeActions` gets no item that deletes it: add a button with the
  /// role `destructive` to the swipe actions.
  nonisolated public func onDelete(
    perform action: ((IndexSet) -> Void)?
  ) -> some DynamicViewContent {
    EditedRows(content: self, delete: action.map { onMain($0) }, move: nil)
  }

  /// Allows the user to move rows of a list, with the menu of the row or by dragging the row.
  ///
  /// The action receives the offsets of the rows, and the offset of the row before which they are
  /// to be inserted, or the number of rows for the end. If the action is nil, the modifier has no
  /// effect.
  nonisolated public func onMove(
    perform action: ((IndexSet, Int) -> Void)?
  ) -> some DynamicViewContent {
    EditedRows(content: self, delete: nil, move: action.map { onMain($0) })
  }
}

extension RangeReplaceableCollection where Self: MutableCollection {
  /// Removes the elements at some offsets.
  ///
  /// Offsets after the last element are ignored.
  ///
  /// - Complexity: O(n log m) for n elements and offsets in m separate ranges.
  public mutating func remove(atOffsets offsets: IndexSet) {
    var kept = Self()
    for (offset, element) in enumerated() where !offsets.contains(offset) { kept.append(element) }
    self = kept
  }
}

extension MutableCollection {
  /// Moves the elements at some offsets before the element at another offset.
  ///
  /// Their order stays the same. Offsets after the last element are ignored. A destination after it
  /// is the end.
  ///
  /// - Complexity: O(n log m) for n elements and offsets in m separate ranges.
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    let all = Array(self)
    let moved = source.filter { $0 < all.count }.map { all[$0] }
    func rest(_ range: Range<Int>) -> [Element] {
      range.filter { !source.contains($0) }.map { all[$0] }
    }
    let place = Swift.min(Swift.max(destination, 0), all.count)
    var index = startIndex
    for element in rest(0..<place) + moved + rest(place..<all.count) {
      self[index] = element
      formIndex(after: &index)
    }
  }
}

/// A view whose rows can be deleted or moved.
struct EditedRows<Content: DynamicViewContent> {
  let content: Content
  let delete: (@MainActor (IndexSet) -> Void)?
  let move: (@MainActor (IndexSet, Int) -> Void)?
}

extension EditedRows: View, PrimitiveView, DynamicViewContent {
  var data: Content.Data { content.data }

  func mount(parent: Node, scope: Scope) -> Node {
    // Edits that another `ForEach` around this one uses are for its rows only.
    let outer = scope.values.rowEdits
    let edits = RowEdits(outer: outer?.isTaken == false ? outer : nil)
    let node = ObjectNode(edits, parent: parent, scope: scope)
    fill(edits)
    node.child = Tree.mount(
      content, parent: node, scope: Scope(in: scope) { $0.rowEdits = edits })
    return node
  }

  func update(_ node: Node) {
    Tree.cast(node, to: ObjectNode<RowEdits>.self).update(with: content) { fill($0) }
  }

  @MainActor private func fill(_ edits: RowEdits) {
    edits.fill(delete: delete, move: move, count: content.data.count)
  }
}

extension ObjectNode<RowEdits> {
  /// Updates the edits and the content, and the menus of the rows if they get other items.
  func update(with content: some View, fill: (RowEdits) -> Void) {
    let before = (object.canDelete, object.canMove)
    fill(object)
    if let child { Tree.update(child, with: content) }
    if before != (object.canDelete, object.canMove) { updateRowMenus() }
  }
}

extension Node {
  /// Updates the menus of all rows below this node.
  func updateRowMenus() {
    for child in childNodes {
      if let row = child as? RowNode { row.showMenu() } else { child.updateRowMenus() }
    }
  }
}

/// The actions for the rows of a `ForEach`.
@MainActor final class RowEdits {
  private var ownDelete: (@MainActor (IndexSet) -> Void)?
  private var ownMove: (@MainActor (IndexSet, Int) -> Void)?
  private var count = 0
  private let outer: RowEdits?
  /// The node of the `ForEach` whose rows can be edited: the one directly in the modifier.
  private weak var forEach: Node?

  init(outer: RowEdits? = nil) {
    self.outer = outer
  }

  /// Sets the actions, and the number of elements.
  func fill(
    delete: (@MainActor (IndexSet) -> Void)?, move: (@MainActor (IndexSet, Int) -> Void)?,
    count: Int
  ) {
    ownDelete = delete
    ownMove = move
    self.count = count
  }

  fileprivate var isTaken: Bool { forEach?.isMounted == true }

  /// Sets the `ForEach` whose rows can be edited, unless there is one.
  ///
  /// A `ForEach` in a row calls this after the one around it.
  func take(for node: Node) {
    guard !isTaken else { return }
    forEach = node
    outer?.take(for: node)
  }

  /// Whether the actions are for a row.
  func apply(to row: ForEachPlace) -> Bool { row.parent === forEach }

  var canDelete: Bool { delete != nil }
  var canMove: Bool { move != nil }

  private var delete: (@MainActor (IndexSet) -> Void)? { ownDelete ?? outer?.delete }
  private var move: (@MainActor (IndexSet, Int) -> Void)? { ownMove ?? outer?.move }

  /// Deletes the row at an offset.
  func delete(at offset: Int) {
    guard offset < count else { return }
    delete?([offset])
  }

  /// Moves the row at an offset before another row, or to the end if the destination is nil.
  ///
  /// Does nothing if the move would not change the order, or if there is no such row or place.
  func move(from offset: Int, to destination: Int?) {
    let destination = destination ?? count
    guard offset < count, 0...count ~= destination,
      destination != offset, destination != offset + 1
    else { return }
    move?([offset], destination)
  }
}

extension EnvironmentValues {
  /// The actions of the innermost `ForEach` with `onDelete`, `onMove` or `editActions`.
  ///
  /// Views in its rows inherit them, but they are for its own rows only.
  var rowEdits: RowEdits? {
    get { self[own: RowEdits.self] }
    set { self[own: RowEdits.self] = newValue }
  }
}

/// The menu at the end of a row.
struct RowMenu: View {
  /// The swipe actions, or nil.
  let swipeActions: AnyView?
  let edits: RowEdits?
  let canMove: Bool
  let canDelete: Bool
  weak var row: ForEachPlace?
  /// The element of the row.
  let element: NodeID

  var body: some View {
    ActionsMenu(name: "Actions", of: element) {
      swipeActions
      if canMove {
        Button("Move up") { move(by: -1) }
        Button("Move down") { move(by: 2) }
      }
      if canDelete {
        Button("Delete", role: .destructive) { if let row { edits?.delete(at: row.offset) } }
      }
    }
  }

  private func move(by distance: Int) {
    if let row { edits?.move(from: row.offset, to: row.offset + distance) }
  }
}
