// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Runs asynchronous work that ends with one action.
  ///
  /// ```swift
  /// .task { .loaded(await api.load()) }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file, for the source of the action.
  ///   - function: The function, for the source of the action.
  ///   - line: The line, for the source of the action.
  ///   - work: The work; it runs in a task of its own.
  /// - Returns: An effect that ends with its action.
  public static func task(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @Sendable () async -> Action
  ) -> Effect {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return .run { send in await send.deliver(DispatchedAction(await work(), source: source)) }
  }

  /// Runs asynchronous work that ends with one action or throws.
  ///
  /// ```swift
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
    return .run(
      from: source, { await $0.deliver(DispatchedAction(try await work(), source: source)) },
      action: handler)
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
    .run(
      from: ActionSource(fileID: fileID, function: function, line: line),
      { _ in try await work() }, action: nil)
  }
}
