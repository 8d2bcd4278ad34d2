// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import SignUpData
import TestSupport
import Testing

private let shortName = "The user name needs at least 3 characters."
private let missing = "The password is missing."
private let short = "The password needs at least 5 characters."
private let differ = "The two passwords differ."

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SignUpStoreTests {
  private let form = SignUpForm()

  @Test func anUntouchedFormComplainsOfNothing() async {
    #expect(form.state == SignUpState())
    #expect(await form.pause(for: .seconds(60)) == [])
    #expect(form.state == SignUpState())
    #expect(!form.state.canSignUp)
  }

  @Test func aUserNameIsJudgedAfterThePauseAndNotBefore() async {
    await form.type(.updateUsername("ad"))
    #expect(await form.pause(for: .milliseconds(799)) == [])
    #expect(form.state.usernameMessage == "")
    #expect(await form.pause(for: .milliseconds(1)) == [.updateUsernameMessage])
    #expect(form.state.usernameMessage == shortName)
  }

  @Test func eachKeystrokeBeginsThePauseAnew() async {
    for text in ["a", "ad", "ada", "ad"] {
      await form.type(.updateUsername(text))
      #expect(await form.pause(for: .milliseconds(799)) == [])
      #expect(form.state.usernameMessage == "")
    }
    #expect(await form.pause(for: .milliseconds(1)) == [.updateUsernameMessage])
    #expect(form.state.usernameMessage == shortName)
  }

  @Test func aMessageIsGoneWithTheNextKeystroke() async {
    await form.fill("ad", "abc", again: "")
    #expect(form.state.usernameMessage == shortName)
    #expect(form.state.passwordMessage == short)
    form.send(.updateUsername("a"))
    #expect(form.state.usernameMessage == "")
    #expect(form.state.passwordMessage == short)
    form.send(.updatePassword("ab"))
    #expect(form.state.passwordMessage == "")
    await form.clock.untilAsleep(2)
    await form.pause()
    form.send(.updatePasswordAgain("x"))
    #expect(form.state.passwordMessage == "")
    #expect(form.state.usernameMessage == shortName)
  }

  @Test func aPauseThatEndsAtTheMomentOfAKeystrokeSaysNothing() async {
    await form.type(.updateUsername("a"))
    form.clock.advance(by: .milliseconds(800))
    form.send(.updateUsername("ad"))
    await form.clock.untilAsleep()
    #expect(form.state.usernameMessage == "")
    #expect(await form.pause(for: .milliseconds(799)) == [])
    #expect(form.state.usernameMessage == "")
    #expect(await form.pause(for: .milliseconds(1)) == [.updateUsernameMessage])
    #expect(form.state.usernameMessage == shortName)
  }

  @Test func anEmptiedPasswordIsMissing() async {
    await form.type(.updatePassword("a"))
    await form.type(.updatePassword(""))
    await form.pause()
    #expect(form.state.passwordMessage == missing)
  }

  @Test func anInvalidPasswordIsToldBeforeAMismatch() async {
    await form.fill("ada", "abc", again: "xyz")
    #expect(form.state.passwordMessage == short)
    await form.type(.updatePassword("abcdef"))
    await form.pause()
    #expect(form.state.passwordMessage == differ)
  }

  @Test func aPasswordAloneDiffersFromNothing() async {
    await form.fill("ada", "abcdef", again: "")
    #expect(form.state.passwordMessage == "")
    #expect(!form.state.canSignUp)
  }

  @Test func aMismatchIsToldAfterThePauseInTheSecondField() async {
    await form.type(.updatePassword("abcdef"))
    await form.pause(for: .milliseconds(500))
    await form.type(.updatePasswordAgain("a"))
    #expect(await form.pause(for: .milliseconds(799)) == [])
    #expect(form.state.passwordMessage == "")
    #expect(await form.pause(for: .milliseconds(1)) == [.updatePasswordMessage])
    #expect(form.state.passwordMessage == differ)
  }

  @Test func signUpIsEnabledExactlyWhileEverythingIsValid() {
    form.send(.updateUsername("ada"))
    form.send(.updatePassword("abcde"))
    #expect(!form.state.canSignUp)
    form.send(.updatePasswordAgain("abcde"))
    #expect(form.state.canSignUp)
    form.send(.updateUsername("ad"))
    #expect(!form.state.canSignUp)
    form.send(.updateUsername("ada"))
    form.send(.updatePassword("abcdef"))
    #expect(!form.state.canSignUp)
  }

  @Test func nobodySignsUpWithAnInvalidForm() {
    form.send(.showSignUpUI)
    #expect(!form.state.isSignedUp)
  }

  @Test func theConfirmationIsShownAndDismissed() {
    form.send(.updateUsername("ada"))
    form.send(.updatePassword("abcde"))
    form.send(.updatePasswordAgain("abcde"))
    form.send(.showSignUpUI)
    #expect(form.state.isSignedUp)
    form.send(.hideSignUpUI)
    #expect(!form.state.isSignedUp)
  }

  @Test func whatWaitsDoesNotKeepTheStore() async {
    let clock = TestClock()
    var store: SignUpStore? = .signUp(clock: clock)
    weak let kept = store
    store?.dispatch(.mutating(.updateUsername("a")))
    await clock.untilAsleep()
    store = nil
    #expect(kept == nil)
    await clock.untilAwake()
  }

  @Test func theSameTextAgainIsNoKeystroke() async {
    await form.fill("ad", "abc", again: "x")
    let state = form.state
    await form.type(.updateUsername("a"))
    form.send(.updateUsername("a"))
    form.send(.updatePassword("abc"))
    form.send(.updatePasswordAgain("x"))
    #expect(form.state.passwordMessage == state.passwordMessage)
    #expect(await form.pause() == [.updateUsernameMessage])
  }
}
