// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Feature {
  /// Makes of a state what a store would make of it: one that the reducer refuses to leave stays.
  ///
  /// - Returns: What the reducer threw.
  func step(_ state: inout State, _ action: Action) -> (any Error)? {
    var next = state
    do { try self(&next, action) } catch { return error }
    state = next
    return nil
  }
}
