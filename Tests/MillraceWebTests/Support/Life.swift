// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Observation
import Testing

@testable import MillraceWeb

/// What a person keeps in tests of renewals.
@MainActor @Observable final class KeptNote {
  var text: String
  init(_ text: String) { self.text = text }

  static func of(_ person: PersonSession, _ name: String = "note") async throws -> KeptNote {
    try await person.keep(name, state: { $0.text }) { KeptNote($0 ?? "") }
  }
}

/// Lets other tasks run until something is true, and fails if it is not after many steps.
@MainActor func until(
  _ what: Comment, at place: SourceLocation = #_sourceLocation, _ isTrue: @MainActor () -> Bool
) async throws {
  struct NeverTrue: Error {}
  for _ in 0..<1_000_000 {
    if isTrue() { return }
    await Task.yield()
  }
  Issue.record("not true after many steps: \(what)", sourceLocation: place)
  throw NeverTrue()
}

/// A process that serves a page, and what the browsers of persons see of it.
@MainActor final class Life {
  let hub: SessionHub
  let key: SessionKey
  private let clock = ManualClock()

  var persons: PersonTable { hub.persons }

  init(_ storage: any SessionStorage, _ key: SessionKey, log: WebLog = .silent) {
    self.key = key
    let page = Page(path: "/", title: "") { request in
      _ = try await KeptNote.of(request.session)
      return EmptyView()
    }
    hub = makeHub([page], clock: clock, log: log, key: key, storage: storage)
  }

  func cookie(of id: SessionID) -> String { key.signed(id.text, at: persons.now) }

  /// The value of a cookie's header.
  static func value(_ header: String) -> String {
    String(header.drop { $0 != "=" }.dropFirst().prefix { $0 != ";" })
  }

  func visit(_ cookie: String) throws -> Visit { Visit(persons, try request(cookie)) }

  func request(_ cookie: String) throws -> PageRequest {
    try MillraceWebTests.request("/", [("Cookie", "millrace=\(cookie)")])
  }

  /// Opens a page by a request, and connects it.
  func page(of visit: Visit) async throws -> (session: Session, socket: FakeSocket) {
    var request = try MillraceWebTests.request("/")
    request.visit = visit
    let (page, socket) = (try await hub.begin(request), FakeSocket())
    page.attach(socket, seen: 1, isNew: false)
    _ = socket.take()
    return (page, socket)
  }

  /// Lets a page ask for a new id.
  func renewal(
    at page: (session: Session, socket: FakeSocket)
  ) async throws -> (token: String, result: Task<Void, any Error>) {
    let person = try #require(page.session.person)
    let result = Task {
      try await PageWork.$current.withValue(PageWork(page: page.session)) {
        try await person.renew()
      }
    }
    var token = ""
    try await until("the page is told to fetch a cookie") {
      let told = page.socket.take().first { $0.contains(#""t":"renew""#) }
      token = told?.split(separator: "\"").last { $0.count == 32 }.map(String.init) ?? ""
      return !token.isEmpty
    }
    return (token, result)
  }

  /// Lets a browser fetch a cookie: it has the one that comes back then.
  func fetch(_ token: String, _ cookie: String) async -> String {
    let answer = await persons.fetched(token, cookies: ["millrace": cookie], isSecure: false)
    if case .cookie(let header) = answer { return Self.value(header) }
    return cookie
  }

  /// The browser does not come any more.
  func giveUp(_ result: Task<Void, any Error>) async throws {
    var isOver = false
    Task {
      _ = await result.result
      isOver = true
    }
    try await until("the renewal is over") {
      clock.advance(by: .seconds(11))
      return isOver
    }
  }

  /// Lets so much time pass that sessions without pages leave memory, and looks that they do.
  func leaveMemory() async throws {
    hub.endAll()
    for _ in 0..<10 {
      clock.advance(by: .seconds(100))
      await persons.sweep()
    }
    #expect(persons.count == 0)
  }

  /// Lets a page ask for a new id, of which some answers come to the browser, and says that the
  /// person is in.
  ///
  /// What comes back is the cookie that the browser has then, and whether it is stored for that
  /// cookie that the person is in.
  func logInByClick(_ old: String, answers: Int = 2) async throws -> (cookie: String, isIn: Bool) {
    let visit = try visit(old)
    guard let page = try? await page(of: visit) else { return (old, false) }
    let (token, result) = try await renewal(at: page)
    var cookie = old
    for _ in 0..<answers { cookie = await fetch(token, cookie) }
    if answers < 2 { try await giveUp(result) }
    do {
      try await result.value
      let person = visit.session()
      try await KeptNote.of(person).text = "in"
      try await person.written()
      return (cookie, true)
    } catch { return (cookie, false) }
  }

  /// Lets a page that is being made renew the session, and says that the person is in.
  func logInByPage(
    _ old: String, answers: Int = 1
  ) async throws -> (cookie: String, isIn: Bool) {
    let visit = try visit(old)
    let person = visit.session()
    do {
      try await visit.asItsWork {
        let note = try await KeptNote.of(person)
        try await person.renew()
        note.text = "in"
        try await person.written()
      }
    } catch { return (old, false) }
    let header = try #require(visit.cookie(isSecure: false))
    return answers > 0 ? (Self.value(header), true) : (old, false)
  }
}
