// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct LineScriptTests {
  @Test func itRunsBeforeTheScriptThatUsesIt() throws {
    let scripts = Asset.scripts
    let own = try #require(scripts.firstIndex(of: .line))
    #expect(own < (try #require(scripts.firstIndex(of: .script))))
    #expect(PageScript.text.contains("millraceLine."))
  }
}
