// SPDX-License-Identifier: Apache-2.0

extension DispatchReceipt {
  /// Stores the actions of a store durably, as a journal does; a receipt can wait until that is
  /// done.
  public protocol Keeper: AnyObject, Sendable {
    /// Returns when an action is stored with a durability.
    ///
    /// - Parameters:
    ///   - number: The action's number in its store.
    ///   - durability: The required durability.
    /// - Throws: An error with the reason if the action cannot be stored.
    func keep(_ number: UInt64, _ durability: DispatchReceipt.Durability) async throws
  }
}

extension DispatchReceipt {
  /// The events that a stored action survives.
  public enum Durability: Sendable, Hashable {
    /// The action survives the end of the process, including `kill -9`.
    case written
    /// The action also survives a loss of power.
    case synced
  }

  /// Thrown by ``DispatchReceipt/written()`` and ``DispatchReceipt/synced()`` if the store has no
  /// keeper, or if the receipt belongs to no action.
  public struct NotKept: Error, Equatable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// The cause and the remedy.
    public var description: String {
      """
      Millrace: `written()` or `synced()` was called for an action of a store that does not \
      keep its actions, or for a receipt that belongs to no action, as that of `addEffect`. Create \
      the store with a journal, `Store(recovering: journal, …)`, or do not call `written()` and \
      `synced()`.
      """
    }
  }

  /// Waits until the action survives the end of the process.
  ///
  /// If the action is queued, this method also waits until the action has run. It does not wait
  /// for effects. Cancelling the task that waits does not end the wait.
  ///
  /// - Throws: The error of the reducer if it rejects the action; ``DispatchReceipt/StoreEnded`` if
  ///   the store ends before the action runs; ``NotKept`` if the store has no keeper, or if the
  ///   receipt belongs to no action, as that of ``Store/addEffect(_:)``; the keeper's error if the
  ///   keeper cannot store the action. After the last two errors the action is committed.
  public func written() async throws { try await keep(.written) }

  /// Waits until the action survives a loss of power.
  ///
  /// ```swift
  /// try await store.dispatch(.pay).synced()
  /// ```
  ///
  /// It waits like ``written()`` and throws the same errors.
  public func synced() async throws { try await keep(.synced) }

  private func keep(_ durability: Durability) async throws {
    var (outcome, number) = (outcome, number)
    if let late = context?.late { (outcome, number) = await late.settled() }
    if case .rejected(let error) = outcome { throw error }
    guard let keeper = context?.tracker?.keeper, number > 0 else { throw NotKept() }
    try await keeper.keep(number, durability)
  }
}

extension Store {
  /// Creates a store that continues an earlier one, for modules that store actions durably.
  ///
  /// - Parameters:
  ///   - initialState: The last state of the earlier store.
  ///   - feature: Changes the state and starts effects.
  ///   - middleware: Handles actions before the feature.
  ///   - clock: The clock of the effects.
  ///   - number: The number of the earlier store's last action; numbering continues after it.
  ///   - keeper: Stores the actions of this store durably; the store holds it strongly.
  ///   - prepare: Called with the store before the first effect starts, to subscribe to it.
  @inlinable
  public convenience init(
    initialState: State, feature: Feature<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    clock: any Clock<Duration> = ContinuousClock(), after number: UInt64,
    keeper: any DispatchReceipt.Keeper, prepare: (Store) -> Void
  ) {
    self.init(
      Engine(
        state: initialState, feature: feature,
        middleware: ComposedMiddleware([AnyMiddleware(middleware)]), clock: clock, after: number,
        keeper: keeper))
    prepare(self)
    engine.startDeclared()
  }
}
