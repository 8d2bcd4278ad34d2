// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTrace

/// The result of a recovery.
struct RecoveryResult<State: Sendable>: Sendable {
  var state: State
  var report = RecoveryReport()
  /// The number of the last record whose hash was equal, or whose snapshot or keyframe was taken.
  var proven: UInt64
  /// True if hashes can be compared: since the last snapshot or keyframe, no record was forgotten
  /// or skipped, and no divergence was accepted.
  var isExact = true
  /// The number of the last forgotten record whose effect the state lacks, or nil.
  var lastForgotten: UInt64?
  /// The numbers of the snapshots that were taken, or are equal to the replayed state.
  var confirmed: Set<UInt64> = []
  /// True if a snapshot has replaced another state that a replay of the records has made.
  var isReplaced = false
  /// The reason for a snapshot of this state.
  var snapshotNeed = SnapshotNeed.none
  /// True if a replay of all records makes this state, without any snapshot.
  var isReplayable = true
  /// True if the number of a damaged snapshot is greater than the number of the last record.
  var hasGarbledNumber = false

  /// True if the recovery has found that the records do not make this state.
  var isOtherThanRecords: Bool {
    isReplaced || report.divergence != nil || !report.damaged.isEmpty
  }

  /// Replaces the state by the state of a snapshot.
  mutating func take(_ snapshot: RecoveredSnapshot<State>) {
    state = snapshot.state
    report.snapshot = snapshot.number
    if !snapshot.isWhole { report.skipped.append(snapshot.number) }
    confirmed.insert(snapshot.number)
    (proven, isExact, lastForgotten) = (snapshot.number, true, nil)
  }
}

/// The reason why a recovery writes a snapshot of the recovered state.
enum SnapshotNeed: Sendable {
  /// No snapshot is written.
  case none
  /// The other snapshots hold other states, and must be removed. A replay of all records makes the
  /// recovered state.
  case replacement
  /// Without the snapshot, the next recovery makes the same state, and repeats the work of this
  /// one.
  case tidiness
  /// Without the snapshot, the next process treats the snapshots as a cache, although the records
  /// do not make their state. The present process does not treat them as a cache.
  case mark
  /// Without the snapshot, the next recovery fails or makes another state.
  case necessity
}

/// A snapshot that a recovery can begin with.
struct RecoveredSnapshot<State: Sendable>: Sendable {
  let number: UInt64
  let state: State
  /// False if a slice of the state was skipped.
  let isWhole: Bool
  /// The encoded state for comparisons, or nil if there are none or the snapshot has another form.
  var body: Data?
  /// True if a replay of the records makes the same state.
  var isCache = false
}

/// Makes the state from the records and snapshots of a log.
///
/// This type does not write. After its success, ``Recorder`` writes the snapshot that is needed,
/// and cuts the end of the log that cannot be read.
struct Recovery<State: Sendable, Content: Sendable>: Sendable {
  let log: any ActionLog
  let reader: LineReader<Content>
  let form: SnapshotForm<State>
  let onDivergence: DivergencePolicy
  /// True if the recovery begins with the first record, or, if a snapshot is needed, with the
  /// oldest snapshot.
  let replaysAll: Bool
  /// Runs the reducer for an action, and returns the error that it has thrown, or nil.
  let step: @Sendable (inout State, Content) -> (any Error)?

  private typealias Usable = RecoveredSnapshot<State>

  private struct Snapshots {
    /// The snapshots with which a recovery can begin, the newest first, or only the newest one.
    var usable: [Usable] = []
    /// The number of snapshots that were tried and cannot be used.
    var unused = 0
    /// The reasons why the newest of these snapshots cannot be decoded.
    var reasons: [String] = []
    /// How the newest of them for which this is known could be decoded, or nil.
    var advice: String?
    /// The number of unused snapshots whose number is not greater than that of the last record.
    var stale = 0
    /// The number of the newest undamaged snapshot after the last record, or nil.
    var beyond: UInt64?
    /// True if the number of a damaged snapshot is greater than the number of the last record.
    var hasGarbledNumber = false

    /// Adds the reason why a snapshot cannot be decoded, for a message.
    mutating func add(_ error: any Error, of snapshot: LogSnapshot, _ form: SnapshotForm<State>) {
      // There can be many, for example if a disk writes each snapshot incorrectly.
      guard reasons.count < 4 else { return }
      reasons.append("snapshot \(snapshot.number): \(TraceError.reason(error))")
      advice = advice ?? form.advice(for: snapshot)
    }
  }

  /// The maximum number of records that are read at once.
  private static var chunk: Int { 1_024 }

  func run(from initialState: State) async throws -> RecoveryResult<State> {
    let extent = try await log.extent()
    guard extent.last >= extent.synced else {
      throw JournalError.lost(place: log.place, synced: extent.synced, found: extent.last)
    }
    let result = try await run(from: initialState, extent)
    // A replay without the forgotten records does not make the state that the store had. Only a
    // snapshot holds that state, possibly in an older form.
    guard let forgotten = result.lastForgotten else { return result }
    do {
      return try await run(from: initialState, extent, holding: forgotten)
    } catch JournalError.noStart where onDivergence == .accept {
      return result
    }
  }

  /// Makes the state.
  ///
  /// The recovery begins with a snapshot that holds the effect of the record `forgotten`, or, if
  /// that is nil, with any snapshot or the initial state.
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
      throw noStart(extent, isForgetful: forgotten != nil, snapshots)
    }
    try await replay(into: &result, extent, snapshots.usable)
    result.snapshotNeed = try await snapshotNeed(result, snapshots, extent)
    result.isReplayable = isReplayable(result, snapshots, extent)
    result.hasGarbledNumber = snapshots.hasGarbledNumber
    // A carrier can lose its mark of the last written record while the records are still there. It
    // can also lose the records while a later snapshot is still there. That snapshot is cut before
    // new records get its number.
    let end = max(extent.written, extent.last, snapshots.beyond ?? 0)
    if end > result.report.last { result.report.dropped = (result.report.last + 1)...end }
    return result
  }

  /// The error if no snapshot holds the effect of the removed records.
  private func noStart(
    _ extent: LogExtent, isForgetful: Bool, _ snapshots: Snapshots
  ) -> JournalError {
    let why =
      snapshots.unused > 0
      ? "its snapshots cannot be read, or are of another form" : "it has no snapshot"
    var reason =
      isForgetful
      ? """
      some of them are of forgotten persons: only a snapshot includes their effect, and no such \
      snapshot can be read (a journal of actions with `onDivergence: .accept` continues without it)
      """ : "older ones were dropped, and \(why)"
    if !snapshots.reasons.isEmpty {
      reason += " (\(snapshots.reasons.joined(separator: "; ")))"
    }
    if let advice = snapshots.advice { reason += ". \(advice)" }
    return .noStart(place: log.place, first: extent.first, reason: reason)
  }

  /// True if the recovery begins with the oldest snapshot, to compare more hashes or to find a
  /// later snapshot.
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
        // A snapshot that replaced replayed actions includes this record.
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
          // The snapshot holds the effect of forgotten or skipped records, or the reducer decides
          // a record otherwise and no hash has shown this.
          if !isHeld, onDivergence == .takeSnapshot {
            result.take(snapshot)
            result.isReplaced = true
          }
        }
      }
      if damage != nil { return }
    }
  }

  /// True if a snapshot holds a state.
  private func isSame(_ snapshot: Usable, _ state: State) -> Bool {
    guard let body = try? form.encode(state).body else { return false }
    if body == snapshot.body { return true }
    // An earlier program can have encoded the same state in another way.
    guard let now = try? TraceValue(record: body) else { return false }
    return now == (try? TraceValue(encoding: form.value(of: snapshot.state)))
  }

  /// Returns the reason for a snapshot of the recovered state.
  private func snapshotNeed(
    _ result: RecoveryResult<State>, _ snapshots: Snapshots, _ extent: LogExtent
  ) async throws -> SnapshotNeed {
    let report = result.report
    // The snapshots hold the decisions of the old reducer. The next recovery would use them.
    if report.divergence != nil, onDivergence == .accept { return .necessity }
    if try await isDamagePassedOver(result) { return .necessity }
    // The next recovery can begin with this snapshot. Then it does not find again that the records
    // do not make the state.
    let newest = snapshots.usable.first { $0.number <= report.last }
    if result.isOtherThanRecords, newest?.isCache == true { return .mark }
    guard replaysAll else { return report.divergence == nil ? .none : .tidiness }
    // A recovery without `replaysAll` begins with one of these snapshots. All of them must hold a
    // state of this recovery.
    if !snapshots.usable.allSatisfy({ result.confirmed.contains($0.number) }) {
      let isReplayedWhole = extent.first == 1 && report.forgotten == 0 && report.snapshot == nil
      return isReplayedWhole ? .replacement : .necessity
    }
    return snapshots.stale > 0 ? .tidiness : .none
  }

  /// True if the next recovery would replay a damaged record.
  ///
  /// A recovery does not use a snapshot of an older form if it can replay records instead.
  /// Therefore only a snapshot of this form that includes the damaged record prevents the replay.
  private func isDamagePassedOver(_ result: RecoveryResult<State>) async throws -> Bool {
    guard let damaged = result.report.damaged.last else { return false }
    return try await !log.snapshots().contains { snapshot in
      (damaged...max(damaged, result.report.last)).contains(snapshot.number)
        && form.isOwn(snapshot) && (try? usable(snapshot)) != nil
    }
  }

  private func isReplayable(
    _ result: RecoveryResult<State>, _ snapshots: Snapshots, _ extent: LogExtent
  ) -> Bool {
    let report = result.report
    // One snapshot of a state that the records do not make is enough for false. The recovery can
    // have begun with an older one.
    return extent.first == 1 && report.forgotten == 0 && !result.isOtherThanRecords
      && (report.snapshot == nil || snapshots.usable.allSatisfy(\.isCache))
  }

  /// Returns the first record that is missing or damaged, or nil.
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

  /// Returns the oldest readable snapshot that includes a damaged record.
  ///
  /// It can have an older form.
  ///
  /// - Throws: ``JournalError/damaged(place:number:reason:)`` if there is no such snapshot, or if
  ///   the policy does not allow it; the reason names the snapshot.
  private func snapshot(
    holding damage: (number: UInt64, reason: String), _ extent: LogExtent
  ) async throws -> Usable {
    let (snapshot, error) = try await holder(of: damage, extent, isReplayed: true)
    guard let snapshot, onDivergence == .takeSnapshot else { throw error }
    return snapshot
  }

  /// Returns the oldest readable snapshot that includes a damaged record, or nil, and the error
  /// that reports the record.
  private func holder(
    of damage: (number: UInt64, reason: String), _ extent: LogExtent, isReplayed: Bool
  ) async throws -> (snapshot: Usable?, error: JournalError) {
    var holder: Usable?
    var reason = damage.reason
    for snapshot in try await log.snapshots().reversed()
    where (damage.number...max(damage.number, extent.last)).contains(snapshot.number) {
      let name = "; snapshot \(snapshot.number), which includes its effect,"
      do {
        holder = try usable(snapshot)
        let isOwn = form.isOwn(snapshot)
        reason +=
          isOwn && !isReplayed
          ? """
          \(name) can be read: a recovery without `replaysAll` begins with it or with a later \
          one, and a snapshot policy with `dropsActions` removes the records before it
          """
          : """
          \(name) \(isOwn ? "is not used by this recovery" : "has an older form"): a journal of \
          actions with `onDivergence: .takeSnapshot` begins with it
          """
        break
      } catch { reason += "\(name) cannot be read: \(TraceError.reason(error))" }
    }
    return (holder, .damaged(place: log.place, number: damage.number, reason: reason))
  }

  /// Replays a record.
  ///
  /// - Returns: The number of the snapshot that replaced the record, or nil.
  private func replay(
    _ record: ReplayedRecord<Content>, into result: inout RecoveryResult<State>,
    _ snapshots: [Usable]
  ) throws -> UInt64? {
    if let keyframe = record.keyframe {
      let (state, skipped) = try replaced(keyframe, record.number)
      if skipped != nil { result.report.skipped.append(record.number) }
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

  /// Decodes a state that was recorded as a whole.
  private func replaced(
    _ keyframe: (state: TraceValue, version: Int), _ number: UInt64
  ) throws(JournalError) -> SnapshotForm<State>.Decoded {
    do { return try form.decodeOld(keyframe.state, keyframe.version) } catch {
      throw .unknownAction(
        place: log.place, number: number, name: keyframeKey, version: keyframe.version,
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
      // A snapshot after the last readable record holds dropped records, and is not used.
      let usable = range.upperBound...max(range.upperBound, result.report.last)
      guard let snapshot = snapshots.last(where: { usable.contains($0.number) }) else {
        throw error
      }
      result.take(snapshot)
      return snapshot.number
    }
  }

  /// Returns the snapshots with which this program can begin, the newest first, or only the newest.
  ///
  /// A snapshot that cannot be used is only counted.
  private func usableSnapshots(
    _ extent: LogExtent, takesOlderForms: Bool
  ) async throws -> Snapshots {
    var snapshots = Snapshots()
    let all = try await log.snapshots()
    for snapshot in all {
      // One snapshot is enough, unless the recovery begins with the oldest one.
      if !snapshots.usable.isEmpty && !replaysFromOldest { break }
      if snapshot.number <= extent.last, snapshot.number + 1 >= extent.first,
        // A snapshot of an older form is used if there are no actions to replay instead.
        form.isOwn(snapshot) || takesOlderForms
      {
        do {
          snapshots.usable.append(try usable(snapshot))
          continue
        } catch { snapshots.add(error, of: snapshot, form) }
      }
      snapshots.unused += 1
      if snapshot.number <= extent.last { snapshots.stale += 1 }
    }
    let beyond = all.filter { $0.number > extent.last }
    snapshots.beyond = beyond.first(where: \.isWhole)?.number
    snapshots.hasGarbledNumber = !beyond.allSatisfy(\.isWhole)
    return snapshots
  }

  /// Decodes an undamaged snapshot.
  ///
  /// - Throws: ``OtherBytes`` if the snapshot is damaged, or the error of the decoding.
  private func usable(_ snapshot: LogSnapshot) throws -> Usable {
    guard snapshot.isWhole else { throw OtherBytes() }
    let (state, skipped) = try form.state(of: snapshot)
    return Usable(
      number: snapshot.number, state: state, isWhole: skipped == nil,
      body: form.isOwn(snapshot) && replaysFromOldest ? snapshot.body : nil,
      isCache: form.isCache(snapshot))
  }
}

// MARK: Check of all records

/// The progress of a check of a log.
struct LogCheck: Sendable {
  /// The number of the next record.
  var next: UInt64 = 1
  /// The number of the last record when the check began, or nil before that.
  var last: UInt64?
  /// The number of undamaged records.
  var count = 0
  /// The number of the last forgotten record that no later record with a whole state follows, or
  /// nil.
  var lastForgotten: UInt64?
  var isDone = false
}

extension Recovery {
  /// Checks the next records, or, after the last record, the snapshots.
  ///
  /// - Throws: ``JournalError`` for the first damaged record, or if no usable snapshot is found and
  ///   a recovery needs one.
  func check(_ check: LogCheck, through newest: UInt64) async throws -> LogCheck {
    var check = check
    // The program can write records faster than they are checked.
    let last = check.last ?? newest
    check.last = last
    let extent = try await log.extent()
    check.next = max(check.next, extent.first)
    guard check.next <= last else {
      check.isDone = true
      if extent.first > 1 || check.lastForgotten != nil {
        let snapshots = try await usableSnapshots(extent, takesOlderForms: true)
        guard snapshots.usable.contains(where: { $0.number >= check.lastForgotten ?? 0 }) else {
          throw noStart(extent, isForgetful: check.lastForgotten != nil, snapshots)
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

  /// True if a record holds a whole state that this program can decode.
  private func holdsState(_ record: LogRecord) -> Bool {
    guard record.person == keyframeKey, let keyframe = try? reader.read([record])[0].keyframe else {
      return false
    }
    return (try? form.decodeOld(keyframe.state, keyframe.version)) != nil
  }
}
