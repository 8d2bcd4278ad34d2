// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTrace

/// An action or a replacement of the state that is to be written.
struct KeptItem<State: Sendable, Content: Sendable>: JournalItem {
  enum Event: Sendable {
    case action(Content, refusal: String?)
    case replacement
  }

  let event: Event
  let source: ActionSource
  let time: UInt64
  /// The state after the item, if it is to be hashed or recorded; else nil.
  private(set) var state: State?
  var takesHash: Bool { didSet { dropUnusedState() } }
  var takesSnapshot: Bool { didSet { dropUnusedState() } }

  var number: UInt64 { source.number ?? 0 }
  var isReplacement: Bool { if case .replacement = event { true } else { false } }

  private mutating func dropUnusedState() {
    if case .action = event, !takesHash, !takesSnapshot { state = nil }
  }
}

/// The person key of keyframes: the records of replacements, which hold a whole state and possibly
/// any person.
let keyframeKey = "millrace/keyframe"

/// Returns the canonical form of a person key.
///
/// Carriers compare keys byte by byte.
private func normalForm(_ key: String) -> String { key.precomposedStringWithCanonicalMapping }

/// Encodes the actions of a store as records, and opens the log after a recovery.
struct Recorder<State: Sendable, Action: Sendable, Content: Encodable & Sendable>: Sendable {
  typealias Item = KeptItem<State, Content>

  let form: SnapshotForm<State>
  let version: Int
  /// The number of actions between two hashes, or 0 for no hashes.
  let hashInterval: UInt64
  /// Returns the person key of an action.
  ///
  /// The closure itself is nil if the journal has no keys.
  let person: (@Sendable (Content) -> String?)?
  /// Returns the content of the record of an action, or nil if the action is not recorded.
  let ofCommit: @Sendable (Action, _ state: () -> State) -> Content?
  let ofRejection: @Sendable (Action) -> Content?
  /// Called with a state that replaced the state of the store without an action.
  let onReplacement: @Sendable (State) -> Void
  /// The recovery of the state.
  ///
  /// It also reads records later.
  let recovery: Recovery<State, Content>

  /// The maximum number of states that wait to be hashed behind a slow disk: the states of 10,000
  /// actions, and at least 64.
  private var hashCapacity: Int { max(64, Int(clamping: 10_000 / max(1, hashInterval))) }

  /// Writes the result of a recovery to the log, and creates the pump of the new store.
  ///
  /// If `numbersAreActions` is true, all actions are recorded, and the actions of the store
  /// continue the numbers of the log. If it is false, their numbers begin again.
  func open(
    _ journal: Journal<State, Action>, _ result: RecoveryResult<State>,
    _ settings: JournalSettings, numbersAreActions: Bool
  ) async throws -> RecoveredState<State, Action> {
    let log = journal.log
    let (state, report) = (result.state, result.report)
    let extent = try await log.extent()
    let number =
      numbersAreActions ? try await lastAction(of: log, extent.first, report.last) : 0
    var snapshot = try snapshot(of: result, at: log.place)
    // Other snapshots are removed only if actions were decided anew. A damaged record alone is no
    // reason: a snapshot of an older form can be the only other one that includes its effect.
    let isDecidedAnew = report.divergence != nil || recovery.replaysAll
    if result.hasGarbledNumber, report.dropped == nil {
      try await tryTo { try await log.cut(from: report.last + 1) }
    }
    var isSynced = true
    // The records of the previous process are possibly not safe, although it has noted a sync: it
    // can have ended during the sync. A cut syncs them.
    if report.dropped == nil, extent.last > 0 {
      do { try await log.syncOrEnd() } catch LogFault.notYet { isSynced = false }
    }
    if let new = snapshot {
      if result.snapshotNeed == .mark {
        // This process does not need the snapshot.
        snapshot = nil
        try await tryTo {
          try await log.add(new)
          snapshot = new
        }
      } else {
        try await prepare(log) { try await log.add(new) }
      }
    }
    let isSettled = try await prepare(log) { [snapshot] in
      try await settle(log, snapshot, removesOthers: isDecidedAnew, report.dropped)
    }
    isSynced = isSynced && isSettled
    let pump = JournalPump<Item>(
      log: log, last: report.last, newest: number, isSynced: isSynced,
      isReplayable: result.isReplayable, hashCapacity: hashCapacity, settings, encode: encode,
      checkSnapshot: form.check)
    // The recovery can have begun with an older snapshot and replayed past newer ones.
    let since = report.last - (snapshot?.number ?? result.confirmed.max() ?? 0)
    let persons = personsOfRecords
    return RecoveredState(state: state, number: number, report: report) { store in
      let feed = StoreFeed(
        pump: pump, recorder: self, settings.snapshot.interval, since: since, after: number)
      let writer = StateWriter(pump: pump, recovery: recovery, persons: persons)
      journal.attach(store, writer, feed.follow(store))
    }
  }

  /// Returns a snapshot of the recovered state, or nil if none is written.
  ///
  /// If the state cannot be encoded and decoded, the result is nil where the snapshot is only
  /// useful. Where the snapshot must replace others, it is returned if the state can be encoded,
  /// although it cannot be read.
  ///
  /// - Throws: ``JournalError/needsSnapshot(place:number:reason:)``.
  private func snapshot(
    of result: RecoveryResult<State>, at place: String
  ) throws -> LogSnapshot? {
    if result.snapshotNeed == .none { return nil }
    do { return try form.snapshot(of: result.state, number: result.report.last) } catch {
      switch result.snapshotNeed {
      case .none, .tidiness, .mark: return nil
      case .replacement:
        // The snapshot replaces snapshots of other states. The next recovery cannot read it, and
        // replays all records.
        guard let (fingerprint, body) = try? form.encode(result.state) else { fallthrough }
        return LogSnapshot(
          number: result.report.last, fingerprint: fingerprint + cacheMark, body: body)
      case .necessity:
        throw JournalError.needsSnapshot(
          place: place, number: result.report.last, reason: TraceError.reason(error))
      }
    }
  }

  /// Changes a log in a way that the recovery does not need, and ignores most failures.
  ///
  /// - Throws: ``LogFault/notSynced(reason:)``, after which nothing may be written, and
  ///   `CancellationError`.
  private func tryTo(_ change: () async throws -> Void) async throws {
    do { try await change() } catch LogFault.notSynced(let reason) {
      throw LogFault.notSynced(reason: reason)
    } catch is CancellationError { throw CancellationError() } catch {}
  }

  /// Changes a log for a start.
  ///
  /// - Throws: ``JournalError/notPrepared(place:reason:)`` for an error of the system.
  private func prepare<Result>(
    _ log: any ActionLog, _ change: () async throws -> Result
  ) async throws -> Result {
    do { return try await change() } catch let error
      where !(error is LogFault || error is JournalError || error is CancellationError)
    {
      throw JournalError.notPrepared(place: log.place, reason: TraceError.reason(error))
    }
  }

  /// Cuts the end of the log that is lost, syncs a new snapshot, and removes the snapshots that it
  /// replaces.
  ///
  /// - Returns: False if there was no room for the sync. Then no snapshot was removed, and the next
  ///   sync of the journal covers the new one.
  private func settle(
    _ log: any ActionLog, _ snapshot: LogSnapshot?, removesOthers: Bool,
    _ dropped: ClosedRange<UInt64>?
  ) async throws -> Bool {
    // A snapshot that the next recovery cannot read is of use only if it is the only one.
    let mustRemove = snapshot.map { (try? form.check($0)) == nil } ?? false
    // Only the removal of other snapshots follows the cut. If its failure ends the recovery, the
    // next one does not report the cut again. The cut also syncs: a sync before it would mark the
    // lost end as synced.
    if let dropped {
      try await log.cut(from: dropped.lowerBound)
    } else if snapshot != nil {
      do { try await log.syncOrEnd() } catch LogFault.notYet(let reason) {
        guard mustRemove else { return false }
        throw JournalError.notPrepared(place: log.place, reason: reason)
      }
    }
    // The new snapshot was synced and read again. After the cut it is the newest one.
    guard removesOthers, let snapshot else { return true }
    if mustRemove {
      try await log.keep(snapshot, most: 1)
    } else {
      do { try await tryTo { try await log.keep(snapshot, most: 1) } } catch is CancellationError
        where dropped != nil
      {}
    }
    return true
  }

  /// Returns the persons of a record, or nil if they are not known.
  ///
  /// The closure itself is nil if the journal has no keys.
  private var personsOfRecords: (@Sendable (LogRecord) -> [String]?)? {
    guard let person else { return nil }
    return { [reader = recovery.reader] in reader.contents(of: $0)?.compactMap { person($0) } }
  }

  /// Returns the number after which the actions of the new store are numbered.
  ///
  /// It is the number of the last action or of the last record, whichever is greater. The number of
  /// the last action is greater if the state was recorded once for several actions. If no record is
  /// left to read, the result is the number of the last record.
  ///
  /// Complexity: reads the last record. If it is forgotten or damaged, reads all such records at
  /// the end, and at most 1,024 more.
  private func lastAction(
    of log: any ActionLog, _ first: UInt64, _ last: UInt64
  ) async throws -> UInt64 {
    var (end, others) = (last, 0 as UInt64)
    while end >= first, end > 0 {
      let start = max(first, end - min(end - 1, others))
      let records = try await log.allRecords(from: start, count: Int(end - start) + 1)
      for record in records.reversed() where record.number <= last && record.isWhole {
        guard let line = try? TraceValue(record: record.body),
          let action = (line["number"] ?? line["after"])?.integer
        else { continue }
        return max(last, UInt64(clamping: action) &+ (last - record.number))
      }
      (end, others) = (start - 1, 1_023)
    }
    return last
  }

  private func encode(_ item: Item) throws -> EncodedItem {
    var encoded = EncodedItem()
    /// Makes a hash or a snapshot of the state. After a failure the record is written without it.
    func part<Part>(_ encode: (State) throws -> Part) -> Part? {
      guard let state = item.state else { return nil }
      let part = Result { try encode(state) }
      encoded.state = part.map { _ in }
      return try? part.get()
    }
    switch item.event {
    case .action(let content, let refusal):
      let hash =
        item.takesHash ? part { try TraceValue(encoding: form.value(of: $0)).hash } : nil
      encoded.person = person?(content).map(normalForm)
      let line = JournalLine(
        source: item.source, time: item.time, action: content, refusal: refusal, hash: hash,
        version: version)
      encoded.body = try TraceCoding.json(of: line)
    case .replacement:
      // A replacement always has a state.
      guard let state = item.state else { return encoded }
      encoded.person = keyframeKey
      let line = KeyframeLine(
        after: item.number, keyframe: form.value(of: state), version: version)
      encoded.body = try TraceCoding.json(of: line)
    }
    if item.takesSnapshot { encoded.snapshot = part(form.encode) }
    return encoded
  }
}

/// Observes a store on the main actor, and appends its actions to a pump.
@MainActor
final class StoreFeed<State: Sendable, Action: Sendable, Content: Encodable & Sendable> {
  typealias Item = KeptItem<State, Content>

  let pump: JournalPump<Item>
  let recorder: Recorder<State, Action, Content>
  let interval: UInt64
  /// The number of items since the last one that takes a snapshot, also of items for which the
  /// backlog has no room.
  var since: UInt64
  var lastSource: ActionSource

  init(
    pump: JournalPump<Item>, recorder: Recorder<State, Action, Content>, _ interval: UInt64,
    since: UInt64, after number: UInt64
  ) {
    self.pump = pump
    self.recorder = recorder
    self.interval = interval
    self.since = since
    lastSource = ActionSource(recordedFileID: "", function: "", line: 0, number: number)
  }

  func follow(_ store: Store<State, Action>) -> StoreSubscription {
    pump.recordState = { [weak self, weak store] in
      guard let self, let store else { return false }
      pump.replaceDropped(
        with: item(.replacement, lastSource, takesSnapshot: false) { store.state })
      return true
    }
    return store.subscribeToActions { [self, weak store] rejection in
      let dispatched = rejection.dispatched
      guard let store, let content = recorder.ofRejection(dispatched.action) else {
        return pass(dispatched.source)
      }
      append(.action(content, refusal: "\(rejection.error)"), dispatched.source) { store.state }
    } onReplacement: { [self, weak store] in
      guard let store else { return }
      recorder.onReplacement(store.state)
      append(.replacement, lastSource) { store.state }
    } _: { [self, weak store] dispatched in
      guard let store, let content = recorder.ofCommit(dispatched.action, { store.state }) else {
        return pass(dispatched.source)
      }
      append(.action(content, refusal: nil), dispatched.source) { store.state }
    }
  }

  /// Notes an action that is not recorded.
  private func pass(_ source: ActionSource) {
    lastSource = source
    pump.noteUnrecorded(source.number ?? 0)
  }

  private func append(_ event: Item.Event, _ source: ActionSource, state: () -> State) {
    since += 1
    lastSource = source
    let takesSnapshot = interval > 0 && since >= interval
    // A recovery begins with a snapshot, and does not compare a hash at the same record. If there
    // are more than half an interval of actions between two hashes, an additional hash is taken in
    // the middle between two snapshots.
    let isHalfWay = since == interval / 2 && recorder.hashInterval > interval / 2 && since > 0
    if takesSnapshot { since = 0 }
    pump.append(
      item(event, source, takesSnapshot: takesSnapshot, isHalfWay: isHalfWay, state: state))
  }

  private func item(
    _ event: Item.Event, _ source: ActionSource, takesSnapshot: Bool, isHalfWay: Bool = false,
    state: () -> State
  ) -> Item {
    var takesHash = false
    var takesState = takesSnapshot
    if case .replacement = event {
      takesState = true
    } else if recorder.hashInterval > 0 {
      takesHash = isHalfWay || (source.number ?? 0).isMultiple(of: recorder.hashInterval)
    }
    return Item(
      event: event, source: source, time: TraceClock.now,
      state: takesState || takesHash ? state() : nil, takesHash: takesHash,
      takesSnapshot: takesSnapshot)
  }
}

/// The writer of a journal, without the type of the recorded content.
protocol JournalWriter<State>: DispatchReceipt.Keeper {
  associatedtype State: Sendable
  func keepAll() async throws
  func close() async throws
  func verify() async throws -> Int
  @MainActor
  func forget(
    _ person: String, state: @escaping @MainActor @Sendable () -> State
  ) async throws -> Int
}

/// A writer on a pump.
final class StateWriter<State: Sendable, Content: Sendable>: JournalWriter {
  let pump: JournalPump<KeptItem<State, Content>>
  /// Reads records.
  private let recovery: Recovery<State, Content>
  /// Returns the persons of a record, or nil if they are not known.
  ///
  /// The closure itself is nil if the journal has no keys.
  private let persons: (@Sendable (LogRecord) -> [String]?)?
  /// The persons that were found in records without a person key.
  private let hidden = Locked(Hidden())

  /// Persons in records that cannot be found by a person key.
  private struct Hidden {
    /// The number of the last record that was read.
    var last: UInt64 = 0
    /// The persons in records of a version without keys.
    var persons: Set<String> = []
    /// True if a record can hold any person: it holds a whole state, is damaged, or its persons
    /// are not known.
    var areAll = false
  }

  init(
    pump: JournalPump<KeptItem<State, Content>>, recovery: Recovery<State, Content>,
    persons: (@Sendable (LogRecord) -> [String]?)?
  ) {
    self.pump = pump
    self.recovery = recovery
    self.persons = persons
  }

  private var form: SnapshotForm<State> { recovery.form }

  func keep(_ number: UInt64, _ durability: DispatchReceipt.Durability) async throws {
    try await pump.keep(number, durability)
  }
  func keepAll() async throws { try await pump.keepAll() }
  func close() async throws { try await pump.close() }

  func verify() async throws -> Int {
    let check = Locked(LogCheck())
    while !check.withLock({ $0.isDone }) {
      // One part at a time. New actions are written between two parts.
      try await pump.perform { [recovery] in
        { _, last, _ in
          let next = try await recovery.check(check.withLock { $0 }, through: last)
          check.withLock { $0 = next }
        }
      }
    }
    return check.withLock { $0.count }
  }

  @MainActor
  func forget(
    _ person: String, state: @escaping @MainActor @Sendable () -> State
  ) async throws -> Int {
    guard let persons else { throw JournalError.noKeys(place: pump.log.place) }
    let person = normalForm(person)
    let count = Locked(0)
    try await pump.perform {
      // This state and the last record belong together.
      let state = state()
      return { [self] log, number, sync in
        do {
          let snapshot = try form.snapshot(of: state, number: number)
          pump.noteSnapshotsAreNeeded()
          // A record with a whole state can hold the person. Without this record the other
          // actions make another state. Therefore the snapshot replaces all records. The same is
          // done if older records hold the person without its key.
          let isHidden = try await isHidden(person, in: log, through: number, persons)
          // The other snapshots are removed only after this one was read again and synced.
          try await log.add(snapshot)
          try await sync()
          let forgotten = try await log.forget(
            person, keeping: snapshot, droppingThrough: isHidden ? number : nil)
          if isHidden { hidden.withLock { $0 = Hidden(last: number) } }
          try await sync()
          count.withLock { $0 = forgotten }
        } catch LogFault.notSynced(let reason) {
          throw LogFault.notSynced(reason: reason)
        } catch LogFault.notYet(let reason) {
          throw JournalError.notForgotten(place: log.place, reason: reason)
        } catch {
          throw JournalError.notForgotten(place: log.place, reason: TraceError.reason(error))
        }
      }
    }
    return count.withLock { $0 }
  }

  /// True if a record with another key, or without a key, can hold a person.
  ///
  /// Complexity: reads all records that no earlier call has read.
  private func isHidden(
    _ person: String, in log: any ActionLog, through number: UInt64,
    _ persons: @Sendable (LogRecord) -> [String]?
  ) async throws -> Bool {
    var found = hidden.withLock { $0 }
    while found.last < number {
      let records = try await log.records(from: found.last + 1, limit: 1_024)
      for record in records {
        // The key of a damaged record can be another one.
        if record.person == keyframeKey || !record.isWhole { found.areAll = true }
        guard record.person == nil, !record.body.isEmpty else { continue }
        if let persons = persons(record) {
          found.persons.formUnion(persons.map(normalForm))
        } else {
          found.areAll = true
        }
      }
      // A damaged number can be greater than that of the last record.
      found.last = min(records.last?.number ?? number, number)
    }
    hidden.withLock { [found] in $0 = found }
    return found.areAll || found.persons.contains(person)
  }
}
