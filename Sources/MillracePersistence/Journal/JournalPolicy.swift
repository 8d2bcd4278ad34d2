// SPDX-License-Identifier: Apache-2.0

/// When the state is kept beside the actions, so that fewer are replayed.
public struct SnapshotPolicy: Sendable, Hashable {
  /// After so many records; zero: never.
  public var interval: UInt64
  /// How many snapshots are kept.
  public var count: Int
  /// Whether records that the oldest snapshot holds are removed.
  public var dropsActions: Bool

  /// A snapshot after so many records.
  ///
  /// The state is held until it is encoded, so that the next change of one of its collections
  /// copies that.
  ///
  /// - Parameters:
  ///   - interval: After how many records.
  ///   - count: How many snapshots are kept.
  ///   - dropsActions: Whether the records before the oldest of them go, once it is synced and was
  ///     read again. The log stays small then, and its snapshots are no mere cache any more: what
  ///     reads neither of them cannot recover.
  /// - Returns: The policy.
  public static func every(
    _ interval: UInt64, keep count: Int = 2, dropsActions: Bool = false
  ) -> SnapshotPolicy {
    SnapshotPolicy(interval: interval, count: max(1, count), dropsActions: dropsActions)
  }

  /// No snapshots: all actions are replayed.
  public static let never = SnapshotPolicy(interval: 0, count: 1, dropsActions: false)
}

/// When what was written is synced with the disk.
///
/// A receipt that waits for `synced()` has it synced at once, with all that waits beside it.
public struct SyncPolicy: Sendable, Hashable {
  /// The longest time after an action.
  public var window: Duration

  /// At most so long after an action: what a loss of power can take.
  public static func within(_ window: Duration) -> SyncPolicy { SyncPolicy(window: window) }

  /// After each write.
  public static let always = SyncPolicy(window: .zero)
}

/// How much waits in the memory while nothing can be written, or slower than it comes.
///
/// What comes when it is full is in the store alone. As soon as there is room again, the journal
/// writes what waits, and then the state as it is, which holds all that it could not keep.
///
/// While nothing can be written, receipts of what is in the store alone throw
/// ``JournalError/overflow(place:from:most:reason:)``. Behind a disk that is only slow they wait
/// until the state is written; `onFailure` hears ``JournalError/behind(place:from:most:)`` once,
/// until the disk has caught up. If the store ends before the state is written, they throw
/// ``JournalError/storeEnded(place:from:)``.
///
/// ```swift
/// let store = try await Store(
///   recovering: journal, initialState: Cart(), feature: cart,
///   backlog: .bytes(16 << 20, actions: 50_000))
/// ```
public struct BacklogPolicy: Sendable, Hashable {
  /// About how many bytes of what could not be written.
  public var size: Int
  /// How many actions that are not encoded yet, and so have no size, beside those that are being
  /// written.
  public var count: Int

  /// At most about so many bytes, and so many actions; a single action always has a place.
  public static func bytes(_ size: Int, actions count: Int = 200_000) -> BacklogPolicy {
    BacklogPolicy(size: max(0, size), count: max(1, count))
  }
}

/// What a recovery does with an action that the program does not know.
public enum UnknownPolicy: Sendable, Hashable {
  /// It throws ``JournalError/unknownAction(place:number:name:version:reason:)``.
  case stop
  /// It goes on without the action, or the slice, and counts it.
  case skip
}

/// What a recovery does when the reducer decides otherwise than it did.
public enum DivergencePolicy: Sendable, Hashable {
  /// It throws ``JournalError/divergence(place:between:recorded:now:)``.
  case stop
  /// It begins with the oldest snapshot and goes on from the next one, which the old reducer made;
  /// it throws if there is none after the actions that are decided otherwise.
  ///
  /// It does the same where a record is damaged, also with a snapshot of an older version.
  case takeSnapshot
  /// What the reducer decides now counts, also without the part of forgotten persons where no
  /// snapshot of this version holds it.
  case accept
}

/// What a recovery has found and done.
public struct RecoveryReport: Sendable, Hashable {
  /// The number of the snapshot that it began with, or that it took last; nil: it began with the
  /// first state.
  public var snapshot: UInt64?
  /// Snapshots that could not be used.
  public var unusedSnapshots = 0
  /// How many records were replayed.
  public var replayed = 0
  /// The number of the last record.
  public var last: UInt64 = 0
  /// Records at the end that were written, not synced, and are not there or not whole any more.
  public var dropped: ClosedRange<UInt64>?
  /// Records with actions or slices that the program does not know and was told to skip.
  public var skipped: [UInt64] = []
  /// How many records of forgotten persons were passed over.
  public var forgotten = 0
  /// Where the reducer decided otherwise and was told to go on.
  public var divergence: ClosedRange<UInt64>?
  /// Records that were synced and are damaged, in whose place, and of those behind them, a snapshot
  /// was taken.
  public var damaged: [UInt64] = []

  /// Creates a report of nothing.
  public init() {}
}
