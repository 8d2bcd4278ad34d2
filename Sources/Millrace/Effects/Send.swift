// SPDX-License-Identifier: Apache-2.0

/// Sends actions from an effect back to the store.
///
/// It can be used from any thread. Actions that one thread or task sends arrive in the order in
/// which they are sent. A `Send` does not retain the store. After the effect was cancelled or the
/// store has ended, the actions that it sends are dropped. After any other end of the effect they
/// are dispatched, but no cancellation can stop them; debug builds report that, except for the
/// `Send` of an ``Effect/perform(_:)``. The actions of a `perform` in a child are dropped after the
/// child has disappeared.
///
/// A call of the `Send` itself, `await send(action)`, waits for the commit; `dispatch` does not.
public struct Send<Action: Sendable>: Sendable {
  /// The mailbox of the store; nil if there is a custom port.
  @usableFromInline let mailbox: Mailbox<Action>?
  /// A port that is not a mailbox, for example one that translates the actions.
  ///
  /// It is nil if there is a mailbox. Therefore a `Send` retains one port and not two.
  @usableFromInline let customPort: (any SendPort<Action>)?
  /// The identity of the effect for which it sends.
  @usableFromInline let sender: Sender

  @inlinable
  init(
    mailbox: Mailbox<Action>? = nil, customPort: (any SendPort<Action>)? = nil, sender: Sender
  ) {
    self.mailbox = mailbox
    self.customPort = customPort
    self.sender = sender
  }

  /// The port that receives the actions: the custom port, or the mailbox.
  @usableFromInline var port: any SendPort<Action> {
    guard let port: any SendPort<Action> = customPort ?? mailbox else {
      preconditionFailure("Millrace: a sender has neither a mailbox nor another port.")
    }
    return port
  }

  /// Creates a sender that calls a function for each action, for tests of middleware.
  ///
  /// An effect that ``start(_:)`` starts runs in a new task on the main actor. Therefore its
  /// actions come later than actions that are sent before this task runs. There are no commits, so
  /// ``until(_:)`` checks its condition once, and it throws if the condition is false; ``next(_:)``
  /// always throws.
  ///
  /// - Parameter post: Called with each action: on the main actor if the action is sent with
  ///   `await`, otherwise on the thread that sends it.
  public init(_ post: @escaping @Sendable (DispatchedAction<Action>) -> Void) {
    self.init(customPort: FunctionPort(post), sender: Sender(token: nil))
  }

  /// Sends an action and returns when the store has committed or rejected it.
  ///
  /// In two cases it returns before the commit. If the turn is cut for ``Store/chainLimit``, the
  /// action runs in a later turn. If a turn is running, as in a `Task.immediate` that an
  /// ``Effect/perform(_:)`` or an observer starts, the action is queued in that turn.
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
  /// An action that the closure of a `perform`, `promise` or `listen` sends before it returns runs
  /// with the task-local values of the action that started this effect. Any other action runs with
  /// the task-local values of the code that sends it.
  ///
  /// Complexity: O(1), without a lock. It allocates one job, and one task that stores the
  /// task-local values; before the closure of an ``Effect/perform(_:)`` returns, only the job.
  @inlinable
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) {
    post(DispatchedAction(action, fileID: fileID, function: function, line: line, info: info))
  }

  /// Sends an action on the main actor and returns after the commit, as the store's `dispatch`
  /// does.
  ///
  /// When it returns, the action is committed or rejected, and the observers have been called. It
  /// is for code that has to surround the commit, such as an animation. If a turn is running, as
  /// always in an ``Effect/perform(_:)``, or is cut for ``Store/chainLimit``, the action is
  /// committed later.
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

  /// Starts another effect as a part of this effect, after the actions that were sent before.
  ///
  /// A cancellation of this effect also cancels the part, and this effect ends after the part has
  /// ended. The effect that a `perform` starts is independent and not a part, because a `perform`
  /// has ended when its closure returns. After the end of any other effect nothing is started, and
  /// debug builds report that.
  ///
  /// Complexity: that of `dispatch`, and of the start.
  public func start(_ effect: Effect<Action>) {
    port.start(effect, from: sender)
  }

  /// Reports an error that nothing catches.
  func fail(_ error: any Error, from source: ActionSource) {
    guard let error = UncaughtError(reporting: error, from: source) else { return }
    port.fail(error, from: sender)
  }

  /// The clock of the store, for delays in effects: `try await send.clock.sleep(for:)`.
  ///
  /// Without a store it is a `ContinuousClock`.
  public var clock: any Clock<Duration> { port.clock }

  /// True if the effect, or the current task, was cancelled.
  public var isCancelled: Bool { Task.isCancelled || sender.token?.isCancelled == true }

  @inlinable
  func post(_ action: consuming DispatchedAction<Action>) {
    action.source.tag = sender.tag
    if let mailbox { mailbox.post(action, from: sender) } else { port.post(action, from: sender) }
  }

  /// Dispatches an action on the store's actor.
  @MainActor
  @inlinable
  func receive(_ action: consuming DispatchedAction<Action>) {
    action.source.tag = sender.tag
    if let mailbox {
      mailbox.receive(consume action, from: sender)
    } else {
      port.receive(consume action, from: sender)
    }
  }

  /// Dispatches an action and returns when it is committed.
  ///
  /// It consumes the action, so the caller has nothing to release after the call. For a release the
  /// task would switch back to the executor on which it ran before, which costs more than the
  /// dispatch.
  @MainActor
  @inlinable
  func deliver(_ action: consuming DispatchedAction<Action>) async {
    receive(action)
  }

  /// Returns a sender of other actions that translates the actions and the effects that it sends.
  ///
  /// An action without a translation is dropped.
  func translated<Other: Sendable>(
    _ translation: ActionTranslation<Other, Action>
  ) -> Send<Other> {
    Send<Other>(customPort: TranslatingPort(port, translation), sender: sender)
  }
}

extension Send {
  /// Calls a closure on the store's actor to read the state, unless the effect was cancelled.
  ///
  /// The actions that were sent before the call are committed when the closure is called, unless a
  /// turn is running or was cut for ``Store/chainLimit``.
  ///
  /// ```swift
  /// let query = try await send.read { state.query }
  /// ```
  ///
  /// - Parameter body: Reads the state with the ``StateReader`` of the middleware or feature.
  /// - Returns: The value that `body` returns.
  /// - Throws: `CancellationError` if the effect or the calling task was cancelled, the store has
  ///   ended, or the child that the effect belongs to has disappeared; then `body` is not called.
  public func read<Value: Sendable>(
    _ body: @escaping @MainActor () -> Value
  ) async throws(CancellationError) -> Value {
    try await wait { _ in body() }
  }

  /// Waits until a condition is true.
  ///
  /// The condition is checked now, and then after each commit until it is true.
  ///
  /// ```swift
  /// try await send.until { state.isReady }
  /// ```
  ///
  /// Complexity: one call of the condition per commit while it waits.
  ///
  /// - Parameter condition: Reads the state with the ``StateReader`` of the middleware or feature.
  /// - Throws: `CancellationError` if the effect or the calling task is cancelled, the store ends,
  ///   or the child that the effect belongs to disappears; without a store, if the condition is
  ///   false.
  public func until(
    _ condition: @escaping @MainActor () -> Bool
  ) async throws(CancellationError) {
    try await wait { _ in condition() ? () : nil }
  }

  /// Waits for the next action that matches, and returns when it is committed.
  ///
  /// Actions that were sent before the call do not count, unless a turn is running or was cut for
  /// ``Store/chainLimit``. Rejected actions do not count. If the effect's feature or middleware is
  /// lifted or belongs to a child, only its own actions are checked.
  ///
  /// ```swift
  /// let answer = try await send.next { if case .answered = $0 { true } else { false } }
  /// ```
  ///
  /// An observer can dispatch the answer while the question is being sent, and a `next` that is
  /// called after that does not return this answer. An `async let` before the question can begin
  /// too late as well. If that can happen, wait with ``until(_:)`` for a state that contains the
  /// answer.
  ///
  /// Complexity: one call of `isMatch` per commit while it waits.
  ///
  /// - Parameter isMatch: Returns true for the action.
  /// - Returns: The action.
  /// - Throws: `CancellationError` if the effect or the calling task is cancelled, the store ends,
  ///   or the child that the effect belongs to disappears, and always without a store. It is also
  ///   thrown if the actions were translated in one direction only: by ``Effect/map(_:)``, or by a
  ///   lift with `outputAction` if the middleware's input and output actions differ in type before
  ///   or after the lift. Debug builds report that.
  @discardableResult
  public func next(
    _ isMatch: @escaping @MainActor (Action) -> Bool
  ) async throws(CancellationError) -> Action {
    try await wait(isForActions: true) { action in
      if let action, isMatch(action) { action } else { nil }
    }
  }

  /// Waits at most for a duration on the clock of the store.
  ///
  /// ```swift
  /// let answer = try await send.within(.seconds(10)) {
  ///   try await send.next { $0 == .accepted || $0 == .declined }
  /// }
  /// ```
  ///
  /// When the time is over, the wait is cancelled, and this method returns after the wait has
  /// ended. So a wait that ignores its cancellation also delays the result.
  ///
  /// Complexity: two child tasks.
  ///
  /// - Parameters:
  ///   - duration: The longest time to wait.
  ///   - body: The wait, for example ``next(_:)``, ``until(_:)`` or a request.
  /// - Returns: The result of `body`, or nil if the time was over first. For a `body` without a
  ///   result, such as ``until(_:)``, compare the optional result with nil.
  /// - Throws: The error of `body`; its `CancellationError` if the effect or the calling task is
  ///   cancelled.
  public nonisolated(nonsending) func within<Value: Sendable>(
    _ duration: Duration, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    let clock = clock
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        do { try await clock.sleep(for: duration) } catch is CancellationError {}
        return nil
      }
      defer { group.cancelAll() }
      if let value = try await group.next() ?? nil { return value }
      // If the task was cancelled, the time is not over: `body` decides what that means.
      return Task.isCancelled ? try await group.next() ?? nil : nil
    }
  }

  /// Calls `look` at once, and again after each commit, until it returns a value.
  @MainActor
  private func wait<Value: Sendable>(
    isForActions: Bool = false, _ look: @escaping @MainActor (Action?) -> Value?
  ) async throws(CancellationError) -> Value {
    if Task.isCancelled || sender.token?.isOver == true { throw CancellationError() }
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

/// A function that is called after each commit until it returns true, for an effect that waits.
@MainActor
@usableFromInline
final class CommitFollower<Action> {
  /// Its number, which decides the order of calls; 0 while it is not called after commits.
  // Exclusive: the number is used on the main actor only; to read or write it calls no function.
  @exclusivity(unchecked) var number: UInt64 = 0
  /// The token of the ``Sender`` that waits, or nil if it has none.
  private let token: EffectToken?
  /// True if it waits for an action, and not only for a state.
  let isForActions: Bool
  /// Called with the action of a commit, or with nil if there is none; returns true if the wait is
  /// over.
  let look: (Action?) -> Bool
  /// Called if the wait ends without a result: the effect is cancelled, its child disappears, the
  /// store ends, there is no store, or its actions cannot be translated back.
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

  var isCancelled: Bool { token?.isOver == true }

  /// Returns a follower of the whole's actions that passes the actions of the part to this
  /// follower.
  func translated<Whole>(extract: (@MainActor (Whole) -> Action?)?) -> CommitFollower<Whole> {
    CommitFollower<Whole>(
      of: token, isForActions: isForActions,
      look: { [look] whole in look(whole.flatMap { extract?($0) }) }, onEnd: onEnd)
  }
}

/// The reports of a ``Send`` that was used after its effect had ended.
@usableFromInline
enum LateSend {
  /// Reports an action, in debug builds and once per source location that sends.
  @usableFromInline
  static func report<Action>(_ dispatched: DispatchedAction<Action>) {
    let source = dispatched.source
    report(
      """
      \(source): an effect that had ended sent \
      \(Diagnostics.line(of: dispatched.action)). The \
      action was dispatched, but no cancellation can stop it and `finish()` has not waited for \
      it.\(Diagnostics.once(" per source location"))
      """, ifFirst: " \(source.fileID):\(source.line)")
  }

  /// Reports a call of `send.start`, once and in debug builds.
  static func reportStart() {
    report(
      "an effect that had ended called `send.start`. Nothing was started.\(Diagnostics.once())",
      ifFirst: ".start")
  }

  private static func report(
    _ event: @autoclosure () -> String, ifFirst place: @autoclosure () -> String
  ) {
    Diagnostics.report(
      """
      Millrace: \(event()) Probably a task or a callback stores the `send` of a closure that has \
      returned. Let the closure wait for the task (`await`, a task group), or use `.promise` or \
      `.listen` for callbacks.
      """, ifFirst: Diagnostics.recordFirst("LateSend\(place())"))
  }
}
