// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Observation
import Testing

@testable import MillraceWeb

/// The stored object of a session in tests of renewals.
@MainActor @Observable final class KeptNote {
  var text: String
  init(_ text: String) { self.text = text }

  static func of(_ person: PersonSession, _ name: String = "note") async throws -> KeptNote {
    try await person.keep(name, state: { $0.text }) { KeptNote($0 ?? "") }
  }
}

/// How a cookie is renewed: by an event of an open page, or in the closure of a page.
enum RenewalKind: CaseIterable { case click, page }

/// A process that serves a page, and the requests of its browsers.
@MainActor final class Life {
  /// A page that is open and connected.
  struct Opened {
    let session: Session
    let socket: FakeSocket
  }

  /// A renewal that an event of a page has begun.
  struct Begun {
    let token: String
    let result: Task<Void, any Error>
  }

  let hub: SessionHub
  let key: SessionKey
  let clock = ManualClock()
  var persons: PersonTable { hub.persons }

  init(_ storage: any SessionStorage, _ key: SessionKey, log: WebLog = .silent) {
    self.key = key
    let page = Page(path: "/", title: "") { request in
      _ = try await KeptNote.of(request.session)
      return EmptyView()
    }
    hub = makeHub([page], clock: clock, log: log, key: key, storage: storage)
  }

  /// The first cookie of a session, or one with another mark, signed some seconds ago.
  func cookie(of id: SessionID, mark: String = "", ago: Int = 0) -> String {
    key.signed(id.text, mark: mark, at: persons.now - ago)
  }

  /// The cookie in the value of a `Set-Cookie` header.
  static func value(_ header: String) -> String {
    String(header.drop { $0 != "=" }.dropFirst().prefix { $0 != ";" })
  }

  func mark(in cookie: String) throws -> String {
    try #require(key.cookie(cookie, at: persons.now, age: 1_000_000)).mark
  }

  func request(_ cookie: String) throws -> PageRequest {
    try MillraceWebTests.request("/", [("Cookie", "millrace=\(cookie)")])
  }

  func visit(_ cookie: String) async throws -> Visit {
    await Visit(persons, try request(cookie))
  }

  /// The cookie that a browser has after an answer.
  func answer(_ visit: Visit, _ cookie: String) async -> String {
    await visit.cookie(isSecure: false).map(Self.value) ?? cookie
  }

  /// The text that a browser finds with its cookie, or nil if the cookie is not valid.
  func found(_ cookie: String, _ name: String = "note") async throws -> String? {
    let visit = try await visit(cookie)
    return visit.provesSession ? try await KeptNote.of(visit.session(), name).text : nil
  }

  func write(_ text: String, _ cookie: String) async throws {
    let person = try await visit(cookie).session()
    try await KeptNote.of(person).text = text
    try await person.written()
  }

  func open(_ cookie: String) async throws -> Opened {
    let (page, socket) = (try await hub.begin(try request(cookie)), FakeSocket())
    page.attach(socket, seen: 1, isNew: false)
    return Opened(session: page, socket: socket)
  }

  /// Lets an event of a page renew the cookie, and waits until the page has the token.
  func renewal(at page: Opened) async throws -> Begun {
    let person = try #require(page.session.person)
    let result = Task {
      try await PageWork.$current.withValue(PageWork(page: page.session)) {
        try await person.renew()
      }
    }
    let text = await page.socket.text(with: #""t":"renew""#)
    let token = try #require(text.split(separator: "\"").last { $0.count == 32 })
    return Begun(token: String(token), result: result)
  }

  /// Lets a browser fetch its new cookie.
  ///
  /// - Returns: The cookie that the browser has after the answer.
  func fetch(_ token: String, _ cookie: String) async -> String {
    let answer = await persons.fetched(token, cookies: ["millrace": cookie], isSecure: false)
    if case .cookie(let header) = answer { return Self.value(header) }
    return cookie
  }

  /// Opens a page, and gives its browser a new cookie, which the browser does not send back.
  func pending(_ cookie: String) async throws -> (cookie: String, begun: Begun, page: Opened) {
    let page = try await open(cookie)
    let begun = try await renewal(at: page)
    let new = await fetch(begun.token, cookie)
    try #require(new != cookie)
    return (new, begun, page)
  }

  /// Lets a renewal end because its browser sends nothing more.
  func giveUp(_ begun: Begun) async {
    await clock.untilAsleep()
    clock.advance(by: .seconds(11))
    await #expect(throws: SessionRenewalError.noAnswer) { try await begun.result.value }
  }

  /// Renews a cookie in the closure of a page.
  func renewByPage(_ cookie: String) async throws -> String {
    let visit = try await visit(cookie)
    let person = visit.session()
    try await visit.asItsWork { try await person.renew() }
    return await answer(visit, cookie)
  }

  /// Advances the clock so far that sessions without pages leave memory.
  func leaveMemory() async {
    hub.endAll()
    clock.advance(by: .seconds(100_000))
    await persons.sweep()
    #expect(persons.count == 0)
  }

  /// Renews the cookie and writes "in" to the note.
  ///
  /// The browser gets only `answers` of the answers.
  ///
  /// - Returns: The cookie that the browser has then, whether `renew()` has returned, and whether
  /// the note was stored.
  func logIn(
    _ kind: RenewalKind, _ cookie: String, answers: Int = 2
  ) async throws -> (cookie: String, isRenewed: Bool, isIn: Bool) {
    var (cookie, isRenewed) = (cookie, false)
    do {
      let visit = try await visit(cookie)
      let person = visit.session()
      try visit.check()
      func enter() async throws {
        isRenewed = true
        try await KeptNote.of(person).text = "in"
        try await person.written()
      }
      switch kind {
      case .click:
        let page = try await open(cookie)
        let begun = try await renewal(at: page)
        let old = cookie
        for _ in 0..<answers { cookie = await fetch(begun.token, cookie) }
        if answers == 0 || answers == 1 && cookie != old {
          await giveUp(begun)
          return (cookie, false, false)
        }
        try await begun.result.value
        try await enter()
      case .page:
        try await visit.asItsWork {
          try await person.renew()
          try await enter()
        }
        if answers > 0 { cookie = await answer(visit, cookie) }
      }
      return (cookie, isRenewed, true)
    } catch is HookedStorage.Fault {
      return (cookie, isRenewed, false)
    } catch is SessionReadFault {
      return (cookie, isRenewed, false)
    } catch is SessionWriteError {
      return (cookie, isRenewed, false)
    }
  }
}
