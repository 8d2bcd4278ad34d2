// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Runs asynchronous work in a task that the store owns.
  ///
  /// Work of the main actor, as `.run { @MainActor send in … }`, starts there and costs half of
  /// what other work does, for which the system wakes a thread.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; by default that of the place that dispatches.
  ///   - work: The work; `await send(action)` returns once the action is committed.
  /// - Returns: An effect that ends when the work returns.
  @inlinable
  public static func run(
    priority: TaskPriority? = nil,
    _ work: @escaping @isolated(any) @Sendable (Send<Action>) async -> Void
  ) -> Effect {
    Effect(operation: .run(.function(work), priority: priority?.rawValue))
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
  /// An error ends the effect. What it sent before stays committed. An error that nothing catches
  /// is told to the probes of the store (``StoreProbe/failEffect(_:with:from:)``), and debug builds
  /// print it, once for each place; a `CancellationError` is none. The errors of an effect that was
  /// cancelled are neither handled nor reported.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; by default that of the place that dispatches.
  ///   - fileID: The file that a report names.
  ///   - function: The function that a report names.
  ///   - line: The line that a report names.
  ///   - work: The work; `await send(action)` returns once the action is committed. It runs on the
  ///     main actor if it is the main actor's.
  ///   - handler: Is given the error, and may send. It runs in the same task.
  /// - Returns: An effect that ends when the work returns, or the handler if the work throws.
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

  /// Does work that may throw, on the actor of its caller.
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
  /// Sends the action that a handler makes of an error, or reports the error if there is none.
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

  /// Reports an error, once for each place and in debug builds.
  ///
  /// - Returns: The error; nil for a cancellation, which is none.
  init?(reporting error: any Error, from source: ActionSource) {
    if error is CancellationError { return nil }
    self.source = source
    self.error = error
    #if DEBUG
      let place = "UncaughtError \(source.fileID):\(source.line)"
      if Diagnostics.isNew(place) { Diagnostics.log(self) }
    #endif
  }

  @usableFromInline var description: String {
    """
    Millrace: \(source): an effect threw \(error), and nothing catches it. The effect has ended \
    there; what it sent before is committed, and no action reports the error. Add `catch:` \
    to the effect and send an action, or use `try?` where a failure means nothing. This is \
    reported once for each place.
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
  ///   - work: The work; it runs in a task of its own.
  ///   - handler: Makes an action of an error. It is not asked about an effect that was cancelled.
  ///     Without it an error ends the effect and is reported as that of a `run`.
  /// - Returns: An effect that ends with its action.
  public static func task(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @Sendable () async throws -> Action,
    catch handler: (@Sendable (any Error) -> Action)? = nil
  ) -> Effect {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return .run { send in
      do {
        // The last step: a task that does more would first go back to where it came from.
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
  /// An error is reported, as one of a `run` that nothing catches.
  ///
  /// - Parameters:
  ///   - fileID: The file that a report names.
  ///   - function: The function that a report names.
  ///   - line: The line that a report names.
  ///   - work: The work; it runs in a task of its own.
  /// - Returns: An effect that ends with the work.
  public static func fireAndForget(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @Sendable () async throws -> Void
  ) -> Effect {
    .run(fileID: fileID, function: function, line: line) { _ in try await work() }
  }
}

extension Effect {
  /// Sends an action for each element of a sequence; ends with the sequence.
  ///
  /// Each action is committed before the next element is asked for, so that a fast sequence cannot
  /// run ahead of the store. Once cancelled, the effect ends with the next element at the latest,
  /// also where the sequence does not heed cancellation.
  ///
  /// ```swift
  /// .stream(locations.updates()) { .moved(to: $0) }.cancellable(id: LocationID())
  /// ```
  ///
  /// - Parameters:
  ///   - sequence: The elements; it may throw.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - transform: Turns an element into an action, or nil to leave it out.
  ///   - handler: Turns an error into the last action. It is not asked about an effect that was
  ///     cancelled. Without it an error ends the effect and is reported as that of a `run`.
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

  /// Starts an effect for each element of a sequence; ends when the sequence and all of them have.
  ///
  /// Each effect has started before the next element is asked for, so that a fast sequence cannot
  /// run ahead of the store, unless a turn was cut for ``Store/chainLimit``. The effects themselves
  /// run side by side.
  ///
  /// ```swift
  /// .forEach(store.updates(on: \.query)) { query in
  ///   .task { .found(await api.search(query)) }.debounce(id: SearchID(), for: .seconds(0.3))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - sequence: The elements.
  ///   - effect: Makes an effect of an element.
  /// - Returns: An effect that ends with the sequence and what it started.
  public static func forEach<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements, _ effect: @escaping @Sendable (Elements.Element) -> Effect
  ) -> Effect where Elements.Failure == Never {
    .run { send in
      for await element in sequence {
        if send.isCancelled { return }
        send.start(effect(element))
        // A read sees what was sent before it, so that the effect has started then.
        do { try await send.read {} } catch { return }
      }
    }
  }
}

extension Effect {
  /// Whether the effect does all its work when it starts, whatever else runs.
  ///
  /// A concatenation does not: each part waits until what came before it is committed.
  var isSynchronous: Bool {
    switch operation {
    case .none, .just, .sequence, .perform, .cancel: true
    case .run, .listen, .sleep, .deferred: false
    case .merge(let effects): effects.allSatisfy(\.isSynchronous)
    case .concatenate(let effects): effects.count < 2 && effects.allSatisfy(\.isSynchronous)
    case .cancellable(let effect, _, let policy): policy != .serial && effect.isSynchronous
    case .throttle(let effect, _, _, let latest): !latest && effect.isSynchronous
    case .within(_, _, let effect): effect.isSynchronous
    }
  }

  /// Runs the effect on its own, as a test of a middleware or a feature does.
  ///
  /// It runs in a small store without a state, as long as it has not ended or a closure keeps its
  /// `send`; what that starts after the end lasts no longer than the closure. Nothing outside of
  /// the effect cancels it, its ids mean it alone, and delays take real time. What it sends is
  /// committed there: `send.next` and `send.until` wait for that.
  ///
  /// - Parameter output: Takes what the effect sends. What it sends at once has been sent when this
  ///   returns.
  @MainActor
  public func runDetached(_ output: Send<Action>) {
    let run = DetachedRun(output)
    // What sends later holds the store.
    let translation = ActionTranslation<Action, Action>(
      toWhole: { action in withExtendedLifetime(run) { action } }, toPart: { $0 })
    let receipt = run.store.addEffect(translated(translation))
    run.store.engine.drain()
    Task {
      await receipt.finish()
      withExtendedLifetime(run) {}
    }
  }
}

/// A store that runs one effect and passes on what it sends.
@MainActor
private final class DetachedRun<Action: Sendable> {
  let store = Store<Void, Action>(initialState: (), reducer: .identity)

  init(_ output: Send<Action>) {
    store.chainLimit = .max
    store.engine.add(ActionObserver<Void, Action>(actions: { output.post($0) }))
  }

  deinit {
    // A closure may have sent something just before it was let go of, in a turn of this store too.
    Task { @MainActor [store] in store.engine.drain() }
  }
}
