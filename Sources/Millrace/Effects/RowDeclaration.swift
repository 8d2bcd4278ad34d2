// SPDX-License-Identifier: Apache-2.0

/// A declaration of effects as a function of a slice of each row of a table.
///
/// The table is observed by its stamp. Only the rows that have changed are compared, or all rows if
/// the changes are not known.
struct RowDeclaration<State, Table, Key: Hashable & Sendable, Part, Slice: Sendable, Action>:
  StateEffectDeclaration
where Action: Sendable {
  typealias Entry = StateEffects<State, Action>.Entry
  /// The version of the table.
  let stamp: StateSelector<State, EntityStamp>
  /// Returns the table.
  let table: @Sendable (State) -> Table
  /// Finds a row in the table.
  let lookup: ChildAccessor<Table, Key, Part>
  /// Finds the rows that have changed.
  let changes: ElementChanges<Table, Key>
  /// The selector of the slice of a row.
  let selector: StateSelector<Part, Slice>
  let declare: @Sendable (Key, Slice) -> [Entry]

  func attach(to engine: Engine<State, Action>) {
    engine.lastDispatchID += 1
    let effects = RowEffects(self, number: engine.lastDispatchID, of: engine)
    engine.declarations.append(engine.subscribe(stamp, initial: true) { _ in effects.update() })
    guard engine.attachments != nil else { return }
    engine.childDeclarations.append(
      ChildDeclaration(forgetAbsent: effects.forgetAbsent, update: effects.update))
  }

  func lifted<GlobalState, GlobalAction: Sendable>(
    _ part: StateGetter<GlobalState, State>, liftID: LiftID?,
    _ translation: ActionTranslation<Action, GlobalAction>
  ) -> any StateEffectDeclaration<GlobalState, GlobalAction> {
    RowDeclaration<GlobalState, Table, Key, Part, Slice, GlobalAction>(
      stamp: part.translated(stamp), table: { [table, read = part.read] in table(read($0)) },
      lookup: lookup, changes: changes, selector: selector
    ) { [declare] key, slice in
      declare(key, slice).map { entry in
        .init(id: entry.id, effect: entry.effect.translated(translation).lifted(to: liftID))
      }
    }
  }

  /// Returns the declaration for a table in a child, which can be replaced by another child.
  ///
  /// All rows of such a table are compared.
  func within<Container, ContainerKey>(
    _ lookup: ChildAccessor<Container, ContainerKey, State>, liftID: LiftID
  ) -> any StateEffectDeclaration<Container, KeyedAction<ContainerKey, Action>> {
    let rows = SliceDeclaration<State, [ChildSlice<Key, Slice>], Action>(
      each: self.lookup, of: table, selector, declare)
    return rows.within(lookup, liftID: liftID)
  }
}

/// The running effects of the rows of a table, as one declaration has declared them.
@MainActor
private final class RowEffects<State, Table, Key: Hashable & Sendable, Part, Slice, Action>
where Slice: Sendable, Action: Sendable {
  private struct Row {
    /// The slice for which the effects were declared; nil if they must be declared again.
    var slice: Slice?
    var effects = DeclaredEffects<State, Action>()
  }

  private let source: RowDeclaration<State, Table, Key, Part, Slice, Action>
  /// The number of the declaration.
  private let number: UInt64
  // Sound: the engine owns the closures that retain this object, and they are not called after the
  // engine has ended.
  private unowned let engine: Engine<State, Action>
  private var rows: [Key: Row] = [:]
  /// The version of the table at the last update.
  private var updated: EntityStamp?
  /// The version of the table at the last search for rows that do not exist.
  private var searched: EntityStamp?
  /// The rows some of whose effects have ended since the last update, because a child disappeared.
  private var forgotten: [Key] = []
  /// The number of the last start of an effect.
  private var lastStart: UInt64 = 0

  init(
    _ source: RowDeclaration<State, Table, Key, Part, Slice, Action>, number: UInt64,
    of engine: Engine<State, Action>
  ) {
    self.source = source
    self.number = number
    self.engine = engine
  }

  /// Starts and cancels effects as the changed rows declare them.
  ///
  /// The effects start in the order of the rows, and are cancelled in the order in which they
  /// started.
  func update() {
    let table = source.table(engine.state)
    let stamp = source.changes.stamp(table)
    let keys = changedKeys(of: table, since: updated) + forgotten
    (updated, searched, forgotten) = (stamp, stamp, [])
    var ended: [DeclaredEffects<State, Action>.Running] = []
    var started: [StateEffects<State, Action>.Entry] = []
    var places: [(position: Int, key: Key)] = []
    for key in keys {
      if let position = source.changes.position(table, key) {
        places.append((position, key))
      } else if let row = rows.removeValue(forKey: key) {
        ended += row.effects.running
      }
    }
    for (_, key) in places.sorted(by: { $0.position < $1.position }) {
      guard let part = source.lookup.find(table, key) else { continue }
      let slice = source.selector(part)
      var row = rows[key] ?? Row()
      if let old = row.slice, !source.selector.didChange(old, slice) { continue }
      let changes = row.effects.update(to: source.declare(key, slice), lastStart: &lastStart)
      if let id = changes.duplicate { engine.reportDuplicate(id, of: number) }
      ended += changes.ended
      started += changes.started
      row.slice = slice
      rows[key] = row
    }
    engine.replace(ended.sorted { $0.start < $1.start }, with: started, of: number)
  }

  /// Removes the effects of children that do not exist, so that the next update starts them again;
  /// returns true if there were any.
  func forgetAbsent() -> Bool {
    guard let attachments = engine.attachments else { return false }
    let state = engine.state
    let table = source.table(state)
    let stamp = source.changes.stamp(table)
    if stamp == searched { return false }
    let keys = changedKeys(of: table, since: searched)
    searched = stamp
    let count = forgotten.count
    for key in keys {
      guard var row = rows[key], row.effects.forgetAbsent(in: state, of: attachments) else {
        continue
      }
      row.slice = nil
      rows[key] = row
      forgotten.append(key)
    }
    return forgotten.count > count
  }

  /// Returns the keys of the rows that have changed since a version, or those of all rows if the
  /// changes are not known.
  private func changedKeys(of table: Table, since stamp: EntityStamp?) -> [Key] {
    if let keys = stamp.flatMap({ source.changes.keys(table, $0, rows.count) }) { return keys }
    return source.lookup.keys(table)
      + rows.keys.filter { source.changes.position(table, $0) == nil }
  }
}
