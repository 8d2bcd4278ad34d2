// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The actions on the counter.
public enum CounterAction: Sendable {
  case increment, decrement
}

/// The counter.
public let counter = Feature<Int, CounterAction> { count, action in
  switch action {
  case .increment: count += 1
  case .decrement: count -= 1
  }
  return .none
}
