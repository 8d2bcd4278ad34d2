// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceLink

@MainActor @Suite struct MonitoredStoreTests {
  /// Counts how often a store requests a frame.
  @MainActor private final class Count {
    var count = 0

    func store(answering isHeard: Bool) -> MonitoredStore {
      let store = MonitoredStore(id: 1, name: "Store")
      store.onChange = { _ in
        self.count += 1
        return isHeard
      }
      return store
    }
  }

  @Test func aFrameIsAskedForOnceAndAgainAfterItWasShown() {
    let asked = Count()
    let store = asked.store(answering: true)
    for _ in 0..<10 { store.noteChange() }
    #expect(asked.count == 1)
    store.showFrame()
    #expect(store.revision == 1)
    store.noteChange()
    #expect(asked.count == 2)
  }

  @Test func whatNoPageHearsOfIsToldAgain() {
    let asked = Count()
    let store = asked.store(answering: false)
    for _ in 0..<3 { store.noteChange() }
    #expect(asked.count == 3)
  }

  @Test func theTimeOfAReadCountsUntilTheNextFrame() {
    let store = MonitoredStore(id: 1, name: "Store")
    #expect(store.timed { (0..<1_000).reduce(0, ^) } == 0)
    let time = store.readingTime
    #expect(time > .zero)
    store.timed {}
    #expect(store.readingTime >= time)
    store.showFrame()
    #expect(store.readingTime == .zero)
  }

  @Test func theTimeOfAnActionIsThatOfItsPhases() {
    #expect(
      ActionCost(handling: 1, reducing: 2, selecting: 3, notifying: 4, starting: 5).total == 15)
  }
}
