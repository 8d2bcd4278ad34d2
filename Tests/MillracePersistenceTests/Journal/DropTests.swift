// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillracePersistence

struct DropTests {
  @Test func itIsListedBesideUpcasts() {
    @UpcastBuilder func upcasts() -> [Upcast] {
      Upcast("rename", from: 1)
      Drop("blinked", before: 3)
    }
    #expect(upcasts().count == 2)
  }

  @Test func itIsAskedAtTheFirstVersionAndAfterEachUpcastBeforeItsOwn() {
    let upcasts = [
      Drop("blinked", before: 500).upcast, Upcast("a", from: 7), Upcast("b", from: 499),
      Upcast("c", from: 7), Upcast("d", from: 900), Upcast("e", from: 1_000),
    ]
    #expect(Upcast.steps(of: upcasts, from: 1, to: 1_000) == [1, 7, 8, 499, 900])
    #expect(Upcast.steps(of: upcasts, from: 499, to: 499) == [])
    #expect(Upcast.steps(of: Array(upcasts[1...]), from: 1, to: .max) == [7, 499, 900, 1_000])
    #expect(Upcast.steps(of: [Drop("a", before: .max).upcast], from: .min, to: .max) == [.min])
  }
}
