// SPDX-License-Identifier: Apache-2.0
// A method that the state does not have.

import Millrace

let one = Reducer<CounterState, CounterAction> { state, action in
  // error: value of type 'CounterState' has no member 'bump'
  state.bump()
}
let two = Reducer<CounterState, CounterAction> { state, action in
  switch action {
  case .increment: state.count += 1
  // error: value of type 'CounterState' has no member 'put'
  case .set(let count): state.put(count)
  }
}
let three = Reducer<CounterState, CounterAction> { state, action in
  // error: value of type 'CounterState' has no member 'cont'
  if state.cont > 3 { state.count = 0 }
}
