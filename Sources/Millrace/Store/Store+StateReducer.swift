// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// Creates a store that runs a reducer of mutating and of effect actions.
  ///
  /// An effect action leaves the state as it is: nothing is compared, computed or called for it.
  /// Middleware and transition streams see it as they see every action.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: How mutating actions change it, and what effect actions start.
  ///   - emitsValue: Which commits observers are told of; all by default.
  ///   - clock: Tells effects the time.
  public convenience init<MutatingAction, EffectAction>(
    initialState: State, reducer: StateReducer<State, MutatingAction, EffectAction>,
    emitsValue: EmitsValue<State> = .always, clock: any Clock<Duration> = ContinuousClock()
  ) where Action == StoreAction<MutatingAction, EffectAction> {
    self.init(
      initialState: initialState, feature: reducer.feature, emitsValue: emitsValue, clock: clock)
  }

  /// Creates a store that runs a reducer of mutating and of effect actions, with middleware.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: How mutating actions change it, and what effect actions start.
  ///   - middleware: Sees actions first; its effects start before those of the reducer.
  ///   - emitsValue: Which commits observers are told of; all by default.
  ///   - clock: Tells effects the time; tests give one that they move by hand.
  public convenience init<MutatingAction, EffectAction>(
    initialState: State, reducer: StateReducer<State, MutatingAction, EffectAction>,
    middleware: some Middleware<Action, Action, State>, emitsValue: EmitsValue<State> = .always,
    clock: any Clock<Duration> = ContinuousClock()
  ) where Action == StoreAction<MutatingAction, EffectAction> {
    self.init(
      initialState: initialState, feature: reducer.feature, middleware: middleware,
      emitsValue: emitsValue, clock: clock)
  }
}
