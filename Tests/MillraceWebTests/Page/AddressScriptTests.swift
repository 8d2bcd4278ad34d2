// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct AddressScriptTests {
  @Test func itRunsBeforeTheScriptThatUsesIt() throws {
    let scripts = Asset.scripts
    let own = try #require(scripts.firstIndex(of: .address))
    #expect(own < (try #require(scripts.firstIndex(of: .script))))
    #expect(PageScript.text.contains("millraceAddress."))
  }
}
