// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The condition under which a store calls its observers, for `Store.notifyObservers(when:)`.
///
/// Observers of values are meant. Observers of actions and of transitions are always called.
///
/// ```swift
/// Store(initialState: App(), reducer: app, middleware: api, emitsValue: .whenDifferent)
/// ```
///
/// The condition affects only notifications and `StateEffects`. If it is false, the store of
/// SwiftRex also drops the new state; this store keeps it. With every condition except ``always``,
/// the store also holds the state of the last notification: the next write to one of its
/// collections copies that collection.
public struct EmitsValue<State>: Sendable {
  @usableFromInline let rule: (@Sendable (State, State) -> Bool)?

  /// Calls the observers after every commit; for a batch once, at its end.
  public static var always: EmitsValue { EmitsValue(rule: nil) }

  /// Never calls the observers.
  public static var never: EmitsValue { .when { _, _ in false } }

  /// Calls the observers after a commit for which a function returns true.
  ///
  /// - Parameter rule: Gets the state of the last notification and the new state.
  /// - Returns: A condition that calls the function.
  public static func when(_ rule: @escaping @Sendable (State, State) -> Bool) -> EmitsValue {
    EmitsValue(rule: rule)
  }
}

extension EmitsValue where State: Equatable & SendableMetatype {
  /// Calls the observers if the state differs from the state of the last notification.
  ///
  /// Complexity: one comparison of whole states per commit.
  public static var whenDifferent: EmitsValue { .when { !($0 == $1) } }
}

extension Store {
  /// Creates a store with a condition for calling its observers.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: A reducer, a feature, or a `StateReducer`.
  ///   - middleware: The middleware, which handles actions before the reducer.
  ///   - emitsValue: The condition for calling the observers after a commit.
  ///   - clock: The clock of the effects; a test passes a clock that it advances.
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
