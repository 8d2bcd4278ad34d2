// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTrace

/// What a store did, as it waits to be written.
struct KeptItem<State: Sendable, Content: Sendable>: JournalItem {
  enum Event: Sendable {
    case action(Content, refusal: String?)
    case replacement
  }

  let event: Event
  let source: ActionSource
  let time: UInt64
  /// The state after it, if it is to be hashed or kept.
  private(set) var state: State?
  var takesHash: Bool { didSet { dropUnusedState() } }
  var takesSnapshot: Bool { didSet { dropUnusedState() } }

  var number: UInt64 { source.number ?? 0 }

  init(
    event: Event, source: ActionSource, time: UInt64, state: State?, takesHash: Bool,
    takesSnapshot: Bool
  ) {
    (self.event, self.source, self.time) = (event, source, time)
    (self.state, self.takesHash, self.takesSnapshot) = (state, takesHash, takesSnapshot)
  }

  private mutating func dropUnusedState() {
    if case .action = event, !takesHash, !takesSnapshot { state = nil }
  }
}

/// The key of records that hold a state that was put in place, and so persons.
let keyframeKey = "millrace/keyframe"

/// A key of a person in the form in which carriers, which compare bytes, are given it.
private func normalForm(_ key: String) -> String { key.precomposedStringWithCanonicalMapping }

/// Makes records of what a store does.
struct Recorder<State: Sendable, Action: Sendable, Content: Encodable & Sendable>: Sendable {
  typealias Item = KeptItem<State, Content>

  let form: SnapshotForm<State>
  let version: Int
  let hashes: UInt64
  /// Whose an action is; nil: there are no keys.
  let person: (@Sendable (Content) -> String?)?
  /// What is kept of an action; nil: nothing.
  let ofCommit: @Sendable (Action, _ state: () -> State) -> Content?
  let ofRejection: @Sendable (Action) -> Content?
  /// Hears of a state that was put in place.
  let onReplacement: @Sendable (State) -> Void
  /// What recovered the state, which reads records again.
  let recovery: Recovery<State, Content>

  /// How many states may wait to be hashed while the disk is slower than actions come: those of
  /// 10,000 actions, or 64.
  private var hashCapacity: Int { max(64, Int(clamping: 10_000 / max(1, hashes))) }

  /// Makes the log what was recovered, and what a store needs to go on there.
  func open(
    _ journal: Journal<State, Action>, _ result: RecoveryResult<State>,
    _ settings: JournalSettings, numbersAreActions: Bool
  ) async throws -> RecoveredState<State, Action> {
    let log = journal.log
    let (state, report) = (result.state, result.report)
    let extent = try await log.extent()
    let number =
      numbersAreActions ? try await lastAction(of: log, extent.first, report.last) : 0
    let snapshot = try snapshot(of: result, number, at: log.place)
    // Those of an older form hold what is damaged, until there are others.
    let isDecidedAnew = report.divergence != nil || recovery.replaysAll
    if result.hasGarbledNumber, report.dropped == nil {
      try await cutSnapshots(of: log, behind: report.last)
    }
    try await settle(log, snapshot, most: isDecidedAnew ? 1 : .max, report.dropped)
    var isSynced = true
    // What the process before has written may not be safe, whatever it has noted: it may have ended
    // in the sync. A cut has synced it.
    if report.dropped == nil, extent.last > 0 {
      do { try await log.sync() } catch LogFault.notYet { isSynced = false }
    }
    let pump = JournalPump<Item>(
      log: log, last: report.last, newest: number, isSynced: isSynced,
      isReplayable: result.isReplayable, hashCapacity: hashCapacity, settings, encode: encode,
      checkSnapshot: { [form] in _ = try form.state(of: $0) })
    // It may have begun with an older one than the last, and come by that.
    let since = report.last - (snapshot?.number ?? result.confirmed.max() ?? 0)
    let persons = personsOfRecords
    return RecoveredState(state: state, number: number, report: report) { store in
      let feed = StoreFeed(
        pump: pump, recorder: self, settings.snapshot.interval, since: since, after: number)
      let writer = StateWriter(pump: pump, recovery: recovery, persons: persons)
      journal.attach(store, writer, feed.follow(store))
    }
  }

  /// The snapshot of a state that was made again; nil if there is no need for one, or if the state
  /// cannot be kept and the next recovery makes it all the same.
  ///
  /// - Throws: ``JournalError/needsSnapshot(place:number:reason:)``.
  private func snapshot(
    of result: RecoveryResult<State>, _ number: UInt64, at place: String
  ) throws -> LogSnapshot? {
    if result.snapshotNeed == .none { return nil }
    do { return try form.snapshot(of: result.state, number: result.report.last) } catch {
      switch result.snapshotNeed {
      case .none, .tidiness: return nil
      case .replacement:
        // It takes the place of snapshots of other states. If it cannot be read the next recovery
        // replays all records.
        guard let (fingerprint, body) = try? form.encode(result.state) else { fallthrough }
        return LogSnapshot(
          number: result.report.last, fingerprint: fingerprint + cacheMark, body: body)
      case .necessity:
        throw JournalError.needsSnapshot(
          place: place, number: number, reason: TraceError.reason(error))
      }
    }
  }

  /// Removes snapshots whose number is garbled, which would count as newer than all that come.
  ///
  /// - Throws: ``LogFault/notSynced(reason:)``; after another failure they are left.
  private func cutSnapshots(of log: any ActionLog, behind last: UInt64) async throws {
    do { try await log.cut(from: last + 1) } catch LogFault.notSynced(let reason) {
      throw LogFault.notSynced(reason: reason)
    } catch is CancellationError { throw CancellationError() } catch {}
  }

  /// Writes what a recovery has made: a new snapshot, beside or in the place of others, and the end
  /// without what is lost.
  ///
  /// - Throws: ``JournalError/notPrepared(place:reason:)`` for an error of the system.
  private func settle(
    _ log: any ActionLog, _ snapshot: LogSnapshot?, most: Int, _ dropped: ClosedRange<UInt64>?
  ) async throws {
    do {
      if let dropped {
        // The cut is the last that can fail: what is cut is reported once, by a recovery that has
        // succeeded. Then the new snapshot is the newest, and the older ones go if they can.
        if let snapshot { try await log.keep(snapshot, most: .max) }
        try await log.cut(from: dropped.lowerBound)
        if let snapshot { try? await log.keep(snapshot, most: most) }
      } else if let snapshot {
        try await log.keep(snapshot, most: most)
      }
    } catch let error where !(error is LogFault || error is CancellationError) {
      throw JournalError.notPrepared(place: log.place, reason: TraceError.reason(error))
    }
  }

  /// Tells whose what a record holds is, and nil where that cannot be told; nil: there are no keys.
  private var personsOfRecords: (@Sendable (LogRecord) -> [String]?)? {
    guard let person else { return nil }
    return { [reader = recovery.reader] in reader.contents(of: $0)?.compactMap { person($0) } }
  }

  /// The number of the last action, which is more than that of its record where the state was
  /// recorded in the place of several actions.
  ///
  /// Complexity: reading the forgotten records at the end, and 1,024 more.
  private func lastAction(
    of log: any ActionLog, _ first: UInt64, _ last: UInt64
  ) async throws -> UInt64 {
    var end = last
    while end >= first, end > 0 {
      let start = max(first, end - min(end - 1, 1_023))
      let records = try await log.records(from: start, limit: Int(end - start) + 1)
      for record in records.reversed() where record.number <= last && record.isWhole {
        guard let line = try? TraceValue(json: record.body),
          let action = (line["number"] ?? line["after"])?.integer
        else { continue }
        return max(last, UInt64(clamping: action) &+ (last - record.number))
      }
      end = start - 1
    }
    return last
  }

  private func encode(_ item: Item) throws -> EncodedItem {
    var encoded = EncodedItem()
    /// Something of the state; without it the record is still one.
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
      encoded.body = try JournalLine(
        source: item.source, time: item.time, action: content, refusal: refusal, hash: hash,
        version: version
      ).data()
    case .replacement:
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

/// Hears of what a store does, on the main actor, and appends it to the list of a pump.
@MainActor
final class StoreFeed<State: Sendable, Action: Sendable, Content: Encodable & Sendable> {
  typealias Item = KeptItem<State, Content>

  let pump: JournalPump<Item>
  let recorder: Recorder<State, Action, Content>
  let interval: UInt64
  /// How many records there are since the last snapshot.
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

  /// Passes over an action that leaves nothing to keep.
  private func pass(_ source: ActionSource) {
    lastSource = source
    pump.noteUnrecorded(source.number ?? 0)
  }

  private func append(_ event: Item.Event, _ source: ActionSource, state: () -> State) {
    since += 1
    lastSource = source
    let takesSnapshot = interval > 0 && since >= interval
    // A recovery begins with a snapshot, and so compares no hash that falls on one: where hashes
    // are as rare as snapshots there is one half way.
    let isHalfWay = since == interval / 2 && recorder.hashes > interval / 2 && since > 0
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
    } else if recorder.hashes > 0 {
      takesHash = isHalfWay || (source.number ?? 0).isMultiple(of: recorder.hashes)
    }
    return Item(
      event: event, source: source, time: TraceClock.now,
      state: takesState || takesHash ? state() : nil, takesHash: takesHash,
      takesSnapshot: takesSnapshot)
  }
}

/// Writes what a store does, for a journal that does not know in which form.
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

/// A pump of whatever items, and the form of the states.
final class StateWriter<State: Sendable, Content: Sendable>: JournalWriter {
  private let pump: JournalPump<KeptItem<State, Content>>
  /// What reads records again.
  private let recovery: Recovery<State, Content>
  /// Whose what a record holds is, nil if that cannot be told; nil: the records have no keys.
  private let persons: (@Sendable (LogRecord) -> [String]?)?
  /// What records without a key of a person were found to hold.
  private let hidden = Locked(Hidden())

  /// Persons in records that are not found by their keys.
  private struct Hidden {
    /// The last record that was read.
    var last: UInt64 = 0
    /// Those in records of a version that gave no keys.
    var persons: Set<String> = []
    /// Whether one may hold any person: a state that was put in place, or what cannot be read now.
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
      // A part at a time, so that what comes meanwhile is written between two of them.
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
      // The state at this moment and the last record belong together, whenever this was asked for.
      let state = state()
      return { [self] log, number, sync in
        do {
          let snapshot = try form.snapshot(of: state, number: number)
          pump.noteSnapshotsAreNeeded()
          // Without a state that was put in place, which may hold the person, the actions around
          // it make another state: what takes their place is the snapshot alone. The same where
          // older records hold the person without its key.
          let isHidden = try await isHidden(person, in: log, persons)
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

  /// Whether a record that has another key, or none, may hold a person.
  ///
  /// Complexity: reading all records that no earlier call has read.
  private func isHidden(
    _ person: String, in log: any ActionLog, _ persons: @Sendable (LogRecord) -> [String]?
  ) async throws -> Bool {
    var found = hidden.withLock { $0 }
    while true {
      let records = try await log.records(from: found.last + 1, limit: 1_024)
      for record in records {
        if record.person == keyframeKey { found.areAll = true }
        guard record.person == nil, !record.body.isEmpty else { continue }
        if let persons = persons(record) {
          found.persons.formUnion(persons.map(normalForm))
        } else {
          found.areAll = true
        }
      }
      guard let end = records.last?.number else { break }
      found.last = end
    }
    hidden.withLock { [found] in $0 = found }
    return found.areAll || found.persons.contains(person)
  }
}
