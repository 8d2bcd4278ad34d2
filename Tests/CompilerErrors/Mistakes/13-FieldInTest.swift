// SPDX-License-Identifier: Apache-2.0
// A misspelled property in the expected changes of a test.

import Millrace
import MillraceTesting

enum StepAction: Equatable, Sendable { case step }

@MainActor
func test(_ store: TestStore<CounterState, StepAction>) async {
  // error: value of type 'CounterState' has no member 'cuont'
  await store.send(.step) { $0.cuont = 1 }
  // error: value of type 'CounterState' has no member 'cuont'
  await store.receive(.step) { $0.cuont = 1 }
}
