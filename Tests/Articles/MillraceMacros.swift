// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceMacros.md needs; see bin/support/articles.py.

// block 1

struct AppState: Sendable {
  var counter = 0
}

enum CounterAction: Sendable {
  case increment
}

let counter = Feature<Int, CounterAction> { count, action in
  count += 1
  return .none
}
