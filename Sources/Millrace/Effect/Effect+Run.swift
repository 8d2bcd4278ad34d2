// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Runs asynchronous work in a task that the store owns.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; by default that of the place that dispatches.
  ///   - work: The work; `await send(action)` returns once the action is committed.
  /// - Returns: An effect that ends when the work returns.
  @inlinable
  public static func run(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable (Send<Action>) async -> Void
  ) -> Effect {
    Effect(operation: .run(work, priority: priority?.rawValue))
  }

  /// Runs asynchronous work that may throw, in a task that the store owns.
  ///
  /// ```swift
  /// .run { send in
  ///   try await send.until { state.isReady }
  ///   await send(.loaded(try await api.load()))
  /// } catch: { error, send in
  ///   await send(.failed("\(error)"))
  /// }
  /// ```
  ///
  /// An error ends the effect. What it sent before stays committed. Debug builds report an error
  /// that nothing catches, once for each place, unless it is a `CancellationError`. The errors of
  /// an effect that was cancelled are neither handled nor reported.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; by default that of the place that dispatches.
  ///   - fileID: The file that a report names.
  ///   - function: The function that a report names.
  ///   - line: The line that a report names.
  ///   - work: The work; `await send(action)` returns once the action is committed.
  ///   - handler: Is given the error, and may send. It runs in the same task.
  /// - Returns: An effect that ends when the work returns, or the handler if the work throws.
  public static func run(
    priority: TaskPriority? = nil, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @Sendable (Send<Action>) async throws -> Void,
    catch handler: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) -> Effect {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return .run(priority: priority) { send in
      do {
        try await work(send)
      } catch {
        if send.isCancelled { return }
        guard let handler else { return UncaughtError.report(error, from: source) }
        await handler(error, send)
      }
    }
  }

  /// Runs asynchronous work that may throw and sends at most one action about its error.
  ///
  /// All kinds of effects that take an error to an action share this one.
  static func run(
    from source: ActionSource, _ work: @escaping @Sendable (Send<Action>) async throws -> Void,
    action handler: (@Sendable (any Error) -> Action)?
  ) -> Effect {
    .run { send in
      do {
        try await work(send)
      } catch {
        if send.isCancelled { return }
        guard let handler else { return UncaughtError.report(error, from: source) }
        await send.deliver(DispatchedAction(handler(error), source: source))
      }
    }
  }
}

/// A report of an error that an effect threw and nothing caught.
struct UncaughtError: CustomStringConvertible {
  let source: ActionSource
  let error: any Error

  /// Reports an error, once for each place and in debug builds; the end of an effect is no error.
  static func report(_ error: any Error, from source: ActionSource) {
    if error is CancellationError { return }
    Diagnostics.report(
      UncaughtError(source: source, error: error),
      oncePer: "UncaughtError \(source.fileID):\(source.line)")
  }

  var description: String {
    """
    Millrace: \(source): an effect threw \(error), and nothing catches it. The effect has ended \
    there; what it sent before is committed, and no action tells of the error. Probably a `try` \
    was written without a plan for its failure. Add `catch:` to the effect and send an action, \
    or use `try?` where a failure means nothing. This is said once for each place.
    """
  }
}
