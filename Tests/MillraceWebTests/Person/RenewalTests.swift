// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import Synchronization
import Testing

@testable import MillraceWeb

/// A storage in memory; before each call of it a test may wait or throw.
private final class HookedStorage: SessionStorage {
  struct Fault: Error {}

  enum Call: Equatable {
    case value(String)
    case keep(String)
    case copy(String, to: String)
    case forget(String)
  }

  let memory = MemorySessionStorage()
  private let state = Mutex<(calls: [Call], hook: @Sendable (Call) async throws -> Void)>(
    ([], { _ in }))

  var calls: [Call] { state.withLock { $0.calls } }

  func onCall(_ hook: @escaping @Sendable (Call) async throws -> Void) {
    state.withLock { $0.hook = hook }
  }

  func fail(at calls: Call...) { onCall { if calls.contains($0) { throw Fault() } } }

  private func begin(_ call: Call) async throws {
    let hook = state.withLock { state in
      state.calls.append(call)
      return state.hook
    }
    try await hook(call)
  }

  func value(named name: String, of session: String) async throws -> Data? {
    try await begin(.value(session))
    return memory.value(named: name, of: session)
  }

  func keep(_ value: Data, named name: String, of session: String) async throws {
    try await begin(.keep(session))
    memory.keep(value, named: name, of: session)
  }

  func copy(_ session: String, to other: String) async throws {
    try await begin(.copy(session, to: other))
    memory.copy(session, to: other)
  }

  func forget(_ session: String) async throws {
    try await begin(.forget(session))
    memory.forget(session)
  }

  func note(of id: SessionID) -> String? {
    memory.value(named: "note", of: id.text).map { String(decoding: $0, as: UTF8.self) }
  }

  func hasRenewal(to id: SessionID) -> Bool {
    memory.value(named: "former", of: RenewalNote.place(of: id)) != nil
  }
}

/// Makes those wait that come to it, until it is opened.
private final class Gate: Sendable {
  private let (begun, isBegun) = AsyncStream<Void>.makeStream()
  private let (gate, opened) = AsyncStream<Void>.makeStream()

  func pass() async {
    isBegun.yield()
    for await _ in gate {}
  }

  /// Returns when the first one waits.
  func untilReached() async { for await _ in begun { break } }

  func open() { opened.finish() }
}

/// How a session gets a new id.
enum RenewalKind: CaseIterable { case click, page }

/// What holds at each moment of a renewal from an id A to an id B.
@MainActor @Suite(.timeLimit(.minutes(10))) struct RenewalTests {
  private let storage = HookedStorage()
  private let key = SessionKey()
  private let sink = LogSink()
  private let old = SessionID()

  private func life() -> Life { Life(storage, key, log: sink.log()) }

  /// A process, and the cookie of a person who has something before the log-in.
  private func begin() -> (life: Life, cookie: String) {
    storage.memory.keep(Data("\"before\"".utf8), named: "note", of: old.text)
    let life = life()
    return (life, life.cookie(of: old))
  }

  private func id(in cookie: String, _ life: Life) throws -> SessionID {
    try #require(life.key.cookie(cookie, at: life.persons.now, age: 1_000)).id
  }

  private func logIn(
    _ kind: RenewalKind, _ life: Life, _ cookie: String
  ) async throws -> (cookie: String, id: SessionID) {
    let (cookie, isIn) =
      switch kind {
      case .click: try await life.logInByClick(cookie)
      case .page: try await life.logInByPage(cookie)
      }
    #expect(isIn)
    return (cookie, try id(in: cookie, life))
  }

  private func found(_ life: Life, _ cookie: String) async throws -> String {
    try await KeptNote.of(try life.visit(cookie).session()).text
  }

  /// Returns when the storage has nothing of a session.
  private func untilForgotten(_ id: SessionID) async {
    while storage.note(of: id) != nil { await Task.yield() }
  }

  // The old cookie ----------------------------------------------------------------------------

  @Test(arguments: RenewalKind.allCases)
  func noRequestComesBetweenTheIDAndTheTable(kind: RenewalKind) async throws {
    let (life, cookie) = begin()
    let person = try life.visit(cookie).session()
    let gate = Gate()
    storage.onCall { if case .copy = $0 { await gate.pass() } }
    let task = Task { try await logIn(kind, life, cookie) }
    await gate.untilReached()
    gate.open()
    var isOver = false
    Task {
      _ = await task.result
      isOver = true
    }
    while !isOver {
      // A request with the old cookie has the session while that has the old id, and no longer.
      let visit = try life.visit(cookie)
      #expect((visit.session() === person) == (person.id == old))
      if person.id != old {
        let given = try #require(visit.cookie(isSecure: false))
        #expect(try id(in: Life.value(given), life) != person.id)
        break
      }
      await Task.yield()
    }
    #expect(try await task.value.id == person.id)
  }

  @Test(arguments: RenewalKind.allCases)
  func anOldCookieGetsNothingWhileTheOldValuesAreForgotten(kind: RenewalKind) async throws {
    let (life, cookie) = begin()
    let person = try life.visit(cookie).session()
    let gate = Gate()
    storage.onCall { [old] in if $0 == .forget(old.text) { await gate.pass() } }
    let task = Task { try await logIn(kind, life, cookie) }
    if kind == .page { _ = try life.visit(try await task.value.cookie) }
    await gate.untilReached()
    #expect(person.id != old)
    let visit = try life.visit(cookie)
    #expect(!visit.provesSession)
    #expect(visit.session() !== person)
    let given = try #require(visit.cookie(isSecure: false))
    #expect(try id(in: Life.value(given), life) != person.id)
    #expect(!given.contains(person.id.text))
    gate.open()
    _ = try await task.value
    await untilForgotten(old)
  }

  @Test(arguments: RenewalKind.allCases)
  func afterARestartAnOldCookieGetsNothing(kind: RenewalKind) async throws {
    let (life, cookie) = begin()
    let new = try await logIn(kind, life, cookie)
    #expect(try await found(self.life(), new.cookie) == "in")
    #expect(try await found(self.life(), cookie) == "")
    #expect(!storage.hasRenewal(to: new.id))
  }

  // An unfinished second renewal --------------------------------------------------------------

  @Test(arguments: [1, 12], [false, true])
  func anUnfinishedSecondRenewalBringsNothingBack(attempts: Int, hasLast: Bool) async throws {
    let (life, cookie) = begin()
    storage.fail(at: .forget(old.text))  // what was before the log-in stays there for now
    let first = try await logIn(.page, life, cookie)
    let page = try await life.page(of: try life.visit(first.cookie))
    var last = first.cookie
    for _ in 0..<attempts {
      let (token, result) = try await life.renewal(at: page)
      last = await life.fetch(token, first.cookie)
      #expect(last != first.cookie)
      await life.giveUp(result)
      await #expect(throws: SessionRenewalError.noAnswer) { try await result.value }
    }
    #expect(storage.note(of: old) == "\"before\"")
    storage.onCall { _ in }
    #expect(try await found(self.life(), hasLast ? last : first.cookie) == "in")
    #expect(storage.note(of: old) == nil)
    #expect(try await found(self.life(), hasLast ? last : first.cookie) == "in")
  }

  @Test func whatIsChangedAfterAnUnfinishedRenewalIsThere() async throws {
    let (life, cookie) = begin()
    let promised = try await life.logInByClick(cookie, answers: 1).cookie
    let note = try await KeptNote.of(try life.visit(cookie).session())
    note.text = "after"
    try await life.visit(cookie).session().written()
    #expect(try await found(self.life(), promised) == "after")
    #expect(storage.note(of: old) == nil)
  }

  // A browser that shows the new cookie -------------------------------------------------------

  private enum Sign: CaseIterable { case page, socket, upload, fetch }

  @Test(arguments: Sign.allCases)
  private func theOldValuesGoWhenABrowserShowsTheNewCookie(sign: Sign) async throws {
    let (life, cookie) = begin()
    let visit = try life.visit(cookie)
    let person = visit.session()
    try await visit.asItsWork { try await person.renew() }
    let new = Life.value(try #require(visit.cookie(isSecure: false)))
    let (session, _) = try await life.page(of: visit)
    #expect(storage.note(of: old) != nil)
    #expect(storage.hasRenewal(to: person.id))
    switch sign {
    case .page: _ = try life.visit(new)
    case .socket:
      let again = try await life.hub.attach(
        FakeSocket(), session: session.id.text, request: try life.request(new), seen: 1)
      #expect(again === session)
    case .upload:
      _ = try? await life.hub.take(
        ByteBuffer(), named: "a", for: session.id.text, by: try life.request(new))
    case .fetch:
      let answer = await life.persons.fetched("", cookies: ["millrace": new], isSecure: false)
      #expect(answer == .refused)
    }
    await untilForgotten(old)
    while storage.hasRenewal(to: person.id) { await Task.yield() }
    #expect(storage.note(of: person.id) == "\"before\"")
  }

  @Test func theOldValuesStayUntilThen() async throws {
    let (life, cookie) = begin()
    let visit = try life.visit(cookie)
    let person = visit.session()
    try await visit.asItsWork {
      try await person.renew()
      try await KeptNote.of(person).text = "in"
      try await person.written()
    }
    #expect(storage.note(of: person.id) == "\"in\"")
    #expect(try await found(self.life(), cookie) == "before", "the answer has not come out")
  }

  // A second call in one request --------------------------------------------------------------

  private var copies: Int {
    storage.calls.count { if case .copy = $0 { true } else { false } }
  }

  @Test func aSecondRenewalOfARequestChangesNothing() async throws {
    let (life, cookie) = begin()
    let visit = try life.visit(cookie)
    let person = visit.session()
    try await visit.asItsWork {
      let both = (0..<2).map { _ in Task { try await person.renew() } }
      for renewal in both { try await renewal.value }
      let id = person.id
      try await person.renew()
      #expect(person.id == id)
    }
    #expect(copies == 1)
    #expect(visit.cookie(isSecure: false)?.contains(person.id.text) == true)
    await #expect(throws: SessionRenewalError.noPage, "the answer is out") {
      try await visit.asItsWork { try await person.renew() }
    }
    #expect(copies == 1)
  }

  @Test func aRenewalThatHasFailedCanBeTriedAgain() async throws {
    let (life, cookie) = begin()
    let visit = try life.visit(cookie)
    let person = visit.session()
    storage.onCall { if case .copy = $0 { throw HookedStorage.Fault() } }
    try await visit.asItsWork {
      await #expect(throws: HookedStorage.Fault.self) { try await person.renew() }
      #expect(person.id == old)
      storage.onCall { _ in }
      try await person.renew()
    }
    #expect(person.id != old)
    #expect(visit.cookie(isSecure: false)?.contains(person.id.text) == true)
  }

  @Test func aSessionThatFollowsAnEndedOneCanBeRenewedToo() async throws {
    let (life, cookie) = begin()
    let visit = try life.visit(cookie)
    try await visit.asItsWork {
      try await visit.session().renew()
      await visit.session().end()
      let next = visit.session()
      let id = next.id
      try await next.renew()
      #expect(next.id != id)
      #expect(visit.cookie(isSecure: false)?.contains(next.id.text) == true)
    }
  }

  // The end -----------------------------------------------------------------------------------

  /// What a process finds after the one before was killed in a renewal.
  private enum Stage: CaseIterable { case promised, copied }

  private enum Failure: CaseIterable { case none, find, forget }

  @Test(arguments: Stage.allCases, Failure.allCases)
  private func theEndForgetsAlsoWhenTheRenewalCannotBeSettled(
    stage: Stage, failure: Failure
  ) async throws {
    let (life, cookie) = begin()
    let new =
      switch stage {
      case .promised: try await life.logInByClick(cookie, answers: 1).cookie
      case .copied: try await logIn(.page, life, cookie).cookie
      }
    let (next, id) = (self.life(), try id(in: new, life))
    switch failure {
    case .none: break
    case .find: storage.fail(at: .value(RenewalNote.place(of: id)))
    case .forget: storage.fail(at: .forget(old.text))
    }
    try await next.visit(new).session().end()
    #expect(storage.note(of: id) == nil)
    #expect(try next.visit(new).provesSession == false)
    storage.onCall { _ in }
    #expect(try await found(self.life(), new) == "", "nothing comes back")
    if failure == .none {
      #expect(storage.note(of: old) == nil)
      #expect(try await found(self.life(), cookie) == "")
      #expect(!storage.hasRenewal(to: id))
    }
  }

  @Test func anEndBeforeTheNewCookieIsShownForgetsBoth() async throws {
    let (life, cookie) = begin()
    let visit = try life.visit(cookie)
    let person = visit.session()
    try await visit.asItsWork {
      try await person.renew()
      await person.end()
    }
    #expect(storage.note(of: old) == nil)
    #expect(storage.memory.count == 0)
    #expect(try await found(self.life(), cookie) == "")
  }

  // A storage that fails ----------------------------------------------------------------------

  @Test func valuesThatCannotBeCopiedYetAreNotTakenForNone() async throws {
    let (life, cookie) = begin()
    let new = try await life.logInByClick(cookie, answers: 1).cookie
    let next = self.life()
    storage.onCall { if case .copy = $0 { throw HookedStorage.Fault() } }
    await #expect(throws: HookedStorage.Fault.self) { try await found(next, new) }
    storage.onCall { _ in }
    #expect(try await found(next, new) == "before")
    #expect(storage.note(of: old) == nil)
  }

  @Test func oldValuesThatCannotBeForgottenHinderNothing() async throws {
    let (life, cookie) = begin()
    storage.fail(at: .forget(old.text))
    let new = try await logIn(.click, life, cookie)
    #expect(await sink.line(with: "could not be forgotten").contains("\(old)"))
    let person = try life.visit(new.cookie).session()
    try await KeptNote.of(person).text = "later"
    try await person.written()
    storage.onCall { _ in }
    #expect(try await found(self.life(), new.cookie) == "later")
    #expect(storage.note(of: old) == nil, "the next process tries again")
  }

  @Test func aPromiseThatCannotBeKeptGivesNoCookie() async throws {
    let (life, cookie) = begin()
    let page = try await life.page(of: try life.visit(cookie))
    let (token, result) = try await life.renewal(at: page)
    storage.onCall { if case .keep = $0 { throw HookedStorage.Fault() } }
    #expect(await life.fetch(token, cookie) == cookie)
    await #expect(throws: HookedStorage.Fault.self) { try await result.value }
    #expect(page.session.person?.id == old)
  }
}
