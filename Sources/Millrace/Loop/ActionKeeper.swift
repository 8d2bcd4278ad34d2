// SPDX-License-Identifier: Apache-2.0

/// How safely an action is kept.
public enum Durability: Sendable, Hashable {
  /// It survives the end of the process, `kill -9` included.
  case written
  /// It survives a loss of power too.
  case synced
}

/// Keeps the actions of a store, so that a receipt can wait until its action is kept: a journal.
public protocol ActionKeeper: AnyObject, Sendable {
  /// Returns when the action with that number is kept as safely as is asked.
  ///
  /// - Parameters:
  ///   - number: The action's number in its store.
  ///   - durability: How safely.
  /// - Throws: An error that says why it cannot be kept.
  func keep(_ number: UInt64, _ durability: Durability) async throws
}

extension DispatchReceipt {
  /// Waits until the action survives the end of the process.
  ///
  /// It waits until a queued action has run, and not for effects. The task that waits is not woken
  /// earlier when it is cancelled: a write takes as long as it takes.
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
    if let late { (outcome, number) = await late.settled() }
    if case .rejected(let error) = outcome { throw error }
    guard let keeper = tracker?.keeper, number > 0 else { throw NotKept() }
    try await keeper.keep(number, durability)
  }
}

/// What a receipt throws that is asked to wait for what nothing does.
public struct NotKept: Error, Equatable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// Says what happened, why, and what to do.
  public var description: String {
    """
    Millrace: a receipt was asked to wait until its action is kept, but nothing keeps the actions \
    of its store. Make the store with a journal, `Store(recovering: journal, …)`, or leave out \
    `written()` and `synced()`.
    """
  }
}

extension Store {
  /// Creates a store that goes on where an earlier one has ended, for what keeps actions.
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
    keeper: any ActionKeeper, prepare: (Store) -> Void
  ) {
    self.init(
      Engine(
        state: initialState, feature: feature, middleware: ComposedMiddleware(middleware),
        clock: clock, after: number, keeper: keeper))
    prepare(self)
    engine.startDeclared()
  }
}
