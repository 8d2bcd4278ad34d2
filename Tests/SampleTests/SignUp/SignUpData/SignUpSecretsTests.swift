// SPDX-License-Identifier: Apache-2.0

import Millrace
import SignUpData
import TestSupport
import Testing

@MainActor
@Suite struct SignUpSecretsTests {
  private let log = Log()

  @Test func theLogHasEverythingButThePasswords() async {
    let log = log
    let form = SignUpForm { log.append("\($0)") }
    await form.type("ada", into: \.username)
    await form.type("hunter2", into: \.password, pauses: 2)
    await form.type("hunter23", into: \.passwordAgain, pauses: 2)
    await form.pause()
    let text = log.lines.joined(separator: "\n")
    #expect(log.lines.count == 5)
    #expect(text.contains("username: \"ada\""))
    #expect(text.contains("edit(password: <redacted>)"))
    #expect(text.contains("edit(passwordAgain: <redacted>)"))
    #expect(text.contains("The two passwords differ."))
    #expect(!text.contains("hunter"))
  }

  @Test func passwordsOfAnyLengthLookTheSame() {
    func lines(_ password: String) -> [String] {
      var states: [String] = []
      let form = SignUpForm { states += [$0.action] + $0.state }
      form.store.dispatch(.edit(\.password, password))
      form.store.dispatch(.edit(\.passwordAgain, password + "x"))
      return states
    }
    #expect(lines("abcdef") == lines("abcdefghijklmnop"))
    #expect(lines("abcdef").first?.contains("password") == true)
  }
}
