// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestStorePerformTests {
  @Test func stepsAndMethodsAreMixed() async {
    let typing: [Step<Search, SearchAction>] = [
      .send(.type("s")) { $0.text = "s" }, .advance(by: .milliseconds(300)),
    ]
    let store = TestStore.search()
    await store.perform(typing)
    await store.receive(\.search) { $0.isSearching = true }
    await store.perform {
      Receive(\.found).expect {
        $0.isSearching = false
        $0.hits = ["s", "s"]
      }
    }
    #expect(store.state.hits == ["s", "s"])
    await store.finish()
  }

  @Test func theStoreIsNotFinished() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.perform { Send(.tick) }
      #expect(store.store.runningEffects.contains { $0.work == .delay })
      await store.perform { Send(.stop) }
      await store.finish()
    }
    #expect(reports.texts == [])
  }
}
