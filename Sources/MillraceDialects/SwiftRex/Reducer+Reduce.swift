// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Reducer {
  /// Creates a reducer from a function whose first parameter is the action.
  ///
  /// Shape: `(Action, inout State) throws -> Void`.
  @inlinable
  public static func reduce<Failure: Error>(
    _ reduce: @escaping @Sendable (Action, inout State) throws(Failure) -> Void
  ) -> Reducer {
    Reducer { state, action throws(Failure) in try reduce(action, &state) }
  }
}
