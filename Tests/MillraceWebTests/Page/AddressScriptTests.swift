// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct AddressScriptTests {
  @Test func thePageScriptUsesIt() {
    #expect(PageScript.text.contains("millraceAddress."))
  }
}
