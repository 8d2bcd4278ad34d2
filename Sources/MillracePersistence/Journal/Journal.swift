// SPDX-License-Identifier: Apache-2.0

public import Millrace
import MillraceTrace

/// A record of what a store has done, from which its state is made again.
///
/// ```swift
/// let journal = try Journal(at: url, of: Cart.self, actions: CartAction.self, version: 3) {
///   Upcast("rename", from: 1) { $0.renamed("title", to: "name") }
/// }
/// let store = try await Store(recovering: journal, initialState: Cart(), feature: cart)
/// try await store.dispatch(.pay).synced()
/// ```
///
/// It keeps each action with its outcome, or, in its other mode, the slices of the state that an
/// action changed. A dispatch only appends to a list; all else is done by a task of no actor, in
/// groups. A journal serves one store, which keeps it alive.
///
/// What is marked with `@Redacted` is in no journal, as it is in no trace: the recovered state has
/// the stand-in.
public final class Journal<State: Sendable, Action: Sendable>: DispatchReceipt.Keeper {
  typealias Opening =
    @Sendable (Journal, State, Feature<State, Action>, JournalSettings) async throws
    -> RecoveredState<State, Action>

  /// An action that came before there was a store.
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

  /// Where the records are.
  public let log: any ActionLog
  let opening: Opening
  private let contents = Locked(Contents())

  init(log: any ActionLog, opening: @escaping Opening) {
    self.log = log
    self.opening = opening
  }

  /// What the recovery has found; nil before it.
  public var report: RecoveryReport? { contents.withLock { $0.report } }

  /// Dispatches an action from any thread, as soon as there is a store.
  ///
  /// What comes during the recovery waits, and is dispatched in its order when the effects of the
  /// recovered state have started. After the end of the store it does nothing.
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

  /// Waits until the action with that number is kept.
  public func keep(_ number: UInt64, _ durability: DispatchReceipt.Durability) async throws {
    try await writer().keep(number, durability)
  }

  /// Waits until all actions that the store has run so far survive a loss of power.
  ///
  /// An effect that must not begin before the action that started it is safe waits so.
  ///
  /// - Throws: ``JournalError``.
  public func synced() async throws { try await writer().keepAll() }

  /// Syncs all actions and frees the log for another writer; what the store does from then on is
  /// not kept, and its receipts say so.
  ///
  /// - Throws: ``JournalError``, if something could not be kept; the log is free then too.
  public func close() async throws { try await writer().close() }

  /// Reads all records, and so those that a recovery passes over, as it begins with a snapshot.
  ///
  /// Damage of these stays unseen until that snapshot cannot be read, or is of another form after
  /// the `version` was raised. Call this now and then, and before `version` is raised. Snapshots
  /// are looked at where they are more than a cache: behind records that were dropped, or forgotten
  /// with no state behind them that was put in place.
  ///
  /// ```swift
  /// do { try await journal.verify() } catch { print(error) }
  /// ```
  ///
  /// Complexity: reading the log, 1,024 records at a time, off the main actor; what the store does
  /// meanwhile is written in between.
  ///
  /// - Returns: How many records there are.
  /// - Throws: ``JournalError/damaged(place:number:reason:)`` for the first record that is missing
  ///   or not as it was written, with the snapshot that holds what it did;
  ///   ``JournalError/noStart(place:first:reason:)`` if a snapshot that is needed cannot be read;
  ///   another ``JournalError`` if the log cannot be read or written. Nothing is changed.
  @discardableResult
  public func verify() async throws -> Int { try await writer().verify() }

  /// Forgets a person: no record and no snapshot of the log holds what its records held.
  ///
  /// Before, dispatch what takes the person out of the state: a recovery begins with that state
  /// from then on. What is dispatched while earlier actions wait to be written is part of it. The
  /// person's records stay as empty ones, or go with all records before now where one may hold the
  /// person without its key. Copies that others made of the log, backups among them, are not
  /// reached. If the process ends before this returns, all of that is done, or nothing: call it
  /// again. See <doc:Journals>.
  ///
  /// Complexity: one encoding of the state, what the carrier needs to find the records, and reading
  /// all records that no earlier call has read.
  ///
  /// - Parameter person: The key, as the journal's `person` gives it.
  /// - Returns: How many records there were.
  /// - Throws: ``JournalError/noKeys(place:)`` if the journal has no `person`; another
  ///   ``JournalError``, as ``JournalError/notForgotten(place:reason:)``: the person may be half
  ///   forgotten then, and the call is repeated.
  @MainActor @discardableResult
  public func forget(_ person: String) async throws -> Int {
    guard let store = contents.withLock({ $0.store }) else {
      throw JournalError.ended(place: log.place)
    }
    return try await writer().forget(person, state: { store.state })
  }

  private func writer() throws(JournalError) -> any JournalWriter<State> {
    guard let writer = contents.withLock({ $0.writer }) else { throw .ended(place: log.place) }
    return writer
  }

  /// Takes the log and makes its state again.
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

  /// Hears of what the store does from now on.
  @MainActor
  func attach(
    _ store: Store<State, Action>, _ writer: any JournalWriter<State>,
    _ subscription: StoreSubscription
  ) {
    contents.withLock { contents in
      contents.store = store
      contents.writer = writer
      contents.subscription = subscription
      // Under the lock, so that no action that comes now goes before them.
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

/// What a store begins with.
@usableFromInline
struct RecoveredState<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let state: State
  /// The number of the last action.
  @usableFromInline let number: UInt64
  let report: RecoveryReport
  @usableFromInline let attach: @MainActor @Sendable (Store<State, Action>) -> Void
}

extension Store {
  /// Makes the state of a journal again, and a store of it that is kept there.
  ///
  /// The state is made off the main actor: no middleware and no effect runs meanwhile. Effects that
  /// the state asks for start once, when the store is made. After that the store runs the actions
  /// that ``Journal/enqueue(_:fileID:function:line:info:)`` has taken.
  ///
  /// Complexity: reading the newest snapshot and replaying the actions after it.
  ///
  /// - Parameters:
  ///   - journal: The journal, which serves this store alone.
  ///   - initialState: The state before the first action. A change of it changes what is replayed.
  ///   - feature: What actions change and start.
  ///   - middleware: Sees actions first; none by default.
  ///   - snapshot: When the state is kept beside the actions.
  ///   - sync: When what is written is synced.
  ///   - backlog: How much waits in memory before it is written.
  ///   - clock: Tells effects, and the journal, the time.
  ///   - onFailure: Hears when actions cannot be kept; by default it is printed. The store goes on.
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
    onFailure: @escaping @MainActor @Sendable (JournalError) -> Void = { print($0) }
  ) async throws {
    let settings = JournalSettings(
      snapshot: snapshot, sync: sync, backlog: backlog, clock: clock, onFailure: onFailure)
    let recovered = try await journal.recover(initialState, feature, settings)
    self.init(
      initialState: recovered.state, feature: feature, middleware: middleware, clock: clock,
      after: recovered.number, keeper: journal, prepare: { recovered.attach($0) })
  }

  /// Makes the state of a journal again, with a reducer or another kind of feature.
  ///
  /// It is the same otherwise, complexity included.
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
    onFailure: @escaping @MainActor @Sendable (JournalError) -> Void = { print($0) }
  ) async throws {
    try await self.init(
      recovering: journal, initialState: initialState, feature: feature.feature,
      middleware: middleware, snapshot: snapshot, sync: sync, backlog: backlog, clock: clock,
      onFailure: onFailure)
  }
}
