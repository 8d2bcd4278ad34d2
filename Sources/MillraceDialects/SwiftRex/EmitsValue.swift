// SPDX-License-Identifier: Apache-2.0

import Millrace

/// When a store calls its observers: a rule for `Store.notifyObservers(when:)`.
///
/// ```swift
/// Store(initialState: App(), reducer: app, middleware: api, emitsValue: .whenDifferent)
/// ```
///
/// The rule gates notifications only. The store of SwiftRex drops the mutation too; here it stays.
public struct EmitsValue<State>: Sendable {
  @usableFromInline let rule: (@Sendable (State, State) -> Bool)?

  /// After every commit.
  public static var always: EmitsValue { EmitsValue(rule: nil) }

  /// After no commit.
  public static var never: EmitsValue { .when { _, _ in false } }

  /// When a rule says so.
  ///
  /// - Parameter rule: Gets the state of the last notification and the new one.
  /// - Returns: A rule that asks a function.
  public static func when(_ rule: @escaping @Sendable (State, State) -> Bool) -> EmitsValue {
    EmitsValue(rule: rule)
  }
}

extension EmitsValue where State: Equatable & SendableMetatype {
  /// When the state differs from that of the last notification.
  ///
  /// Complexity: one comparison of whole states per commit.
  public static var whenDifferent: EmitsValue { .when { !($0 == $1) } }
}

extension Store {
  /// Creates a store that calls its observers as a rule says.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: What actions change: a reducer, a feature, or a `StateReducer`.
  ///   - middleware: Sees actions first and starts effects.
  ///   - emitsValue: After which commits observers are called.
  ///   - clock: The clock of the effects; a test passes one that it advances.
  @inlinable
  public convenience init(
    initialState: State, reducer: some FeatureType<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    emitsValue: EmitsValue<State>, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      initialState: initialState, feature: reducer.feature, middleware: middleware, clock: clock)
    notifyObservers(when: emitsValue.rule)
  }
}
