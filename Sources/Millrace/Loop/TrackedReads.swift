// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization

/// The reads of a store in Observation-tracked scopes, such as the bodies of views.
///
/// Observation tracks one change: when a value changes, all scopes that have read it are notified,
/// and are no longer tracked. The entry of the value remains, with its observer, because most
/// scopes read the value again. If no scope has read it again before the next change, that change
/// removes the entry. Reads outside of tracked scopes create no entry.
///
/// A new reader shares the entry of earlier readers, except between a commit and the time when
/// these are notified. There are two reasons for the exception. In a batch, the value can still
/// return to the value that the earlier readers saw, which is a change for the new reader only. And
/// the earlier readers may not yet have been notified of the change that the new reader has already
/// seen.
///
/// If a scope ends before the value changes, for example the body of a removed row, its entry
/// remains too. Entries without a reader are also removed when the number of entries is at least 64
/// and has doubled since the last removal.
@MainActor
final class TrackedReads<State, Action: Sendable> {
  /// The latest entry of each selector.
  private var latest: [SelectorIdentity: Entry] = [:]
  /// All entries, also those that a later entry of the same selector has replaced.
  private var entries: [ObjectIdentifier: Entry] = [:]
  /// The number of entries at which entries without a reader are removed.
  private var limit = TrackedReads.least
  /// Detects whether the running code is tracked.
  ///
  /// It is created by the first read, because its key path takes more time than the other parts of
  /// a store.
  private lazy var detector = ObservationCell()

  private static var least: Int { 64 }

  /// A value that was read.
  @MainActor
  private final class Entry {
    let identity: SelectorIdentity
    let cell = ObservationCell()
    var observer: StoreObserver?
    /// The number of commits at the time of the first read, or at the last notification.
    var commit: UInt64

    init(_ identity: SelectorIdentity, at commit: UInt64) {
      self.identity = identity
      self.commit = commit
    }

    /// True if a new reader can share this entry.
    func isCurrent(in engine: Engine<State, Action>) -> Bool {
      let observers = engine.observers
      return commit == engine.commits
        || observers.refreshedAt == engine.commits && observers.due.isEmpty
    }
  }

  /// True outside of tracked scopes, as long as there is no entry.
  ///
  /// With an entry it is false, because to detect a tracked scope would cost more than to share the
  /// entry.
  var isUnused: Bool { latest.isEmpty && !detector.access() }

  /// Inside a tracked scope, tracks the value of a selector with this identity.
  func track<Output>(
    _ identity: SelectorIdentity, in engine: Engine<State, Action>,
    _ selector: @autoclosure () -> StateSelector<State, Output>
  ) {
    if let present = latest[identity], present.isCurrent(in: engine) {
      _ = present.cell.access()
    } else if detector.access() {
      enter(selector(), in: engine)
    }
  }

  /// Creates an entry for a selector, with an observer of its value.
  private func enter<Output>(
    _ selector: StateSelector<State, Output>, in engine: Engine<State, Action>
  ) {
    if entries.count >= limit { sweep() }
    let entry = Entry(selector.identity, at: engine.commits)
    _ = entry.cell.access()
    let observers = engine.observers
    // Sound: the list of observers calls the observer, and the entry owns it.
    entry.observer = engine.subscribe(selector) { [weak self, unowned entry, unowned observers] _ in
      self?.notify(entry, at: observers.refreshedAt)
    }
    latest[entry.identity] = entry
    entries[ObjectIdentifier(entry)] = entry
  }

  /// Notifies the scopes that have read a value of a change by a commit.
  ///
  /// Removes the entry if no scope tracks it, or if new readers have another one.
  private func notify(_ entry: Entry, at commit: UInt64) {
    if latest[entry.identity] !== entry || !entry.cell.isTracked { remove(entry) }
    entry.commit = commit
    entry.cell.fire()
  }

  private func remove(_ entry: Entry) {
    guard entries.removeValue(forKey: ObjectIdentifier(entry)) != nil else { return }
    if latest[entry.identity] === entry { latest[entry.identity] = nil }
    entry.observer?.cancel()
    entry.observer = nil
  }

  /// Removes the entries that no scope tracks.
  private func sweep() {
    for entry in Array(entries.values) where !entry.cell.isTracked { remove(entry) }
    limit = max(Self.least, entries.count * 2)
  }
}

extension Engine {
  /// Returns a value and, inside a tracked scope, tracks it.
  func track<Output>(_ selector: StateSelector<State, Output>) -> Output {
    let selector = observers.graph.replaced(selector)
    reads.track(selector.identity, in: self, selector)
    return currentValue(of: selector)
  }

  /// True if a read can take its value from the state without a selector.
  var readsFromState: Bool { observers.graph.replacements.isEmpty && reads.isUnused }

  /// Inside a tracked scope, tracks the whole state, which changes with every commit.
  func trackAll() {
    reads.track(
      .everything, in: self,
      StateSelector(
        identity: .everything, select: { _ in }, didChange: { _, _ in true },
        hasCustomComparison: true, strategy: SelectorStrategy()))
  }
}

/// The connection between one value and the Observation framework.
///
/// Observation does not report whether a read happens inside a tracked scope, nor when a scope is
/// no longer tracked. But it inserts the key path of a tracked read into a set, which it holds as
/// long as the scope is tracked. The cell uses this in two ways. The key path contains a subscript,
/// whose argument is hashed when the key path is inserted; the argument records that. And as long
/// as a scope is tracked, the reference of the cell to its key path is not the only one.
final class ObservationCell: Observable {
  private let registrar = ObservationRegistrar()
  private let witness = HashWitness()
  private var keyPath: KeyPath<ObservationCell, Void>

  init() {
    keyPath = \ObservationCell.[witness]
  }

  /// Registers a read with Observation.
  ///
  /// - Returns: True if the read is tracked.
  func access() -> Bool {
    witness.wasHashed.store(false, ordering: .relaxed)
    registrar.access(self, keyPath: keyPath)
    return witness.wasHashed.load(ordering: .relaxed)
  }

  /// Notifies all scopes that have tracked a read since the last call, which ends their tracking.
  func fire() {
    registrar.withMutation(of: self, keyPath: keyPath) {}
  }

  /// True if a scope still tracks a read.
  var isTracked: Bool { !isKnownUniquelyReferenced(&keyPath) }

  private subscript(witness: HashWitness) -> Void { () }

  /// An object that records that it was hashed.
  private final class HashWitness: Hashable {
    let wasHashed = Atomic(false)

    static func == (lhs: HashWitness, rhs: HashWitness) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) {
      wasHashed.store(true, ordering: .relaxed)
      hasher.combine(ObjectIdentifier(self))
    }
  }
}
