// SPDX-License-Identifier: Apache-2.0

import Millrace
import SignUpData
import TestSupport
import Testing

@MainActor
@Suite struct SignUpLoggerTests {
  private let log = Log()

  @Test func theLogHasEverythingButThePasswords() async {
    let log = log
    let form = SignUpForm(middleware: LoggerMiddleware.signUp { log.append("\($0)") })
    await form.type(.updateUsername("ada"))
    await form.type(.updatePassword("hunter2"), pauses: 2)
    await form.type(.updatePasswordAgain("hunter23"), pauses: 2)
    await form.pause()
    let text = log.lines.joined(separator: "\n")
    #expect(log.lines.count == 5)
    #expect(text.contains("updateUsername(\"ada\")"))
    #expect(text.contains("updatePassword(…)"))
    #expect(text.contains("updatePasswordAgain(…)"))
    #expect(text.contains("The two passwords differ."))
    #expect(!text.contains("hunter"))
  }

  @Test func passwordsOfAnyLengthLookTheSame() {
    func lines(_ password: String) -> [String] {
      var states: [String] = []
      let form = SignUpForm(
        middleware: LoggerMiddleware.signUp {
          states += [$0.action] + $0.state
        })
      form.send(.updatePassword(password))
      form.send(.updatePasswordAgain(password + "x"))
      return states
    }
    #expect(lines("abcdef") == lines("abcdefghijklmnop"))
    #expect(lines("abcdef").first?.contains("updatePassword") == true)
  }
}
