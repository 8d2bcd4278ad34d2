// SPDX-License-Identifier: Apache-2.0

import SignUpData
import Testing

@Suite struct PasswordValidationTests {
  @Test(arguments: [
    ("", "", PasswordValidation.empty), ("", "abcde", .empty), ("abcd", "abcd", .tooShort),
    ("abcd", "x", .tooShort), ("abcde", "", .different), ("abcde", "abcdE", .different),
    ("abcde", "abcde", .valid),
  ])
  func theFirstPasswordIsJudgedFirst(password: String, again: String, is right: PasswordValidation)
  {
    #expect(PasswordValidation(password, again: again) == right)
  }

  @Test func onlyWhatIsWrongHasAMessage() {
    #expect(PasswordValidation.valid.message == "")
    let messages = [PasswordValidation.empty, .tooShort, .different].map(\.message)
    #expect(
      messages == [
        "The password is missing.", "The password needs at least 5 characters.",
        "The two passwords differ.",
      ])
  }
}
