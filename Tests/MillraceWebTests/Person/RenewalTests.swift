// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import NIOCore
import Testing

@testable import MillraceWeb

/// What must be true at each moment of a renewal.
@MainActor @Suite(.timeLimit(.minutes(5))) struct RenewalTests {
  private let storage = HookedStorage()
  private let key = SessionKey()
  private let id = SessionID()

  private func life() -> Life { Life(storage, key) }

  /// A process, and the first cookie of a session with a stored value.
  private func begin() async throws -> (life: Life, old: String) {
    try await storage.base.keep(Data("\"before\"".utf8), named: "note", of: id.text)
    let life = life()
    return (life, life.cookie(of: id))
  }

  // Cookies and pages -----------------------------------------------------------------------------

  @Test(arguments: RenewalKind.allCases)
  func theSessionStaysAndOtherPagesAreCutOff(kind: RenewalKind) async throws {
    let (life, old) = try await begin()
    let other = try await life.open(old)
    let person = try #require(other.session.person)
    let (new, _, isIn) = try await life.logIn(kind, old)
    #expect(isIn)
    #expect(other.socket.code == .goingAway)
    let visit = try await life.visit(new)
    #expect(visit.session() === person && person.id == id)
    #expect(try await KeptNote.of(person).text == "in")
    let record = try await storage.record(of: id)
    #expect(record == person.marks)
    #expect(try record?.current == life.mark(in: new) && record?.pending == [])
    #expect(try await life.found(old) == nil)
  }

  @Test func bothCookiesAreValidUntilTheBrowserShowsTheNewOne() async throws {
    let (life, old) = try await begin()
    let (new, begun, page) = try await life.pending(old)
    let person = try #require(page.session.person)
    #expect(try await storage.record(of: id)?.pending == [life.mark(in: new)])
    for cookie in [old, new] {
      let visit = try await life.visit(cookie)
      #expect(visit.session() === person)
      #expect(await life.answer(visit, cookie) == cookie)
      let again = try await life.hub.attach(
        page.socket, session: page.session.id.text, request: try life.request(cookie), seen: 1)
      #expect(again === page.session)
    }
    #expect(page.socket.code == .replaced)
    #expect(await life.fetch(begun.token, new) == new)
    try await begun.result.value
    #expect(page.session.isConnected)
    #expect(try await life.found(old) == nil)
    #expect(await life.fetch(begun.token, new) == new)
    #expect(
      await life.persons.fetched(begun.token, cookies: [:], isSecure: false) == .refused,
      "the token is used once")
  }

  @Test func aCookieOfAnotherSessionOrMarkShowsNothing() async throws {
    let (life, old) = try await begin()
    let (new, begun, _) = try await life.pending(old)
    let mark = try life.mark(in: new)
    let others = [
      old, life.cookie(of: SessionID(), mark: mark), life.cookie(of: id, mark: SessionID().text),
      "",
    ]
    for cookie in others {
      #expect(try life.mark(in: await life.fetch(begun.token, cookie)) == mark, "sent again")
    }
    #expect(try await storage.record(of: id)?.current == "")
    #expect(storage.texts.filter { $0 == "keep millrace-cookie" }.count == 1)
    await life.giveUp(begun)
  }

  @Test(arguments: [0, 1])
  func ofTwoBrowsersThatRenewAtOnceOneHasTheSession(winner: Int) async throws {
    let (life, old) = try await begin()
    let both = [try await life.pending(old), try await life.pending(old)]
    let (won, lost) = (both[winner], both[1 - winner])
    #expect(await life.fetch(won.begun.token, won.cookie) == won.cookie)
    try await won.begun.result.value
    await #expect(throws: SessionRenewalError.replaced) { try await lost.begun.result.value }
    #expect(won.page.session.isConnected && won.page.socket.code == nil)
    #expect(lost.page.socket.code == .goingAway)
    let late = await life.persons.fetched(
      lost.begun.token, cookies: ["millrace": lost.cookie], isSecure: false)
    #expect(late == .refused)
    for cookie in [old, lost.cookie] { #expect(try await life.found(cookie) == nil) }
    #expect(try await life.found(won.cookie) == "before")
  }

  /// Both browsers send their new cookies before the first renewal is written.
  @Test(arguments: [false, true])
  func ofTwoThatShowTheirCookiesAtOnceTheFirstOneHasTheSession(firstFails: Bool) async throws {
    let (life, old) = try await begin()
    let (one, two) = (try await life.pending(old), try await life.pending(old))
    let gate = Gate()
    let next = storage.calls.count + 1
    storage.onCall { call, isDone in
      guard call.number == next, !isDone else { return }
      await gate.pass()
      if firstFails { throw HookedStorage.Fault() }
    }
    let first = Task { await life.fetch(one.begun.token, one.cookie) }
    await gate.untilReached()
    let second = Task { await life.fetch(two.begun.token, two.cookie) }
    await Task { @MainActor in }.value
    // The time limit passes, but both cookies came in time.
    await life.clock.untilAsleep(2)
    life.clock.advance(by: .seconds(11))
    gate.open()
    _ = await (first.value, second.value)
    let (won, lost) = firstFails ? (two, one) : (one, two)
    try await won.begun.result.value
    let error = await #expect(throws: (any Error).self) { try await lost.begun.result.value }
    #expect((error is HookedStorage.Fault) == firstFails)
    #expect(try await life.found(lost.cookie) == nil)
    #expect(try await life.found(won.cookie) == "before")
    #expect(lost.page.socket.code == .goingAway)
  }

  @Test func twoClicksInOneTurnAreOneRenewal() async throws {
    let (life, old) = try await begin()
    let page = try await life.open(old)
    let person = try #require(page.session.person)
    let clicks = (0..<2).map { _ in
      Task {
        try await PageWork.$current.withValue(PageWork(page: page.session)) {
          try await person.renew()
        }
      }
    }
    let text = await page.socket.text(with: #""t":"renew""#)
    let token = String(try #require(text.split(separator: "\"").last { $0.count == 32 }))
    let new = await life.fetch(token, old)
    #expect(await life.fetch(token, new) == new)
    for click in clicks { try await click.value }
    #expect(storage.texts.filter { $0 == "keep millrace-cookie" }.count == 2)
    #expect(try await life.found(new) == "before")
  }

  @Test func aRequestFromBeforeARenewalDoesNotUseTheSessionAfterIt() async throws {
    let (life, old) = try await begin()
    let visit = try await life.visit(old)
    let person = visit.session()
    let new = try await life.logIn(.click, old).cookie
    await #expect(throws: PageAnswer.redirect(to: "/")) {
      try await visit.asItsWork { _ = try await KeptNote.of(person) }
    }
    let other = visit.session()
    #expect(other !== person && visit.isUnproved)
    #expect(try await KeptNote.of(other).text == "")
    #expect(await visit.cookie(isSecure: false) == nil)
    #expect(try await life.found(new) == "in")
  }

  @Test func aPageThatHasRenewedItsCookieKeepsItsSession() async throws {
    let (life, old) = try await begin()
    var request = try life.request(old)
    let visit = try await life.visit(old)
    request.visit = visit
    let socket = FakeSocket()
    let page = try await life.hub.begin(request)
    page.attach(socket, seen: 1, isNew: false)
    let person = visit.session()
    let begun = try await life.renewal(at: Life.Opened(session: page, socket: socket))
    let new = await life.fetch(begun.token, old)
    #expect(await life.fetch(begun.token, new) == new)
    try await begun.result.value
    #expect(visit.session() === person)
    #expect(try person.marks.current == life.mark(in: new))
    try visit.check()
  }

  /// The closure of the page does not use the session, but its work does later.
  @Test func aPageThatHasTheSessionOnlyByItsWorkIsCutOffToo() async throws {
    let (life, old) = try await begin()
    let hub = makeHub(
      [Page(path: "/", title: "") { _ in EmptyView() }], clock: life.clock, log: .silent, key: key,
      storage: storage)
    var request = try life.request(old)
    let (visit, socket) = (await Visit(hub.persons, request), FakeSocket())
    request.visit = visit
    let page = try await hub.begin(request)
    page.attach(socket, seen: 1, isNew: false)
    let person = visit.session()
    let other = await Visit(hub.persons, try life.request(old))
    #expect(other.session() === person)
    try await other.asItsWork { try await person.renew() }
    #expect(socket.code == .goingAway)
    #expect(hub.count == 0)
  }

  /// A socket can be dead before it is closed, so a page may open a new one.
  @Test func eachNewSocketOfAPageGetsTheTokenUntilTheRenewalHasEnded() async throws {
    let (life, old) = try await begin()
    let page = try await life.open(old)
    let begun = try await life.renewal(at: page)
    func reconnect(_ cookie: String) async throws -> [String] {
      let socket = FakeSocket()
      let found = try await life.hub.attach(
        socket, session: page.session.id.text, request: try life.request(cookie), seen: 1)
      #expect(found === page.session)
      return socket.take().filter { $0.contains(begun.token) }
    }
    #expect(try await reconnect(old).count == 1)
    let new = await life.fetch(begun.token, old)
    #expect(try await reconnect(new).count == 1)
    #expect(await life.fetch(begun.token, new) == new)
    try await begun.result.value
    #expect(try await reconnect(new).isEmpty)
  }

  @Test func twoPagesOfOneBrowserThatRenewAtOnceLoseNothing() async throws {
    let (life, old) = try await begin()
    let (one, two) = (try await life.open(old), try await life.open(old))
    let (first, second) = (try await life.renewal(at: one), try await life.renewal(at: two))
    // The browser has one cookie: that of the last answer.
    var cookie = await life.fetch(first.token, old)
    cookie = await life.fetch(second.token, cookie)
    cookie = await life.fetch(first.token, cookie)
    cookie = await life.fetch(second.token, cookie)
    // Each answer has replaced the cookie of the other page.
    await life.clock.untilAsleep(2)
    life.clock.advance(by: .seconds(11))
    for renewal in [first, second] {
      await #expect(throws: SessionRenewalError.noAnswer) { try await renewal.result.value }
    }
    for life in [life, self.life()] { #expect(try await life.found(cookie) == "before") }
  }

  @Test func ofTwoClosuresThatRenewAtOnceOneHasTheSession() async throws {
    let (life, old) = try await begin()
    let (first, second) = (try await life.visit(old), try await life.visit(old))
    let (person, gate) = (first.session(), Gate())
    #expect(second.session() === person)
    storage.onCall { if $0.description == "keep millrace-cookie", !$1 { await gate.pass() } }
    let renewal = Task { try await first.asItsWork { try await person.renew() } }
    await gate.untilReached()
    let other = Task { try await second.asItsWork { try await person.renew() } }
    await Task { @MainActor in }.value
    gate.open()
    try await renewal.value
    await #expect(throws: PageAnswer.redirect(to: "/")) { try await other.value }
    #expect(try await life.found(life.answer(first, old)) == "before")
    #expect(await life.answer(second, old) == old)
    #expect(try await life.found(old) == nil)
  }

  @Test func aRenewalByAPageEndsOneByAnEvent() async throws {
    let (life, old) = try await begin()
    let (waiting, begun, page) = try await life.pending(old)
    let new = try await life.renewByPage(old)
    await #expect(throws: SessionRenewalError.replaced) { try await begun.result.value }
    #expect(page.socket.code == .goingAway)
    #expect(await life.fetch(begun.token, waiting) == waiting)
    #expect(try await life.found(waiting) == nil)
    #expect(try await life.found(new) == "before")
  }

  @Test func aBrowserWithAPendingMarkCanRenewToo() async throws {
    let (life, old) = try await begin()
    let (waiting, begun, _) = try await life.pending(old)
    await life.giveUp(begun)
    let new = try await life.renewByPage(waiting)
    for cookie in [old, waiting] { #expect(try await life.found(cookie) == nil) }
    #expect(try await life.found(new) == "before")
  }

  // Requests with the old cookie meanwhile --------------------------------------------------------

  /// A request comes before and after each write of the record.
  ///
  /// All of them are answered at the end.
  @Test(arguments: RenewalKind.allCases)
  func noRequestWithTheOldCookieGetsTheNewOne(kind: RenewalKind) async throws {
    let (life, old) = try await begin()
    let person = try await life.visit(old).session()
    _ = try await KeptNote.of(person)
    let probe = Probe(life: life, person: person, old: old)
    storage.onCall { call, isDone in
      if call.description == "keep millrace-cookie" { try await probe.come() }
    }
    let new = try await life.logIn(kind, old).cookie
    storage.work()
    #expect(probe.visits.count == (kind == .click ? 4 : 2))
    for (visit, hasAsked) in probe.visits {
      if !hasAsked { #expect(visit.session() !== person, "the renewal was first") }
      #expect(throws: PageAnswer.redirect(to: "/")) { try visit.check() }
      #expect(await life.answer(visit, old) == old)
      await #expect(throws: (any Error).self) {
        try await visit.asItsWork { try await person.renew() }
      }
      #expect(await life.answer(visit, old) == old)
    }
    #expect(try await life.found(new) == "in")
    #expect(try await life.mark(in: new) == storage.record(of: id)?.current)
  }

  @MainActor private final class Probe {
    let life: Life
    let person: PersonSession
    let old: String
    var visits: [(Visit, hasAsked: Bool)] = []

    init(life: Life, person: PersonSession, old: String) {
      (self.life, self.person, self.old) = (life, person, old)
    }

    func come() async throws {
      let visit = try await life.visit(old)
      #expect(visit.provesSession, "the old cookie is valid until the renewal has ended")
      let hasAsked = visits.count.isMultiple(of: 2)
      if hasAsked { #expect(visit.session() === person) }
      visits.append((visit, hasAsked))
    }
  }

  @Test func aVisitThatIsOpenWhileItsSessionLeavesMemoryHasTheOnlyOne() async throws {
    let (life, old) = try await begin()
    let new = try await life.logIn(.click, old).cookie
    let visit = try await life.visit(new)
    let person = visit.session()
    await life.leaveMemory()
    storage.forgetCalls()
    #expect(try await life.visit(new).session() === person)
    #expect(try await life.found(old) == nil)
    #expect(storage.texts == [], "the session is not read from the storage again")
    let last = try await life.renewByPage(new)
    #expect(throws: PageAnswer.redirect(to: "/")) { try visit.check() }
    #expect(await life.answer(visit, new) == new)
    #expect(try await life.found(last) == "in")
  }

  // The time of a cookie --------------------------------------------------------------------------

  @Test func anAgedCookieIsSignedAnewWithItsOwnMarkExceptDuringARenewal() async throws {
    let (life, _) = try await begin()
    func answer(_ mark: String) async throws -> String? {
      let aged = life.cookie(of: id, mark: mark, ago: life.persons.age / 5)
      let visit = try await life.visit(aged)
      #expect(visit.session().id == id)
      let given = await life.answer(visit, aged)
      return given == aged ? nil : try life.mark(in: given)
    }
    #expect(try await answer("") == "")
    let (new, begun, _) = try await life.pending(life.cookie(of: id))
    let mark = try life.mark(in: new)
    for mark in ["", mark] { #expect(try await answer(mark) == nil) }
    await life.giveUp(begun)
    for mark in ["", mark] { #expect(try await answer(mark) == mark) }
    let last = try life.mark(in: try await life.renewByPage(new))
    #expect(try await answer(last) == last)
  }

  // Pending marks ---------------------------------------------------------------------------------

  @Test func pendingMarksAreBoundedAndTheBrowsersOwnOneIsKept() async throws {
    let (life, old) = try await begin()
    let mine = try await life.pending(old)
    await life.giveUp(mine.begun)
    var others: [String] = []
    for _ in 0..<12 {
      let (other, begun, _) = try await life.pending(old)
      await life.giveUp(begun)
      others.append(other)
      #expect(try await life.found(mine.cookie) == "before")
    }
    let marks = try others.map { try life.mark(in: $0) }
    let record = try #require(try await storage.record(of: id))
    #expect(CookieMarks.most == 8)
    #expect(try record.pending == marks[5...10] + [life.mark(in: mine.cookie), marks[11]])
    for life in [life, self.life()] {
      #expect(try await life.found(mine.cookie) == "before")
      #expect(try await life.found(old) == "before")
      #expect(try await life.found(others[11]) == "before")
      #expect(try await life.found(others[0]) == nil)
    }
    #expect(await life.fetch(mine.begun.token, mine.cookie) == mine.cookie)
    #expect(try await storage.record(of: id)?.current == "")
  }

  @Test func aMarkThatHasGoneIsNotShownToo() async throws {
    let (life, old) = try await begin()
    let first = try await life.pending(old)
    var others: [Life.Begun] = []
    for _ in 0..<CookieMarks.most { others.append(try await life.pending(old).begun) }
    #expect(try await life.found(first.cookie) == nil)
    let answer = await life.persons.fetched(
      first.begun.token, cookies: ["millrace": first.cookie], isSecure: false)
    #expect(answer == .refused)
    await #expect(throws: SessionRenewalError.noAnswer) { try await first.begun.result.value }
    await life.clock.untilAsleep(others.count)
    life.clock.advance(by: .seconds(11))
    for other in others { _ = await other.result.result }
  }

  // The closure of a page -------------------------------------------------------------------------

  @Test func aSecondRenewalOfARequestChangesNothing() async throws {
    let (life, old) = try await begin()
    let visit = try await life.visit(old)
    let person = visit.session()
    try await visit.asItsWork {
      let both = (0..<2).map { _ in Task { try await person.renew() } }
      for renewal in both { try await renewal.value }
      try await person.renew()
    }
    let writes = storage.calls.count { $0.kind == .keep }
    #expect(writes == 1)
    let new = await life.answer(visit, old)
    #expect(try await storage.record(of: id)?.current == life.mark(in: new))
    await #expect(throws: SessionRenewalError.noPage, "the answer has been made") {
      try await visit.asItsWork { try await person.renew() }
    }
    #expect(storage.calls.count { $0.kind == .keep } == writes)
    #expect(try await life.found(new) == "before")
  }

  @Test func theAnswerWaitsForARenewalThatTheClosureDoesNotWaitFor() async throws {
    let (life, old) = try await begin()
    let visit = try await life.visit(old)
    let (person, gate) = (visit.session(), Gate())
    storage.onCall { if $0.description == "keep millrace-cookie", !$1 { await gate.pass() } }
    let renewal = try await visit.asItsWork { Task { try await person.renew() } }
    await gate.untilReached()
    let answer = Task { await life.answer(visit, old) }
    await Task { @MainActor in }.value
    gate.open()
    try await renewal.value
    let new = await answer.value
    #expect(new != old)
    #expect(try await life.found(new) == "before")
    #expect(try await life.found(old) == nil)
  }

  @Test func aSessionThatFollowsAnEndedOneCanBeRenewedToo() async throws {
    let (life, old) = try await begin()
    let visit = try await life.visit(old)
    try await visit.asItsWork {
      try await visit.session().renew()
      await visit.session().end()
      try await visit.session().renew()
    }
    let next = visit.session()
    #expect(next.id != id)
    let new = await life.answer(visit, old)
    #expect(new.contains(next.id.text))
    #expect(try await life.visit(new).session() === next)
  }

  // A storage that fails --------------------------------------------------------------------------

  /// One call fails, before or after it has taken effect.
  ///
  /// Then the person logs in again.
  @Test(arguments: RenewalKind.allCases, [false, true])
  func aStorageThatFailsOnceAtAnyCall(kind: RenewalKind, isDone: Bool) async throws {
    var (number, wasCalled, failures) = (0, true, 0)
    while wasCalled {
      number += 1
      let (storage, id) = (HookedStorage(), SessionID())
      let life = Life(storage, key)
      let old = life.cookie(of: id)
      try await storage.base.keep(Data("\"before\"".utf8), named: "note", of: id.text)
      storage.fail(at: number, isDone: isDone)
      var end = try await life.logIn(kind, old)
      wasCalled = storage.calls.count >= number
      storage.work()
      if !end.isIn {
        failures += 1
        #expect(try await life.found(old) == (end.isRenewed ? nil : "before"))
        if !end.isRenewed { end = try await life.logIn(kind, end.cookie) }
      }
      if kind == .click || end.isIn {
        await life.persons.saved()
        for life in [life, Life(storage, key)] {
          #expect(try await life.found(end.cookie) == "in", "call \(number)")
          #expect(try await life.found(old) == nil, "call \(number)")
        }
      }
    }
    #expect(failures > 2)
  }

  // The end ---------------------------------------------------------------------------------------

  @Test(arguments: [(.click, 1), (.click, 2), (.page, 1)] as [(RenewalKind, Int)])
  func anEndDuringARenewalLeavesNothing(kind: RenewalKind, write: Int) async throws {
    let (life, old) = try await begin()
    let person = try await life.visit(old).session()
    let gate = Gate()
    storage.onCall { [storage] call, isDone in
      guard call.description == "keep millrace-cookie", !isDone else { return }
      let writes = storage.texts.count { $0 == "keep millrace-cookie" }
      if writes == write { await gate.pass() }
    }
    let logIn = Task { try await life.logIn(kind, old) }
    await gate.untilReached()
    let end = Task { await person.end() }
    await Task { @MainActor in }.value
    gate.open()
    await end.value
    await #expect(throws: (any Error).self) { try await logIn.value }
    #expect(storage.calls.last?.kind == .forget)
    #expect(try await storage.record(of: id) == nil)
    #expect(try await storage.text("note", of: id) == nil)
    #expect(try await life.found(old) == nil)
  }
}
