// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Feature {
  /// Runs the reducer as a store does: the state is unchanged if the reducer throws.
  ///
  /// - Returns: The error that the reducer threw, or nil.
  func step(_ state: inout State, _ action: Action) -> (any Error)? {
    var next = state
    do { try self(&next, action) } catch { return error }
    state = next
    return nil
  }
}
