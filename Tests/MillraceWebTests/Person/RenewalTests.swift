// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import Synchronization
import Testing

@testable import MillraceWeb

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

  /// Opens a page, and fetches the cookie of a new id that it does not show.
  private func promise(
    _ life: Life, _ cookie: String
  ) async throws -> (cookie: String, token: String, result: Task<Void, any Error>) {
    let page = try await life.page(of: try life.visit(cookie))
    let (token, result) = try await life.renewal(at: page)
    let new = await life.fetch(token, cookie)
    #expect(new != cookie)
    return (new, token, result)
  }

  /// Changes what the session of a cookie keeps.
  private func write(_ text: String, _ life: Life, _ cookie: String) async throws {
    let person = try life.visit(cookie).session()
    try await KeptNote.of(person).text = text
    try await person.written()
  }

  // The old cookie ----------------------------------------------------------------------------

  @Test(arguments: RenewalKind.allCases)
  func noRequestComesBetweenTheIDAndTheTable(kind: RenewalKind) async throws {
    let (life, cookie) = begin()
    let person = try life.visit(cookie).session()
    let gate = Gate()
    storage.onCall { if case .copy = $0 { await gate.pass() } }
    let task = Task { try await logIn(kind, life, cookie) }
    try await gate.untilReached()
    #expect(person.id == old)
    #expect(try life.visit(cookie).session() === person)
    gate.open()
    try await until("the session has the new id") {
      // A request with the old cookie has the session while that has the old id, and no longer.
      let (isOld, visit) = (person.id == old, try? life.visit(cookie))
      #expect((visit?.session() === person) == isOld)
      if !isOld, let given = visit?.cookie(isSecure: false) {
        #expect((try? id(in: Life.value(given), life)) != person.id)
      }
      return !isOld
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
    try await gate.untilReached()
    #expect(person.id != old)
    let visit = try life.visit(cookie)
    #expect(!visit.provesSession)
    #expect(visit.session() !== person)
    let given = try #require(visit.cookie(isSecure: false))
    #expect(try id(in: Life.value(given), life) != person.id)
    #expect(!given.contains(person.id.text))
    gate.open()
    _ = try await task.value
    await life.persons.saved()
    #expect(storage.note(of: old) == nil)
  }

  @Test(arguments: RenewalKind.allCases)
  func afterARestartAnOldCookieGetsNothing(kind: RenewalKind) async throws {
    let (life, cookie) = begin()
    let new = try await logIn(kind, life, cookie)
    _ = try life.visit(new.cookie)
    await life.persons.saved()
    #expect(storage.memory.count == 1)
    #expect(try await found(self.life(), new.cookie) == "in")
    #expect(try await found(self.life(), cookie) == "")
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
      try await life.giveUp(result)
      await #expect(throws: SessionRenewalError.noAnswer) { try await result.value }
    }
    #expect(storage.note(of: old) == "\"before\"")
    #expect(storage.memory.count == 2 + min(attempts, PersonSession.promises))
    storage.onCall { _ in }
    #expect(try await found(self.life(), hasLast ? last : first.cookie) == "in")
    #expect(storage.note(of: old) == "\"before\"")
  }

  @Test func whatIsChangedAfterAnUnfinishedRenewalIsThere() async throws {
    let (life, cookie) = begin()
    let promised = try await life.logInByClick(cookie, answers: 1).cookie
    try await write("after", life, cookie)
    for cookie in [cookie, promised] { #expect(try await found(self.life(), cookie) == "after") }
  }

  // A browser that shows the new cookie -------------------------------------------------------

  private enum Sign: CaseIterable { case page, socket, upload, fetch }

  private func show(_ new: String, at session: Session, by sign: Sign, _ life: Life) async throws {
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
  }

  @Test(arguments: Sign.allCases)
  private func theOldValuesGoWhenABrowserShowsTheNewCookie(sign: Sign) async throws {
    let (life, cookie) = begin()
    let visit = try life.visit(cookie)
    let person = visit.session()
    try await visit.asItsWork { try await person.renew() }
    let new = Life.value(try #require(visit.cookie(isSecure: false)))
    let (session, _) = try await life.page(of: visit)
    #expect(storage.note(of: old) != nil)
    try await show(new, at: session, by: sign, life)
    await life.persons.saved()
    #expect(storage.note(of: old) == nil)
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
    #expect(storage.memory.count == 2)
  }

  @Test func aRenewalThatIsLaterThanTheAnswerChangesNothing() async throws {
    let (life, cookie) = begin()
    let visit = try life.visit(cookie)
    let person = visit.session()
    let gate = Gate()
    storage.onCall { if case .copy = $0 { await gate.pass() } }
    let renewal = try await visit.asItsWork { Task { try await person.renew() } }
    try await gate.untilReached()
    #expect(visit.cookie(isSecure: false) == nil)
    gate.open()
    await #expect(throws: SessionRenewalError.noPage) { try await renewal.value }
    #expect(person.id == old)
    #expect(copies == 1)
    #expect(storage.memory.count == 1)
    #expect(try life.visit(cookie).session() === person)
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

  private enum Stage: CaseIterable { case promised, copied }

  @Test(arguments: Stage.allCases, 0..<3)
  private func theEndForgetsEachIDAlsoIfAnotherCannotBeForgotten(
    stage: Stage, failing: Int
  ) async throws {
    let (life, cookie) = begin()
    var cookies = [cookie]
    switch stage {
    case .promised: for _ in 0..<2 { cookies.append(try await promise(life, cookie).cookie) }
    case .copied: cookies.append(try await logIn(.page, life, cookie).cookie)
    }
    let ids = try cookies.map { try id(in: $0, life) }
    let person = try #require(
      stage == .promised ? life.visit(cookie).session() : life.persons.session(ids[1]))
    #expect(storage.memory.count == ids.count)
    guard failing < ids.count else { return }
    let gate = Gate()
    storage.onCall {
      if case .forget = $0 { await gate.pass() }
      if $0 == .forget(ids[failing].text) { throw HookedStorage.Fault() }
    }
    let end = Task { await person.end() }
    try await gate.untilReached()
    for cookie in cookies { #expect(try !life.visit(cookie).provesSession) }
    gate.open()
    await end.value
    for (index, id) in ids.enumerated() {
      #expect((storage.note(of: id) != nil) == (index == failing))
    }
    #expect(await sink.line(with: "could not be forgotten").contains("\(ids[failing])"))
  }

  @Test(.timeLimit(.minutes(1)))
  func anEndDuringARenewalForgetsTheCopyToo() async throws {
    for kind in RenewalKind.allCases {
      let (life, cookie) = begin()
      let person = try life.visit(cookie).session()
      let gate = Gate()
      storage.onCall { if case .copy = $0 { await gate.pass() } }
      let task = Task {
        switch kind {
        case .click: _ = try await life.logInByClick(cookie)
        case .page: _ = try await life.logInByPage(cookie)
        }
      }
      try await gate.untilReached()
      let end = Task { await person.end() }
      try await until("the session has ended") { person.hasEnded }
      gate.open()
      await end.value
      _ = await task.result
      #expect(storage.memory.count == 0)
      storage.onCall { _ in }
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

  /// One call of the storage fails; then the person tries again with the cookie of the browser.
  @Test(arguments: RenewalKind.allCases)
  func aStorageThatFailsOnceAtAnyCall(kind: RenewalKind) async throws {
    var failing = 0
    var (hasEnd, hasFailed) = (false, false)
    while !hasEnd, failing < 60 {
      failing += 1
      let before = storage.memory.count
      let id = SessionID()
      storage.memory.keep(Data("\"before\"".utf8), named: "note", of: id.text)
      let life = life()
      let state = Mutex<(count: Int, failed: HookedStorage.Call?)>((0, nil))
      storage.onCall { [failing] call in
        try state.withLock { state in
          state.count += 1
          guard state.count == failing else { return }
          state.failed = call
          throw HookedStorage.Fault()
        }
      }
      func tryToLogIn(_ cookie: String) async throws -> (cookie: String, isIn: Bool) {
        let end =
          switch kind {
          case .click: try await life.logInByClick(cookie)
          case .page: try await life.logInByPage(cookie)
          }
        _ = try life.visit(end.cookie)
        await life.persons.saved()
        return end
      }
      var end = try await tryToLogIn(life.cookie(of: id))
      if !end.isIn {
        hasFailed = true
        end = try await tryToLogIn(end.cookie)
      }
      #expect(end.isIn)
      storage.onCall { _ in }
      #expect(try await found(self.life(), end.cookie) == "in")
      let failed = state.withLock { $0.failed }
      if case .forget? = failed {} else { #expect(storage.memory.count == before + 1) }
      hasEnd = failed == nil
    }
    #expect(hasEnd && hasFailed)
  }

  @Test func oldValuesThatCannotBeForgottenHinderNothing() async throws {
    let (life, cookie) = begin()
    storage.fail(at: .forget(old.text))
    let new = try await logIn(.click, life, cookie)
    #expect(await sink.line(with: "could not be forgotten").contains("\(old)"))
    let person = try life.visit(new.cookie).session()
    try await KeptNote.of(person).text = "later"
    try await person.written()
    #expect(try await found(self.life(), new.cookie) == "later")
    #expect(try await found(self.life(), cookie) == "before", "a restart: what was before it")
  }

  @Test func aPromiseThatCannotBeKeptGivesNoCookie() async throws {
    let (life, cookie) = begin()
    let page = try await life.page(of: try life.visit(cookie))
    let (token, result) = try await life.renewal(at: page)
    storage.onCall { if case .copy = $0 { throw HookedStorage.Fault() } }
    #expect(await life.fetch(token, cookie) == cookie)
    await #expect(throws: HookedStorage.Fault.self) { try await result.value }
    #expect(page.session.person?.id == old)
    #expect(page.session.person?.promised == [])
    storage.onCall { _ in }
    #expect(await life.fetch(token, cookie) == cookie, "this renewal is over")
    let second = try await life.renewal(at: page)
    let new = await life.fetch(second.token, cookie)
    #expect(await life.fetch(second.token, new) == new)
    try await second.result.value
  }
}
