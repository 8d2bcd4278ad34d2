// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Reducer where State == CounterState, Action == CounterAction {
  /// How actions change the counter.
  ///
  /// At the largest and smallest `Int` it does not change further.
  public static var counter: Reducer {
    Reducer { state, action in
      switch action {
      case .increment: if state.count < .max { state.count += 1 }
      case .decrement: if state.count > .min { state.count -= 1 }
      }
    }
  }
}
