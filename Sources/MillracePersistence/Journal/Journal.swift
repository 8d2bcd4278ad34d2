// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Millrace
import MillraceTrace

/// A record of the actions of a store, from which its state is recovered.
///
/// ```swift
/// let journal = try Journal(at: url, of: Cart.self, actions: CartAction.self, version: 3) {
///   Upcast("rename", from: 1) { $0.renamed("title", to: "name") }
/// }
/// let store = try await Store(recovering: journal, initialState: Cart(), feature: cart)
/// try await store.dispatch(.pay).synced()
/// ```
///
/// A journal records each action with its outcome, or, in its other mode, the slices of the state
/// that an action changed. A dispatch encodes and writes nothing. A task that runs on no actor
/// writes the actions in groups. A journal serves one store, and the store references the journal.
///
/// Values that are marked with `@Redacted` are not in a journal, as they are not in a trace. The
/// recovered state has the placeholder.
public final class Journal<State: Sendable, Action: Sendable>: DispatchReceipt.Keeper {
  typealias Opening =
    @Sendable (Journal, State, Feature<State, Action>, JournalSettings) async throws
    -> RecoveredState<State, Action>

  /// An action that was enqueued before the store was created.
  private struct Early {
    let action: Action
    let fileID: StaticString
    let function: StaticString
    let line: UInt
    let info: String?
  }

  private struct Contents {
    var isUsed = false
    var report: RecoveryReport?
    var early: [Early] = []
    weak var store: Store<State, Action>?
    var writer: (any JournalWriter<State>)?
    var subscription: StoreSubscription?
  }

  /// The log of the records.
  public let log: any ActionLog
  let opening: Opening
  private let contents = Locked(Contents())

  init(log: any ActionLog, opening: @escaping Opening) {
    self.log = log
    self.opening = opening
  }

  /// The report of the recovery, or nil before the recovery has succeeded.
  public var report: RecoveryReport? { contents.withLock { $0.report } }

  /// Dispatches an action from any thread, as soon as the store is created.
  ///
  /// Actions that are enqueued during the recovery are dispatched in their order, after the effects
  /// of the recovered state have started. If the recovery fails, they wait for the next attempt.
  /// After the end of the store the method does nothing.
  ///
  /// Complexity: O(1).
  public func enqueue(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line, info: String? = nil
  ) {
    let early = Early(action: action, fileID: fileID, function: function, line: line, info: info)
    let store = contents.withLock { contents -> Store<State, Action>? in
      if contents.writer == nil { contents.early.append(early) }
      return contents.store
    }
    store.map { Self.enqueue(early, in: $0) }
  }

  private static func enqueue(_ early: Early, in store: Store<State, Action>) {
    store.enqueue(
      early.action, fileID: early.fileID, function: early.function, line: early.line,
      info: early.info)
  }

  /// Waits until an action has reached a durability.
  ///
  /// The wait does not end when the task is cancelled.
  ///
  /// - Throws: ``JournalError`` if the action is not written or synced.
  public func keep(_ number: UInt64, _ durability: DispatchReceipt.Durability) async throws {
    try await writer().keep(number, durability)
  }

  /// Waits until all actions that the store has run so far survive a loss of power.
  ///
  /// Call it in an effect that must not continue before the action that started it is safe. The
  /// wait does not end when the task is cancelled.
  ///
  /// - Throws: ``JournalError``.
  public func synced() async throws { try await writer().keepAll() }

  /// Writes and syncs all actions, and releases the log for another writer.
  ///
  /// A snapshot that the journal has begun to write is completed.
  ///
  /// Later actions of the store are not recorded, and their receipts throw.
  ///
  /// - Throws: ``JournalError``, for example if an action could not be written or synced. The log
  ///   is released then too, unless the journal has no store yet.
  public func close() async throws { try await writer().close() }

  /// Reads and checks all records, also those that a recovery does not read.
  ///
  /// A recovery begins with a snapshot. Damage of earlier records is not detected until that
  /// snapshot cannot be read, or has another form after `version` was raised. Call this method from
  /// time to time, and before `version` is raised. Snapshots are checked only if a recovery needs
  /// them: records were dropped, or forgotten without a later record of a whole state.
  ///
  /// ```swift
  /// do { try await journal.verify() } catch { print(error) }
  /// ```
  ///
  /// Complexity: reads the log, at most 1,024 records at a time, off the main actor. New actions of
  /// the store are written between two reads, and are not read.
  ///
  /// - Returns: The number of checked records.
  /// - Throws: ``JournalError/damaged(place:number:reason:)`` for the first record that is missing
  ///   or damaged, with the snapshot that includes its effect;
  ///   ``JournalError/noStart(place:first:reason:)`` if a needed snapshot cannot be read;
  ///   another ``JournalError`` if the log cannot be read or written. Nothing is changed.
  @discardableResult
  public func verify() async throws -> Int { try await writer().verify() }

  /// Removes the content of all records of a person from the log.
  ///
  /// First dispatch an action that removes the person from the state. The method writes a snapshot
  /// of the current state, with which later recoveries begin, and reads it again. Actions that are
  /// dispatched while earlier ones wait to be written are part of this state. The records of the
  /// person stay, without their content. If a record can hold the person without its key, for
  /// example a damaged one, all records before the snapshot are removed. Copies of the log, for
  /// example backups, are not changed. If the process ends before the method returns, the person is
  /// forgotten everywhere or nowhere in an `SQLiteLog`, and the snapshot can be left in the log:
  /// call the method again. See <doc:Journals>.
  ///
  /// Complexity: one encoding and decoding of the state, two reads of the snapshots, two syncs, a
  /// search of the carrier for the records, and a read of all records that no earlier call has
  /// read.
  ///
  /// - Parameter person: The key, as returned by the journal's `person`.
  /// - Returns: The number of records of the person.
  /// - Throws: ``JournalError/noKeys(place:)`` if the journal has no `person`; another
  ///   ``JournalError``, for example ``JournalError/notForgotten(place:reason:)``. Then the
  ///   log can still contain data of the person: call the method again.
  @MainActor @discardableResult
  public func forget(_ person: String) async throws -> Int {
    guard let store = contents.withLock({ $0.store }) else {
      throw JournalError.ended(place: log.place)
    }
    return try await writer().forget(person, state: { store.state })
  }

  func writer() throws(JournalError) -> any JournalWriter<State> {
    guard let writer = contents.withLock({ $0.writer }) else { throw .ended(place: log.place) }
    return writer
  }

  /// Claims the log and recovers its state.
  @usableFromInline
  func recover(
    _ initialState: State, _ feature: Feature<State, Action>, _ settings: JournalSettings
  ) async throws -> RecoveredState<State, Action> {
    guard contents.withLock({ !exchange(&$0.isUsed, with: true) }) else {
      throw JournalError.ended(place: log.place)
    }
    var isHeld = false
    do {
      try await log.claim(as: .current)
      isHeld = true
      let recovered = try await opening(self, initialState, feature, settings)
      contents.withLock { $0.report = recovered.report }
      return recovered
    } catch {
      if isHeld { await log.release() }
      contents.withLock { $0.isUsed = false }
      if error is CancellationError { throw error }
      throw JournalError(error, at: log.place)
    }
  }

  /// Connects the journal to its store, and dispatches the actions that were enqueued before.
  @MainActor
  func attach(
    _ store: Store<State, Action>, _ writer: any JournalWriter<State>,
    _ subscription: StoreSubscription
  ) {
    contents.withLock { contents in
      contents.store = store
      contents.writer = writer
      contents.subscription = subscription
      // Under the lock: an action that is enqueued now is dispatched after these actions.
      for action in contents.early { Self.enqueue(action, in: store) }
      contents.early = []
    }
  }
}

/// The options of `Store(recovering:)`.
@usableFromInline
struct JournalSettings: Sendable {
  let snapshot: SnapshotPolicy
  let sync: SyncPolicy
  let backlog: BacklogPolicy
  let clock: any Clock<Duration>
  let onFailure: @MainActor @Sendable (JournalError) -> Void

  @usableFromInline
  init(
    snapshot: SnapshotPolicy, sync: SyncPolicy, backlog: BacklogPolicy,
    clock: any Clock<Duration>, onFailure: @escaping @MainActor @Sendable (JournalError) -> Void
  ) {
    self.snapshot = snapshot
    self.sync = sync
    self.backlog = backlog
    self.clock = clock
    self.onFailure = onFailure
  }
}

/// The recovered state with which a store begins.
@usableFromInline
struct RecoveredState<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let state: State
  /// The number after which the actions of the store are numbered.
  @usableFromInline let number: UInt64
  let report: RecoveryReport
  @usableFromInline let attach: @MainActor @Sendable (Store<State, Action>) -> Void
}

extension Store {
  /// Creates a store with the recovered state of a journal.
  ///
  /// The journal records its actions.
  ///
  /// The state is recovered off the main actor. No middleware and no effect runs during the
  /// recovery. The effects of the state start once, when the store is created. Then the store runs
  /// the actions of ``Journal/enqueue(_:fileID:function:line:info:)``.
  ///
  /// Complexity: reads the snapshots, and by default replays the actions after the newest one.
  ///
  /// - Parameters:
  ///   - journal: The journal. It serves this store only.
  ///   - initialState: The state before the first action. Another initial state changes the replay.
  ///   - feature: The feature of the store.
  ///   - middleware: The middleware of the store; none by default.
  ///   - snapshot: When a snapshot of the state is written.
  ///   - sync: When written records are synced.
  ///   - backlog: The limits of the actions that wait to be written.
  ///   - clock: The clock of the effects and the journal.
  ///   - onFailure: Called when actions cannot be written or synced, or a snapshot cannot be
  ///     written; writes the error to standard error by default. The store continues.
  /// - Throws: ``JournalError``, or `CancellationError` if the task is cancelled; the log then
  ///   still has every record that can be read.
  @inlinable
  public convenience init(
    recovering journal: Journal<State, Action>, initialState: State,
    feature: Feature<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    snapshot: SnapshotPolicy = .every(1_000, keep: 2),
    sync: SyncPolicy = .within(.milliseconds(50)), backlog: BacklogPolicy = .bytes(64 << 20),
    clock: any Clock<Duration> = ContinuousClock(),
    onFailure: @escaping @MainActor @Sendable (JournalError) -> Void = { writeToStandardError($0) }
  ) async throws {
    let settings = JournalSettings(
      snapshot: snapshot, sync: sync, backlog: backlog, clock: clock, onFailure: onFailure)
    let recovered = try await journal.recover(initialState, feature, settings)
    self.init(
      initialState: recovered.state, feature: feature, middleware: middleware, clock: clock,
      after: recovered.number, keeper: journal, prepare: { recovered.attach($0) })
  }

  /// Creates a store with the recovered state of a journal, and another kind of feature.
  ///
  /// Complexity: reads the snapshots, and by default replays the actions after the newest one.
  ///
  /// - Throws: ``JournalError``, or `CancellationError` if the task is cancelled; the log then
  ///   still has every record that can be read.
  @inlinable
  public convenience init(
    recovering journal: Journal<State, Action>, initialState: State,
    feature: some FeatureType<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    snapshot: SnapshotPolicy = .every(1_000, keep: 2),
    sync: SyncPolicy = .within(.milliseconds(50)), backlog: BacklogPolicy = .bytes(64 << 20),
    clock: any Clock<Duration> = ContinuousClock(),
    onFailure: @escaping @MainActor @Sendable (JournalError) -> Void = { writeToStandardError($0) }
  ) async throws {
    try await self.init(
      recovering: journal, initialState: initialState, feature: feature.feature,
      middleware: middleware, snapshot: snapshot, sync: sync, backlog: backlog, clock: clock,
      onFailure: onFailure)
  }

  /// Creates a store with the recovered state of a journal, and a reducer.
  ///
  /// Complexity: reads the snapshots, and by default replays the actions after the newest one.
  ///
  /// - Throws: ``JournalError``, or `CancellationError` if the task is cancelled; the log then
  ///   still has every record that can be read.
  @inlinable
  public convenience init(
    recovering journal: Journal<State, Action>, initialState: State,
    reducer: Reducer<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    snapshot: SnapshotPolicy = .every(1_000, keep: 2),
    sync: SyncPolicy = .within(.milliseconds(50)), backlog: BacklogPolicy = .bytes(64 << 20),
    clock: any Clock<Duration> = ContinuousClock(),
    onFailure: @escaping @MainActor @Sendable (JournalError) -> Void = { writeToStandardError($0) }
  ) async throws {
    try await self.init(
      recovering: journal, initialState: initialState, feature: reducer.feature,
      middleware: middleware, snapshot: snapshot, sync: sync, backlog: backlog, clock: clock,
      onFailure: onFailure)
  }

  /// Unavailable: if a middleware that sends no actions is passed alone, the compiler prints the
  /// message.
  @available(
    *, unavailable,
    message: "This middleware sends no actions: write 'ComposedMiddleware { logger }' around it."
  )
  public convenience init(
    recovering journal: Journal<State, Action>, initialState: State,
    reducer: Reducer<State, Action>, middleware: any Middleware<Action, Never, State>,
    snapshot: SnapshotPolicy = .every(1_000, keep: 2),
    sync: SyncPolicy = .within(.milliseconds(50)), backlog: BacklogPolicy = .bytes(64 << 20),
    clock: any Clock<Duration> = ContinuousClock(),
    onFailure: @escaping @MainActor @Sendable (JournalError) -> Void = { _ in }
  ) async throws {
    fatalError()
  }

  /// Unavailable: if a middleware that sends no actions is passed alone, the compiler prints the
  /// message.
  @available(
    *, unavailable,
    message: "This middleware sends no actions: write 'ComposedMiddleware { logger }' around it."
  )
  public convenience init(
    recovering journal: Journal<State, Action>, initialState: State,
    feature: some FeatureType<State, Action>, middleware: any Middleware<Action, Never, State>,
    snapshot: SnapshotPolicy = .every(1_000, keep: 2),
    sync: SyncPolicy = .within(.milliseconds(50)), backlog: BacklogPolicy = .bytes(64 << 20),
    clock: any Clock<Duration> = ContinuousClock(),
    onFailure: @escaping @MainActor @Sendable (JournalError) -> Void = { _ in }
  ) async throws {
    fatalError()
  }

  /// Unavailable: if a journal is passed as an option, the compiler prints the message.
  @available(
    *, unavailable,
    message: "Write: try await Store(recovering: journal, initialState: ..., feature: ...)."
  )
  public convenience init(
    initialState: State, feature: some FeatureType<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    journal: Journal<State, Action>
  ) {
    fatalError()
  }

  /// Unavailable: if a journal is passed as an option, the compiler prints the message.
  @available(
    *, unavailable,
    message: "Write: try await Store(recovering: journal, initialState: ..., reducer: ...)."
  )
  public convenience init(
    initialState: State, reducer: Reducer<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    journal: Journal<State, Action>
  ) {
    fatalError()
  }
}

/// Writes a failure without a buffer, which would be lost if the process ends.
@usableFromInline
func writeToStandardError(_ failure: JournalError) {
  try? FileHandle.standardError.write(contentsOf: Data("\(failure)\n".utf8))
}
