// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

extension DependentEffect {
  /// Sends what a publisher publishes, which is made from the dependencies; ends with it.
  ///
  /// ```swift
  /// EffectMiddleware<AppAction, AppAction, AppState, API>.onAction { action, _, _ in
  ///   guard case .search(let text) = action else { return .none }
  ///   return .publisher { $0.dependencies.search(text).map { .found($0) } }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - make: Makes the publisher, after the commit.
  /// - Returns: An effect that ends with the publisher.
  public static func publisher<Actions: Publisher>(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ make: @escaping (EffectContext<Dependencies>) -> Actions
  ) -> DependentEffect where Actions.Output == Action, Actions.Failure == Never {
    effect { .publisher(make($0), fileID: fileID, function: function, line: line) }
  }

  /// Sends what a publisher publishes; it takes the place of the running ones with an equal token.
  ///
  /// - Parameters:
  ///   - token: A cancel id of the store.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - make: Makes the publisher, after the commit.
  /// - Returns: An effect that ends with the publisher.
  public static func publisher<Actions: Publisher>(
    token: some Hashable & Sendable, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line,
    _ make: @escaping (EffectContext<Dependencies>) -> Actions
  ) -> DependentEffect where Actions.Output == Action, Actions.Failure == Never {
    effect(token: token) { .publisher(make($0), fileID: fileID, function: function, line: line) }
  }

  /// Sends what a publisher publishes, and one last action if it fails.
  ///
  /// - Parameters:
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - make: Makes the publisher, after the commit.
  ///   - handler: Makes an action of the error.
  /// - Returns: An effect that ends with the publisher.
  public static func publisher<Actions: Publisher>(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ make: @escaping (EffectContext<Dependencies>) -> Actions,
    catch handler: @escaping @Sendable (Actions.Failure) -> Action
  ) -> DependentEffect where Actions.Output == Action {
    effect {
      .publisher(make($0), fileID: fileID, function: function, line: line, catch: handler)
    }
  }

  /// Sends what a publisher publishes, and one last action if it fails; it takes the place of the
  /// running ones with an equal token.
  ///
  /// - Parameters:
  ///   - token: A cancel id of the store.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - make: Makes the publisher, after the commit.
  ///   - handler: Makes an action of the error.
  /// - Returns: An effect that ends with the publisher.
  public static func publisher<Actions: Publisher>(
    token: some Hashable & Sendable, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line,
    _ make: @escaping (EffectContext<Dependencies>) -> Actions,
    catch handler: @escaping @Sendable (Actions.Failure) -> Action
  ) -> DependentEffect where Actions.Output == Action {
    effect(token: token) {
      .publisher(make($0), fileID: fileID, function: function, line: line, catch: handler)
    }
  }
}
