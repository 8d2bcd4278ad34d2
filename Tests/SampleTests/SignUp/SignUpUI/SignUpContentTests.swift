// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import SignUpData
import SignUpUI
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SignUpContentTests {
  private let form = SignUpForm()
  private let page: RenderedView

  init() {
    let form = form
    page = RenderedView { SignUpContent().environment(form.store) }
  }

  private var username: FoundView { page.find(.textField, "User name") }
  private var password: FoundView { page.find(.secureField, "Password") }
  private var passwordAgain: FoundView { page.find(.secureField, "Password again") }
  private var signUp: FoundView { page.find(.button, "Sign Up") }

  private func fill() {
    username.type("ada")
    password.type("hunter2")
    passwordAgain.type("hunter2")
  }

  @Test func anEmptyFormHasThreeFieldsAndAButtonThatDoesNothing() {
    #expect(page.title == "Sign Up")
    #expect(
      page.outline == """
        form
          section
            text field "User name" = ""
          section
            secure field "Password" = ""
            secure field "Password again" = ""
          button "Sign Up" (disabled)
        """)
    #expect(!form.state.isSignedUp)
  }

  @Test func messagesComeAfterThePauseAndGoWithTheNextKeystroke() async {
    let message = "The user name needs at least 3 characters."
    username.type("ad")
    await form.clock.untilAsleep()
    #expect(!page.texts.contains(message))
    await form.pause()
    #expect(page.texts.contains(message))
    username.type("a")
    #expect(!page.texts.contains(message))
  }

  @Test func whatIsTypedIntoThePageIsToldLikeWhatAnEffectSends() async {
    let store = TestStore(initialState: SignUpState(), feature: .signUp())
    let page = RenderedView { SignUpContent().environment(store.store) }
    page.find(.textField, "User name").type("ad")
    await store.receive(.edit(\.username, "ad")) { $0.username = "ad" }
    await store.advance(by: .milliseconds(800))
    await store.receive(.checkUsername) {
      $0.usernameMessage = "The user name needs at least 3 characters."
    }
    #expect(page.texts.contains("The user name needs at least 3 characters."))
    #expect(!page.find(.button, "Sign Up").isEnabled)
    await store.finish()
  }

  @Test func theButtonIsEnabledWithTheKeystrokeThatMakesTheFormValid() {
    username.type("ada")
    password.type("hunter2")
    passwordAgain.type("hunter")
    #expect(!signUp.isEnabled)
    passwordAgain.type("hunter2")
    signUp.tap()
    #expect(form.state.isSignedUp)
  }

  @Test func theConfirmationIsShownAndDismissed() {
    fill()
    signUp.tap()
    let alert = page.find(.alert, "Welcome, ada!")
    alert.find(.button, "OK").tap()
    #expect(!alert.exists)
    #expect(!form.state.isSignedUp)
  }

  @Test func returnSignsUpOnlyWithAValidForm() {
    username.submit()
    #expect(page.findAll(.alert).isEmpty)
    fill()
    username.submit()
    page.find(.alert, "Welcome, ada!")
  }

  @Test func aPasswordIsNeitherInThePageNorInWhatThePageIsTold() async {
    username.type("ad")
    password.type("hunter2")
    passwordAgain.type("hunter23")
    await form.clock.untilAsleep(2)
    await form.pause()
    #expect(page.texts.contains("The two passwords differ."))
    username.type("ada")
    passwordAgain.type("hunter2")
    signUp.tap()
    #expect(form.state.password == "hunter2")
    let alert = page.find(.alert, "Welcome, ada!")
    #expect(!page.host.html().contains("hunter"))
    #expect(!page.outline.contains("hunter"))
    alert.find(.button, "OK").tap()
    let told = page.patches.map { "\($0)" }
    #expect(told.contains { $0.contains("The two passwords differ.") })
    #expect(told.contains { $0.contains("Welcome, ada!") })
    #expect(!told.contains { $0.contains("hunter") })
  }
}
