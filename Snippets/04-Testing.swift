// SPDX-License-Identifier: Apache-2.0

// A test describes the actions that are sent, the passing time, the actions that effects send, and
// the change of the state after each action. Here it runs outside of a test, and prints the message
// that a test would fail with.

import IssueReporting
import Millrace
import MillraceTesting

struct Tea: Equatable, Sendable {
  var isBrewing = false
  var cups = 0
}

enum TeaAction: Equatable, Sendable {
  case brew
  case done
}

let kettle = Feature<Tea, TeaAction> { tea, action in
  switch action {
  case .brew:
    tea.isBrewing = true
    return .just(.done).delay(for: .seconds(180))
  case .done:
    tea.isBrewing = false
    tea.cups += 1
    return .none
  }
}

// Prints instead of failing.
struct Printing: IssueReporter {
  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    print(message() ?? "")
  }
}

await withIssueReporters([Printing()]) {
  let store = TestStore(initialState: Tea(), feature: kettle)
  await store.send(.brew) { $0.isBrewing = true }
  await store.advance(by: .seconds(180))
  await store.receive(.done) {
    $0.isBrewing = false
    $0.cups = 1
  }
  await store.finish()
  print("one cup after three minutes")

  await store.send(.brew) { $0.isBrewing = true }
  await store.receive(.done)
  await store.skipInFlightEffects()
}

// Prints:
// one cup after three minutes
// Expected to receive `TeaAction.done`, but no action arrived.
//
//     These effects run:
//     - started by `TeaAction.brew`: it waits for its delay to end
//
// Probably: it is too early: a task sleeps on the clock for another 180.0 seconds.
//
// What to do: let time pass first: `await store.advance(by: .seconds(180))`.
