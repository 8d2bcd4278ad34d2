// SPDX-License-Identifier: Apache-2.0

import Millrace
import SignUpData
import TestSupport
import Testing

/// Random typing, in any order and with any pauses.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct SignUpTypingTests {
  private static let texts = ["", "a", "ab", "abc", "abcd", "abcde", "abcdef"]

  /// The rule of the button, written independently of the sample.
  private func isComplete(_ state: SignUpState) -> Bool {
    state.username.count > 2 && state.password.count > 4 && state.password == state.passwordAgain
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func aMessageStandsOnlyAfterAPauseAndTheButtonNeverWaits(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let form = SignUpForm()
    var waiting: Set<String> = []
    for step in 0..<60 {
      let text = try #require(Self.texts.randomElement(using: &random))
      let place: Comment = "seed \(seed), step \(step)"
      let old = form.state
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where text != old.username:
        waiting.insert("name")
        await form.type(text, into: \.username, pauses: waiting.count)
      case 1 where text != old.password:
        waiting.insert("password")
        await form.type(text, into: \.password, pauses: waiting.count)
      case 2 where text != old.passwordAgain:
        waiting.insert("password")
        await form.type(text, into: \.passwordAgain, pauses: waiting.count)
      case 3:
        let heard = await form.pause()
        #expect(heard.count == waiting.count, place)
        waiting = []
      default: continue
      }
      if waiting.contains("name") { #expect(form.state.usernameMessage == "", place) }
      if waiting.contains("password") { #expect(form.state.passwordMessage == "", place) }
      if waiting.isEmpty, form.state.usernameMessage == "", form.state.passwordMessage == "",
        !form.state.username.isEmpty, !form.state.passwordAgain.isEmpty
      {
        #expect(form.state.canSignUp, place)
      }
      #expect(form.state.canSignUp == isComplete(form.state), place)
    }
  }
}
