// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A pair of functions: one changes the state, the other only starts effects.
///
/// Shape: `(inout State, MutatingAction) -> Effect?` and `(State, EffectAction) -> Effect`. The
/// type of the second function guarantees that an effect action cannot change the state.
///
/// ```swift
/// let signUp = StateReducer<SignUp, SignUpAction, SignUpEffect> { state, action in
///   switch action {
///   case .updateUsername(let name): state.username = name
///   case .signedUp(let user): state.user = user
///   }
///   return nil
/// } effect: { state, action in
///   switch action {
///   case .signUp: .run { send in await send(.mutating(.signedUp(await api.signUp(state)))) }
///   }
/// }
/// let store = Store(initialState: SignUp(), reducer: signUp)
/// ```
///
/// Effects run after the commit. In code that does not need the API of StateStore, write a
/// `Feature`.
///
/// The idea comes from Ilya Belenkiy's StateStore.
public struct StateReducer<State, MutatingAction: Sendable, EffectAction: Sendable>: Sendable {
  /// The actions of a store that runs this reducer.
  public typealias Action = StoreAction<MutatingAction, EffectAction>
  /// The effects that both functions return.
  public typealias Effect = Millrace.Effect<Action>

  /// Changes the state in place; can return an effect.
  public let run: @Sendable (inout State, MutatingAction) -> Effect?
  /// Returns the effect of an effect action.
  public let effect: @Sendable (State, EffectAction) -> Effect

  /// Creates a reducer of two functions.
  ///
  /// - Parameters:
  ///   - run: Changes the state in place; returns an effect to start after the commit, or nil.
  ///   - effect: Returns the effect of an effect action.
  public init(
    run: @escaping @Sendable (inout State, MutatingAction) -> Effect?,
    effect: @escaping @Sendable (State, EffectAction) -> Effect
  ) {
    self.run = run
    self.effect = effect
  }
}

extension StateReducer where EffectAction == Never {
  /// Creates a reducer without effect actions.
  ///
  /// - Parameter run: Changes the state in place; returns an effect to start after the commit, or
  ///   nil.
  public init(_ run: @escaping @Sendable (inout State, MutatingAction) -> Effect?) {
    self.init(run: run, effect: Self.noEffect)
  }

  @Sendable private static func noEffect<Ignored>(_ state: State, _ action: Ignored) -> Effect {
    .none
  }
}

extension StateReducer: FeatureType {
  /// This reducer as a feature, which can be composed and lifted.
  ///
  /// In a composition or a lift, an effect action counts as a commit like any other action:
  /// observers of every commit are called, and selectors without inputs are computed.
  @inlinable public var feature: Feature<State, Action> {
    Feature { [run, effect] state, action in
      switch action {
      case .mutating(let action): run(&state, action) ?? .none
      case .effect(let action): effect(state, action)
      case .noAction: .none
      }
    }
    .leavingState { if case .mutating = $0 { false } else { true } }
  }
}

extension Store {
  /// Creates a store with a reducer for mutating actions and effect actions.
  ///
  /// An effect action does not change the state: no selector is compared or computed, and no
  /// observer of the state is called. Middleware and transition streams get every action.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: The reducer.
  ///   - middleware: The middleware. It handles actions before the reducer, and its effects start
  ///     before those of the reducer.
  ///   - clock: The clock of the effects; a test passes a clock that it advances.
  @inlinable
  public convenience init<MutatingAction, EffectAction>(
    initialState: State, reducer: StateReducer<State, MutatingAction, EffectAction>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    clock: any Clock<Duration> = ContinuousClock()
  ) where Action == StoreAction<MutatingAction, EffectAction> {
    self.init(
      initialState: initialState, feature: reducer.feature, middleware: middleware, clock: clock)
  }
}
