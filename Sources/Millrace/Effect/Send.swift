// SPDX-License-Identifier: Apache-2.0

/// Sends actions from an effect or an IO back to the store.
///
/// It may be used from any thread, keeps the order in which one sender sends, and holds no store.
/// After the effect was cancelled or the store is gone, it drops what it is given.
///
/// Called as a function it waits for the commit, `dispatch` does not.
///
/// Complexity: O(1), without a lock.
public struct Send<Action: Sendable>: Sendable {
  @usableFromInline let port: any SendPort<Action>
  /// The mailbox of the store, if it is its own port: reached without the detour.
  @usableFromInline let mailbox: Mailbox<Action>?
  /// The dispatch to which the actions belong.
  @usableFromInline let scope: UInt64
  /// The effect that sends.
  @usableFromInline let token: EffectToken?

  @inlinable
  init(
    port: any SendPort<Action>, mailbox: Mailbox<Action>? = nil, scope: UInt64,
    token: EffectToken?
  ) {
    self.port = port
    self.mailbox = mailbox
    self.scope = scope
    self.token = token
  }

  /// Creates a sender from the functions that do its work, for tests of middleware.
  ///
  /// - Parameters:
  ///   - post: Takes an action without waiting.
  ///   - deliver: Takes an action and returns when it is committed; by default the same as `post`.
  public init(
    _ post: @escaping @Sendable (DispatchedAction<Action>) -> Void,
    deliver: (@Sendable (DispatchedAction<Action>) async -> Void)? = nil
  ) {
    self.init(port: FunctionPort(post: post, deliver: deliver), scope: 0, token: nil)
  }

  /// Sends an action and returns when the store has committed it.
  @inlinable
  public func callAsFunction(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) async {
    await deliver(
      DispatchedAction(action, fileID: fileID, function: function, line: line, info: info))
  }

  /// Sends an action from any thread and does not wait for its commit.
  ///
  /// What an ``IO`` sends in its turn goes on in the context of its action. Any other action runs
  /// with the task-local values of the place that sends it.
  ///
  /// Complexity: O(1), without a lock. One letter, and one task that keeps the task-local values;
  /// in the turn of an ``IO`` the letter alone.
  @inlinable
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) {
    post(DispatchedAction(action, fileID: fileID, function: function, line: line, info: info))
  }

  /// Starts another effect, as a part of this one: it is cancelled with it, and this one has not
  /// ended before that has.
  ///
  /// An IO has no end; what it starts stands for itself. An effect that has ended starts nothing
  /// any more.
  public func start(_ effect: Effect<Action>) {
    port.start(effect, scope: scope, token: token)
  }

  /// The clock of the store, by which effects tell the time: `try await send.clock.sleep(for:)`.
  ///
  /// Without a store it is a `ContinuousClock`.
  public var clock: any Clock<Duration> { port.clock }

  /// Whether the effect that sends was cancelled; from then on it sends in vain.
  public var isCancelled: Bool { Task.isCancelled || token?.isCancelled == true }

  @inlinable
  func post(_ action: DispatchedAction<Action>) {
    if let mailbox {
      mailbox.post(action, scope: scope, token: token)
    } else {
      port.post(action, scope: scope, token: token)
    }
  }

  @MainActor
  func receive(_ action: DispatchedAction<Action>) {
    port.receive(action, scope: scope, token: token)
  }

  @inlinable
  func deliver(_ action: DispatchedAction<Action>) async {
    await port.deliver(action, scope: scope, token: token)
  }

  /// A sender of other actions that translates them; sources are kept.
  public func contramap<Other: Sendable>(
    _ transform: @escaping @Sendable (Other) -> Action
  ) -> Send<Other> {
    let way = ActionWay<Other, Action>(out: transform)
    return translated(way) { $0.translated(way) }
  }

  /// A sender of other actions that translates them, or drops them where there is none, and that
  /// translates the effects which it starts.
  func translated<Other: Sendable>(
    _ way: ActionWay<Other, Action>,
    effect: @escaping @Sendable (Effect<Other>) -> Effect<Action>
  ) -> Send<Other> {
    Send<Other>(
      port: TranslatingPort(port, way, effect: effect), scope: scope,
      token: token)
  }
}
