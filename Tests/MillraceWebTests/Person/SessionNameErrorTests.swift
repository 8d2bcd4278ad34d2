// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct SessionNameErrorTests {
  @Test func theMessageIsOneLineThatSaysWhatToDo() {
    let message = SessionNameError(name: "millrace-x\n").description
    #expect(message.hasPrefix("'millrace-x\u{FFFD}' is reserved, because it begins with"))
    #expect(message.hasSuffix("'millrace-'; choose another name."))
  }
}
