// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTrace

/// A state that was made again.
struct RecoveryResult<State: Sendable>: Sendable {
  var state: State
  var report = RecoveryReport()
  /// The last record up to which the state is known to be what it was.
  var proven: UInt64
  /// Whether hashes can be compared: nothing before is forgotten, left out or decided anew.
  var isExact = true
  /// The last record of a forgotten person that was passed over; nil: there was none, or a state
  /// that holds what such records made was taken after it.
  var lastForgotten: UInt64?
  /// The snapshots that were taken, or hold the state that was made again at their place.
  var confirmed: Set<UInt64> = []
  /// Whether a snapshot of this state is kept.
  var snapshotNeed = SnapshotNeed.none
  /// Whether the records alone make this state: nothing in it comes from a snapshot alone.
  var isReplayable = true
  /// Whether a snapshot that is not as it was written has a number behind the last record.
  var hasGarbledNumber = false

  /// Goes on from a snapshot.
  mutating func take(_ snapshot: RecoveredSnapshot<State>) {
    state = snapshot.state
    report.snapshot = snapshot.number
    confirmed.insert(snapshot.number)
    (proven, isExact, lastForgotten) = (snapshot.number, true, nil)
  }
}

/// Why a recovery keeps a snapshot of the state that it has made.
enum SnapshotNeed: Sendable {
  case none
  /// Without it the next recovery replays all records, and makes the same state once none of the
  /// other snapshots is there.
  case replacement
  /// Without it the next recovery makes the same state, and finds again what this one has found.
  case tidiness
  /// Without it the next recovery would stop or make another state.
  case necessity
}

/// A snapshot that a recovery can begin with.
struct RecoveredSnapshot<State: Sendable>: Sendable {
  let number: UInt64
  let state: State
  /// Its bytes, if it is of this program's form.
  var body: Data?
  /// Whether the records before it make its state too.
  var isCache = false
}

/// Makes the state of a log again.
///
/// It only reads. What it found unreadable at the end is cut by ``Journal`` when all went well.
struct Recovery<State: Sendable, Content: Sendable>: Sendable {
  let log: any ActionLog
  let reader: LineReader<Content>
  let form: SnapshotForm<State>
  let onDivergence: DivergencePolicy
  /// Whether it begins with the first state, or with the oldest snapshot where it must begin with
  /// one.
  let replaysAll: Bool
  /// Does what an action did.
  ///
  /// - Returns: What the reducer threw.
  let step: @Sendable (inout State, Content) -> (any Error)?

  private typealias Usable = RecoveredSnapshot<State>

  private struct Snapshots {
    /// Those that a recovery can begin with, the newest first.
    var usable: [Usable] = []
    /// How many others there are.
    var unused = 0
    /// How many of those are not behind the last record, and so stay.
    var stale = 0
    /// The number of the newest one that holds more than there is.
    var beyond: UInt64?
    /// Whether one that is not as it was written has a number behind the last record.
    var hasGarbledNumber = false
  }

  /// How many records are read at once.
  private static var chunk: Int { 1_024 }

  func run(from initialState: State) async throws -> RecoveryResult<State> {
    let extent = try await log.extent()
    guard extent.last >= extent.synced else {
      throw JournalError.lost(place: log.place, synced: extent.synced, found: extent.last)
    }
    let result = try await run(from: initialState, extent)
    // A replay that passes over forgotten records makes another state than the one that there was:
    // a snapshot holds that, whatever its form.
    guard let forgotten = result.lastForgotten, onDivergence != .accept else { return result }
    return try await run(from: initialState, extent, holding: forgotten)
  }

  /// Makes the state again.
  ///
  /// The snapshot that it begins with must hold the last forgotten record, in whatever form; if
  /// none is given it begins with any snapshot, or with the first state.
  private func run(
    from initialState: State, _ extent: LogExtent, holding forgotten: UInt64? = nil
  ) async throws -> RecoveryResult<State> {
    let snapshots = try await usableSnapshots(
      extent, takesOlderForms: extent.first > 1 || forgotten != nil)
    var result = RecoveryResult(state: initialState, proven: 0)
    result.report.unusedSnapshots = snapshots.unused
    result.report.last = extent.last
    let all = snapshots.usable.filter { $0.number >= forgotten ?? 0 }
    let takesNone = replaysAll && extent.first == 1 && forgotten == nil
    if let snapshot = replaysFromOldest ? all.last : all.first, !takesNone {
      result.take(snapshot)
    } else if forgotten != nil || extent.first > 1 {
      throw noStart(extent, isForgetful: forgotten != nil, snapshots.unused)
    }
    try await replay(into: &result, extent, snapshots.usable)
    result.snapshotNeed = try await snapshotNeed(result, snapshots, extent)
    result.isReplayable = isReplayable(result, snapshots, extent)
    result.hasGarbledNumber = snapshots.hasGarbledNumber
    // A carrier may have lost its mark of what was written, and the records are there; or it has
    // lost both, and a snapshot is there, which must go before other records have its number.
    let end = max(extent.written, extent.last, snapshots.beyond ?? 0)
    if end > result.report.last { result.report.dropped = (result.report.last + 1)...end }
    return result
  }

  /// No snapshot holds what is in none of the records any more.
  private func noStart(_ extent: LogExtent, isForgetful: Bool, _ unused: Int) -> JournalError {
    let why = unused > 0 ? "its snapshots are of another form" : "it has no snapshot"
    let reason =
      isForgetful
      ? """
      some of them are of forgotten persons: what these did is in a snapshot alone, and none that \
      holds it can be read (`onDivergence: .accept` goes on without it)
      """ : "older ones were dropped, and \(why)"
    return .noStart(place: log.place, first: extent.first, reason: reason)
  }

  /// Whether there are more hashes to compare, or later snapshots to take, behind the oldest one.
  private var replaysFromOldest: Bool { replaysAll || onDivergence == .takeSnapshot }

  private func replay(
    into result: inout RecoveryResult<State>, _ extent: LogExtent, _ snapshots: [Usable]
  ) async throws {
    var next = (result.report.snapshot ?? 0) + 1
    while next <= extent.last {
      var records = try await log.records(from: next, limit: Self.chunk)[...]
      let damage = firstDamage(in: records, from: next, through: extent.last)
      if let damage {
        guard damage.number > extent.synced else {
          result.take(try await snapshot(holding: damage, extent))
          result.report.damaged.append(damage.number)
          next = (result.report.snapshot ?? 0) + 1
          continue
        }
        records = records.prefix { $0.number < damage.number }
        result.report.last = damage.number - 1
      }
      for record in try reader.read(records) {
        // A snapshot that was taken in the place of replayed actions holds this one already.
        guard record.number >= next else { continue }
        next = record.number + 1
        result.report.replayed += 1
        if let jump = try replay(record, into: &result, snapshots) {
          next = jump + 1
        } else if let snapshot = snapshots.first(where: { $0.number == record.number }) {
          if replaysFromOldest, isSame(snapshot, result.state) {
            result.confirmed.insert(snapshot.number)
          }
          let isHeld = result.isExact && result.confirmed.contains(snapshot.number)
          // It holds what was forgotten or left out before it, or decided otherwise with no hash to
          // tell that.
          if !isHeld, onDivergence == .takeSnapshot { result.take(snapshot) }
        }
      }
      if damage != nil { return }
    }
  }

  /// Whether a snapshot holds a state as it is written now.
  private func isSame(_ snapshot: Usable, _ state: State) -> Bool {
    guard let body = try? form.encode(state).body else { return false }
    if body == snapshot.body { return true }
    // A state may be written in other words than before.
    guard let now = try? TraceValue(json: body) else { return false }
    return now == (try? TraceValue(encoding: form.value(of: snapshot.state)))
  }

  /// Why a snapshot of the state is kept.
  private func snapshotNeed(
    _ result: RecoveryResult<State>, _ snapshots: Snapshots, _ extent: LogExtent
  ) async throws -> SnapshotNeed {
    let report = result.report
    // The snapshots are of what the old reducer made, and would win over what was decided now.
    if report.divergence != nil, onDivergence == .accept { return .necessity }
    if try await isDamagePassedOver(result) { return .necessity }
    guard replaysAll else { return report.divergence == nil ? .none : .tidiness }
    // Snapshots that hold what was made now, or were taken, are what the next one begins with.
    if !snapshots.usable.allSatisfy({ result.confirmed.contains($0.number) }) {
      let isReplayedWhole = extent.first == 1 && report.forgotten == 0 && report.snapshot == nil
      return isReplayedWhole ? .replacement : .necessity
    }
    return snapshots.stale > 0 ? .tidiness : .none
  }

  /// Whether the next recovery would replay what is damaged: it passes over snapshots of an older
  /// form, unless one of this form is behind the damage.
  private func isDamagePassedOver(_ result: RecoveryResult<State>) async throws -> Bool {
    guard let damaged = result.report.damaged.last else { return false }
    return try await !log.snapshots().contains { snapshot in
      (damaged...max(damaged, result.report.last)).contains(snapshot.number)
        && form.isOwn(snapshot) && (try? wholeState(of: snapshot)) != nil
    }
  }

  private func isReplayable(
    _ result: RecoveryResult<State>, _ snapshots: Snapshots, _ extent: LogExtent
  ) -> Bool {
    let report = result.report
    let first = snapshots.usable.first { $0.number == report.snapshot }
    return extent.first == 1 && report.forgotten == 0 && report.divergence == nil
      && report.damaged.isEmpty && (report.snapshot == nil || first?.isCache == true)
  }

  /// The first record that is missing or not as it was written.
  private func firstDamage(
    in records: ArraySlice<LogRecord>, from first: UInt64, through last: UInt64
  ) -> (number: UInt64, reason: String)? {
    var next = first
    for record in records {
      guard record.number == next else { return (next, "is missing") }
      guard record.isWhole else { return (next, "is not as it was written") }
      next += 1
    }
    return records.isEmpty && next <= last ? (next, "is missing") : nil
  }

  /// The next snapshot that holds what a damaged record did, in whatever form.
  ///
  /// - Throws: ``JournalError/damaged(place:number:reason:)`` if there is none, or if it may not be
  ///   taken; the reason says so.
  private func snapshot(
    holding damage: (number: UInt64, reason: String), _ extent: LogExtent
  ) async throws -> Usable {
    let (snapshot, error) = try await holder(of: damage, extent, isReplayed: true)
    guard let snapshot, onDivergence == .takeSnapshot else { throw error }
    return snapshot
  }

  /// The next snapshot that holds what a damaged record did, in whatever form, and what to say of
  /// the record.
  private func holder(
    of damage: (number: UInt64, reason: String), _ extent: LogExtent, isReplayed: Bool
  ) async throws -> (snapshot: Usable?, error: JournalError) {
    var holder: Usable?
    var reason = damage.reason
    for snapshot in try await log.snapshots().reversed()
    where (damage.number...max(damage.number, extent.last)).contains(snapshot.number) {
      let name = "; snapshot \(snapshot.number), which holds what it did,"
      do {
        holder = Usable(number: snapshot.number, state: try wholeState(of: snapshot))
        let isOwn = form.isOwn(snapshot)
        reason +=
          isOwn && !isReplayed
          ? "\(name) is where recoveries begin: with `dropsActions` the records before it go"
          : """
          \(name) is \(isOwn ? "passed over" : "of an older form"): a journal of actions with \
          `onDivergence: .takeSnapshot` goes on from there
          """
        break
      } catch { reason += "\(name) cannot be read: \(TraceError.reason(error))" }
    }
    return (holder, .damaged(place: log.place, number: damage.number, reason: reason))
  }

  /// Replays a record.
  ///
  /// - Returns: The number of the snapshot that was taken in its place.
  private func replay(
    _ record: ReplayedRecord<Content>, into result: inout RecoveryResult<State>,
    _ snapshots: [Usable]
  ) throws -> UInt64? {
    if let keyframe = record.keyframe {
      let (state, isWhole) = try replaced(keyframe, record.number)
      if !isWhole { result.report.skipped.append(record.number) }
      result.state = state
      (result.proven, result.isExact, result.lastForgotten) = (record.number, true, nil)
    }
    if record.isForgotten {
      result.report.forgotten += 1
      result.lastForgotten = record.number
    }
    if record.isSkipped { result.report.skipped.append(record.number) }
    if record.isForgotten || record.isSkipped { result.isExact = false }
    for action in record.actions {
      guard let error = step(&result.state, action) else { continue }
      if result.isExact,
        let jump = try diverged(
          &result, record.number...record.number, "committed", "refused: \(error)", snapshots)
      {
        return jump
      }
    }
    guard let hash = record.hash, result.isExact else { return nil }
    let now = try TraceValue(encoding: form.value(of: result.state))
    if now.has(hash: hash) {
      result.proven = record.number
      return nil
    }
    return try diverged(
      &result, (result.proven + 1)...record.number, "hash \(String(hash, radix: 16))",
      "hash \(String(now.hash, radix: 16))", snapshots)
  }

  /// A state that was put in the place of another one.
  private func replaced(
    _ keyframe: (state: TraceValue, version: Int), _ number: UInt64
  ) throws(JournalError) -> (state: State, isWhole: Bool) {
    do { return try form.decodeOld(keyframe.state, keyframe.version) } catch {
      throw .unknownAction(
        place: log.place, number: number, name: "keyframe", version: keyframe.version,
        reason: TraceError.reason(error))
    }
  }

  private func diverged(
    _ result: inout RecoveryResult<State>, _ range: ClosedRange<UInt64>, _ recorded: String,
    _ now: String, _ snapshots: [Usable]
  ) throws -> UInt64? {
    let error = JournalError.divergence(
      place: log.place, between: range, recorded: recorded, now: now)
    if result.report.divergence == nil { result.report.divergence = range }
    switch onDivergence {
    case .stop: throw error
    case .accept:
      result.isExact = false
      return nil
    case .takeSnapshot:
      // One behind a damaged tail holds what is dropped.
      let usable = range.upperBound...max(range.upperBound, result.report.last)
      guard let snapshot = snapshots.last(where: { usable.contains($0.number) }) else {
        throw error
      }
      result.take(snapshot)
      return snapshot.number
    }
  }

  /// The snapshots that this program can begin with, the newest first; a snapshot is a cache, so
  /// one that cannot be read is passed over.
  private func usableSnapshots(
    _ extent: LogExtent, takesOlderForms: Bool
  ) async throws -> Snapshots {
    var snapshots = Snapshots()
    let all = try await log.snapshots()
    for snapshot in all {
      // One suffices, unless all of them may be needed.
      if !snapshots.usable.isEmpty && !replaysFromOldest { break }
      if snapshot.number <= extent.last, snapshot.number + 1 >= extent.first,
        // An older form is read where there are no actions to replay instead.
        form.isOwn(snapshot) || takesOlderForms,
        let state = try? wholeState(of: snapshot)
      {
        let body = form.isOwn(snapshot) && replaysFromOldest ? snapshot.body : nil
        snapshots.usable.append(
          Usable(
            number: snapshot.number, state: state, body: body, isCache: form.isCache(snapshot)))
      } else {
        snapshots.unused += 1
        if snapshot.number <= extent.last { snapshots.stale += 1 }
      }
    }
    let beyond = all.filter { $0.number > extent.last }
    snapshots.beyond = beyond.first(where: \.isWhole)?.number
    snapshots.hasGarbledNumber = !beyond.allSatisfy(\.isWhole)
    return snapshots
  }

  /// The state of a snapshot that is as it was written.
  ///
  /// - Throws: Why it cannot be read.
  private func wholeState(of snapshot: LogSnapshot) throws -> State {
    guard snapshot.isWhole else { throw OtherBytes() }
    return try form.state(of: snapshot)
  }
}

// MARK: What a recovery passes over

/// How far a log was checked.
struct LogCheck: Sendable {
  /// The record that is next.
  var next: UInt64 = 1
  /// How many records are whole.
  var count = 0
  /// The last record that was forgotten, and behind which no state was put in place.
  var lastForgotten: UInt64?
  var isDone = false
}

extension Recovery {
  /// Looks at the next records, up to the last one that was written, and after them at the
  /// snapshots.
  ///
  /// - Throws: ``JournalError`` for the first that is damaged.
  func check(_ check: LogCheck, through last: UInt64) async throws -> LogCheck {
    var check = check
    let extent = try await log.extent()
    check.next = max(check.next, extent.first)
    guard check.next <= last else {
      check.isDone = true
      if extent.first > 1 || check.lastForgotten != nil {
        let snapshots = try await usableSnapshots(extent, takesOlderForms: true)
        guard snapshots.usable.contains(where: { $0.number >= check.lastForgotten ?? 0 }) else {
          throw noStart(extent, isForgetful: check.lastForgotten != nil, snapshots.unused)
        }
      }
      return check
    }
    let records = try await log.records(
      from: check.next, limit: Int(clamping: min(UInt64(Self.chunk), last - check.next + 1)))
    if let damage = firstDamage(in: records[...], from: check.next, through: last) {
      throw try await holder(of: damage, extent, isReplayed: false).error
    }
    for record in records {
      if record.body.isEmpty {
        check.lastForgotten = record.number
      } else if check.lastForgotten != nil, holdsState(record) {
        check.lastForgotten = nil
      }
    }
    check.next += UInt64(records.count)
    check.count += records.count
    return check
  }

  /// Whether a record holds a state that this program can put in place, as a recovery does.
  private func holdsState(_ record: LogRecord) -> Bool {
    guard record.person == keyframeKey, let keyframe = try? reader.read([record])[0].keyframe else {
      return false
    }
    return (try? form.decodeOld(keyframe.state, keyframe.version)) != nil
  }
}

/// Ends the fingerprint of a snapshot whose state the records before it make too.
let cacheMark = " cache"

/// How the states of a program are kept in snapshots.
struct SnapshotForm<State: Sendable>: Sendable {
  /// A snapshot of a later version, or of none.
  struct Foreign: Error, CustomStringConvertible {
    let fingerprint: String
    var description: String { "it is of another form (\(fingerprint))" }
  }

  let version: Int
  let fingerprint: String
  /// What of a state is kept.
  let value: @Sendable (State) -> any Encodable
  /// A state from what was kept of it.
  let decode: @Sendable (Data) throws -> State
  /// A state as it was written by some version, and whether nothing of it was left out.
  let decodeOld: @Sendable (TraceValue, _ version: Int) throws -> (state: State, isWhole: Bool)

  /// Whether a snapshot is of this program's form.
  func isOwn(_ snapshot: LogSnapshot) -> Bool {
    snapshot.fingerprint == fingerprint || isCache(snapshot)
  }

  /// Whether a snapshot is of this program's form, and the records before it make its state too.
  func isCache(_ snapshot: LogSnapshot) -> Bool {
    snapshot.fingerprint == fingerprint + cacheMark
  }

  func value(of state: State) -> AnyEncodable { AnyEncodable(value: value(state)) }

  func encode(_ state: State) throws -> (fingerprint: String, body: Data) {
    (fingerprint, try TraceCoding.json(of: value(of: state)))
  }

  /// A snapshot that a recovery can begin with: another one takes the place of nothing.
  ///
  /// - Throws: Why the state cannot be written, or not be read again.
  func snapshot(of state: State, number: UInt64) throws -> LogSnapshot {
    let (fingerprint, body) = try encode(state)
    let snapshot = LogSnapshot(number: number, fingerprint: fingerprint, body: body)
    _ = try self.state(of: snapshot)
    return snapshot
  }

  /// The state of a snapshot of this program or an older one.
  ///
  /// - Throws: Why this program cannot read it.
  func state(of snapshot: LogSnapshot) throws -> State {
    if isOwn(snapshot) { return try decode(snapshot.body) }
    guard let found = Int(snapshot.fingerprint.split(separator: " ").first ?? ""), found <= version
    else { throw Foreign(fingerprint: snapshot.fingerprint) }
    return try decodeOld(TraceValue(json: snapshot.body), found).state
  }

  /// What tells whether a snapshot is of this program: the version, and the names and kinds of all
  /// that the first state holds.
  static func fingerprint(version: Int, of state: some Encodable) throws -> String {
    var shape = ""
    func add(_ value: TraceValue) {
      switch value {
      case .null: shape += "-"
      case .bool: shape += "b"
      case .number: shape += "n"
      case .string: shape += "s"
      case .array: shape += "a"
      case .object(let members):
        shape += "{"
        for name in members.keys.sorted() {
          shape += name + ":"
          members[name].map(add)
        }
        shape += "}"
      }
    }
    add(try TraceValue(encoding: state))
    let hash = TraceValue.string(shape).hash
    return "\(version) \(String(hash, radix: 16))"
  }
}

/// A value whose type is known to its encoding alone.
struct AnyEncodable: Encodable {
  let value: any Encodable
  func encode(to encoder: any Encoder) throws {
    // By a container, which knows how `URL`, `Data` and `Decimal` are read again.
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
