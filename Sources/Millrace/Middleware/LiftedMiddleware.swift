// SPDX-License-Identifier: Apache-2.0

/// A middleware as part of a larger world: made by `lift`.
public struct LiftedMiddleware<Base: Middleware, InputAction, OutputAction: Sendable, State>:
  Middleware
{
  @usableFromInline let base: Base
  @usableFromInline let input: (InputAction) -> Base.InputAction?
  @usableFromInline let output: @Sendable (Base.OutputAction) -> OutputAction
  @usableFromInline let state: (State) -> Base.State

  @inlinable
  init(
    _ base: Base, input: @escaping (InputAction) -> Base.InputAction?,
    output: @escaping @Sendable (Base.OutputAction) -> OutputAction,
    state: @escaping (State) -> Base.State
  ) {
    self.base = base
    self.input = input
    self.output = output
    self.state = state
  }

  /// Lets the part handle the action if it is meant; otherwise there is nothing to do.
  @inlinable
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> IO<OutputAction> {
    guard let local = input(action) else { return .pure() }
    return base.handle(local, from: source, state: state.map(self.state)).map(output)
  }

  /// Tells the part of the rejection if it was meant.
  @inlinable
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    guard let local = input(action) else { return }
    base.didReject(local, from: source, error: error)
  }

  /// The part's probes, which hear of the whole store.
  public var probes: [any StoreProbe] { base.probes }
}
