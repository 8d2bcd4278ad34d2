// SPDX-License-Identifier: Apache-2.0

extension Send {
  /// Reads on the store's actor, as long as the effect that sends has not been cancelled.
  ///
  /// It sees everything that was sent before the call.
  ///
  /// ```swift
  /// let query = try await send.read { state.query }
  /// ```
  ///
  /// - Parameter body: Reads what it needs, with the ``StateReader`` of the middleware.
  /// - Returns: What `body` returns.
  /// - Throws: `CancellationError` if the effect was cancelled, the store is gone, or the child
  ///   that the effect belongs to has disappeared; then `body` is not called.
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
  /// - Throws: `CancellationError` if the effect is cancelled, the store goes away, or the child
  ///   that the effect belongs to disappears.
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
  /// - Throws: `CancellationError` if the effect is cancelled, the store goes away, or the child
  ///   that the effect belongs to disappears. Also where the actions were translated in one
  ///   direction only, by ``Effect/map(_:)`` or a lift with `outputAction`; debug builds say so.
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
    let wait = CommitWait<Value>()
    let follower = CommitFollower<Action>(isForActions: isForActions) { [token] action in
      if token?.isCancelled == true {
        wait.end(nil)
      } else if let value = look(action) {
        wait.end(value)
      } else {
        return false
      }
      return true
    } onEnd: {
      wait.end(nil)
    }
    let number = port.follow(follower)
    let value = await wait.value
    if let number { port.unfollow(number) }
    guard let value else { throw CancellationError() }
    return value
  }
}

/// Looks at the store after each commit until it has seen what it waits for.
@MainActor
@usableFromInline
final class CommitFollower<Action> {
  /// Its place in the order of calls: 0 before it is added and once it is removed.
  // Exclusive: a number of the main actor's; to read or write it calls nothing.
  @exclusivity(unchecked) var number: UInt64 = 0
  /// Whether actions must reach it, or commits alone will do.
  let isForActions: Bool
  /// Is given the action of a commit, or nil where there is none; tells whether it has seen enough.
  let look: (Action?) -> Bool
  /// Hears that there is nothing more to see.
  let onEnd: () -> Void

  init(
    isForActions: Bool, look: @escaping (Action?) -> Bool, onEnd: @escaping () -> Void
  ) {
    self.isForActions = isForActions
    self.look = look
    self.onEnd = onEnd
  }

  /// A follower of larger actions that shows this one its own.
  func translated<Whole>(
    back: (@MainActor (Whole) -> Action?)?, isOpen: @escaping @Sendable () -> Bool
  ) -> CommitFollower<Whole> {
    CommitFollower<Whole>(isForActions: isForActions) { whole in
      guard isOpen() else {
        self.onEnd()
        return true
      }
      return self.look(whole.flatMap { back?($0) })
    } onEnd: {
      self.onEnd()
    }
  }
}

/// One value that a task waits for; nil when it ends without one.
private final class CommitWait<Value: Sendable>: Sendable {
  private enum Phase {
    case open
    case waiting(CheckedContinuation<Value?, Never>)
    case ended(Value?)
  }

  private let phase = Guarded(Phase.open)

  /// The value, when there is one, or nil when the task that waits is cancelled before.
  var value: Value? {
    get async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let ended = phase.withLock { phase -> Value?? in
            if case .ended(let value) = phase { return .some(value) }
            phase = .waiting(continuation)
            return nil
          }
          if let ended { continuation.resume(returning: ended) }
        }
      } onCancel: {
        end(nil)
      }
    }
  }

  /// Ends the wait; further calls do nothing.
  func end(_ value: Value?) {
    let waiter = phase.withLock { phase -> CheckedContinuation<Value?, Never>? in
      switch phase {
      case .open:
        phase = .ended(value)
        return nil
      case .waiting(let continuation):
        phase = .ended(value)
        return continuation
      case .ended: return nil
      }
    }
    waiter?.resume(returning: value)
  }
}
