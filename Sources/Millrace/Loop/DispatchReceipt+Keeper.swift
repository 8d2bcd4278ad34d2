// SPDX-License-Identifier: Apache-2.0

extension DispatchReceipt {
  /// Stores the actions of a store durably, as a journal does; a receipt can wait for it.
  public protocol Keeper: AnyObject, Sendable {
    /// Returns when the action with that number is kept as safely as is asked.
    ///
    /// - Parameters:
    ///   - number: The action's number in its store.
    ///   - durability: How safely.
    /// - Throws: An error that says why it cannot be kept.
    func keep(_ number: UInt64, _ durability: DispatchReceipt.Durability) async throws
  }
}

extension DispatchReceipt {
  /// How safely an action is kept.
  public enum Durability: Sendable, Hashable {
    /// It survives the end of the process, `kill -9` included.
    case written
    /// It survives a loss of power too.
    case synced
  }

  /// Thrown by ``DispatchReceipt/written()`` and ``DispatchReceipt/synced()`` if nothing keeps the
  /// actions of the store.
  public struct NotKept: Error, Equatable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// Says what happened, why, and what to do.
    public var description: String {
      """
      Millrace: a receipt was asked to wait until its action is kept, but nothing keeps the \
      actions of its store. Make the store with a journal, `Store(recovering: journal, …)`, or \
      leave out `written()` and `synced()`.
      """
    }
  }

  /// Waits until the action survives the end of the process.
  ///
  /// A queued action is waited for until it has run; effects are not waited for. Cancelling the
  /// task that waits does not end the wait.
  ///
  /// - Throws: What the reducer threw; ``NotKept`` if nothing keeps the store's actions; what the
  ///   keeper throws if it cannot keep this one, which stays committed in the store then.
  public func written() async throws { try await keep(.written) }

  /// Waits until the action survives a loss of power.
  ///
  /// ```swift
  /// try await store.dispatch(.pay).synced()
  /// ```
  ///
  /// It waits as ``written()`` does and throws what that throws.
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
  /// Creates a store that continues an earlier one, for modules that keep actions.
  ///
  /// - Parameters:
  ///   - initialState: The state that the earlier one left.
  ///   - feature: What actions change and start.
  ///   - middleware: Sees actions first.
  ///   - clock: Tells effects the time.
  ///   - number: The number of the last action; the next one has the number after it.
  ///   - keeper: Keeps the actions of this store; the store holds it.
  ///   - prepare: Subscribes to the store, before the first effect starts.
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
