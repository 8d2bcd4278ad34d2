// SPDX-License-Identifier: Apache-2.0

/// A middleware as part of a larger world: made by `lift`.
public struct LiftedMiddleware<Base: Middleware, InputAction, OutputAction: Sendable, State>:
  WrappingMiddleware
{
  @usableFromInline let base: Base
  @usableFromInline let input: (InputAction) -> Base.InputAction?
  @usableFromInline let output: ActionWay<Base.OutputAction, OutputAction>
  @usableFromInline let state: (State) -> Base.State
  /// Tells from the case of an action alone whether the part is meant; nil: it may always be.
  @usableFromInline let caseTest: CaseTest<InputAction>?
  @usableFromInline let traitsOfBase: Base.Traits
  /// Tells this lift from others, where it is that of a feature with children.
  @usableFromInline let place: ChildPlace?

  @inlinable
  init(
    _ base: Base, input: @escaping (InputAction) -> Base.InputAction?,
    output: @escaping @Sendable (Base.OutputAction) -> OutputAction,
    state: @escaping (State) -> Base.State,
    caseTest: CaseTest<InputAction>? = nil,
    back: (@MainActor (OutputAction) -> Base.OutputAction?)? = nil, place: ChildPlace? = nil
  ) {
    self.base = base
    self.input = input
    self.output = ActionWay(out: output, back: back ?? Self.wayBack(input))
    self.state = state
    self.caseTest = caseTest
    traitsOfBase = Base.Traits(of: base)
    self.place = place
  }

  /// Where a middleware sends what it sees, what finds the one finds the other.
  @usableFromInline
  static func wayBack(
    _ input: @escaping (InputAction) -> Base.InputAction?
  ) -> (@MainActor (OutputAction) -> Base.OutputAction?)? {
    guard InputAction.self == OutputAction.self, Base.InputAction.self == Base.OutputAction.self
    else { return nil }
    return { action in (action as? InputAction).flatMap(input) as? Base.OutputAction }
  }

  /// Lets the part handle the action if it is meant; otherwise there is nothing to do.
  @inlinable
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction> {
    guard let local = input(action) else { return .none }
    let effect = base.handle(local, from: source, state: state.map(self.state))
    return effect.isNone ? .none : effect.translated(output).lifted(to: place)
  }

  /// The part's traits in the larger world: it is told of rejections that it was meant by, and its
  /// probes hear of the whole store.
  public var traits: Traits {
    var afterCommit: (@MainActor (StateReader<State>) -> Void)?
    if let ofBase = traitsOfBase.afterCommit { afterCommit = { ofBase($0.map(state)) } }
    return Traits(
      didReject: { action, source, error in
        if let local = input(action) { traitsOfBase.didReject(local, source, error) }
      },
      afterCommit: afterCommit, probes: traitsOfBase.probes, caseTest: caseTest)
  }
}
