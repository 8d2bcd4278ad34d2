// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Runs asynchronous work in a task that the store owns.
  ///
  /// Work that is isolated to the main actor, as in `.run { @MainActor send in … }`, starts on the
  /// main actor. It costs half as much as other work, for which the system wakes a thread.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; by default the priority of the code that dispatches.
  ///   - work: The work; `await send(action)` returns once the action is committed or rejected.
  /// - Returns: An effect that ends when the work returns.
  @inlinable
  public static func run(
    priority: TaskPriority? = nil,
    _ work: @escaping @isolated(any) @Sendable (Send<Action>) async -> Void
  ) -> Effect {
    Effect(operation: .run(.function(work), priority: priority?.rawValue), kind: .run)
  }

  /// Runs asynchronous work that may throw, in a task that the store owns.
  ///
  /// ```swift
  /// .run { send in
  ///   try await send.until { now.isReady }
  ///   await send(.loaded(try await api.load()))
  /// } catch: { error, send in
  ///   await send(.failed("\(error)"))
  /// }
  /// ```
  ///
  /// In this example `now` is the reader of ``Feature/reading(_:)``.
  ///
  /// An error ends the effect. The actions that it sent before stay committed. An error that
  /// nothing catches is reported to the probes of the store
  /// (``StoreProbe/failEffect(_:with:from:)``). Debug builds print it, once per source location.
  /// A `CancellationError` is not reported. The errors of an effect that was cancelled are neither
  /// handled nor reported.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; by default the priority of the code that dispatches.
  ///   - fileID: The file that a report names.
  ///   - function: The function that a report names.
  ///   - line: The line that a report names.
  ///   - work: The work; `await send(action)` returns once the action is committed or rejected. The
  ///     work runs on the main actor if it is isolated to the main actor.
  ///   - handler: Called with the error, in the same task; it can send actions.
  /// - Returns: An effect that ends when the work returns or, if the work throws, when the handler
  ///   returns.
  public static func run(
    priority: TaskPriority? = nil, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @isolated(any) @Sendable (Send<Action>) async throws -> Void,
    catch handler: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) -> Effect {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    if work.isolation is MainActor {
      return .run(priority: priority) { @MainActor send in
        await attempt(work, send, from: source, catch: handler)
      }
    }
    return .run(priority: priority) { send in
      await attempt(work, send, from: source, catch: handler)
    }
  }

  /// Runs work that can throw, and then the handler for its error.
  ///
  /// The work and the handler run where their own isolation requires. This function runs on the
  /// caller's actor, so work of the same actor starts without a switch.
  private static func attempt(
    _ work: @isolated(any) @Sendable (Send<Action>) async throws -> Void, _ send: Send<Action>,
    from source: ActionSource, catch handler: (@Sendable (any Error, Send<Action>) async -> Void)?,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    do {
      try await work(send)
    } catch {
      if send.isCancelled { return }
      guard let handler else { return send.fail(error, from: source) }
      await handler(error, send)
    }
  }
}

extension Send {
  /// Sends the action that the handler makes from an error, or reports the error if there is no
  /// handler.
  fileprivate func handle(
    _ error: any Error, from source: ActionSource, as handler: (@Sendable (any Error) -> Action)?
  ) async {
    if isCancelled { return }
    guard let handler else { return fail(error, from: source) }
    await deliver(DispatchedAction(handler(error), source: source))
  }
}

/// An error that an effect threw and nothing caught.
@usableFromInline
struct UncaughtError: Sendable, CustomStringConvertible {
  let source: ActionSource
  let error: any Error

  /// Creates the value; debug builds print it, once per source location.
  ///
  /// - Returns: The value, or nil for a `CancellationError`, which is not reported.
  init?(reporting error: any Error, from source: ActionSource) {
    if error is CancellationError { return nil }
    self.source = source
    self.error = error
    #if DEBUG
      let place = "UncaughtError \(source.fileID):\(source.line)"
      if Diagnostics.recordFirst(place) { Diagnostics.log(self) }
    #endif
  }

  @usableFromInline var description: String {
    """
    Millrace: \(source): an effect threw \(Diagnostics.clause(error)), and nothing catches it. \
    The effect has ended. The actions that it sent before are committed, and no action reports the \
    error. Send an action in the `catch:` of a `run`, `task`, `stream`, `listen` or `promise`, or \
    use `try?` if the error can be ignored. This is reported once per source location.
    """
  }
}

extension Effect {
  /// Runs asynchronous work that ends with one action, or throws.
  ///
  /// ```swift
  /// .task { .loaded(await cache.load()) }
  /// .task { .loaded(try await api.load()) } catch: { .failed("\($0)") }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file, for the source of the action.
  ///   - function: The function, for the source of the action.
  ///   - line: The line, for the source of the action.
  ///   - work: The work; it runs in its own task.
  ///   - handler: Makes an action from an error. It is not called if the effect was cancelled.
  ///     Without a handler an error ends the effect and is reported in the same way as an error of
  ///     a `run`.
  /// - Returns: An effect that ends with its action.
  public static func task(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @Sendable () async throws -> Action,
    catch handler: (@Sendable (any Error) -> Action)? = nil
  ) -> Effect {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return .run { send in
      do {
        // The last step of the task: if more code followed, the task would first switch back to
        // the executor on which it ran before.
        await send.deliver(DispatchedAction(try await work(), source: source))
      } catch {
        await send.handle(error, from: source, as: handler)
      }
    }
  }

  /// Runs work that sends nothing.
  ///
  /// ```swift
  /// .fireAndForget { await analytics.track("opened") }
  /// ```
  ///
  /// An error is reported in the same way as an error of a `run` that nothing catches.
  ///
  /// - Parameters:
  ///   - fileID: The file that a report names.
  ///   - function: The function that a report names.
  ///   - line: The line that a report names.
  ///   - work: The work; it runs in its own task.
  /// - Returns: An effect that ends when the work returns or throws.
  public static func fireAndForget(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @Sendable () async throws -> Void
  ) -> Effect {
    .run(fileID: fileID, function: function, line: line) { _ in try await work() }
  }
}

extension Effect {
  /// Sends an action at regular intervals on the store's clock, until it is cancelled.
  ///
  /// ```swift
  /// .timer(every: .seconds(1)) { .tick }.cancellable(id: "timer")
  /// ```
  ///
  /// The first action is sent after one interval. The times are multiples of the interval, counted
  /// from the time at which the task of the effect begins: a late action does not delay the later
  /// ones. If the program was suspended for several intervals, one action is sent for all of them.
  ///
  /// - Parameters:
  ///   - interval: The time between two actions; it must be greater than zero.
  ///   - tolerance: The time by which an action may be late, so that the system can save energy.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - action: Makes an action.
  /// - Returns: An effect that does not end by itself.
  public static func timer(
    every interval: Duration, tolerance: Duration? = nil, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line,
    _ action: @escaping @Sendable () -> Action
  ) -> Effect {
    if interval <= .zero {
      fatalError(
        "Millrace: \(fileID):\(line): a timer every \(interval). The interval must be positive.")
    }
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return .run { @MainActor send in
      await send.tick(on: send.clock, every: interval, tolerance: tolerance) {
        DispatchedAction(action(), source: source)
      }
    }
  }
}

extension Send {
  /// Sends an action at each multiple of an interval.
  @MainActor
  fileprivate func tick<Time: Clock<Duration>>(
    on clock: Time, every interval: Duration, tolerance: Duration?,
    _ action: () -> DispatchedAction<Action>
  ) async {
    var next = clock.now.advanced(by: interval)
    while (try? await clock.sleep(until: next, tolerance: tolerance)) != nil, !isCancelled {
      await deliver(action())
      // Bounded, because the quotient of a tiny interval does not fit into an `Int`.
      let missed = min(next.duration(to: clock.now) / interval, 1e9)
      next = next.advanced(by: interval * (1 + Int(missed)))
    }
  }
}

extension Effect {
  /// Sends an action for each element of a sequence.
  ///
  /// Each action is committed before the next element is requested, unless a turn was cut for
  /// ``Store/chainLimit``. Therefore a fast sequence cannot run ahead of the store. A cancelled
  /// effect ends with the next element at the latest, even if the sequence does not support
  /// cancellation.
  ///
  /// ```swift
  /// .stream(locations.updates()) { .moved(to: $0) }.cancellable(id: LocationID())
  /// ```
  ///
  /// - Parameters:
  ///   - sequence: The elements; the sequence can throw.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - transform: Returns the action for an element, or nil to send no action for it.
  ///   - handler: Makes the last action from an error. It is not called if the effect was
  ///     cancelled. Without a handler an error ends the effect and is reported in the same way as
  ///     an error of a `run`.
  /// - Returns: An effect that ends with the sequence.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Elements.Element) -> Action?,
    catch handler: (@Sendable (any Error) -> Action)? = nil
  ) -> Effect {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return .run { send in
      do {
        for try await element in sequence {
          if send.isCancelled { return }
          if let action = transform(element) {
            await send.deliver(DispatchedAction(action, source: source))
          }
        }
      } catch {
        await send.handle(error, from: source, as: handler)
      }
    }
  }

  /// Sends the elements of a sequence of actions; ends with the sequence.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> Effect where Elements.Element == Action, Elements.Failure == Never {
    stream(sequence, fileID: fileID, function: function, line: line) { $0 }
  }

  /// Starts an effect for each element of a sequence.
  ///
  /// Each effect has started before the next element is requested, unless a turn was cut for
  /// ``Store/chainLimit``. Therefore a fast sequence cannot run ahead of the store. The effects run
  /// concurrently.
  ///
  /// ```swift
  /// .forEach(store.updates(on: \.query)) { query in
  ///   .task { .found(await api.search(query)) }.debounce(id: SearchID(), for: .seconds(0.3))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - sequence: The elements.
  ///   - effect: Makes the effect for an element.
  /// - Returns: An effect that ends when the sequence and all the effects have ended.
  public static func forEach<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements, _ effect: @escaping @Sendable (Elements.Element) -> Effect
  ) -> Effect where Elements.Failure == Never {
    .run { send in
      for await element in sequence {
        if send.isCancelled { return }
        send.start(effect(element))
        // A read comes after everything that was sent before it. So the effect has started when
        // the read returns.
        do { try await send.read {} } catch { return }
      }
    }
  }
}

extension Effect {
  /// Runs the effect without the program's store, for tests of a middleware or a feature.
  ///
  /// The effect runs in a small store without a state. This store lives until the effect has ended
  /// and no closure retains the effect's `send`. Nothing outside of the effect cancels it, its ids
  /// are not shared with other effects, and delays take real time. The actions that it sends are
  /// committed in the small store: `send.next` gets these actions, and `send.until` checks its
  /// condition after each of them.
  ///
  /// If a closure that retains the `send` starts another effect after the end of this effect, the
  /// release of the closure can cancel that other effect.
  ///
  /// - Parameter output: Receives the actions of the effect. The actions that the effect sends
  ///   synchronously have been sent when this function returns.
  @MainActor
  public func runDetached(_ output: Send<Action>) {
    let run = DetachedRun(output)
    // The translation retains the store, and each `send` of the effect retains the translation.
    let translation = ActionTranslation<Action, Action>(
      toWhole: { action in withExtendedLifetime(run) { action } }, toPart: { $0 })
    let receipt = run.store.addEffect(translated(translation))
    run.store.engine.runPendingJobs()
    Task {
      await receipt.finish()
      withExtendedLifetime(run) {}
    }
  }
}

/// A store that runs one effect and passes on the actions that the effect sends.
@MainActor
private final class DetachedRun<Action: Sendable> {
  let store = Store<Void, Action>(initialState: (), reducer: .identity)

  init(_ output: Send<Action>) {
    store.chainLimit = .max
    store.engine.add(ActionObserver<Void, Action>(actions: { output.post($0) }))
  }

  deinit {
    // A closure can send actions just before it is released, also during a turn of this store. The
    // task retains the store until all of them have run; a drain would run only a part of them.
    Task { @MainActor [store] in store.engine.runPendingJobs() }
  }
}
