// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

/// The examples of StateStore that concern reducers and actions; the number of each test is that of
/// its example.
@Suite struct Seed001Tests {
  private struct Form: Equatable, Sendable {
    var username = ""
    var usernameMessage = ""
    var password = ""
    var isConfirming = false
  }

  private enum FormAction: Equatable, Sendable {
    case updateUsername(String), updatePassword(String), updateUsernameMessage
    case showConfirmation, hideConfirmation
  }

  private enum FormEffect: Equatable, Sendable {
    case checkUsername, remind(String)
  }

  private static let reducer = Reducer<Form, FormAction> { form, action in
    switch action {
    case .updateUsername(let text):
      form.username = text
      form.usernameMessage = ""
    case .updatePassword(let text): form.password = text
    case .updateUsernameMessage:
      form.usernameMessage = form.username.count < 3 ? "too short" : ""
    case .showConfirmation: form.isConfirming = true
    case .hideConfirmation: form.isConfirming = false
    }
  }

  @MainActor
  @Test func e19aStateIsAStructWithDefaults() {
    #expect(Store(initialState: Form(), reducer: Self.reducer).state == Form())
  }

  @MainActor
  @Test func e20actionsAreAnEnumAndSayWhatHappened() {
    let store = Store(initialState: Form(), reducer: Self.reducer)
    store.dispatch(.updateUsername("ada"))
    store.dispatch(.showConfirmation)
    #expect(store.state == Form(username: "ada", isConfirming: true))
    store.dispatch(.hideConfirmation)
    #expect(!store.state.isConfirming)
  }

  @Test func e21aReducerIsAFunctionOfStateAndAction() throws {
    @Sendable func reduce(state: inout Form, action: FormAction) {
      if case .updatePassword(let text) = action { state.password = text }
    }
    var form = Form()
    try Reducer(reduce)(&form, .updatePassword("secret"))
    #expect(form == Form(password: "secret"))
  }

  @MainActor
  @Test func e22onlyTheReducerChangesTheState() {
    let store = Store(initialState: Form(), reducer: Self.reducer)
    var copy = store.state
    copy.username = "changed"
    #expect(store.state.username.isEmpty)
    store.dispatch(.updateUsername("ada"))
    #expect(store.state.username == "ada")
  }

  @MainActor
  @Test func e23aListOfActionsGivesAListOfStates() {
    let actions: [FormAction] = [
      .updateUsername("i"), .updateUsernameMessage, .updateUsername("il"), .updateUsername("ily"),
      .updateUsernameMessage, .updatePassword("t"), .updatePassword("te"),
    ]
    let expected = [
      Form(username: "i"), Form(username: "i", usernameMessage: "too short"),
      Form(username: "il"), Form(username: "ily"), Form(username: "ily"),
      Form(username: "ily", password: "t"), Form(username: "ily", password: "te"),
    ]
    let store = Store(initialState: Form(), reducer: Self.reducer)
    let states = actions.map { action in
      store.dispatch(action)
      return store.state
    }
    #expect(states == expected)
    let again = Store(initialState: Form(), reducer: Self.reducer)
    actions.forEach { again.dispatch($0) }
    #expect(again.state == expected.last)
  }

  private static func pair(log: Log) -> StateReducer<Form, FormAction, FormEffect> {
    StateReducer { form, action in
      try? reducer(&form, action)
      return action == .showConfirmation ? .just(.effect(.remind("confirm"))) : nil
    } effect: { form, action in
      switch action {
      case .checkUsername:
        .run { send in
          log.append("checking \(form.username)")
          await send(.mutating(.updateUsernameMessage))
        }
      case .remind(let text):
        .run { send in
          log.append(text)
          await send(.noAction)
        }
      }
    }
  }

  @MainActor
  @Test func e34mutatingActionsMayReturnAnEffectAndEffectActionsCannotChangeTheState() async {
    let log = Log()
    let reducer = Self.pair(log: log)
    var form = Form()
    #expect(reducer.run(&form, .updateUsername("a")).isNil)
    #expect(!reducer.run(&form, .showConfirmation).isNil)
    #expect(form == Form(username: "a", isConfirming: true))

    let store = Store(initialState: form, reducer: reducer)
    var heard = 0
    let watch = store.subscribe { _ in heard += 1 }
    let before = store.counters
    await store.dispatch(.effect(.remind("later"))).finish()
    #expect(log.lines == ["later"])
    #expect(store.state == form)
    #expect(heard == 0 && store.counters.observersCalled == before.observersCalled)
    watch.cancel()
  }

  @MainActor
  @Test func e35whatEffectsSendGoesThroughTheReducer() async {
    let log = Log()
    let store = Store(initialState: Form(), reducer: Self.pair(log: log))
    store.dispatch(.mutating(.updateUsername("a")))
    await store.dispatch(.effect(.checkUsername)).finish()
    #expect(store.state == Form(username: "a", usernameMessage: "too short"))
    await store.dispatch(.mutating(.showConfirmation)).finish()
    #expect(log.lines == ["checking a", "confirm"])
    store.dispatch(.noAction)
    #expect(store.state.isConfirming)
  }
}

extension Optional {
  fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}
