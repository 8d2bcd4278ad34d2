// SPDX-License-Identifier: Apache-2.0

/// The middleware that does nothing; composing with it changes nothing.
nonisolated public struct IdentityMiddleware<InputAction, OutputAction: Sendable, State>: Middleware
{
  /// Creates a middleware that does nothing.
  public init() {}

  /// Returns no work.
  @MainActor
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction> { .none }
}
