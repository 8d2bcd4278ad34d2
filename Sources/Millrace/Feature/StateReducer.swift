// SPDX-License-Identifier: Apache-2.0

/// A pair of functions: one changes the state, the other only starts effects.
///
/// Shape: `(inout State, MutatingAction) -> Effect?` and `(State, EffectAction) -> Effect`. That an
/// effect action cannot change the state is seen from the second function's type; observers of
/// the state are not called after such an action.
///
/// ```swift
/// let signUp = StateReducer<SignUp, SignUpAction, SignUpEffect> { state, action in
///   switch action {
///   case .updateUsername(let name): state.username = name
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
/// Effects run after the commit. Use a ``Reducer`` and a ``Middleware`` where these two grow apart.
///
/// The idea comes from Ilya Belenkiy's StateStore.
public struct StateReducer<State, MutatingAction: Sendable, EffectAction: Sendable>: Sendable {
  /// What a store that runs this reducer takes.
  public typealias Action = StoreAction<MutatingAction, EffectAction>
  /// What both functions may start.
  public typealias Effect = Millrace.Effect<Action>

  /// Changes the state in place; may start an effect.
  public let run: @Sendable (inout State, MutatingAction) -> Effect?
  /// Starts an effect.
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
  /// It as a feature, which can be composed and lifted.
  public var feature: Feature<State, Action> {
    Feature(
      step: .run(
        { [run, effect] state, action in
          switch action {
          case .mutating(let action): run(&state, action) ?? .none
          case .effect(let action): effect(state, action)
          case .noAction: .none
          }
        }, canThrow: false),
      leavesState: { if case .mutating = $0 { false } else { true } })
  }
}
