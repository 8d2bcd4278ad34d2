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
  public convenience init<MutatingAction, EffectAction>(
    initialState: State, reducer: StateReducer<State, MutatingAction, EffectAction>
  ) where Action == StoreAction<MutatingAction, EffectAction> {
    self.init(
      initialState: initialState, reducer: reducer,
      middleware: IdentityMiddleware<Action, Action, State>())
  }

  /// Creates a store that runs a reducer of mutating and of effect actions, with middleware.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: How mutating actions change it, and what effect actions start.
  ///   - middleware: Sees actions first; its effects start before those of the reducer.
  public convenience init<MutatingAction, EffectAction>(
    initialState: State, reducer: StateReducer<State, MutatingAction, EffectAction>,
    middleware: some Middleware<Action, Action, State>
  ) where Action == StoreAction<MutatingAction, EffectAction> {
    let (plain, effects) = reducer.parts()
    self.init(initialState: initialState, reducer: plain, middleware: middleware <> effects)
  }
}
