// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import Testing

@testable import MillraceWeb

/// New ids whose cookies are given out and not shown.
@MainActor @Suite(.timeLimit(.minutes(10))) struct PromisedIDTests {
  private let storage = HookedStorage()
  private let key = SessionKey()
  private let old = SessionID()

  private func life() -> Life { Life(storage, key) }

  /// A process, and the cookie of a person who has something before the log-in.
  private func begin() -> (life: Life, cookie: String) {
    storage.memory.keep(Data("\"before\"".utf8), named: "note", of: old.text)
    let life = life()
    return (life, life.cookie(of: old))
  }

  private func id(in cookie: String) throws -> SessionID {
    try #require(key.cookie(cookie, at: Int(Date().timeIntervalSince1970), age: 1_000)).id
  }

  /// A page whose browser has the cookie of a promised id and has not shown it.
  @MainActor private struct Promise {
    /// The page, which its hub holds.
    weak var page: Session?
    let token: String
    let cookie: String
    let result: Task<Void, any Error>
  }

  private func promise(_ life: Life, _ cookie: String) async throws -> Promise {
    let page = try await life.page(of: try life.visit(cookie))
    let (token, result) = try await life.renewal(at: page)
    let new = await life.fetch(token, cookie)
    try #require(new != cookie)
    return Promise(page: page.session, token: token, cookie: new, result: result)
  }

  private func write(_ text: String, _ person: PersonSession) async throws {
    try await KeptNote.of(person).text = text
    try await person.written()
  }

  private func found(_ life: Life, _ cookie: String) async throws -> String {
    try await KeptNote.of(try life.visit(cookie).session()).text
  }

  private func notes(_ ids: [SessionID]) -> [String?] { ids.map { storage.note(of: $0) } }

  // Writes ------------------------------------------------------------------------------------

  @Test func allValuesAreCopiedBeforeTheCookieIsGiven() async throws {
    let (life, cookie) = begin()
    storage.memory.keep(Data("1".utf8), named: "other", of: old.text)
    let page = try await life.page(of: try life.visit(cookie))
    let (token, result) = try await life.renewal(at: page)
    let gate = Gate()
    storage.onCall { if case .copy = $0 { await gate.pass() } }
    var given: String?
    let fetch = Task { given = await life.fetch(token, cookie) }
    try await gate.untilReached()
    #expect(given == nil)
    #expect(page.session.person?.promised == [])
    gate.open()
    await fetch.value
    let new = try id(in: try #require(given))
    #expect(page.session.person?.promised == [new])
    #expect(storage.memory.value(named: "other", of: new.text) == Data("1".utf8))
    try await life.giveUp(result)
  }

  @Test func everyWriteGoesToAllIDsInTheOrderOfTheCalls() async throws {
    let (life, cookie) = begin()
    let person = try life.visit(cookie).session()
    var cookies = [cookie]
    for number in 1...2 {
      cookies.append(try await promise(life, cookie).cookie)
      try await write("\(number)", person)
    }
    let ids = try cookies.map { try id(in: $0) }
    #expect(person.ids == ids)
    #expect(notes(ids) == ["\"2\"", "\"2\"", "\"2\""])
    let calls = storage.calls.filter { if case .value = $0 { false } else { true } }
    let texts = ids.map(\.text)
    #expect(
      calls == [
        .copy(texts[0], to: texts[1]), .keep(texts[0]), .keep(texts[1]),
        .copy(texts[0], to: texts[2]), .keep(texts[0]), .keep(texts[1]), .keep(texts[2]),
      ])
    for cookie in cookies { #expect(try await found(self.life(), cookie) == "2") }
  }

  @Test(arguments: 1...2)
  func aWriteThatFailsForOneIDIsTriedAgainForAll(failing: Int) async throws {
    let (life, cookie) = begin()
    let person = try life.visit(cookie).session()
    var ids = [old]
    for _ in 1...2 { ids.append(try id(in: try await promise(life, cookie).cookie)) }
    storage.fail(at: .keep(ids[failing].text))
    try await KeptNote.of(person).text = "in"
    await #expect(throws: SessionWriteError.self) { try await person.written() }
    storage.onCall { _ in }
    try await person.written()
    #expect(notes(ids) == ["\"in\"", "\"in\"", "\"in\""])
  }

  @Test func aWriteInProgressGoesToNoIDThatHasBecomeInvalid() async throws {
    let (life, cookie) = begin()
    let person = try life.visit(cookie).session()
    let first = try await promise(life, cookie)
    let second = try await promise(life, cookie)
    let gate = Gate()
    storage.onCall { [old] in if $0 == .keep(old.text) { await gate.pass() } }
    try await KeptNote.of(person).text = "in"
    try await gate.untilReached()
    _ = try life.visit(second.cookie)
    let (other, new) = (try id(in: first.cookie), try id(in: second.cookie))
    #expect(person.id == new)
    gate.open()
    try await person.written()
    await life.persons.saved()
    #expect(!storage.calls.contains(.keep(other.text)))
    #expect(notes([old, other, new]) == [nil, nil, "\"in\""])
  }

  // A browser that shows one ------------------------------------------------------------------

  enum Sign: CaseIterable { case page, socket, upload, fetch }

  @Test(arguments: Sign.allCases)
  func theOneThatABrowserShowsIsTheOnlyValidOneFromThatStepOn(sign: Sign) async throws {
    let (life, cookie) = begin()
    let person = try life.visit(cookie).session()
    let other = try await promise(life, cookie)
    let shown = try await promise(life, cookie)
    let gate = Gate()
    storage.onCall { if case .forget = $0 { await gate.pass() } }
    let page = try #require(shown.page)
    switch sign {
    case .page: #expect(try life.visit(shown.cookie).session() === person)
    case .socket:
      let again = try await life.hub.attach(
        FakeSocket(), session: page.id.text, request: try life.request(shown.cookie), seen: 1)
      #expect(again === page)
    case .upload:
      _ = try? await life.hub.take(
        ByteBuffer(), named: "a", for: page.id.text, by: try life.request(shown.cookie))
    case .fetch: #expect(await life.fetch(shown.token, shown.cookie) == shown.cookie)
    }
    // The storage has forgotten nothing yet.
    try await gate.untilReached()
    let ids = try [cookie, other.cookie, shown.cookie].map { try id(in: $0) }
    #expect(notes(ids) == ["\"before\"", "\"before\"", "\"before\""])
    #expect(person.ids == [ids[2]])
    for cookie in [cookie, other.cookie] {
      #expect(try !life.visit(cookie).provesSession)
      #expect(try life.visit(cookie).session() !== person)
    }
    try await shown.result.value
    await #expect(throws: SessionRenewalError.noAnswer) { try await other.result.value }
    #expect(await life.persons.fetched(other.token, cookies: [:], isSecure: false) == .refused)
    gate.open()
    await life.persons.saved()
    #expect(notes(ids) == [nil, nil, "\"before\""])
  }

  @Test(arguments: [true, false])
  func anotherPageThatShowsItIsCutOffAndComesBack(isUpload: Bool) async throws {
    let (life, cookie) = begin()
    let (other, _) = try await life.page(of: try life.visit(cookie))
    let shown = try await promise(life, cookie)
    let request = try life.request(shown.cookie)
    if isUpload {
      await #expect(throws: Uploads.Refusal.self) {
        try await life.hub.take(ByteBuffer(), named: "a", for: other.id.text, by: request)
      }
    } else {
      let socket = FakeSocket()
      let next = try await life.hub.attach(
        socket, session: other.id.text, request: request, seen: 1)
      #expect(next !== other)
      #expect(next.person === shown.page?.person)
    }
    try await shown.result.value
    #expect(!other.isConnected)
    #expect(shown.page?.isConnected == true)
  }

  @Test func aBrowserWithTheOldCookieChangesNothing() async throws {
    let (life, cookie) = begin()
    let promised = try await promise(life, cookie)
    let person = try life.visit(cookie).session()
    #expect(person.ids == [old, try id(in: promised.cookie)])
    await life.persons.saved()
    #expect(storage.memory.count == 2)
  }

  @Test func noOldCookieIsGivenAnewWhileANewOneIsFetched() async throws {
    let (life, _) = begin()
    let aged = key.signed(old.text, at: life.persons.now - life.persons.age / 5)
    let first = try life.visit(aged)
    _ = first.session()
    #expect(first.cookie(isSecure: false) != nil)
    let promised = try await promise(life, aged)
    let second = try life.visit(aged)
    _ = second.session()
    #expect(second.cookie(isSecure: false) == nil, "it would replace the new one")
    try await life.giveUp(promised.result)
  }

  // Limits ------------------------------------------------------------------------------------

  @Test func aThirdOneDropsTheOldest() async throws {
    let (life, cookie) = begin()
    let person = try life.visit(cookie).session()
    let first = try await promise(life, cookie)
    let second = try await promise(life, cookie)
    let third = try await promise(life, cookie)
    await #expect(throws: SessionRenewalError.noAnswer) { try await first.result.value }
    #expect(await life.fetch(first.token, cookie) == cookie, "no cookie of an invalid id")
    #expect(try !life.visit(first.cookie).provesSession)
    await life.persons.saved()
    let ids = try [first, second, third].map { try id(in: $0.cookie) }
    #expect(notes(ids) == [nil, "\"before\"", "\"before\""])
    #expect(person.ids == [old] + ids.dropFirst())
    #expect(try life.visit(second.cookie).session() === person)
    #expect(person.ids == [ids[1]])
    #expect(try !life.visit(third.cookie).provesSession)
  }

  @Test func sessionsThatStoredNothingLeaveNothing() async throws {
    let life = life()
    for number in 0..<500 {
      let cookie = life.cookie(of: SessionID())
      let visit = try life.visit(cookie)
      let person = visit.session()
      if number.isMultiple(of: 2) {
        try await visit.asItsWork { try await person.renew() }
        _ = visit.cookie(isSecure: false)
      } else {
        let new = try await promise(life, cookie)
        if number % 4 == 1 { #expect(await life.fetch(new.token, new.cookie) == new.cookie) }
      }
    }
    await life.persons.saved()
    #expect(storage.memory.count == 0)
  }

  @Test func abandonedClicksAndAnEndLeaveNothing() async throws {
    let (life, cookie) = begin()
    for _ in 0..<5 { try await life.giveUp(try await promise(life, cookie).result) }
    #expect(storage.memory.count == 3)
    await (try life.visit(cookie).session()).end()
    await life.persons.saved()
    #expect(storage.memory.count == 0)
  }

  @Test(arguments: RenewalKind.allCases)
  func aCompletedRenewalLeavesOneSession(kind: RenewalKind) async throws {
    let (life, cookie) = begin()
    let end =
      switch kind {
      case .click: try await life.logInByClick(cookie)
      case .page: try await life.logInByPage(cookie)
      }
    #expect(end.isIn)
    #expect(try await found(life, end.cookie) == "in")
    await life.persons.saved()
    #expect(storage.memory.count == 1)
  }

  @Test func anIDThatOutlivesItsSessionInMemoryCountsForTheAddress() {
    var ledger = PersonLedger(limit: 2)
    let (first, second) = (SessionID(), SessionID())
    #expect(ledger.begin(first, from: "a", isInUse: { _ in false }).isEmpty)
    #expect(ledger.network(of: first) == "a")
    #expect(ledger.network(of: second) == nil)
  }

  @Test func promisedIDsCountForTheAddressWhenTheirSessionLeavesMemory() async throws {
    var limits = WebLimits()
    limits.personsPerAddress = 3
    let hub = makeHub([], limits: limits, key: key, storage: storage)
    let table = hub.persons
    func begin() async throws -> PersonSession {
      let person = table.session(nil, from: "127.0.0.1")
      try await write("before", person)
      return person
    }
    let other = try await begin()
    let person = try await begin()
    for _ in 0..<2 {
      let new = SessionID()
      try await person.copy(from: person.id, to: new) { _ = person.promise(new) }
    }
    #expect(storage.memory.count == 4)
    person.enter()
    table.leave(person)
    #expect(table.count == 2, "what is kept stays for a while")
    table.letGo(person)
    try await until("the oldest session of the address ends") { other.hasEnded }
    await other.untilCalled()
    #expect(storage.note(of: other.id) == nil)
    #expect(notes(person.ids) == ["\"before\"", "\"before\"", "\"before\""])
  }

  // Session fixation --------------------------------------------------------------------------

  /// What happens between the attacker's promise and the victim's log-in.
  enum Between: CaseIterable { case nothing, leavesMemory, restart }

  @Test(arguments: Between.allCases, RenewalKind.allCases)
  func aPromiseOfAnAttackerNeverGetsTheLoggedInState(
    between: Between, kind: RenewalKind
  ) async throws {
    // The attacker knows the cookie of A, which is planted, and has that of a promised id.
    var (life, planted) = begin()
    let attacker = try await promise(life, planted)
    switch between {
    case .nothing: break
    case .leavesMemory:
      try await life.giveUp(attacker.result)
      try await life.leaveMemory()
    case .restart: life = self.life()
    }
    let victim =
      switch kind {
      case .click: try await life.logInByClick(planted)
      case .page: try await life.logInByPage(planted)
      }
    #expect(victim.isIn)
    let person = try life.visit(victim.cookie).session()
    await life.persons.saved()
    let (mine, promised) = (person.id, try id(in: attacker.cookie))
    #expect(person.ids == [mine])
    #expect(try !life.visit(planted).provesSession)
    #expect(try life.visit(planted).session() !== person)
    let stranger = try life.visit(attacker.cookie)
    #expect(stranger.session() !== person)
    #expect(stranger.provesSession == (between != .nothing), "it is a session of its own")
    let before = between == .nothing ? nil : "\"before\""
    #expect(notes([old, promised, mine]) == [nil, before, "\"in\""])
    // Neither does it change what the victim has.
    if between != .nothing { try await write("attack", stranger.session()) }
    #expect(try await found(life, victim.cookie) == "in")
    for (cookie, text) in [(planted, ""), (victim.cookie, "in")] {
      #expect(try await found(self.life(), cookie) == text)
    }
  }

  @Test func aSessionThatLeavesMemoryLeavesTwoSessions() async throws {
    let (life, cookie) = begin()
    let promised = try await promise(life, cookie)
    try await life.giveUp(promised.result)
    try await life.leaveMemory()
    let one = try life.visit(cookie).session()
    let two = try life.visit(promised.cookie).session()
    #expect(one !== two)
    #expect(one.ids == [old])
    #expect(two.ids == [try id(in: promised.cookie)])
    try await write("one", one)
    #expect(try await KeptNote.of(two).text == "before")
    #expect(!one.hasEnded)
  }

  /// Each write of the attacker makes the next one before it ends.
  @Test(arguments: RenewalKind.allCases)
  func aPageThatWritesContinuallyHoldsUpNoRenewal(kind: RenewalKind) async throws {
    let (life, planted) = begin()
    let (page, _) = try await life.page(of: try life.visit(planted))
    let person = try #require(page.person)
    let note = try await KeptNote.of(person)
    let limit = 10_000
    storage.onCall { [old] call in
      if call == .keep(old.text) {
        await MainActor.run { if note.text.utf8.count < limit { note.text += "x" } }
      }
    }
    note.text = "x"
    try await until("the page writes") { note.text.utf8.count > 3 }
    let victim =
      switch kind {
      case .click: try await life.logInByClick(planted)
      case .page: try await life.logInByPage(planted)
      }
    #expect(victim.isIn)
    #expect(person.id == (try id(in: victim.cookie)))
    let writes = storage.calls.count { $0 == .keep(old.text) }
    #expect((3..<limit).contains(writes), "it wrote until the renewal")
    #expect(!page.isConnected)
    _ = try life.visit(victim.cookie)
    await life.persons.saved()
    #expect(notes([old, person.id]) == [nil, "\"in\""])
  }
}
