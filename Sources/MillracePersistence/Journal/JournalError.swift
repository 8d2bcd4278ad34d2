// SPDX-License-Identifier: Apache-2.0

import MillraceTrace

/// An error of a recovery, of the recording of actions, or of ``SQLiteValues``.
///
/// Each description names the log, the failure, its reason, and what to do. A recovery that throws
/// has removed nothing that can be read, and no store is created. The next attempt finds the same
/// records.
public enum JournalError: Error, Sendable, Hashable {
  /// Another writer has claimed the log.
  ///
  /// `by` is nil if the writer is not known.
  case held(place: String, by: LogWriter?)
  /// The log cannot be opened or read.
  case unreadable(place: String, reason: String)
  /// The log is of a later format, or its actions are of a later version than the program's.
  ///
  /// `known` is 0 for a later format, because only the carrier knows the formats that it can read.
  case laterVersion(place: String, found: Int, known: Int)
  /// A synced record is missing or damaged.
  case damaged(place: String, number: UInt64, reason: String)
  /// Synced records are missing at the end.
  case lost(place: String, synced: UInt64, found: UInt64)
  /// Actions before this number were dropped, or some after it were forgotten, and no readable
  /// snapshot includes their effect.
  case noStart(place: String, first: UInt64, reason: String)
  /// The program cannot decode an action, a slice, or the whole state of a record.
  ///
  /// The name of a whole state is `millrace/keyframe`.
  case unknownAction(place: String, number: UInt64, name: String, version: Int, reason: String)
  /// A table of the initial state is sorted, and it is not after it was encoded and decoded.
  ///
  /// The order is code and is not encoded. A recovery that begins with a snapshot would make
  /// another state than the store did.
  case unsortedTable(place: String, table: String)
  /// The reducer decides one of these actions otherwise than before.
  ///
  /// The numbers are those of the records.
  case divergence(place: String, between: ClosedRange<UInt64>, recorded: String, now: String)
  /// The actions from this number on could not be written or synced, for example on a full disk.
  ///
  /// The journal tries again with the next action, or when a receipt is awaited. A replacement of
  /// the state has the number of the action before it.
  case notWritten(place: String, from: UInt64, reason: String)
  /// The backlog is full while nothing can be written.
  ///
  /// The actions from this number on are only in the store. When the disk has room again, the state
  /// that includes their effect is written.
  case overflow(place: String, from: UInt64, most: Int, reason: String)
  /// The backlog is full behind a slow disk.
  ///
  /// The actions from this number on are only in the store. When the earlier actions are written,
  /// the state that includes their effect is written.
  case behind(place: String, from: UInt64, most: Int)
  /// The backlog was full for the actions from this number on, and the store has ended before its
  /// state could be written.
  ///
  /// All earlier actions are written.
  case storeEnded(place: String, from: UInt64)
  /// An action cannot be encoded, or its record is larger than the log can hold.
  ///
  /// This action and all later ones are not written.
  case unencodable(place: String, number: UInt64, reason: String)
  /// Another writer has added records.
  case conflict(place: String, expected: UInt64, found: UInt64)
  /// A state could not be hashed, or could not be written as a readable snapshot.
  ///
  /// The actions that led to the state are written. The number is that of the record.
  case noSnapshot(place: String, number: UInt64, reason: String)
  /// A recovery has made a state that must be written as a snapshot, and it cannot be written.
  ///
  /// The records alone do not make the state, or the log has snapshots of other states. The number
  /// is that of the last record.
  case needsSnapshot(place: String, number: UInt64, reason: String)
  /// A sync has failed.
  ///
  /// A loss of power can lose written records. Nothing more is written.
  case notSynced(place: String, reason: String)
  /// A recovery could not write to the log, or could not create it.
  case notPrepared(place: String, reason: String)
  /// A person could not be forgotten.
  ///
  /// The log can still contain data of the person.
  case notForgotten(place: String, reason: String)
  /// A value of a session could not be written or removed.
  ///
  /// The values of the session are unchanged.
  case valuesUnchanged(place: String, reason: String)
  /// The records have no person keys, so no person can be forgotten.
  case noKeys(place: String)
  /// The journal or its store has ended, the journal is used for a second store, or it has no store
  /// yet.
  case ended(place: String)
}

extension JournalError: CustomStringConvertible {
  /// Names the log, the failure, its reason, and what to do.
  public var description: String {
    switch self {
    case .held(let place, let writer):
      """
      held: \(place) is written by \(writer?.description ?? "another writer"). It has one writer \
      at a time. End the other writer, or use another log or file here.
      """
    case .unreadable(let place, let reason):
      """
      unreadable: \(place) cannot be opened or read: \(reason). Nothing was overwritten. If the \
      file is damaged, restore all of its files from a backup. Otherwise check the path, its \
      permissions and the disk, and start again.
      """
    case .laterVersion(let place, let found, 0):
      """
      laterVersion: \(place) has the format \(found), which this program does not know. A later \
      program wrote it. Update this program.
      """
    case .laterVersion(let place, let found, let known):
      """
      laterVersion: \(place) is of version \(found), and this program knows \(known). A later \
      program wrote it. Update this program.
      """
    case .damaged(let place, let number, let reason):
      """
      damaged: record \(number) of \(place), which was synced, \(reason). The disk or another \
      program changed the record. Nothing was overwritten. Use a snapshot that is named here, \
      restore the log from a backup, or begin with another log.
      """
    case .lost(let place, let synced, let found):
      """
      lost: \(place) ends with record \(found), and the records up to \(synced) were synced. The \
      end of the log was cut, or the log was replaced by an older copy, or by a copy that was made \
      while a program wrote to it. Restore all of its files together. If the loss is intended, and \
      no program uses the log, remove the file that ends in '.lock'.
      """
    case .noStart(let place, let first, let reason):
      """
      noStart: the records of \(place) begin with \(first), and \(reason). Recover with a program \
      that can read the snapshot, or restore the log from a backup.
      """
    case .unknownAction(let place, let number, keyframeKey, let version, let reason):
      """
      unknownAction: record \(number) of \(place) is a whole state of version \(version), which \
      this program cannot decode: \(reason). Give the journal a `version` above \(version) and an \
      `Upcast(stateFrom: \(version))` that converts the state. In a journal of slices, an `Upcast` \
      or a `Drop` of a slice, or `onUnknown: .skip`, has an effect on the state too.
      """
    case .unknownAction(let place, let number, let name, let version, let reason):
      """
      unknownAction: record \(number) of \(place) is '\(name)' of version \(version), which this \
      program cannot read: \(reason). Give the journal an `Upcast` or a `Drop` that fits, or \
      `onUnknown: .skip`.
      """
    case .unsortedTable(let place, let table):
      """
      unsortedTable: the table '\(table)' of the initial state is sorted, and it is not after it \
      was encoded and decoded, because its order is code. A recovery from a snapshot of \(place) \
      would make another state. Write the `init(from:)` of the state, and sort the table there, \
      for example `people.sort(by: \\.name)`. A slice must be a value of such a type, and not the \
      table alone.
      """
    case .divergence(let place, let range, let recorded, let now):
      """
      divergence: \(Self.words(range)) of \(place) was decided otherwise than now: \(recorded) \
      then, \(now) now. The reducer has changed since, depends on more than its state and its \
      action, a decoded table has lost its order, or the state has another form. Raise the \
      version of the journal if the form has changed; else recover with the old reducer, with \
      `onDivergence: .accept`, or, if there is a snapshot after these actions, with \
      `.takeSnapshot`.
      """
    case .notWritten(let place, let number, let reason):
      """
      notWritten: actions from number \(number) on could not be written to \(place), or not be \
      synced there: \(reason). The next action, or a receipt that is awaited, tries again. Until \
      then a restart or a loss of power can lose them. Make room, or repair what the reason names.
      """
    case .overflow(let place, let number, let most, let reason):
      """
      overflow: actions from number \(number) on are only in the store, and a restart loses them: \
      earlier actions cannot be written to \(place), and fill the backlog of \(most) bytes: \
      \(reason). Make room, or repair what the reason names: then the next action writes the \
      waiting actions and the current state. `backlog:` sets the limit.
      """
    case .behind(let place, let number, let most):
      """
      behind: \(most) actions wait to be written to \(place), which is too slow, and actions from \
      number \(number) on are only in the store. When the waiting actions are written, the \
      current state is written, and the receipts of these actions return. Until then a restart \
      loses them. Dispatch fewer actions, wait for receipts, or use a faster disk; `backlog:` \
      sets the limit.
      """
    case .storeEnded(let place, let number):
      """
      storeEnded: actions from number \(number) on are not written to \(place): the backlog was \
      full, and the store has ended before its state could be written. All earlier actions are \
      written, and a restart recovers them. Hold the store until `journal.synced()` has returned; \
      `backlog:` sets the limit.
      """
    case .unencodable(let place, let number, let reason):
      """
      unencodable: action \(number) cannot be written to \(place): \(reason). This action and all \
      later ones are only in the store. Repair how the action is encoded.
      """
    case .conflict(let place, let expected, let found):
      """
      conflict: the last record of \(place) is \(found), and this journal wrote up to \
      \(expected). Another program has written there. This journal writes nothing more. End one \
      of the two programs, and start again.
      """
    case .noSnapshot(let place, let number, let reason):
      """
      noSnapshot: \(place) has no readable snapshot, or no hash, of the state after record \
      \(number): \(reason). No action is lost, and a recovery replays more actions. Make room, or \
      repair what the reason names.
      """
    case .needsSnapshot(let place, let number, let reason):
      """
      needsSnapshot: the state after record \(number) of \(place) must be written as a snapshot, \
      because the records alone do not make it, or because the log has snapshots of other states, \
      and it cannot be written: \(reason). Nothing was changed. Repair how the state is encoded or \
      decoded, and start again.
      """
    case .notSynced(let place, let reason):
      """
      notSynced: \(place) could not be synced: \(reason). The system can have dropped the unsynced \
      data, so nothing more is written. Check the disk and start the program again: it recovers \
      the records that are there, and writes and syncs them again.
      """
    case .notPrepared(let place, let reason):
      """
      notPrepared: the start could not write to \(place): \(reason). Nothing that can be read was \
      removed. Make room, or end the program that holds the file, and start again.
      """
    case .notForgotten(let place, let reason):
      """
      notForgotten: a person is not forgotten in \(place): \(reason). Records of the person may \
      be empty already while the log still holds their bytes. Repair what the reason names, or \
      end the program that holds the file, and call `forget` again until it returns.
      """
    case .valuesUnchanged(let place, let reason):
      """
      valuesUnchanged: \(place) could not be changed: \(reason). The values of the session are \
      unchanged. Repair what the reason names and call again.
      """
    case .noKeys(let place):
      """
      noKeys: the records of \(place) have no keys of persons, so that the records of a person \
      cannot be found. Nothing was changed. Give the journal `person:`. Then `forget` also removes \
      records without a key.
      """
    case .ended(let place):
      """
      ended: the journal of \(place) records no actions: it was closed, its store has ended, it \
      has another store, or it has none yet. A journal serves one store. Create one for each store.
      """
    }
  }

  private static func words(_ range: ClosedRange<UInt64>) -> String {
    range.count == 1
      ? "the action of record \(range.lowerBound)"
      : "an action of the records \(range.lowerBound) to \(range.upperBound)"
  }

  /// Converts an error of a carrier.
  init(_ error: any Error, at place: String) {
    switch error {
    case let error as JournalError: self = error
    case LogFault.held(let writer): self = .held(place: place, by: writer)
    case LogFault.laterFormat(let format):
      self = .laterVersion(place: place, found: format, known: 0)
    case LogFault.notSynced(let reason): self = .notSynced(place: place, reason: reason)
    case LogFault.notYet(let reason): self = .notPrepared(place: place, reason: reason)
    default: self = .unreadable(place: place, reason: TraceError.reason(error))
    }
  }
}
