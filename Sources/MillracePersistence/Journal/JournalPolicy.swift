// SPDX-License-Identifier: Apache-2.0

/// When a snapshot of the state is written, so that a recovery replays fewer actions.
public struct SnapshotPolicy: Sendable, Hashable {
  /// The number of records between two snapshots; under load it can be greater.
  ///
  /// Zero means no regular snapshots.
  public var interval: UInt64
  /// The number of snapshots that stay in the log, at least one.
  public var count: Int { didSet { count = max(1, count) } }
  /// True if the records before the oldest snapshot are removed.
  public var dropsActions: Bool

  /// Returns a policy that writes a snapshot after a number of records.
  ///
  /// The journal references the state until it is encoded. Until then a change of a collection in
  /// the state copies the collection.
  ///
  /// - Parameters:
  ///   - interval: The number of records between two snapshots.
  ///   - count: The number of snapshots that stay in the log. If a recovery needs the snapshots,
  ///     older ones are removed only after the new one was read as it was written.
  ///   - dropsActions: True if the records before the oldest snapshot are removed, after the newest
  ///     snapshot was synced and read again. The log stays small. The snapshots are not only a
  ///     cache then: a program that can read none of them cannot recover.
  /// - Returns: The policy.
  public static func every(
    _ interval: UInt64, keep count: Int = 2, dropsActions: Bool = false
  ) -> SnapshotPolicy {
    SnapshotPolicy(interval: interval, count: max(1, count), dropsActions: dropsActions)
  }

  /// No regular snapshots.
  ///
  /// A recovery replays all actions, unless the log has a snapshot, for example of `forget(_:)`.
  public static let never = SnapshotPolicy(interval: 0, count: 1, dropsActions: false)
}

/// When written records are synced to the disk.
///
/// If a receipt waits for `synced()`, all written records are synced at once.
public struct SyncPolicy: Sendable, Hashable {
  /// The maximum time between the write of an action and its sync, also under a continuous load.
  ///
  /// A write, or a part of a call such as ``Journal/verify()``, that is under way when the time is
  /// up ends before the sync.
  public var window: Duration

  /// Syncs at most a duration after an action was written.
  ///
  /// A loss of power can lose the actions of this duration. If the store and the journal are
  /// released before, the log is synced and then released.
  public static func within(_ window: Duration) -> SyncPolicy { SyncPolicy(window: window) }

  /// Syncs after each write.
  public static let always = SyncPolicy(window: .zero)
}

/// The limits of the actions that wait in memory while the disk is full or slow.
///
/// Actions beyond the limits are only in the store. When the disk has room again, the journal
/// writes the waiting actions, and then the current state, which includes the effect of the other
/// actions.
///
/// While nothing can be written, receipts of actions beyond the limits throw
/// ``JournalError/overflow(place:from:most:reason:)``. Behind a slow disk these receipts wait until
/// the state is written, and `onFailure` is called once with
/// ``JournalError/behind(place:from:most:)``. It is called again only after all actions were
/// written. If the store ends before the state is written, these receipts throw
/// ``JournalError/storeEnded(place:from:)``.
///
/// ```swift
/// let store = try await Store(
///   recovering: journal, initialState: Cart(), feature: cart,
///   backlog: .bytes(16 << 20, actions: 50_000))
/// ```
public struct BacklogPolicy: Sendable, Hashable {
  /// The approximate maximum number of bytes of records that wait after a failed write, at least
  /// zero.
  public var size: Int { didSet { size = max(0, size) } }
  /// The maximum number of actions that are not encoded yet, at least one.
  ///
  /// The actions of the current write are not counted.
  public var count: Int { didSet { count = max(1, count) } }

  /// Returns a policy with limits in bytes and actions.
  ///
  /// One action is always kept.
  public static func bytes(_ size: Int, actions count: Int = 200_000) -> BacklogPolicy {
    BacklogPolicy(size: max(0, size), count: max(1, count))
  }
}

/// The reaction of a recovery to an action or a slice that the program cannot decode.
public enum UnknownPolicy: Sendable, Hashable {
  /// The recovery throws ``JournalError/unknownAction(place:number:name:version:reason:)``.
  case stop
  /// The recovery skips the action or the slice, and reports it.
  case skip
}

/// The reaction of a recovery to an action that the reducer now decides otherwise.
public enum DivergencePolicy: Sendable, Hashable {
  /// The recovery throws ``JournalError/divergence(place:between:recorded:now:)``.
  case stop
  /// The recovery begins with the oldest snapshot, and continues with the next snapshot after the
  /// divergence, which the old reducer has made.
  ///
  /// Without such a snapshot it throws. It continues in the same way after a damaged record, also
  /// with a snapshot of an older version.
  case takeSnapshot
  /// The recovery continues with the new decision of the reducer.
  ///
  /// If no snapshot holds the effect of forgotten records, it also continues without this effect.
  case accept
}

/// A report of a recovery.
public struct RecoveryReport: Sendable, Hashable {
  /// The number of the snapshot that the recovery has taken last, or nil if it has taken none.
  public var snapshot: UInt64?
  /// The number of snapshots that could not be used.
  ///
  /// If the recovery begins with the newest usable snapshot, older ones are not counted.
  public var unusedSnapshots = 0
  /// The number of replayed records, including forgotten and skipped ones.
  public var replayed = 0
  /// The number of the last record.
  public var last: UInt64 = 0
  /// The unsynced end of the log from the first missing or damaged record on, or nil.
  public var dropped: ClosedRange<UInt64>?
  /// The numbers of records, and of taken snapshots, with unknown parts that were skipped.
  ///
  /// A part that a ``Drop`` skips is not counted.
  public var skipped: [UInt64] = []
  /// The number of forgotten records that the replay has skipped.
  public var forgotten = 0
  /// The records with the first divergence, or nil.
  ///
  /// The policy has allowed the recovery to continue.
  public var divergence: ClosedRange<UInt64>?
  /// The numbers of synced records that are missing or damaged.
  ///
  /// A snapshot has replaced each of them and the records up to the snapshot, which were not
  /// checked.
  public var damaged: [UInt64] = []

  /// Creates an empty report.
  public init() {}
}
