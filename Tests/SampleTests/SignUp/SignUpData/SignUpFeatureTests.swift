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

/// The form that these tests speak of, so that each step is short.
@MainActor
private final class Form {
  let store = TestStore(initialState: SignUpState(), feature: .signUp())

  func type(
    name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) async {
    await store.send(
      .edit(\.username, name), fileID: fileID, filePath: filePath, line: line
    ) {
      $0.username = name
      $0.usernameMessage = ""
    }
  }

  func type(
    password: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) async {
    await store.send(
      .edit(\.password, password), fileID: fileID, filePath: filePath, line: line
    ) {
      $0.password = password
      $0.passwordMessage = ""
    }
  }

  func type(
    again password: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) async {
    await store.send(
      .edit(\.passwordAgain, password), fileID: fileID, filePath: filePath, line: line
    ) {
      $0.passwordAgain = password
      $0.passwordMessage = ""
    }
  }

  /// The pause in the user name ends; the form says this.
  func hear(
    ofName message: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    await store.receive(
      .checkUsername, fileID: fileID, filePath: filePath, line: line,
      message.map { message in { $0.usernameMessage = message } })
  }

  /// The pause in the passwords ends; the form says this.
  func hear(
    ofPassword message: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    await store.receive(
      .checkPasswords, fileID: fileID, filePath: filePath, line: line,
      message.map { message in { $0.passwordMessage = message } })
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
    await form.type(name: "ad")
    await store.advance(by: .milliseconds(799))
    #expect(store.store.usernameMessage == "")
    await store.advance(by: .milliseconds(1))
    await form.hear(ofName: shortName)
    await store.finish()
  }

  @Test func eachKeystrokeBeginsThePauseAnew() async {
    for text in ["a", "ad", "ada", "ad"] {
      await form.type(name: text)
      await store.advance(by: .milliseconds(799))
    }
    await store.advance(by: .milliseconds(1))
    await form.hear(ofName: shortName)
    await store.finish()
  }

  @Test func aMessageIsGoneWithTheNextKeystroke() async {
    await form.type(name: "ad")
    await form.type(password: "abc")
    await store.advance(by: .milliseconds(800))
    await form.hear(ofName: shortName)
    await form.hear(ofPassword: short)
    await form.type(name: "a")
    await form.type(password: "ab")
    #expect(store.state.usernameMessage == "" && store.state.passwordMessage == "")
    await store.advance(by: .milliseconds(800))
    await form.hear(ofName: shortName)
    await form.hear(ofPassword: short)
    await form.type(again: "x")
    #expect(store.state.passwordMessage == "")
    #expect(store.state.usernameMessage == shortName)
    await store.run()
    await form.hear(ofPassword: short)
    await store.finish()
  }

  @Test func aPauseThatEndsAtTheMomentOfAKeystrokeSaysNothing() async {
    await form.type(name: "a")
    // The time has come, but what it leads to has not happened yet.
    store.clock.advance(by: .milliseconds(800))
    store.store.dispatch(.edit(\.username, "ad"))
    await store.receive(.edit(\.username, "ad")) { $0.username = "ad" }
    await store.advance(by: .milliseconds(799))
    #expect(store.store.usernameMessage == "")
    await store.advance(by: .milliseconds(1))
    await form.hear(ofName: shortName)
    await store.finish()
  }

  @Test func anEmptiedPasswordIsMissing() async {
    await form.type(password: "a")
    await form.type(password: "")
    await store.run()
    await form.hear(ofPassword: missing)
    await store.finish()
  }

  @Test func anInvalidPasswordIsToldBeforeAMismatch() async {
    await form.type(password: "abc")
    await form.type(again: "xyz")
    await store.run()
    await form.hear(ofPassword: short)
    await form.type(password: "abcdef")
    await store.run()
    await form.hear(ofPassword: differ)
    await store.finish()
  }

  @Test func aPasswordAloneDiffersFromNothing() async {
    await form.type(password: "abcdef")
    await store.run()
    await form.hear(ofPassword: nil)
    #expect(!store.state.canSignUp)
    await store.finish()
  }

  @Test func aMismatchIsToldAfterThePauseInTheSecondField() async {
    await form.type(password: "abcdef")
    await store.advance(by: .milliseconds(500))
    await form.type(again: "a")
    await store.advance(by: .milliseconds(799))
    #expect(store.store.passwordMessage == "")
    await store.advance(by: .milliseconds(1))
    await form.hear(ofPassword: differ)
    await store.finish()
  }

  @Test func signUpIsEnabledExactlyWhileEverythingIsValid() async {
    await form.type(name: "ada")
    await form.type(password: "abcde")
    #expect(!store.state.canSignUp)
    await form.type(again: "abcde")
    #expect(store.state.canSignUp)
    await form.type(name: "ad")
    #expect(!store.state.canSignUp)
    await form.type(name: "ada")
    await form.type(password: "abcdef")
    #expect(!store.state.canSignUp)
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test func nobodySignsUpWithAnInvalidForm() async {
    await store.send(.signUp)
    await store.finish()
  }

  @Test func anOpenConfirmationStaysWhenTheFormBecomesInvalid() async {
    await form.type(name: "ada")
    await form.type(password: "abcde")
    await form.type(again: "abcde")
    await store.send(.signUp) { $0.isSignedUp = true }
    await form.type(name: "ad")
    await store.send(.signUp)
    #expect(store.state.isSignedUp)
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test func theConfirmationIsShownAndDismissed() async {
    await form.type(name: "ada")
    await form.type(password: "abcde")
    await form.type(again: "abcde")
    await store.send(.signUp) { $0.isSignedUp = true }
    await store.send(.closeConfirmation) { $0.isSignedUp = false }
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test func theSameTextAgainIsNoKeystroke() async {
    await form.type(name: "ad")
    await store.advance(by: .milliseconds(500))
    await store.send(.edit(\.username, "ad"))
    await store.advance(by: .milliseconds(300))
    await form.hear(ofName: shortName)
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
