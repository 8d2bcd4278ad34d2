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
        Monitor(token:): the token has 3 bytes and could be guessed; it needs 16. A word was \
        chosen, or a variable holds another value than it should. Make one with 'openssl rand \
        -hex 20', or give none: then the monitor makes its own.
        """)
  }
}
