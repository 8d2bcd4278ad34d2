// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Reducer {
  /// A reducer written with the action first: `(Action, inout State) -> Void`.
  @inlinable
  public static func reduce<Failure: Error>(
    _ reduce: @escaping @Sendable (Action, inout State) throws(Failure) -> Void
  ) -> Reducer {
    Reducer { state, action throws(Failure) in try reduce(action, &state) }
  }
}
