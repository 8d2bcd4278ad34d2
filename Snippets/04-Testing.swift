// SPDX-License-Identifier: Apache-2.0

// A test states which actions are sent, how much time passes, which actions come back from effects,
// and how the state changes. Here the test store runs in a program, which prints the failures.

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

// Prints a failure instead of failing a test.
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
