// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import NIOCore
import Testing

@testable import MillraceWeb

/// A view that uses the person's session.
private struct UsingView: View {
  let request: PageRequest
  var body: some View { Text(request.session.id.description) }
}

/// A page that first uses the person's session after the page was made, as in a button's action.
@MainActor @Suite(.timeLimit(.minutes(5))) struct LateSessionTests {
  private struct Late {
    let page: Session
    let visit: Visit
    let socket: FakeSocket
  }

  private let key = SessionKey()
  private let id = SessionID()

  /// A hub with a page whose closure does not use the person's session.
  private func hub(perAddress: Int = 1_000) -> SessionHub {
    var limits = WebLimits()
    limits.personsPerAddress = perAddress
    return makeHub([Page(path: "/", title: "") { _ in EmptyView() }], limits: limits, key: key)
  }

  /// A request with the cookie for the id, or without a cookie if the id is nil.
  private func request(_ hub: SessionHub, _ id: SessionID?) throws -> PageRequest {
    let cookie = id.map { hub.persons.cookie(of: $0, isSecure: false).prefix { $0 != ";" } }
    return try MillraceWebTests.request("/", cookie.map { [("Cookie", String($0))] } ?? [])
  }

  private func attach(
    _ page: Session, _ hub: SessionHub, _ id: SessionID?, _ socket: FakeSocket = FakeSocket()
  ) async throws -> Session {
    try await hub.attach(
      socket, session: page.id.text, request: try request(hub, id), seen: page.batch)
  }

  private func open(_ hub: SessionHub, _ id: SessionID?) async throws -> Late {
    var request = try request(hub, id)
    let (visit, socket) = (await Visit(hub.persons, request), FakeSocket())
    request.visit = visit
    let page = try await hub.begin(request)
    #expect(try await attach(page, hub, id, socket) === page)
    #expect(page.person == nil)
    #expect(await visit.cookie(isSecure: false) == nil)  // the response is made
    return Late(page: page, visit: visit, socket: socket)
  }

  @Test func anotherBrowserGetsNeitherThePageNorSendsItsFiles() async throws {
    let hub = hub()
    let late = try await open(hub, id)
    let person = late.visit.session()
    #expect(person.id == id && late.page.person === person)
    for other in [nil, SessionID()] {
      let stranger = try request(hub, other)
      await #expect(throws: Uploads.Refusal.noSession) {
        try await hub.take(ByteBuffer(), named: "a", for: late.page.id.text, by: stranger)
      }
      #expect(try await attach(late.page, hub, other) !== late.page)
    }
    #expect(late.socket.code == nil)
    let own = try request(hub, id)
    _ = try await hub.take(ByteBuffer(), named: "a", for: late.page.id.text, by: own)
    #expect(try await attach(late.page, hub, id) === late.page)
  }

  @Test func aPageThatCanStillUseASessionNeedsItsCookie() async throws {
    let hub = hub()
    let late = try await open(hub, id)
    for other in [nil, SessionID()] {
      let stranger = try request(hub, other)
      await #expect(throws: Uploads.Refusal.noSession) {
        try await hub.take(ByteBuffer(), named: "a", for: late.page.id.text, by: stranger)
      }
      #expect(try await attach(late.page, hub, other) !== late.page)
    }
    #expect(late.socket.code == nil && late.page.person == nil)
    #expect(try await attach(late.page, hub, id) === late.page)
    // A page that can no longer get the session needs only its id.
    await late.visit.session().end()
    let next = try await open(hub, nil)
    #expect(try await attach(next.page, hub, SessionID()) === next.page)
  }

  /// No response could set the cookie of the session.
  ///
  /// The browser then gets the cookie of another one.
  @Test func aVisitorWhoseCookieIsThatOfAnotherSessionKeepsItsPage() async throws {
    let hub = hub()
    let late = try await open(hub, nil)
    let person = late.visit.session()
    #expect(late.page.person === person)
    let other = SessionID()
    #expect(try await attach(late.page, hub, other) === late.page)
    let own = try request(hub, other)
    _ = try await hub.take(ByteBuffer(), named: "a", for: late.page.id.text, by: own)
    #expect(try await attach(late.page, hub, person.id) === late.page)
    #expect(try await attach(late.page, hub, other) !== late.page)
  }

  @Test func aViewThatUsesTheSessionOfAPageMadeForASocketKeepsItsPageToo() async throws {
    let hub = makeHub([Page(path: "/", title: "") { UsingView(request: $0) }], key: key)
    let page = try await hub.attach(
      FakeSocket(), session: "", request: try request(hub, nil), seen: 0)
    #expect(page.person != nil)
    #expect(try await attach(page, hub, SessionID()) === page)
  }

  @Test func aVisitorWithoutACookieKeepsItsPageUntilItSendsOne() async throws {
    let hub = hub()
    let late = try await open(hub, nil)
    let person = late.visit.session()
    #expect(late.page.person === person)
    for id in [nil, nil, person.id] {
      #expect(try await attach(late.page, hub, id) === late.page)
    }
    #expect(try await attach(late.page, hub, nil) !== late.page)
    #expect(try await attach(late.page, hub, person.id) === late.page)
  }

  @Test func anEventOfThePageRenewsTheCookie() async throws {
    let hub = hub()
    let late = try await open(hub, id)
    let person = late.visit.session()
    let renewal = Task {
      defer { late.socket.send("the renewal has ended") }
      try await PageWork.$current.withValue(PageWork(page: late.page)) { try await person.renew() }
    }
    let text = await late.socket.text(with: "renew")
    let token = String(try #require(text.split(separator: "\"").last { $0.count == 32 }))
    func fetch(_ request: PageRequest) async -> PersonTable.RenewalAnswer {
      await hub.persons.fetched(token, cookies: request.cookies, isSecure: false)
    }
    guard case .cookie(let given) = await fetch(try request(hub, id)) else {
      Issue.record("no cookie is given")
      return
    }
    let owned = try MillraceWebTests.request("/", [("Cookie", String(given.prefix { $0 != ";" }))])
    #expect(await fetch(owned) == .done)
    try await renewal.value
    #expect(late.page.isConnected && late.socket.code == nil)
    #expect(try await attach(late.page, hub, id) !== late.page, "the old cookie is not valid")
  }

  @Test func theEndOfTheSessionLoadsThePageAgain() async throws {
    let hub = hub()
    let late = try await open(hub, id)
    await late.visit.session().end()
    #expect(late.socket.code == .reload)
    #expect(hub.count == 0)
    #expect(hub.persons.count == 0)
  }

  @Test func thePageIsCountedWhileItIsOpenAndConnected() async throws {
    let hub = hub(perAddress: 1)
    let late = try await open(hub, nil)
    let person = late.visit.session()
    #expect(person.pages == 1 && person.isInUse)
    _ = hub.persons.session(nil, from: "127.0.0.1")
    await Task { @MainActor in }.value
    #expect(!person.hasEnded, "a session with a connected page does not end for another one")
    hub.detach(late.socket, from: late.page)
    #expect(person.pages == 1 && !person.isInUse)
    hub.end(late.page)
    #expect(person.pages == 0)
    #expect(late.visit.session() === person)
    #expect(person.pages == 0, "the page has ended")
  }

  @Test func aViewThatAppearsFindsTheSessionOfItsPage() async throws {
    var person: PersonSession?
    let page = Page(path: "/", title: "") { request in
      Text("").onAppear { person = request.session }
    }
    let hub = makeHub([page], key: key)
    var request = try request(hub, nil)
    let visit = await Visit(hub.persons, request)
    request.visit = visit
    let begun = try await hub.begin(request) { session in
      _ = session.html()
      return session
    }
    #expect(person != nil && begun.person === person)
    #expect(await visit.cookie(isSecure: false) != nil)
    #expect(try await attach(begun, hub, SessionID()) !== begun, "the response has the cookie")
    #expect(try await attach(begun, hub, nil) === begun)
  }

  @Test func aPageThatHasEndedASessionGetsTheNextOne() async throws {
    let page = Page(path: "/", title: "") { request in
      await request.session.end()
      return EmptyView()
    }
    let hub = makeHub([page], key: key)
    var request = try request(hub, id)
    let visit = await Visit(hub.persons, request)
    request.visit = visit
    let begun = try await hub.begin(request)
    let next = visit.session()
    #expect(next.id != id && next.pages == 1)
    #expect(begun.person === next)
    #expect(try await attach(begun, hub, nil) === begun)
    hub.end(begun)
    #expect(next.pages == 0)
  }
}
