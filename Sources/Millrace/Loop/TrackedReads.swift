// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization

/// What Observation-tracked scopes, as the bodies of views, have read of a store.
///
/// Observation tracks one change: when a value changes, all scopes that read it are told and its
/// entry is removed. A scope that reads again makes a new entry. Reads outside of tracked scopes
/// leave nothing.
///
/// A new reader shares the entry of earlier readers, except between a commit and the end of its
/// notification. In a batch the value may still return to what the earlier readers saw, which is a
/// change for the new reader only; and earlier readers may still have to be told of the change that
/// the new reader has just read.
///
/// A scope that ends before the value changes, as a row that leaves the page, leaves an entry
/// behind. Such entries are swept out when entries have doubled since the last time.
@MainActor
final class TrackedReads<State, Action: Sendable> {
  /// The latest entry of each thing that can be read.
  private var latest: [SelectorIdentity: Entry] = [:]
  /// All entries, by their cells.
  private var entries: [ObjectIdentifier: Entry] = [:]
  /// How many entries there may be before those without a reader are looked for.
  private var limit = TrackedReads.least
  /// Tells whether the running code is tracked, before an entry is made.
  private let detector = ObservationCell()

  private static var least: Int { 64 }

  /// A value that was read, and the commit at which it was.
  private struct Entry {
    let identity: SelectorIdentity
    let cell: ObservationCell
    let observer: StoreObserver
    let commit: UInt64

    @MainActor
    func isCurrent(in engine: Engine<State, Action>) -> Bool {
      let observers = engine.observers
      return commit == engine.commits
        || observers.refreshedAt == engine.commits && observers.due.isEmpty
    }
  }

  /// Reads a value and, inside a tracked scope, watches it.
  func read<Output>(
    _ selector: StateSelector<State, Output>, from engine: Engine<State, Action>
  ) -> Output {
    if let present = latest[selector.identity], present.isCurrent(in: engine) {
      _ = present.cell.access()
    } else if detector.access() {
      enter(selector, in: engine)
    }
    return engine.currentValue(of: selector)
  }

  /// Registers a read of the whole state, which changes with every commit.
  func readAll(from engine: Engine<State, Action>) {
    if let present = latest[.everything], present.isCurrent(in: engine) {
      _ = present.cell.access()
    } else if detector.access() {
      enter(
        StateSelector(
          identity: .everything, select: { _ in }, didChange: { _, _ in true },
          hasCustomComparison: true,
          strategy: SelectorStrategy()),
        in: engine)
    }
  }

  private func enter<Output>(
    _ selector: StateSelector<State, Output>, in engine: Engine<State, Action>
  ) {
    if entries.count >= limit { sweep() }
    let cell = ObservationCell()
    _ = cell.access()
    let observer = engine.subscribe(selector) { [weak self] _ in
      self?.remove(ObjectIdentifier(cell))
      cell.fire()
    }
    let entry = Entry(
      identity: selector.identity, cell: cell, observer: observer, commit: engine.commits)
    latest[selector.identity] = entry
    entries[ObjectIdentifier(cell)] = entry
  }

  private func remove(_ cell: ObjectIdentifier) {
    guard let entry = entries.removeValue(forKey: cell) else { return }
    if latest[entry.identity]?.cell === entry.cell { latest[entry.identity] = nil }
    entry.observer.cancel()
  }

  private func sweep() {
    for (cell, entry) in entries where !entry.cell.isTracked { remove(cell) }
    limit = max(Self.least, entries.count * 2)
  }
}

extension Engine {
  /// Reads a value and, inside a tracked scope, watches it.
  func track<Output>(_ selector: StateSelector<State, Output>) -> Output {
    reads.read(observers.graph.replaced(selector), from: self)
  }

  /// Inside a tracked scope, watches the whole state.
  func trackAll() {
    reads.readAll(from: self)
  }
}

/// The link between one thing that can be read and the Observation framework.
///
/// Observation tells neither whether a read happens inside a tracked scope nor when a scope is
/// tracked no more. But it puts the key path of a tracked read into a set and keeps it there for as
/// long as the scope is tracked. A key path with a subscript hashes the subscript's argument, so
/// the argument notices that it is put there; and while a scope is tracked, the cell is not the
/// only holder of its key path.
final class ObservationCell: Observable {
  private let registrar = ObservationRegistrar()
  private let witness = HashWitness()
  private var keyPath: KeyPath<ObservationCell, Void>

  init() {
    keyPath = \ObservationCell.[witness]
  }

  /// Registers a read.
  ///
  /// - Returns: Whether the read is tracked.
  func access() -> Bool {
    witness.wasHashed.store(false, ordering: .relaxed)
    registrar.access(self, keyPath: keyPath)
    return witness.wasHashed.load(ordering: .relaxed)
  }

  /// Tells all scopes that tracked a read since the last time; tracking ends with that.
  func fire() {
    registrar.withMutation(of: self, keyPath: keyPath) {}
  }

  /// Whether a scope still tracks a read.
  var isTracked: Bool { !isKnownUniquelyReferenced(&keyPath) }

  private subscript(witness: HashWitness) -> Void { () }

  /// Notices that it is hashed.
  private final class HashWitness: Hashable {
    let wasHashed = Atomic(false)

    static func == (lhs: HashWitness, rhs: HashWitness) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) {
      wasHashed.store(true, ordering: .relaxed)
      hasher.combine(ObjectIdentifier(self))
    }
  }
}
