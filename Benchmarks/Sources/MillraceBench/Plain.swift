// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The baseline: a plain class with a state and a stored closure that changes it.
final class Plain<State, Action> {
  var state: State
  private let reduce: (inout State, Action) -> Void

  init(_ state: State, _ reduce: @escaping (inout State, Action) -> Void) {
    self.state = state
    self.reduce = reduce
  }

  func dispatch(_ action: Action) {
    reduce(&state, action)
  }
}

// One dispatch is one call that is not inlined, in our code and in the baseline. If it were inlined
// into the loop, the compiler could move a part of the work out of the loop, for example the
// exclusivity check of the plain class. In a real program each dispatch has to do this work.

@MainActor @inline(never)
func send<State, Action>(_ action: Action, to store: Store<State, Action>) {
  store.dispatch(action)
}

@inline(never)
func send<State, Action>(_ action: Action, to model: Plain<State, Action>) {
  model.dispatch(action)
}

/// The number and the sum of the values that observers get.
///
/// With them the calls of the observers can be checked, and are not optimized away.
final class Tally {
  private(set) var calls = 0
  private(set) var sum = 0

  func record(_ value: Int) {
    calls += 1
    sum &+= value
  }
}

/// Counts from zero up to a limit, again and again.
///
/// Each repeat continues where the last one ended.
struct Cycle {
  private let limit: Int
  private var position = -1

  init(_ limit: Int) {
    self.limit = limit
  }

  mutating func next() -> Int {
    position += 1
    if position == limit { position = 0 }
    return position
  }
}
