// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// What a listening effect sends with, and by which it ends; see
  /// ``Effect/listen(fileID:function:line:_:catch:)``.
  ///
  /// It may be used from any thread. The effect ends with ``finish()``, when it is cancelled, or
  /// when the listener is held no more.
  public final class Listener: Sendable {
    private let output: Send<Action>
    let life: ListenerLife
    /// The listener that this one translates for.
    private let base: (any Sendable)?

    /// Creates a listener from what takes its actions, for tests and for effects without a store.
    ///
    /// - Parameters:
    ///   - output: Takes the actions.
    ///   - onFinish: Hears that the effect has ended by itself.
    public convenience init(_ output: Send<Action>, onFinish: @escaping @Sendable () -> Void = {}) {
      self.init(output, life: ListenerLife(onFinish), base: nil)
    }

    private init(_ output: Send<Action>, life: ListenerLife, base: (any Sendable)?) {
      self.output = output
      self.life = life
      self.base = base
    }

    deinit {
      if base == nil { life.finish() }
    }

    /// Sends an action from any thread and does not wait for its commit, as
    /// ``Send/dispatch(_:fileID:function:line:info:)`` does.
    ///
    /// The order of each caller is kept.
    ///
    /// Complexity: O(1): one short lock, one job, and one task that keeps the task-local values.
    public func send(
      _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
      line: UInt = #line,
      info: String? = nil
    ) {
      send(DispatchedAction(action, fileID: fileID, function: function, line: line, info: info))
    }

    /// Sends an action and its source from any thread and does not wait for the commit.
    ///
    /// Complexity: O(1): one short lock, one job, and one task that keeps the task-local values.
    public func send(_ action: DispatchedAction<Action>) {
      if !life.isOver { output.post(action) }
    }

    /// Dispatches an action and its source on the store's actor and commits it before it returns,
    /// as a store's `dispatch` does.
    ///
    /// In the middle of a turn the action waits there, behind what was sent before it. On
    /// another thread use `send`.
    ///
    /// Complexity: that of a dispatch; O(1) if the store is busy.
    @MainActor
    public func dispatch(_ action: DispatchedAction<Action>) {
      if !life.isOver { output.receive(action) }
    }

    /// Sends the last action and ends the effect, unless it has ended.
    func end(with action: DispatchedAction<Action>) {
      life.finish { output.post(action) }
    }

    /// Says what ends the listening when the effect is cancelled, be it by its id or with its
    /// store.
    ///
    /// The closure is called once, on the store's actor, or at once if that has happened already.
    /// It is let go of when the effect ends.
    public func onCancel(_ body: @escaping @Sendable () -> Void) {
      life.onCancel(body)
    }

    /// Ends the effect, from any thread; further calls do nothing.
    public func finish() {
      life.finish()
    }

    /// Reports an error that nothing catches.
    fileprivate func fail(_ error: any Error, from source: ActionSource) {
      output.fail(error, from: source)
    }

    /// A listener of another effect's actions.
    func translated<Other: Sendable>(
      _ translate: (Send<Action>) -> Send<Other>
    ) -> Effect<Other>.Listener {
      // This listener lives as long as the other one: letting go of that ends both.
      Effect<Other>.Listener(translate(output), life: life, base: self)
    }
  }
}

/// Whether a listener is active, and what to call when it is cancelled.
@usableFromInline
final class ListenerLife: Sendable {
  private enum Phase {
    case listening(onCancel: [@Sendable () -> Void])
    case cancelled
    case finished
  }

  private let phase = Guarded(Phase.listening(onCancel: []))
  private let onFinish: @Sendable () -> Void

  init(_ onFinish: @escaping @Sendable () -> Void) {
    self.onFinish = onFinish
  }

  var isOver: Bool {
    phase.withLock { if case .listening = $0 { false } else { true } }
  }

  func onCancel(_ body: @escaping @Sendable () -> Void) {
    let isTooLate = phase.withLock { phase in
      switch phase {
      case .listening(let bodies): phase = .listening(onCancel: bodies + [body])
      case .cancelled: return true
      case .finished: break
      }
      return false
    }
    if isTooLate { body() }
  }

  func finish(_ last: () -> Void = {}) {
    guard end(.finished) != nil else { return }
    last()
    onFinish()
  }

  func cancel() {
    for body in end(.cancelled) ?? [] { body() }
  }

  /// Ends the listening.
  ///
  /// - Returns: What was to be done at a cancellation, or nil if it had ended before.
  private func end(_ next: Phase) -> [@Sendable () -> Void]? {
    phase.withLock { phase in
      guard case .listening(let bodies) = phase else { return nil }
      phase = next
      return bodies
    }
  }
}

extension Effect {
  /// Listens to something that calls back many times.
  ///
  /// The work is called on the store's actor, right after the commit, and connects the listener
  /// with what calls back. Cancelling the effect calls what it gave to
  /// ``Effect/Listener/onCancel(_:)``, before the call that cancels returns.
  ///
  /// ```swift
  /// .listen { listener in
  ///   let token = sensor.addHandler { listener.send(.measured($0)) }     // on any thread
  ///   listener.onCancel { sensor.removeHandler(token) }
  /// }
  /// ```
  ///
  /// What has an AsyncSequence is simpler as a `stream`.
  ///
  /// - Parameters:
  ///   - fileID: The file, for the source of an action about an error.
  ///   - function: The function, for the source of an action about an error.
  ///   - line: The line, for the source of an action about an error.
  ///   - work: Starts something and passes the listener on. What calls back holds it.
  ///   - handler: Makes the last action of an error that the work throws. Without it the error ends
  ///     the effect and is reported as that of a `run`.
  /// - Returns: An effect that ends when the listener is finished or released, or the effect is
  ///   cancelled.
  public static func listen(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @MainActor (Effect<Action>.Listener) throws -> Void,
    catch handler: (@Sendable (any Error) -> Action)? = nil
  ) -> Effect {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return Effect(
      operation: .listen { listener in
        do {
          try work(listener)
        } catch {
          if let handler {
            listener.end(with: DispatchedAction(handler(error), source: source))
          } else if !listener.life.isOver {
            listener.fail(error, from: source)
            listener.finish()
          }
        }
      })
  }
}
