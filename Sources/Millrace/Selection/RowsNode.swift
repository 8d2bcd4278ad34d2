// SPDX-License-Identifier: Apache-2.0

/// The watched rows of one table, or of one field of them.
///
/// It keeps the stamp of the table and not the table. When the stamp is a new one, it asks the
/// table which ids changed since and tells those who watch these, and nobody else. A table that
/// cannot tell has all watched rows looked at.
@usableFromInline
final class RowsNode<State, Entity: Identifiable, Output>: AnySelectionNode<State> {
  @usableFromInline let table: TableReader<State, Entity>
  /// What is watched of the row with that id, which may not be there.
  @usableFromInline let read: (UnsafePointer<State>, Entity.ID) -> Output
  @usableFromInline let areEqual: (Output, Output) -> Bool
  @usableFromInline @exclusivity(unchecked) var stamp: EntityStamp
  /// What happened to the table in the commit that is being spread; nil for "anything".
  @usableFromInline @exclusivity(unchecked) var changes: EntityChanges<Entity.ID>?
  /// Who watches a row: an observer, or a `RowCrowd` where there are more.
  @usableFromInline @exclusivity(unchecked) var rows: [Entity.ID: Watcher] = [:]

  @inlinable
  init(
    identity: SelectorIdentity, table: TableReader<State, Entity>,
    read: @escaping (UnsafePointer<State>, Entity.ID) -> Output,
    areEqual: @escaping (Output, Output) -> Bool,
    state: UnsafePointer<State>
  ) {
    self.table = table
    self.read = read
    self.areEqual = areEqual
    stamp = table.stamp(state)
    super.init(identity: identity, rank: 0)
  }

  @inlinable override var isIdle: Bool { rows.isEmpty }

  @inlinable
  override func refresh(_ pass: SelectionPass, _ state: UnsafePointer<State>) -> Bool {
    pass.slicesCompared += 1
    let new = table.stamp(state)
    if new == stamp { return false }
    changes = table.changes(state, stamp)
    stamp = new
    return true
  }

  @inlinable
  override func forEachConcerned(
    watcher: (Watcher) -> Void, dependent: (AnySelectionNode<State>) -> Void
  ) {
    guard let changes else {
      for row in rows.values { visit(row, watcher, dependent) }
      return
    }
    self.changes = nil
    for (id, _) in changes {
      if let row = rows[id] { visit(row, watcher, dependent) }
    }
  }

  @inlinable
  func visit(
    _ row: Watcher, _ watcher: (Watcher) -> Void, _ dependent: (AnySelectionNode<State>) -> Void
  ) {
    guard let crowd = crowd(row) else { return watcher(row) }
    for each in crowd.watchers { watcher(each) }
    if let node = crowd.node { dependent(node) }
  }

  @inlinable override var allWatchers: [Watcher] {
    rows.values.flatMap { crowd($0)?.watchers ?? [$0] }
  }

  @inlinable
  func crowd(_ row: Watcher) -> RowCrowd<State>? {
    row.id == RowCrowd<State>.mark ? unsafeDowncast(row, to: RowCrowd<State>.self) : nil
  }

  // Who watches which row.

  @inlinable
  override func attach(_ dependent: AnySelectionNode<State>) {
    let row = unsafeDowncast(dependent, to: RowNode<State, Entity, Output>.self)
    makeCrowd(row.id).node = row
  }

  @inlinable
  override func detach(_ dependent: AnySelectionNode<State>) {
    let row = unsafeDowncast(dependent, to: RowNode<State, Entity, Output>.self)
    guard let present = rows[row.id], let crowd = crowd(present) else { return }
    crowd.node = nil
    if crowd.isEmpty { rows[row.id] = nil }
  }

  @inlinable
  func add(_ watcher: Watcher, to id: Entity.ID) {
    if rows[id] == nil { rows[id] = watcher } else { makeCrowd(id).watchers.append(watcher) }
  }

  @inlinable
  func remove(_ watcher: Watcher, from id: Entity.ID) {
    guard let row = rows[id] else { return }
    if row === watcher {
      rows[id] = nil
    } else if let crowd = crowd(row) {
      crowd.watchers.removeSorted(watcher)
      if crowd.isEmpty { rows[id] = nil }
    }
  }

  @inlinable
  func makeCrowd(_ id: Entity.ID) -> RowCrowd<State> {
    let present = rows[id]
    if let present, let crowd = crowd(present) { return crowd }
    let crowd = RowCrowd<State>(present)
    rows[id] = crowd
    return crowd
  }
}
