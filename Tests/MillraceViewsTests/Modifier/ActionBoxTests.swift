// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct ActionBoxTests {
  @Test func itRunsItsActionAndThenTheOuterOne() {
    var lines: [Int] = []
    let outer = ActionBox { lines.append(2) }
    let box = ActionBox(outer: outer) { lines.append(0) }
    box.action = { lines.append(1) }
    box.run()
    #expect(lines == [1, 2])
  }
}
