// SPDX-License-Identifier: Apache-2.0

import CounterData
import CounterUI
import Millrace
import MillraceUI
import MillraceViews
import Testing

@MainActor
@Suite struct CounterContentTests {
  @Test func itShowsTheValueAndFollowsTheStore() {
    let store = Store(initialState: CounterState(count: 7), reducer: .counter)
    let host = ViewHost(Provider(\.counterStore, store) { CounterContent() })
    #expect(host.html().contains("Value: 7"))
    #expect(host.html().contains("Increment"))
    #expect(host.html().contains("Decrement"))
    #expect(host.title == "Counter")
    store.dispatch(.decrement)
    let patches = host.flush()
    #expect(patches.count == 1)
    guard case .setText(_, "Value: 6")? = patches.first else {
      Issue.record("expected one changed text, got \(patches)")
      return
    }
  }
}
