// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import SignUpData
import SignUpUI
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SignUpContentTests {
  private let form = SignUpForm()
  private let host: ViewHost

  init() {
    host = ViewHost(Provider(\.signUpStore, form.store) { SignUpContent() })
    _ = host.html()
  }

  private func node(_ pattern: String) throws -> NodeID {
    let match = try #require(
      host.html().firstMatch(of: Regex(pattern, as: (Substring, Substring).self)), "\(pattern)")
    return try NodeID(rawValue: #require(Int(match.1)))
  }

  /// Types into a field; returns what the page is told.
  @discardableResult
  private func type(_ text: String, into label: String) throws -> [Patch] {
    let field = try node(">\(label)</span><input data-n=\"(\\d+)\"")
    try host.handle(ViewEvent(node: field, kind: .input(text)))
    return host.flush()
  }

  private func tap(_ label: String) throws {
    let button = try node("<button data-n=\"(\\d+)\"[^>]*><span[^>]*>\(label)<")
    try host.handle(ViewEvent(node: button, kind: .tap))
  }

  private func fill() throws {
    try type("ada", into: "User name")
    try type("hunter2", into: "Password")
    try type("hunter2", into: "Password again")
  }

  @Test func anEmptyFormHasThreeFieldsAndAButtonThatDoesNothing() throws {
    #expect(host.title == "Sign Up")
    #expect(host.html().matches(of: #/type="password"/#).count == 2)
    #expect(throws: ViewEventError.self) { try tap("Sign Up") }
    #expect(!form.state.isSignedUp)
  }

  @Test func messagesComeAfterThePauseAndGoWithTheNextKeystroke() async throws {
    try type("ad", into: "User name")
    await form.clock.untilAsleep()
    #expect(!host.html().contains("at least 3"))
    await form.pause()
    #expect(host.html().contains("The user name needs at least 3 characters."))
    try type("a", into: "User name")
    #expect(!host.html().contains("at least 3"))
  }

  @Test func theButtonIsEnabledWithTheKeystrokeThatMakesTheFormValid() throws {
    try type("ada", into: "User name")
    try type("hunter2", into: "Password")
    try type("hunter", into: "Password again")
    #expect(throws: ViewEventError.self) { try tap("Sign Up") }
    try type("hunter2", into: "Password again")
    try tap("Sign Up")
    #expect(form.state.isSignedUp)
  }

  @Test func theConfirmationIsShownAndDismissed() throws {
    try fill()
    try tap("Sign Up")
    #expect(host.html().contains("Welcome, ada!"))
    try tap("OK")
    #expect(!host.html().contains("Welcome"))
    #expect(!form.state.isSignedUp)
  }

  @Test func returnSignsUpOnlyWithAValidForm() throws {
    let field = try node(">User name</span><input data-n=\"(\\d+)\"")
    try host.handle(ViewEvent(node: field, kind: .submit))
    #expect(!host.html().contains("Welcome"))
    try fill()
    try host.handle(ViewEvent(node: field, kind: .submit))
    #expect(host.html().contains("Welcome, ada!"))
  }

  @Test func aPasswordIsNeitherInThePageNorInWhatThePageIsTold() async throws {
    var patches: [Patch] = []
    patches += try type("ad", into: "User name")
    patches += try type("hunter2", into: "Password")
    patches += try type("hunter23", into: "Password again")
    await form.clock.untilAsleep(2)
    await form.pause()
    patches += host.flush()
    #expect(patches.contains { "\($0)".contains("The two passwords differ.") })
    patches += try type("ada", into: "User name")
    patches += try type("hunter2", into: "Password again")
    try tap("Sign Up")
    patches += host.flush()
    #expect(form.state.password == "hunter2")
    #expect(patches.contains { "\($0)".contains("Welcome, ada!") })
    #expect(!patches.contains { "\($0)".contains("hunter") })
    #expect(host.html().contains("Welcome, ada!"))
    #expect(!host.html().contains("hunter"))
    try tap("OK")
    #expect(!host.flush().contains { "\($0)".contains("hunter") })
  }
}
