// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import MillraceTesting
import MillraceUI
import MillraceViews
import TestSupport
import Testing

/// The form of StateStore's complete example, written as its users expect to write it; the number
/// of each test is that of its example.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct Seed001SignUpTests {
  private struct Form: Equatable, Sendable {
    enum Name: Equatable { case valid, short }
    enum Password: Equatable { case missing, different, short, valid }

    var username = ""
    var usernameMessage = ""
    var password = ""
    var passwordMessage = ""
    var passwordAgain = ""
    var canSignUp = false
    var name = Name.short
    var passwords = Password.missing
    var showSignUpUI = false

    mutating func judge() {
      name = username.count < 3 ? .short : .valid
      passwords =
        switch password.count {
        case 0: .missing
        case ..<5: .short
        default: password == passwordAgain ? .valid : .different
        }
    }
  }

  private enum Change: Equatable, Sendable {
    case updateUsername(String), updatePassword(String), updatePasswordAgain(String)
    case updateUsernameMessage, updatePasswordMessage
    case showSignUpUI, hideSignUpUI
  }

  private typealias FormReducer = StateReducer<Form, Change, Never>
  private typealias FormStore = Store<Form, StoreAction<Change, Never>>

  private static let reducer = FormReducer { form, change in
    defer { form.canSignUp = form.name == .valid && form.passwords == .valid }
    switch change {
    case .updateUsername(let text):
      form.username = text
      form.usernameMessage = ""
      form.judge()
    case .updatePassword(let text):
      form.password = text
      form.passwordMessage = ""
      form.judge()
    case .updatePasswordAgain(let text):
      form.passwordAgain = text
      form.passwordMessage = ""
      form.judge()
    case .updateUsernameMessage:
      form.usernameMessage = form.name == .valid ? "" : "\(form.name)"
    case .updatePasswordMessage:
      let isUnfinished = form.passwords == .different && form.passwordAgain.isEmpty
      form.passwordMessage = isUnfinished || form.passwords == .valid ? "" : "\(form.passwords)"
    case .showSignUpUI: form.showSignUpUI = true
    case .hideSignUpUI: form.showSignUpUI = false
    }
    return nil
  }

  private static func pausedTyping(
    _ store: FormStore, _ field: KeyPath<Form, String> & Sendable, action: Change
  ) -> FormReducer.Effect {
    .forEach(store.updates(on: field)) { _ in
      .just(.mutating(action)).debounce(id: field, for: .seconds(0.8))
    }
  }

  private struct Page: View {
    let store: FormStore

    var body: some View {
      Section {
        TextField("User name", text: store.binding(\.username) { .mutating(.updateUsername($0)) })
      } footer: {
        Text(store.usernameMessage).foregroundStyle(.red)
      }
      Button("Sign Up") { store.dispatch(.mutating(.showSignUpUI)) }
        .disabled(!store.canSignUp)
    }
  }

  private let clock = TestClock()
  private let store: FormStore
  private let host: ViewHost

  init() {
    store = FormStore(initialState: Form(), reducer: Self.reducer, clock: clock)
    host = ViewHost(Page(store: store))
    _ = host.html()
  }

  private func send(_ changes: Change...) {
    for change in changes { store.dispatch(.mutating(change)) }
  }

  private func element(_ tag: String) throws -> NodeID {
    let pattern = "<\(tag) data-n=\"(\\d+)\""
    let match = try #require(
      host.html().firstMatch(of: Regex(pattern, as: (Substring, Substring).self)))
    return try NodeID(rawValue: #require(Int(match.1)))
  }

  @Test func e24theStateOfAFormBeginsEmpty() {
    #expect(store.state == Form())
    #expect(store.state.name == .short)
    #expect(store.state.passwords == .missing)
  }

  @Test func e25theActionsOfAFormAreAllMutating() {
    send(.updateUsername("ada"), .showSignUpUI)
    #expect(store.username == "ada")
    #expect(store.showSignUpUI)
    send(.hideSignUpUI)
    #expect(!store.showSignUpUI)
  }

  @Test func e26aReducerDefersWhatFollowsFromEveryChange() {
    send(.updateUsername("ada"), .updatePassword("abcde"))
    #expect(!store.canSignUp)
    send(.updatePasswordAgain("abcde"))
    #expect(store.canSignUp)
    send(.updateUsername("a"))
    #expect(!store.canSignUp)
    send(.updateUsernameMessage)
    #expect(store.usernameMessage == "short")
    send(.updateUsername("ad"))
    #expect(store.usernameMessage == "")
  }

  @Test func e27thePasswordIsJudgedBeforeItsRepetition() {
    send(.updatePasswordAgain("x"), .updatePasswordMessage)
    #expect(store.passwordMessage == "missing")
    send(.updatePassword("abc"), .updatePasswordMessage)
    #expect(store.passwordMessage == "short")
    send(.updatePassword("abcde"), .updatePasswordMessage)
    #expect(store.passwordMessage == "different")
    send(.updatePasswordAgain(""), .updatePasswordMessage)
    #expect(store.passwordMessage == "")
  }

  @Test func e28aTextFieldIsBoundToAFieldAndAnAction() throws {
    let input = try element("input")
    try host.handle(ViewEvent(node: input, kind: .input("ada")))
    #expect(store.username == "ada")
    send(.updateUsername("grace"))
    #expect(host.flush() == [.setAttribute(input, name: "value", value: "grace")])
  }

  @Test func e29theFooterShowsTheMessage() {
    send(.updateUsernameMessage)
    let patches = host.flush()
    guard patches.count == 1, case .setText(_, "short")? = patches.first else {
      Issue.record("expected one changed text, got \(patches)")
      return
    }
  }

  @Test func e30aButtonSendsAMutatingAction() throws {
    send(.updateUsername("ada"), .updatePassword("abcde"), .updatePasswordAgain("abcde"))
    _ = host.flush()
    try host.handle(ViewEvent(node: element("button"), kind: .tap))
    #expect(store.showSignUpUI)
  }

  @Test func e31theButtonIsDisabledWhileTheFormIsInvalid() throws {
    let button = try element("button")
    #expect(throws: ViewEventError.disabled(button)) {
      try host.handle(ViewEvent(node: button, kind: .tap))
    }
    #expect(!store.showSignUpUI)
    send(.updateUsername("ada"), .updatePassword("abcde"), .updatePasswordAgain("abcde"))
    #expect(host.flush().contains(.removeAttribute(button, name: "disabled")))
  }

  @Test func e32e33threeEffectsWaitForPausesInTyping() async throws {
    store.addEffect(Self.pausedTyping(store, \.username, action: .updateUsernameMessage))
    store.addEffect(Self.pausedTyping(store, \.password, action: .updatePasswordMessage))
    store.addEffect(Self.pausedTyping(store, \.passwordAgain, action: .updatePasswordMessage))
    var names = store.updates(on: \.usernameMessage).makeAsyncIterator()
    var passwords = store.updates(on: \.passwordMessage).makeAsyncIterator()
    send(.updateUsername("ad"), .updatePassword("abcde"), .updatePasswordAgain("x"))
    await clock.untilAsleep(3)
    clock.advance(by: .seconds(0.799))
    #expect(clock.sleepers == 3)
    #expect(store.usernameMessage == "" && store.passwordMessage == "")
    clock.advance(by: .seconds(0.001))
    #expect(await names.next() == "short")
    #expect(await passwords.next() == "different")
  }
}
