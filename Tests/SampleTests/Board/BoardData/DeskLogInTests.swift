// SPDX-License-Identifier: Apache-2.0

import BoardData
import Foundation
import Millrace
import MillraceTesting
import Synchronization
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct DeskLogInTests {
  private let script = ScriptedService()
  private let store: TestStore<DeskState, DeskAction>

  init() {
    store = TestStore(initialState: DeskState(), feature: .desk(script.service))
  }

  private func ask() async throws -> ScriptedService.LogIn {
    await store.send(.edit(\.logIn.name, "Ada")) { $0.logIn.name = "Ada" }
    await store.send(.edit(\.logIn.password, "secret")) { $0.logIn.password = "secret" }
    await store.send(.logIn) { $0.logIn.status = .waiting }
    let logIns = script.logIns()
    try #require(logIns.count == 1)
    #expect((logIns[0].name, logIns[0].password) == ("Ada", "secret"))
    return logIns[0]
  }

  @Test func anEmptyFormIsNotSent() async {
    await store.send(.logIn)
    await store.send(.edit(\.logIn.name, "Ada")) { $0.logIn.name = "Ada" }
    await store.send(.logIn)
    await store.finish()
  }

  @Test func thePersonIsLoggedInAndThePasswordForgotten() async throws {
    let logIn = try await ask()
    await store.send(.logIn)
    #expect(script.logIns().isEmpty)
    logIn.accept()
    await store.receive(.loggedIn("Ada")) {
      $0.logIn = LogInForm()
      $0.person = "Ada"
    }
    await store.finish()
  }

  @Test(arguments: [LogInProblem.wrong, .noAnswer])
  func aFailureIsToldUntilTheNextKeystroke(problem: LogInProblem) async throws {
    try await ask().fail(problem)
    await store.receive(.logInFailed(problem)) {
      $0.logIn.status = .failed(problem)
      $0.logIn.password = ""
    }
    await store.send(.edit(\.logIn.password, "x")) {
      $0.logIn.password = "x"
      $0.logIn.status = .editing
    }
    await store.finish()
  }

  @Test func whatIsKeptHasNoPassword() async throws {
    let logIn = try await ask()
    let data = try JSONEncoder().encode(store.state)
    #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
    let kept = try JSONDecoder().decode(DeskState.self, from: data)
    #expect(kept.logIn.name == "Ada")
    #expect(kept.logIn.status == .editing)
    logIn.fail(.wrong)
    await store.skipReceivedActions()
  }

  @Test func loggingOutForgetsThePersonAndWhatIsBeingSaved() async throws {
    let card = Card.test("c")
    let store = TestStore(
      initialState: DeskState(person: "Ada"),
      feature: .desk(script.service, newID: NumberedIDs().next))
    await store.send(.delete(card, on: "b")) {
      $0.changes = [UnsavedChange(.test("n1", card, .delete))]
      $0.deleted = [DeletedCard(board: "b", card: card)]
    }
    let save = try #require(script.saves().first)
    await store.send(.logOut) { $0 = DeskState() }
    save.accept()
    await store.finish()
  }

  /// A desk after a log-in of Ada was sent and answered.
  private func desk(_ service: BoardService) async -> DeskStore {
    let desk = DeskStore(initialState: DeskState(), feature: .desk(service))
    desk.dispatch(.edit(\.logIn.name, "Ada"))
    desk.dispatch(.edit(\.logIn.password, "secret"))
    await desk.dispatch(.logIn).finish()
    return desk
  }

  private let accepting = BoardService { name, _, _ in
    name
  } save: { _, _ in
  }

  @Test func aSessionIsRenewedWithTheLogInAndEndsWithTheLogOut() async throws {
    let calls = Mutex<[String]>([])
    let desk = await desk(
      accepting.inSession {
        calls.withLock { $0.append("renew") }
      } end: {
        calls.withLock { $0.append("end") }
      })
    #expect(desk.state.person == "Ada")
    #expect(calls.withLock { $0 } == ["renew"])
    await desk.dispatch(.logOut).finish()
    #expect(calls.withLock { $0 } == ["renew", "end"])
  }

  @Test func aPersonWhoseSessionIsNotRenewedIsNotLoggedIn() async throws {
    struct Fault: Error {}
    let desk = await desk(accepting.inSession(renew: { throw Fault() }, end: {}))
    #expect(desk.state.person == nil)
    #expect(desk.state.logIn.status == .failed(.noAnswer))
  }

  @Test func withoutAPersonNothingIsSaved() async {
    await store.send(.delete(.test("c"), on: "b")) {
      $0.deleted = [DeletedCard(board: "b", card: .test("c"))]
    }
    #expect(script.saves().isEmpty)
    await store.finish()
  }
}
