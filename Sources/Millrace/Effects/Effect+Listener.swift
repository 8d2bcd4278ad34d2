// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Sends the actions of a listening effect and ends the effect; see
  /// ``Effect/listen(fileID:function:line:_:catch:)``.
  ///
  /// A listener can be used from any thread. The effect ends when ``finish()`` is called, when the
  /// effect is cancelled, or when the last reference to the listener is released.
  public final class Listener: Sendable {
    private let output: Send<Action>
    let life: ListenerLife
    /// The listener that this one was translated from; nil if it was not translated.
    ///
    /// It is retained here because its release ends the effect.
    private let base: (any Sendable)?

    /// Creates a listener that sends to `output`, for tests and for effects without a store.
    ///
    /// - Parameters:
    ///   - output: Receives the actions.
    ///   - onFinish: Called when the effect has ended without a cancellation.
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
    /// The actions of one caller arrive in the order in which it sends them.
    ///
    /// Complexity: O(1): one short lock, one job, and one task that stores the task-local values.
    public func send(
      _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
      line: UInt = #line,
      info: String? = nil
    ) {
      send(DispatchedAction(action, fileID: fileID, function: function, line: line, info: info))
    }

    /// Sends an action and its source from any thread and does not wait for the commit.
    ///
    /// Complexity: O(1): one short lock, one job, and one task that stores the task-local values.
    public func send(_ action: DispatchedAction<Action>) {
      if !life.isOver { output.post(action) }
    }

    /// Dispatches an action and its source on the store's actor and commits it before it returns,
    /// as a store's `dispatch` does.
    ///
    /// While a turn is running, the action is queued behind the actions that were sent before it.
    /// On other threads use `send`.
    ///
    /// Complexity: that of a dispatch; O(1) if the store is busy.
    @MainActor
    public func dispatch(_ action: DispatchedAction<Action>) {
      if !life.isOver { output.receive(action) }
    }

    /// Sends the last action and ends the effect; does nothing if the effect has ended.
    func end(with action: DispatchedAction<Action>) {
      life.finish { output.post(action) }
    }

    /// Adds a closure that is called when the effect is cancelled, also if its store ends.
    ///
    /// The closure is called once, on the store's actor. If the effect is cancelled already, the
    /// closure is called at once, on the caller's thread. It is released when the effect ends.
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

    /// Returns a listener for the effect that this listener's effect was translated from.
    ///
    /// Its release releases this listener too, which ends the effect.
    func translated<Other: Sendable>(
      _ translation: ActionTranslation<Other, Action>
    ) -> Effect<Other>.Listener {
      Effect<Other>.Listener(output.translated(translation), life: life, base: self)
    }
  }
}

/// The phase of a listener, and the closures to call when it is cancelled.
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

  /// Moves to the phase `next`, unless the listener has ended already.
  ///
  /// - Returns: The closures for a cancellation, or nil if the listener had ended before.
  private func end(_ next: Phase) -> [@Sendable () -> Void]? {
    phase.withLock { phase in
      guard case .listening(let bodies) = phase else { return nil }
      phase = next
      return bodies
    }
  }
}

extension Effect {
  /// Listens to an interface that calls back many times.
  ///
  /// The work is called on the store's actor when the effect starts, usually right after the
  /// commit. It registers callbacks that send with the listener. When the effect is cancelled, the
  /// closures that were passed to ``Effect/Listener/onCancel(_:)`` are called before the call that
  /// cancels returns.
  ///
  /// ```swift
  /// .listen { listener in
  ///   let token = sensor.addHandler { listener.send(.measured($0)) }     // on any thread
  ///   listener.onCancel { sensor.removeHandler(token) }
  /// }
  /// ```
  ///
  /// For an `AsyncSequence`, ``stream(_:fileID:function:line:_:catch:)`` is simpler.
  ///
  /// - Parameters:
  ///   - fileID: The file, for the source of an action about an error.
  ///   - function: The function, for the source of an action about an error.
  ///   - line: The line, for the source of an action about an error.
  ///   - work: Registers the callbacks. The callbacks retain the listener.
  ///   - handler: Makes the last action from an error that the work throws. It is not called if the
  ///     effect has ended. Without a handler the error ends the effect and is reported in the same
  ///     way as an error of a `run`.
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
          if listener.life.isOver { return }
          if let handler {
            return listener.end(with: DispatchedAction(handler(error), source: source))
          }
          listener.fail(error, from: source)
          listener.finish()
        }
      })
  }

  /// Waits for a callback that delivers one action.
  ///
  /// The work is called on the store's actor when the effect starts, usually right after the
  /// commit. It gets a completion function. If the completion is called before the work returns,
  /// its action runs in the same turn. The effect ends with the first call; further calls are
  /// ignored. The effect also ends when the completion is released without a call. After a
  /// cancellation a call is ignored.
  ///
  /// ```swift
  /// .promise { complete in
  ///   legacy.fetch { result in complete(.fetched(result)) }     // on any thread
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file, for the source of the action.
  ///   - function: The function, for the source of the action.
  ///   - line: The line, for the source of the action.
  ///   - work: Starts an operation that calls the completion function when it is done.
  ///   - handler: Makes an action from an error that the work throws. It is not called if the
  ///     effect has ended. Without a handler the error ends the effect and is reported in the same
  ///     way as an error of a `run`.
  /// - Returns: An effect that ends with the callback.
  public static func promise(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @MainActor (@escaping @Sendable (Action) -> Void) throws -> Void,
    catch handler: (@Sendable (any Error) -> Action)? = nil
  ) -> Effect {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return .listen(
      fileID: fileID, function: function, line: line,
      { listener in try work { listener.end(with: DispatchedAction($0, source: source)) } },
      catch: handler)
  }
}
