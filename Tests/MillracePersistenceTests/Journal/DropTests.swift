// SPDX-License-Identifier: Apache-2.0

import MillracePersistence
import Testing

struct DropTests {
  @Test func itIsListedBesideUpcasts() {
    @UpcastBuilder func upcasts() -> [Upcast] {
      Upcast("rename", from: 1)
      Drop("blinked", before: 3)
    }
    #expect(upcasts().count == 2)
  }
}
