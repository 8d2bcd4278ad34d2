// SPDX-License-Identifier: Apache-2.0

/// A middleware as part of a larger world: made by `lift`.
public struct LiftedMiddleware<Base: Middleware, InputAction, OutputAction: Sendable, State>:
  Middleware
{
  @usableFromInline let base: Base
  @usableFromInline let input: (InputAction) -> Base.InputAction?
  @usableFromInline let output: @Sendable (Base.OutputAction) -> OutputAction
  @usableFromInline let state: (State) -> Base.State
  /// Tells from the case of an action alone whether the part is meant; nil: it may always be.
  @usableFromInline let isCase: (@Sendable (InputAction) -> Bool)?
  /// Tells this lift from others, where the part has children.
  @usableFromInline let place: LiftPlace?

  @inlinable
  init(
    _ base: Base, input: @escaping (InputAction) -> Base.InputAction?,
    output: @escaping @Sendable (Base.OutputAction) -> OutputAction,
    state: @escaping (State) -> Base.State,
    isCase: (@Sendable (InputAction) -> Bool)? = nil
  ) {
    self.base = base
    self.input = input
    self.output = output
    self.state = state
    self.isCase = isCase
    place = base.afterCommit == nil ? nil : LiftPlace()
  }

  /// Lets the part handle the action if it is meant; otherwise there is nothing to do.
  @inlinable
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> IO<OutputAction> {
    guard let local = input(action) else { return .pure() }
    let io = base.handle(local, from: source, state: part(of: state))
    return io.isPure ? .pure() : io.map(output)
  }

  /// Tells the part of the rejection if it was meant.
  @inlinable
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    guard let local = input(action) else { return }
    base.didReject(local, from: source, error: error)
  }

  /// The part's probes, which hear of the whole store.
  public var probes: [any StoreProbe] { base.probes }

  /// What the part wants after each commit.
  public var afterCommit: (@MainActor (StateReader<State>) -> Effect<OutputAction>)? {
    guard let afterCommit = base.afterCommit else { return nil }
    return { afterCommit(part(of: $0)).map(output) }
  }

  @inlinable
  func part(of whole: StateReader<State>) -> StateReader<Base.State> {
    guard let place else { return whole.map(state) }
    return StateReader(path: ChildPath(whole.path, ObjectIdentifier(place))) { [state] in
      state(whole())
    }
  }
}

/// What may be routed by the case of its actions.
@usableFromInline
protocol CaseRouted<InputAction> {
  associatedtype InputAction
  var isCase: (@Sendable (InputAction) -> Bool)? { get }
}

extension LiftedMiddleware: CaseRouted {}
extension AnyMiddleware: CaseRouted {}

extension Middleware {
  /// Tells from the case of an action alone whether it may concern this middleware; nil: it may
  /// always.
  @usableFromInline var routedCase: (@Sendable (InputAction) -> Bool)? {
    (self as? any CaseRouted<InputAction>)?.isCase
  }
}
