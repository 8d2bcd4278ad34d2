// SPDX-License-Identifier: Apache-2.0

/// Sends actions from an effect back to the store.
///
/// It may be used from any thread, keeps the order in which one sender sends, and holds no store.
/// After the effect was cancelled or the store is gone, it drops what it is given.
///
/// Called as a function it waits for the commit, `dispatch` does not.
public struct Send<Action: Sendable>: Sendable {
  /// The mailbox of the store; nil if actions go elsewhere first.
  @usableFromInline let mailbox: Mailbox<Action>?
  /// Where they go first; nil if that is the mailbox, so that one reference is held and not two.
  @usableFromInline let customPort: (any SendPort<Action>)?
  /// The effect for which it sends.
  @usableFromInline let sender: Sender

  @inlinable
  init(
    mailbox: Mailbox<Action>? = nil, customPort: (any SendPort<Action>)? = nil, sender: Sender
  ) {
    self.mailbox = mailbox
    self.customPort = customPort
    self.sender = sender
  }

  @usableFromInline var port: any SendPort<Action> {
    guard let port: any SendPort<Action> = customPort ?? mailbox else {
      preconditionFailure("Millrace: a sender has neither a mailbox nor a way to one.")
    }
    return port
  }

  /// Creates a sender from a function that takes its actions, for tests of middleware.
  ///
  /// An effect that ``start(_:)`` starts runs in a task of the main actor, so that its actions come
  /// later than what is sent meanwhile.
  public init(_ post: @escaping @Sendable (DispatchedAction<Action>) -> Void) {
    self.init(customPort: FunctionPort(post), sender: Sender(token: nil))
  }

  /// Sends an action and returns when the store has committed it.
  ///
  /// It may return before that if the turn is cut for ``Store/chainLimit``: the action runs in the
  /// next one. It does return before that where a turn is running, as in a `Task.immediate` that an
  /// ``Effect/perform(_:)`` or an observer starts: the action waits its turn there.
  @inlinable
  public nonisolated(nonsending) func callAsFunction(
    _ action: consuming Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) async {
    await deliver(
      DispatchedAction(action, fileID: fileID, function: function, line: line, info: info))
  }

  /// Sends an action from any thread and does not wait for its commit.
  ///
  /// What an ``Effect/perform(_:)`` sends in its turn goes on in the context of its action. Any
  /// other action runs with the task-local values of the place that sends it.
  ///
  /// Complexity: O(1), without a lock. One job, and one task that keeps the task-local values;
  /// in the turn of an ``Effect/perform(_:)`` the job alone.
  @inlinable
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) {
    post(DispatchedAction(action, fileID: fileID, function: function, line: line, info: info))
  }

  /// Sends an action on the main actor, as the store's own `dispatch` does: when this returns, the
  /// action is committed and the observers know.
  ///
  /// It is for what has to surround the commit, as an animation does. Where a turn is running, as
  /// always in an ``Effect/perform(_:)``, the action waits its turn and is committed later.
  ///
  /// ```swift
  /// .run { @MainActor send in
  ///   let book = await library.book()
  ///   withAnimation { send.dispatchNow(.found(book)) }
  /// }
  /// ```
  ///
  /// Complexity: that of a dispatch.
  @MainActor
  @inlinable
  public func dispatchNow(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) {
    receive(DispatchedAction(action, fileID: fileID, function: function, line: line, info: info))
  }

  /// Starts another effect, as a part of this one: it is cancelled with it, and this one has not
  /// ended before that has.
  ///
  /// A `perform` has no end, so what it starts is an effect of its own. An effect that has ended
  /// starts nothing.
  public func start(_ effect: Effect<Action>) {
    port.start(effect, from: sender)
  }

  /// Reports an error that nothing catches.
  func fail(_ error: any Error, from source: ActionSource) {
    guard let error = UncaughtError(reporting: error, from: source) else { return }
    port.fail(error, from: sender)
  }

  /// The clock of the store, by which effects tell the time: `try await send.clock.sleep(for:)`.
  ///
  /// Without a store it is a `ContinuousClock`.
  public var clock: any Clock<Duration> { port.clock }

  /// Whether the effect that sends, or the task that asks, was cancelled.
  ///
  /// What a cancelled effect sends is dropped.
  public var isCancelled: Bool { Task.isCancelled || sender.token?.isCancelled == true }

  @inlinable
  func post(_ action: consuming DispatchedAction<Action>) {
    action.source.tag = sender.tag
    if let mailbox { mailbox.post(action, from: sender) } else { port.post(action, from: sender) }
  }

  /// Takes an action on the store's actor.
  @MainActor
  @inlinable
  func receive(_ action: consuming DispatchedAction<Action>) {
    action.source.tag = sender.tag
    if let mailbox {
      mailbox.receive(action, from: sender)
    } else {
      port.receive(action, from: sender)
    }
  }

  /// Passes an action on and returns when it is committed.
  ///
  /// A caller gives the action away and has nothing to release after the call: for a release, the
  /// task would go back to where it came from, which costs more than the dispatch.
  @MainActor
  @inlinable
  func deliver(_ action: consuming DispatchedAction<Action>) async {
    receive(action)
  }

  /// A sender of other actions: it translates them, drops those that have no translation, and
  /// translates the effects that it starts.
  func translated<Other: Sendable>(
    _ translation: ActionTranslation<Other, Action>,
    effect: @escaping @Sendable (Effect<Other>) -> Effect<Action>
  ) -> Send<Other> {
    Send<Other>(customPort: TranslatingPort(port, translation, effect: effect), sender: sender)
  }
}

extension Send {
  /// Reads on the store's actor, as long as the effect that sends has not been cancelled.
  ///
  /// It sees everything that was sent before the call, unless a turn is running, or was cut for
  /// ``Store/chainLimit``.
  ///
  /// ```swift
  /// let query = try await send.read { state.query }
  /// ```
  ///
  /// - Parameter body: Reads what it needs, with the ``StateReader`` of the middleware.
  /// - Returns: What `body` returns.
  /// - Throws: `CancellationError` if the effect or the calling task was cancelled, the store is
  ///   gone, or the child that the effect belongs to has disappeared; then `body` is not called.
  public func read<Value: Sendable>(
    _ body: @escaping @MainActor () -> Value
  ) async throws(CancellationError) -> Value {
    try await wait { _ in body() }
  }

  /// Waits until a condition holds.
  ///
  /// It is looked at now, and then after each commit until it holds.
  ///
  /// ```swift
  /// try await send.until { state.isReady }
  /// ```
  ///
  /// Complexity: one call per commit while it waits.
  ///
  /// - Parameter condition: Reads the state with the ``StateReader`` of the middleware.
  /// - Throws: `CancellationError` if the effect or the calling task is cancelled, the store goes
  ///   away, or the child that the effect belongs to disappears.
  public func until(
    _ condition: @escaping @MainActor () -> Bool
  ) async throws(CancellationError) {
    try await wait { _ in condition() ? () : nil }
  }

  /// Waits for the next action that matches, and returns when it is committed.
  ///
  /// Actions that were sent before the call do not count, rejected ones neither. Where a middleware
  /// is lifted or belongs to a child, only its own actions are looked at.
  ///
  /// ```swift
  /// let answer = try await send.next { if case .answered = $0 { true } else { false } }
  /// ```
  ///
  /// An action can be dispatched from its own observers, so begin to wait before you ask:
  /// `async let answer = send.next { … }`.
  ///
  /// Complexity: one call per commit while it waits.
  ///
  /// - Parameter isMatch: Tells whether it is the action.
  /// - Returns: The action.
  /// - Throws: `CancellationError` if the effect or the calling task is cancelled, the store goes
  ///   away, or the child that the effect belongs to disappears. Also where the actions were
  ///   translated in one direction only, by ``Effect/map(_:)`` or a lift with `outputAction`; debug
  ///   builds say so.
  @discardableResult
  public func next(
    _ isMatch: @escaping @MainActor (Action) -> Bool
  ) async throws(CancellationError) -> Action {
    try await wait(isForActions: true) { action in
      if let action, isMatch(action) { action } else { nil }
    }
  }

  /// Looks at the state as it is and then after each commit, until there is a value.
  @MainActor
  private func wait<Value: Sendable>(
    isForActions: Bool = false, _ look: @escaping @MainActor (Action?) -> Value?
  ) async throws(CancellationError) -> Value {
    if isCancelled { throw CancellationError() }
    let awaited = Awaited<Value?>()
    let follower = CommitFollower<Action>(of: sender.token, isForActions: isForActions) { action in
      guard let value = look(action) else { return false }
      awaited.settle(value)
      return true
    } onEnd: {
      awaited.settle(nil)
    }
    let number = port.follow(follower)
    let value = await awaited.settled(orOnCancel: nil)
    if let number { port.unfollow(number) }
    guard let value else { throw CancellationError() }
    return value
  }
}

/// Looks at the store after each commit until it has seen what it waits for.
@MainActor
@usableFromInline
final class CommitFollower<Action> {
  /// Its place in the order of calls: 0 while it is not among those that are called.
  // Exclusive: a number of the main actor's; to read or write it calls nothing.
  @exclusivity(unchecked) var number: UInt64 = 0
  /// The effect that waits; nil for a `perform` of the store itself.
  private let token: EffectToken?
  /// Whether it waits for an action, and not only for a state.
  let isForActions: Bool
  /// Is given the action of a commit, or nil where there is none; tells whether it has seen enough.
  let look: (Action?) -> Bool
  /// Hears that there is nothing more to see.
  let onEnd: () -> Void

  init(
    of token: EffectToken?, isForActions: Bool, look: @escaping (Action?) -> Bool,
    onEnd: @escaping () -> Void
  ) {
    self.token = token
    self.isForActions = isForActions
    self.look = look
    self.onEnd = onEnd
  }

  var isCancelled: Bool { token?.isCancelled == true }

  /// A follower of the larger actions, which passes this one the actions that are its own.
  func translated<Whole>(extract: (@MainActor (Whole) -> Action?)?) -> CommitFollower<Whole> {
    CommitFollower<Whole>(of: token, isForActions: isForActions) { whole in
      self.look(whole.flatMap { extract?($0) })
    } onEnd: {
      self.onEnd()
    }
  }
}

/// A report of a ``Send`` that was used after its effect had ended.
@usableFromInline
struct LateSend: CustomStringConvertible {
  /// What it did, and what became of that.
  let event: String

  /// Reports an action, once for each place that sends and in debug builds.
  @usableFromInline
  static func report<Action>(_ dispatched: DispatchedAction<Action>) {
    let source = dispatched.source
    Diagnostics.report(
      LateSend(
        event: """
          \(source): an effect that had ended sent \(dispatched.action). The action was \
          dispatched, but no cancellation can stop it and `finish()` has not waited for it.
          """), oncePer: "LateSend \(source.fileID):\(source.line)")
  }

  /// Reports an effect, once and in debug builds.
  static func reportStart() {
    Diagnostics.report(
      LateSend(event: "an effect that had ended called `send.start`. Nothing was started."),
      oncePer: "LateSend.start")
  }

  @usableFromInline var description: String {
    """
    Millrace: \(event) Probably a task or a callback keeps the `send` of a closure that has \
    returned. Let the closure wait for it (`await`, a task group), or take `.promise` or `.listen` \
    for what calls back. This is reported once per place.
    """
  }
}
