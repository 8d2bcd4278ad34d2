// SPDX-License-Identifier: Apache-2.0
// Expect: warning: call to main actor-isolated instance method 'tick()' in a synchronous nonisolate
// Flags: AS_IN_XCODE_5

// An extension without `nonisolated`, in Swift 5 mode with the settings of a new app in Xcode. Its
// method is isolated although the type is not. In Swift 6 mode the message is an error.

import Millrace

nonisolated struct TimerState: Sendable { var seconds = 0 }
extension TimerState {
  mutating func tick() { seconds += 1 }
}
nonisolated enum TimerAction: Sendable { case tick }

let timer = Reducer<TimerState, TimerAction> { state, _ in state.tick() }
