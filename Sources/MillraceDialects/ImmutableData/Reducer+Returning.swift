// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Reducer {
  /// Creates a reducer from a function that returns the next state, or throws.
  ///
  /// Shape: `(State, Action) throws -> State`, as in ImmutableData and Redux. The state is copied
  /// for every action; prefer the form with `inout` for large states. If the function throws, the
  /// action is rejected and the state is unchanged.
  @inlinable
  public static func returning<Failure: Error>(
    _ next: @escaping @Sendable (State, Action) throws(Failure) -> State
  ) -> Reducer {
    Reducer { state, action throws(Failure) in state = try next(state, action) }
  }
}
