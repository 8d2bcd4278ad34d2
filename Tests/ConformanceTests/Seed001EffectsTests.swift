// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import MillraceTesting
import MillraceUI
import TestSupport
import Testing

/// The examples of StateStore that concern effects: a form that is checked when typing has paused,
/// bindings, and updates of other stores; the number of each test is that of its example.
@MainActor
@Suite struct Seed001EffectsTests {
  struct Form: Equatable, Sendable {
    var username = ""
    var password = ""
    var passwordAgain = ""
    var checks: [String] = []
  }

  enum FormAction: Equatable, Sendable {
    case username(String)
    case password(String)
    case passwordAgain(String)
    case checkUsername
    case checkPasswords
  }

  enum Field: Hashable, Sendable { case username, password, passwordAgain }

  private let clock = TestClock()

  private func store() -> Store<Form, FormAction> {
    Store(
      initialState: Form(),
      reducer: Reducer { form, action in
        switch action {
        case .username(let text): form.username = text
        case .password(let text): form.password = text
        case .passwordAgain(let text): form.passwordAgain = text
        case .checkUsername: form.checks.append("username \(form.username)")
        case .checkPasswords: form.checks.append("passwords \(form.password)")
        }
      }, clock: clock)
  }

  /// Sends an action when typing in a field has paused for 0.8 seconds.
  private func pausedTyping(
    in store: Store<Form, FormAction>, _ field: Field, _ keyPath: KeyPath<Form, String> & Sendable,
    sends action: FormAction
  ) -> Effect<FormAction> {
    .forEach(store.updates(on: keyPath)) { _ in
      .just(action).debounce(id: field, for: .seconds(0.8))
    }
  }

  @Test func e32PausedTypingSendsAnAction() async {
    let store = store()
    store.addEffect(pausedTyping(in: store, .username, \.username, sends: .checkUsername))
    for text in ["a", "an", "ann"] {
      store.dispatch(.username(text))
      let end = clock.now.advanced(by: .milliseconds(800))
      // The timer of the text before has been cancelled.
      await until { clock.sleepers == 1 && clock.nextDeadline == end }
      clock.advance(by: .milliseconds(100))
    }
    // The same text again is no update.
    store.dispatch(.username("ann"))
    clock.advance(by: .milliseconds(699))
    #expect(store.checks.isEmpty)
    clock.advance(by: .milliseconds(1))
    await until { !store.checks.isEmpty }
    #expect(store.checks == ["username ann"])
  }

  @Test func e33ThreeFieldsAreWatchedApart() async {
    let store = store()
    store.addEffect(pausedTyping(in: store, .username, \.username, sends: .checkUsername))
    store.addEffect(pausedTyping(in: store, .password, \.password, sends: .checkPasswords))
    store.addEffect(
      pausedTyping(in: store, .passwordAgain, \.passwordAgain, sends: .checkPasswords))
    store.dispatch(.username("ann"))
    await clock.untilAsleep(1)
    clock.advance(by: .milliseconds(400))
    store.dispatch(.password("secret"))
    store.dispatch(.passwordAgain("secret"))
    await clock.untilAsleep(3)
    clock.advance(by: .milliseconds(400))
    await until { store.checks.count == 1 }
    #expect(store.checks == ["username ann"])
    clock.advance(by: .milliseconds(400))
    await until { store.checks.count == 3 }
    #expect(store.checks == ["username ann", "passwords secret", "passwords secret"])
  }

  @Test func e36ABindingReadsAndSendsAnAction() {
    let store = store()
    let username = store.binding(\.username) { .username($0) }
    username.wrappedValue = "ann"
    #expect(store.username == "ann")
    store.dispatch(.username("bob"))
    #expect(username.wrappedValue == "bob")
  }

  @Test func e37UpdatesLeaveOutTheFirstValueAndRepetitions() async {
    let store = store()
    let updates = store.updates(on: \.username)
    let lengths = store.updates(on: \.username) { $0.count == $1.count }
    for text in ["a", "a", "b", "cd"] { store.dispatch(.username(text)) }
    var heard: [String] = []
    for await text in updates {
      heard.append(text)
      if heard.count == 3 { break }
    }
    #expect(heard == ["a", "b", "cd"])
    heard = []
    for await text in lengths {
      heard.append(text)
      if heard.count == 2 { break }
    }
    #expect(heard == ["a", "cd"])
  }

  @Test func e38APropertyOfAnotherStoreBecomesAnAction() {
    let (session, form) = (store(), store())
    form.bind(to: session, on: \.username) { .username($0.uppercased()) }
    session.dispatch(.username("ann"))
    #expect(form.username == "ANN")
    form.bind(to: session, on: \.password) {
      .password($0)
    } compare: {
      $0.count == $1.count
    }
    for text in ["a", "b", "cd"] { session.dispatch(.password(text)) }
    #expect(form.password == "cd")
  }
}
