// SPDX-License-Identifier: Apache-2.0

import MillraceMonitor
import Testing

@MainActor @Suite struct MonitorErrorTests {
  @Test(arguments: ["a", "fifteen-letters", "äöüäöüä"])
  func aTokenThatCouldBeGuessedMakesNoMonitor(token: String) {
    #expect(throws: MonitorError.shortToken(bytes: token.utf8.count)) {
      try Monitor(token: token)
    }
  }

  @Test func itSaysWhereWhatWhyAndWhatToDo() {
    #expect(
      MonitorError.shortToken(bytes: 3).description == """
        Monitor(token:): the token has 3 bytes and could be guessed; the minimum is 16. The \
        token is a word, or comes from a variable with a wrong value. Create one with 'openssl \
        rand -hex 20', or pass nil for a random token.
        """)
  }
}
