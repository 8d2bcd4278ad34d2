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
  /// - Returns: An effect that ends with its action.
  public static func task(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ work: @escaping @Sendable () async throws -> Action,
    catch handler: @escaping @Sendable (any Error) -> Action
  ) -> Effect {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return .run { send in
      do {
        await send.deliver(DispatchedAction(try await work(), source: source))
      } catch {
        if send.isCancelled { return }
        await send.deliver(DispatchedAction(handler(error), source: source))
      }
    }
  }

  /// Runs work that sends nothing.
  ///
  /// ```swift
  /// .fireAndForget { await analytics.track("opened") }
  /// ```
  public static func fireAndForget(_ work: @escaping @Sendable () async -> Void) -> Effect {
    .run { _ in await work() }
  }
}
