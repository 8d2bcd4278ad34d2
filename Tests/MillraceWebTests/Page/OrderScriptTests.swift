// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct OrderScriptTests {
  @Test func itIsShort() {
    #expect(OrderScript.text.split(separator: "\n").count < 60)
  }

  /// The script of gestures prevents the browser's drag of a row where a view has its own drag.
  @Test func itRunsAfterTheScriptOfGestures() throws {
    let order = Asset.scripts
    let gestures = try #require(order.firstIndex(of: .gestures))
    #expect(try #require(order.firstIndex(of: .order)) > gestures)
  }
}
