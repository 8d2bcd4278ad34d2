// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// Unavailable: if a reducer is passed as a feature, the compiler prints the message.
  @available(*, unavailable, message: "This is a reducer: write 'reducer:' instead of 'feature:'.")
  public convenience init(
    initialState: State, feature: Reducer<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      initialState: initialState, reducer: feature, middleware: middleware, clock: clock)
  }

  /// Unavailable: if a feature is passed as a reducer, the compiler prints the message.
  @available(*, unavailable, message: "This is a feature: write 'feature:' instead of 'reducer:'.")
  public convenience init(
    initialState: State, reducer: Feature<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      initialState: initialState, feature: reducer, middleware: middleware, clock: clock)
  }

  /// Unavailable: if a middleware that sends no actions is passed alone, the compiler prints the
  /// message.
  @available(
    *, unavailable,
    message: "This middleware sends no actions: write 'ComposedMiddleware { logger }' around it."
  )
  public convenience init(
    initialState: State, feature: some FeatureType<State, Action>,
    middleware: any Middleware<Action, Never, State>,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(initialState: initialState, feature: feature.feature, clock: clock)
  }

  /// Unavailable: if a middleware that sends no actions is passed alone, the compiler prints the
  /// message.
  @available(
    *, unavailable,
    message: "This middleware sends no actions: write 'ComposedMiddleware { logger }' around it."
  )
  public convenience init(
    initialState: State, reducer: Reducer<State, Action>,
    middleware: any Middleware<Action, Never, State>,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(initialState: initialState, reducer: reducer, clock: clock)
  }

  /// Unavailable: if a function is passed as a reducer, the compiler prints the message.
  @available(
    *, unavailable,
    message: "Write the type around the function: reducer: Reducer { state, action in ... }."
  )
  public convenience init(
    initialState: State, reducer: (inout State, Action) -> Void
  ) {
    fatalError()
  }

  /// Unavailable: if a feature is passed in a closure, the compiler prints the message.
  @available(
    *, unavailable,
    message: "Pass it without a closure: write 'feature: counter', or 'reducer: counter'."
  )
  public convenience init(
    initialState: State, feature: () -> some FeatureType<State, Action>
  ) {
    fatalError()
  }
}
