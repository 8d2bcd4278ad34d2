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

/// A test store of the form, with short calls for its steps.
@MainActor
private final class Form {
  let store = TestStore(initialState: SignUpState(), feature: .signUp())

  /// A keystroke: the field has the text, and its message is gone.
  func type(
    _ text: String, into field: WritableKeyPath<SignUpState, String> & Sendable,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    await store.send(.edit(field, text), fileID: fileID, filePath: filePath, line: line) {
      $0[keyPath: field] = text
      if field == \.username { $0.usernameMessage = "" } else { $0.passwordMessage = "" }
    }
  }

  /// Receives the check at the end of a pause, and its message; nil means no change.
  func hear(
    _ check: SignUpAction, _ message: String?, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    await store.receive(
      check, fileID: fileID, filePath: filePath, line: line,
      message.map { message in
        {
          if check == .checkUsername {
            $0.usernameMessage = message
          } else {
            $0.passwordMessage = message
          }
        }
      })
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SignUpFeatureTests {
  private let form = Form()
  private var store: TestStore<SignUpState, SignUpAction> { form.store }

  @Test func anUntouchedFormComplainsOfNothing() async {
    #expect(store.state == SignUpState())
    await store.advance(by: .seconds(60))
    #expect(!store.state.canSignUp)
    await store.finish()
  }

  @Test func aUserNameIsJudgedAfterThePauseAndNotBefore() async {
    await form.type("ad", into: \.username)
    await store.advance(by: .milliseconds(799))
    #expect(store.store.usernameMessage == "")
    await store.advance(by: .milliseconds(1))
    await form.hear(.checkUsername, shortName)
    await store.finish()
  }

  @Test func eachKeystrokeBeginsThePauseAnew() async {
    for text in ["a", "ad", "ada", "ad"] {
      await form.type(text, into: \.username)
      await store.advance(by: .milliseconds(799))
    }
    await store.advance(by: .milliseconds(1))
    await form.hear(.checkUsername, shortName)
    await store.finish()
  }

  @Test func aMessageIsGoneWithTheNextKeystroke() async {
    await form.type("ad", into: \.username)
    await form.type("abc", into: \.password)
    await store.advance(by: .milliseconds(800))
    await form.hear(.checkUsername, shortName)
    await form.hear(.checkPasswords, short)
    await form.type("a", into: \.username)
    await form.type("ab", into: \.password)
    #expect(store.state.usernameMessage == "" && store.state.passwordMessage == "")
    await store.advance(by: .milliseconds(800))
    await form.hear(.checkUsername, shortName)
    await form.hear(.checkPasswords, short)
    await form.type("x", into: \.passwordAgain)
    #expect(store.state.passwordMessage == "")
    #expect(store.state.usernameMessage == shortName)
    await store.run()
    await form.hear(.checkPasswords, short)
    await store.finish()
  }

  @Test func aPauseThatEndsAtTheMomentOfAKeystrokeSaysNothing() async {
    await form.type("a", into: \.username)
    // The pause has ended, but its action has not run yet.
    store.clock.advance(by: .milliseconds(800))
    store.store.dispatch(.edit(\.username, "ad"))
    await store.receive(.edit(\.username, "ad")) { $0.username = "ad" }
    await store.advance(by: .milliseconds(799))
    #expect(store.store.usernameMessage == "")
    await store.advance(by: .milliseconds(1))
    await form.hear(.checkUsername, shortName)
    await store.finish()
  }

  @Test func anEmptiedPasswordIsMissing() async {
    await form.type("a", into: \.password)
    await form.type("", into: \.password)
    await store.run()
    await form.hear(.checkPasswords, missing)
    await store.finish()
  }

  @Test func anInvalidPasswordIsToldBeforeAMismatch() async {
    await form.type("abc", into: \.password)
    await form.type("xyz", into: \.passwordAgain)
    await store.run()
    await form.hear(.checkPasswords, short)
    await form.type("abcdef", into: \.password)
    await store.run()
    await form.hear(.checkPasswords, differ)
    await store.finish()
  }

  @Test func aPasswordAloneDiffersFromNothing() async {
    await form.type("abcdef", into: \.password)
    await store.run()
    await form.hear(.checkPasswords, nil)
    #expect(!store.state.canSignUp)
    await store.finish()
  }

  @Test func aMismatchIsToldAfterThePauseInTheSecondField() async {
    await form.type("abcdef", into: \.password)
    await store.advance(by: .milliseconds(500))
    await form.type("a", into: \.passwordAgain)
    await store.advance(by: .milliseconds(799))
    #expect(store.store.passwordMessage == "")
    await store.advance(by: .milliseconds(1))
    await form.hear(.checkPasswords, differ)
    await store.finish()
  }

  @Test func signUpIsEnabledExactlyWhileEverythingIsValid() async {
    await form.type("ada", into: \.username)
    await form.type("abcde", into: \.password)
    #expect(!store.state.canSignUp)
    await form.type("abcde", into: \.passwordAgain)
    #expect(store.state.canSignUp)
    await form.type("ad", into: \.username)
    #expect(!store.state.canSignUp)
    await form.type("ada", into: \.username)
    await form.type("abcdef", into: \.password)
    #expect(!store.state.canSignUp)
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test func anInvalidFormDoesNotSignUp() async {
    await store.send(.signUp)
    await store.finish()
  }

  @Test func anOpenConfirmationStaysWhenTheFormBecomesInvalid() async {
    await form.type("ada", into: \.username)
    await form.type("abcde", into: \.password)
    await form.type("abcde", into: \.passwordAgain)
    await store.send(.signUp) { $0.isSignedUp = true }
    await form.type("ad", into: \.username)
    await store.send(.signUp)
    #expect(store.state.isSignedUp)
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test func theConfirmationIsShownAndDismissed() async {
    await form.type("ada", into: \.username)
    await form.type("abcde", into: \.password)
    await form.type("abcde", into: \.passwordAgain)
    await store.send(.signUp) { $0.isSignedUp = true }
    await store.send(.closeConfirmation) { $0.isSignedUp = false }
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test func theSameTextAgainIsNoKeystroke() async {
    await form.type("ad", into: \.username)
    await store.advance(by: .milliseconds(500))
    await store.send(.edit(\.username, "ad"))
    await store.advance(by: .milliseconds(300))
    await form.hear(.checkUsername, shortName)
    await store.finish()
  }

  @Test func whatWaitsDoesNotKeepTheStore() async {
    let clock = TestClock()
    var store: SignUpStore? = SignUpStore(
      initialState: SignUpState(), feature: .signUp(), clock: clock)
    let kept = Weak(store)
    store?.dispatch(.edit(\.username, "a"))
    await clock.untilAsleep()
    store = nil
    #expect(kept.object == nil)
    await clock.untilAwake()
  }
}
