// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@testable import MillraceWeb

/// The record of a session's marks in the storage: when it is read and written.
@MainActor @Suite(.timeLimit(.minutes(5))) struct SessionRecordTests {
  private let storage = HookedStorage()
  private let key = SessionKey()
  private let id = SessionID()
  private let mark = SessionID().text

  private func life(_ log: WebLog = .silent) -> Life { Life(storage, key, log: log) }

  /// Keeps a record and a note, as after a log-in.
  private func keep(_ record: Data? = nil) async throws {
    var marks = CookieMarks()
    marks.replace(by: mark)
    let data = try record ?? JSONEncoder().encode(marks)
    try await storage.base.keep(data, named: CookieMarks.name, of: id.text)
    try await storage.base.keep(Data("\"in\"".utf8), named: "note", of: id.text)
  }

  @Test func visitsAtOnceWaitForOneRead() async throws {
    try await keep()
    let (life, gate) = (life(), Gate())
    let cookie = life.cookie(of: id, mark: mark)
    storage.onCall { _, _ in await gate.pass() }
    let tasks = (0..<5).map { _ in Task { try await life.visit(cookie) } }
    await gate.untilReached()
    gate.open()
    var persons: [PersonSession] = []
    for task in tasks {
      let visit = try await task.value
      #expect(visit.provesSession)
      persons.append(visit.session())
    }
    #expect(persons.allSatisfy { $0 === persons[0] })
    #expect(storage.texts == ["value millrace-cookie"])
    #expect(try await life.found(life.cookie(of: id)) == nil)
    #expect(storage.calls.count == 1, "a session in memory is not read again")
  }

  @Test func aVisitHoldsTheSessionThatItHasNotAskedFor() async throws {
    try await keep()
    let life = life()
    let cookie = life.cookie(of: id, mark: mark)
    let first = try await life.visit(cookie)
    #expect(life.persons.count == 0, "no page has used the session")
    let second = try await life.visit(cookie)
    #expect(second.session() === first.session())
    #expect(life.persons.count == 1)
    #expect(storage.calls.count == 1)
  }

  @Test func aReadThatFailsProvesNothingAndTheNextVisitReadsAgain() async throws {
    try await keep()
    let life = life()
    let cookie = life.cookie(of: id, mark: mark)
    storage.onCall { _, _ in throw HookedStorage.Fault() }
    let visit = try await life.visit(cookie)
    try visit.check()
    let person = visit.session()
    #expect(!visit.provesSession && person.id != id && visit.session() === person)
    let error = #expect(throws: SessionReadFault.self) { try visit.check() }
    #expect(error?.reason is HookedStorage.Fault)
    storage.work()
    await #expect(throws: SessionReadFault.self) { try await KeptNote.of(person) }
    await #expect(throws: SessionReadFault.self) {
      try await visit.asItsWork { try await person.renew() }
    }
    await person.end()
    #expect(visit.session() === person)
    #expect(await life.answer(visit, cookie) == cookie)
    #expect(storage.texts == ["value millrace-cookie"])
    #expect(life.persons.count == 0)
    #expect(try await life.found(cookie) == "in")
  }

  @Test func aPageIsAnsweredWith500WhileTheRecordCannotBeRead() async throws {
    let (storage, sink) = (FaultyStorage(), LogSink())
    var options = WebOptions()
    options.sessionStorage = storage
    options.sessionKey = key
    let page = Page(path: "/", title: "") { request in
      Text(try await KeptNote.of(request.session).text)
    }
    let now = Int(Date().timeIntervalSince1970)
    let cookie = "Cookie: millrace=\(key.signed(id.text, at: now))"
    storage.memory.keep(Data("\"before\"".utf8), named: "note", of: id.text)
    try await withServer([page], options: options, log: sink) { server in
      storage.isBroken.withLock { $0 = true }
      let failed = try await TestClient(port: server.port).get("/", [cookie])
      #expect(failed.status == 500)
      #expect(failed.header("set-cookie") == nil)
      #expect(await sink.line(with: "Fault").contains("page /"))
      storage.isBroken.withLock { $0 = false }
      let answer = try await TestClient(port: server.port).get("/", [cookie])
      #expect(answer.body.contains("before"))
    }
  }

  @Test func onlyWhatUsesASessionFailsWhileItsRecordCannotBeRead() async throws {
    try await keep()
    var (options, limits, sink) = (WebOptions(), WebLimits(), LogSink())
    (options.sessionStorage, options.sessionKey, limits.personsPerAddress) = (storage, key, 1)
    func page(_ path: String, _ use: @escaping @MainActor (PageRequest) async -> Void) -> Page {
      Page(path: path, title: "") { request in
        await use(request)
        return EmptyView()
      }
    }
    let note = Page(path: "/note", title: "") { request in
      Text(try await KeptNote.of(request.session).text)
    }
    let gone = Page(path: "/gone", title: "") { request -> EmptyView in
      _ = request.session
      throw PageAnswer.notFound
    }
    let pages = [
      note, gone, page("/plain") { _ in }, page("/asks") { _ = $0.session },
      page("/proves") { _ = $0.provesSession }, page("/ends") { await $0.session.end() },
      page("/tries") { _ = try? await KeptNote.of($0.session) },
      Page(path: "/view", title: "") { request in SessionView(request: request) },
      Page(path: "/appears", title: "") { request in
        Text("").onAppear { _ = request.session }
      },
    ]
    let cookie =
      "Cookie: millrace=\(key.signed(id.text, mark: mark, at: Int(Date().timeIntervalSince1970)))"
    try await withServer(pages, limits: limits, options: options, log: sink) { server in
      // The address has begun one session, which is its limit.
      let other = try await TestClient(port: server.port).get("/note")
      #expect(other.header("set-cookie") != nil)
      storage.onCall { call, _ in if call.isOfRecord { throw HookedStorage.Fault() } }
      storage.forgetCalls()
      for page in pages {
        let answer = try await TestClient(port: server.port).get(page.path, [cookie])
        #expect(answer.status == (page.path == "/plain" ? 200 : 500), "\(page.path)")
        #expect(answer.header("set-cookie") == nil)
        let lines = await sink.lines(of: server.site.log).filter { $0.contains("Fault") }
        #expect(lines.count { $0.hasPrefix("page \(page.path): session") } == 1)
        #expect(lines.count == storage.calls.count { $0.isOfRecord }, "one line for each read")
      }
      #expect(storage.calls.count == pages.count && server.site.hub.persons.count == 1)
      storage.work()
      let answer = try await TestClient(port: server.port).get("/note", [cookie])
      #expect(answer.status == 200 && answer.body.contains(">in<"))
    }
  }

  private struct SessionView: View {
    let request: PageRequest
    var body: some View { Text(request.session.hasEnded ? "ended" : "there") }
  }

  @MainActor private final class Asked {
    var request: PageRequest?
  }

  /// The session is not ended by the page, and the page's socket is closed.
  @Test func aPageThatAsksLaterComesBackAndReadsAgain() async throws {
    try await keep()
    let (asked, life) = (Asked(), life())
    let page = Page(path: "/", title: "") { request in
      asked.request = request
      return EmptyView()
    }
    let hub = makeHub([page], clock: ManualClock(), log: .silent, key: key, storage: storage)
    let request = try life.request(life.cookie(of: id, mark: mark))
    storage.onCall { _, _ in throw HookedStorage.Fault() }
    let (session, socket) = (try await hub.begin(request), FakeSocket())
    session.attach(socket, seen: 1, isNew: false)
    storage.work()
    await asked.request?.session.end()
    #expect(socket.code == .tryLater)
    #expect(hub.count == 0)
    #expect(try await storage.record(of: id) != nil)
    _ = try await hub.attach(FakeSocket(), session: "", request: request, seen: 1)
    await asked.request?.session.end()
    #expect(try await storage.record(of: id) == nil)
  }

  /// An open page remains unchanged, and connects again when the record can be read.
  @Test func aPageThatComesBackWaitsUntilItsSessionCanBeRead() async throws {
    try await keep()
    let (life, socket) = (life(), FakeSocket())
    let request = try life.request(life.cookie(of: id, mark: mark))
    storage.onCall { _, _ in throw HookedStorage.Fault() }
    await #expect(throws: SessionReadFault.self) {
      try await life.hub.attach(socket, session: "", request: request, seen: 1)
    }
    #expect(life.hub.count == 0 && life.persons.count == 0)
    storage.work()
    let page = try await life.hub.attach(socket, session: "", request: request, seen: 1)
    #expect(page.person?.id == id)
  }

  @Test(arguments: ["", "{}", #"{"current":"","pending":"none"}"#, #"{"current":""}"#])
  func aRecordThatCannotBeDecodedProvesNothingAndStays(text: String) async throws {
    try await keep(Data(text.utf8))
    let sink = LogSink()
    let life = life(sink.log())
    for mark in ["", mark] {
      let cookie = life.cookie(of: id, mark: mark)
      let visit = try await life.visit(cookie)
      #expect(!visit.provesSession)
      #expect(visit.session().id != id)
      let given = await life.answer(visit, cookie)
      #expect(given != cookie && !given.contains(id.text))
    }
    let line = await sink.line(with: "cannot be read")
    #expect(line == "session \(id): the record of its cookie cannot be read")
    #expect(storage.calls.allSatisfy { $0.kind == .value })
    #expect(try await storage.text(CookieMarks.name, of: id) == text)
  }

  @Test func aSessionThatWasNeverRenewedHasNoRecord() async throws {
    let life = life()
    let cookie = life.cookie(of: id)
    try await life.write("a", cookie)
    #expect(storage.texts == ["value millrace-cookie", "value note", "keep note"])
    let stranger = try await life.visit("x")
    let person = stranger.session()
    #expect(!person.isStored && storage.calls.count == 3)
    try await stranger.asItsWork { try await person.renew() }
    #expect(person.isStored, "its record is stored")
    #expect(try await storage.record(of: person.id)?.current.isEmpty == false)
  }

  // A storage that forgets a session which is in memory -------------------------------------------

  @Test(arguments: RenewalKind.allCases)
  func aValueIsNeverWithoutItsRecord(kind: RenewalKind) async throws {
    let life = life()
    let old = life.cookie(of: id)
    let (new, _, isIn) = try await life.logIn(kind, old)
    #expect(isIn)
    try await storage.base.forget(id.text)
    storage.forgetCalls()
    try await life.write("later", new)
    let all = [
      "value millrace-cookie", "keep millrace-cookie", "keep note", "value millrace-cookie",
    ]
    #expect(storage.texts == all)
    #expect(try await self.life().found(old) == nil)
    #expect(try await self.life().found(new) == "later")
    storage.forgetCalls()
    try await life.write("again", new)
    #expect(storage.texts == [all[0], all[2], all[3]], "only a missing record is written")
  }

  /// The storage forgets the session between the read of the record and the write of the value.
  @Test func aRecordThatGoesWhileAValueIsWrittenIsWrittenAgain() async throws {
    let life = life()
    let old = life.cookie(of: id)
    let new = try await life.logIn(.click, old).cookie
    storage.onCall { [storage, id] call, isDone in
      if call.description == "keep note", !isDone { try await storage.base.forget(id.text) }
    }
    try await life.write("later", new)
    storage.work()
    #expect(try await self.life().found(old) == nil)
    #expect(try await self.life().found(new) == "later")
  }

  @Test func aValueThatIsPutAsideIsNotWithoutItsRecordToo() async throws {
    try await keep()
    let life = life()
    let cookie = life.cookie(of: id, mark: mark)
    let person = try await life.visit(cookie).session()
    try await storage.base.keep(Data("{}".utf8), named: "other", of: id.text)
    storage.onCall { [storage, id] call, isDone in
      // The value has been read. The storage forgets it before it is put aside.
      if call.description == "value other", isDone { try await storage.base.forget(id.text) }
    }
    _ = try await KeptNote.of(person, "other")
    #expect(try await storage.text("other-unreadable", of: id) == "{}")
    #expect(try await storage.record(of: id)?.current == mark)
  }

  @Test func aSessionThatIsForgottenAndLeavesMemoryIsFoundByNoCookieOfIt() async throws {
    let life = life()
    let old = life.cookie(of: id)
    let new = try await life.logIn(.click, old).cookie
    try await storage.base.forget(id.text)
    #expect(try await life.found(new) == "in", "the session is in memory")
    await life.leaveMemory()
    #expect(try await life.found(new) == nil)
    #expect(try await life.found(old) == "", "an empty session")
  }

  // A write that fails after it is done -----------------------------------------------------------

  @Test(arguments: [false, true])
  func afterAFailedWriteOfTheRecordTheNextWriteRestoresIt(isSwept: Bool) async throws {
    let life = life()
    let cookie = life.cookie(of: id)
    try await life.write("before", cookie)
    storage.onCall {
      if $0.description == "keep millrace-cookie", $1 { throw HookedStorage.Fault() }
    }
    await #expect(throws: HookedStorage.Fault.self) { try await life.renewByPage(cookie) }
    storage.work()
    #expect(try await life.found(cookie) == "before", "the old cookie is still valid")
    if isSwept { await life.leaveMemory() } else { try await life.write("after", cookie) }
    #expect(try await storage.record(of: id)?.isInitial == true)
    #expect(try await self.life().found(cookie) == (isSwept ? "before" : "after"))
  }

  @Test func aSessionThatKeepsNothingStaysUntilItsRecordIsRestored() async throws {
    let life = life()
    let cookie = life.cookie(of: id)
    do {
      let visit = try await life.visit(cookie)
      let person = visit.session()
      person.enter()
      storage.onCall {
        if $0.description == "keep millrace-cookie", $1 { throw HookedStorage.Fault() }
      }
      await #expect(throws: HookedStorage.Fault.self) {
        try await visit.asItsWork { try await person.renew() }
      }
      storage.work()
      life.persons.leave(person)
    }
    #expect(life.persons.count == 1)
    await life.leaveMemory()
    #expect(try await life.found(cookie) == "")
  }

  // The end ---------------------------------------------------------------------------------------

  @Test func whatIsBeingWrittenAtTheEndIsForgotten() async throws {
    try await keep()
    let life = life()
    let person = try await life.visit(life.cookie(of: id, mark: mark)).session()
    let (note, gate) = (try await KeptNote.of(person), Gate())
    storage.forgetCalls()
    storage.onCall { if $0.description == "keep note", !$1 { await gate.pass() } }
    note.text = "x"
    await gate.untilReached()
    let end = Task { await person.end() }
    let renewal = Task { try await person.renew() }
    await Task { @MainActor in }.value  // both tasks have begun
    #expect(person.hasEnded)
    gate.open()
    await end.value
    await #expect(throws: SessionRenewalError.hasEnded) { try await renewal.value }
    await person.saved()
    #expect(storage.texts.last == "forget ")
    #expect(try await storage.text("note", of: id) == nil)
    #expect(try await storage.record(of: id) == nil)
  }

  /// The call fails before or after it has taken effect.
  ///
  /// A sweep or the end repeats it.
  @Test(arguments: [false, true], [false, true])
  func whatCouldNotBeForgottenIsOverAndIsForgottenLater(isDone: Bool, isSwept: Bool) async throws {
    try await keep()
    let sink = LogSink()
    let log = sink.log()
    let life = life(log)
    let cookie = life.cookie(of: id, mark: mark)
    storage.onCall { if $0.kind == .forget, $1 == isDone { throw HookedStorage.Fault() } }
    await (try await life.visit(cookie)).session().end()
    #expect(try await life.found(cookie) == nil)
    #expect(try await self.life().found(cookie) == (isDone ? nil : "in"), "as the log says")
    await life.persons.sweep()
    #expect(storage.calls.count { $0.kind == .forget } == 2)
    #expect(life.persons.count == 1)
    storage.work()
    if isSwept { await life.persons.sweep() } else { await life.persons.saved() }
    #expect(life.persons.count == 0)
    #expect(try await storage.record(of: id) == nil)
    #expect(try await storage.text("note", of: id) == nil)
    for life in [life, self.life()] { #expect(try await life.found(cookie) == nil) }
    let calls = storage.calls.count
    await life.persons.saved()
    #expect(storage.calls.count == calls, "it is not forgotten again")
    let lines = await sink.lines(of: log)
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("session \(id) has ended, but its values could not be deleted"))
    #expect(lines[0].contains("makes its cookie valid again: Fault()"))
  }

  @Test func aSweepAsksAStorageThatFailsOnce() async throws {
    let life = life()
    storage.onCall { call, _ in if call.kind == .forget { throw HookedStorage.Fault() } }
    for _ in 0..<5 { await (try await life.visit("x")).session().end() }
    storage.forgetCalls()
    await life.persons.sweep()
    #expect(storage.texts == ["forget "])
    storage.work()
    await life.persons.sweep()
    #expect(storage.calls.count == 6 && life.persons.count == 0)
  }

  /// A session that cannot be forgotten does not prevent the write of another one.
  @Test(arguments: [false, true])
  func statesAreWrittenBeforeSessionsAreForgotten(isSwept: Bool) async throws {
    let life = life()
    let person = try await life.visit("x").session()
    let note = try await KeptNote.of(person)
    storage.onCall { _, _ in throw HookedStorage.Fault() }
    note.text = "a"
    await person.saved()
    for _ in 0..<20 { await (try await life.visit("x")).session().end() }
    storage.onCall { call, _ in if call.kind == .forget { throw HookedStorage.Fault() } }
    storage.forgetCalls()
    if isSwept { await life.persons.sweep() } else { await life.persons.saved() }
    #expect(storage.texts.first == "keep note")
    #expect(try await storage.text("note", of: person.id) == #""a""#)
    #expect(storage.texts.count == (isSwept ? 2 : 21))
  }

  @Test func aServerThatStopsWaitsForWhatIsBeingForgotten() async throws {
    try await keep()
    let (life, gate) = (life(), Gate())
    let person = try await life.visit(life.cookie(of: id, mark: mark)).session()
    storage.onCall { if $0.kind == .forget, !$1 { await gate.pass() } }
    let end = Task { await person.end() }
    await gate.untilReached()
    let saved = Task {
      await life.persons.saved()
      return try await storage.record(of: id)
    }
    for _ in 0..<100 { await Task.yield() }
    gate.open()
    #expect(try await saved.value == nil)
    await end.value
    #expect(storage.calls.count { $0.kind == .forget } == 1)
  }

  @Test func aServerForgetsInTheTimeOfItsClock() async throws {
    try await keep()
    var (options, clock) = (WebOptions(), ManualClock())
    (options.sessionStorage, options.sessionKey) = (storage, key)
    let (forgotten, isForgotten) = AsyncStream<Void>.makeStream()
    storage.onCall { call, isDone in
      guard call.kind == .forget else { return }
      if call.number < 4 { throw HookedStorage.Fault() }
      if isDone { isForgotten.yield() }
    }
    let leave = Page(path: "/", title: "") { request in
      await request.session.end()
      return EmptyView()
    }
    let cookie = key.signed(id.text, mark: mark, at: Int(Date().timeIntervalSince1970))
    try await withServer([leave], options: options, clock: clock) { server in
      let client = try await TestClient(port: server.port)
      #expect(try await client.get("/", ["Cookie: millrace=\(cookie)"]).status == 200)
      #expect(storage.texts == ["value millrace-cookie", "forget "])
      let turns = Task {
        while !Task.isCancelled {
          await clock.untilAsleep()
          clock.advance(by: .seconds(1))
          await Task.yield()
        }
      }
      for await _ in forgotten { break }
      turns.cancel()
      #expect(storage.calls.count { $0.kind == .forget } == 3)
      #expect(try await storage.record(of: id) == nil)
    }
  }

  @Test func nothingIsPutAsideAfterTheEnd() async throws {
    let life = life()
    let person = try await life.visit(life.cookie(of: id)).session()
    storage.onCall { if $0.kind == .forget, !$1 { throw HookedStorage.Fault() } }
    try await storage.base.keep(Data("{}".utf8), named: "note", of: id.text)
    await person.end()
    _ = try await KeptNote.of(person)
    #expect(try await storage.text("note-unreadable", of: id) == nil)
  }

  /// After a restart, the first cookie of an ended session begins a session with the same id.
  @Test(arguments: RenewalKind.allCases)
  func noMarkOfAnEndedSessionIsOneOfALaterSession(kind: RenewalKind) async throws {
    var life = life()
    let old = life.cookie(of: id)
    let waiting = try await life.pending(old).cookie
    let first = try await life.logIn(kind, old).cookie
    await (try await life.visit(first)).session().end()
    for cookie in [old, waiting, first] { #expect(try await life.found(cookie) == nil) }
    life = self.life()
    for cookie in [waiting, first] { #expect(try await life.found(cookie) == nil) }
    #expect(try await life.found(old) == "")
    let second = try await life.logIn(kind, old).cookie
    for life in [life, self.life()] {
      for cookie in [old, waiting, first] { #expect(try await life.found(cookie) == nil) }
      #expect(try await life.found(second) == "in")
    }
  }

  // Names -----------------------------------------------------------------------------------------

  @Test(arguments: ["millrace-", "millrace-cookie", "Millrace-Cookie", "millrace-x-unreadable"])
  func aNameOfTheLibraryIsRefused(name: String) async throws {
    let person = try await life().visit("x").session()
    let error = await #expect(throws: SessionNameError(name: name)) {
      try await KeptNote.of(person, name)
    }
    #expect("\(try #require(error))".contains("'\(name)' is reserved, because"))
    _ = try await KeptNote.of(person, "millrace")
    #expect(storage.texts == ["value millrace"])
  }
}
