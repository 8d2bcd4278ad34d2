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

// One dispatch is one call, ours and the baseline's. Inlined into a loop that does nothing else, a
// part of the work would be done once for all rounds: the check of the plain class, for one, that
// no other code has access to the state. No two dispatches of a program can share that.

@MainActor @inline(never)
func send<State, Action>(_ action: Action, to store: Store<State, Action>) {
  store.dispatch(action)
}

@inline(never)
func send<State, Action>(_ action: Action, to model: Plain<State, Action>) {
  model.dispatch(action)
}

/// What observers tell, so that their calls can be counted and not be optimized away.
final class Tally {
  private(set) var calls = 0
  private(set) var sum = 0

  func hear(_ value: Int) {
    calls += 1
    sum &+= value
  }
}

/// Takes a value that is not needed further.
@inline(never)
func consume<Value>(_ value: Value) {}

/// Counts from zero to a limit and begins again; goes on where the last repeat ended.
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
