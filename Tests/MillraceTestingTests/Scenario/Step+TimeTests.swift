// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StepTimeTests {
  @Test func timePassesByAStep() async {
    await scenario(
      initialState: Search(), feature: Search.reducer.feature,
      middleware: Search.middleware { [$0] }
    ) {
      Send(.tick)
      Advance(by: .seconds(60))
      for _ in 0..<60 { Receive(\.tick) }
      Send(.stop)
    }
  }

  @Test func timePassesUntilNoTaskSleeps() async {
    await scenario(
      initialState: Search(), feature: Search.reducer.feature,
      middleware: Search.middleware { [$0] },
      steps: [
        .send(.type("s")) { $0.text = "s" },
        .run(),
        .receive(\.search) { $0.isSearching = true },
        .receive(\.found) {
          $0.isSearching = false
          $0.hits = ["s"]
        },
      ])
  }

  @Test func aTimerWithoutAnEndFailsAtTheStep() async {
    let line: UInt = #line + 4
    let reports = await Reports.of {
      let store = TestStore.search()
      store.exhaustivity = .off
      await store.perform([.send(.tick), .run()])
      await store.perform([.send(.stop)])
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(reports.texts.first?.hasPrefix("Expected the last sleep to end") == true)
  }
}
