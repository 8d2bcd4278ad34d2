// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@MainActor @Suite struct SessionTests {
  private let count = SharedCount()
  private let sink = LogSink()
  private let socket = FakeSocket()

  private let log: WebLog
  private let hub: SessionHub

  init() {
    log = sink.log()
    hub = makeHub([.count(count), .field], log: log)
  }

  private func open(_ path: String = "/count") async throws -> (session: Session, html: String) {
    let session = try await hub.begin(try request(path))
    return (session, session.html())
  }

  private func tap(_ seq: Int, _ node: Int) -> (seq: Int, event: ViewEvent) {
    (seq, ViewEvent(node: NodeID(rawValue: node), kind: .tap))
  }

  @Test func aPageThatMissedNothingGetsNoTree() async throws {
    let (session, _) = try await open()
    session.attach(socket, seen: 1, isNew: false)
    let welcome = ServerMessage.welcome(
      session: session.id.text, isNew: false, ack: 0, batch: 1, title: "Count", html: nil)
    #expect(socket.take() == [welcome.encoded()])
  }

  @Test func aChangeBeforeTheSocketComesAsPatches() async throws {
    let (session, _) = try await open()
    count.value = 5
    session.attach(socket, seen: 1, isNew: false)
    let sent = socket.take()
    #expect(sent.count == 2)
    #expect(sent[0].hasSuffix(#""more":true}"#))
    #expect(sent[1].contains(#""batch":2,"ack":0,"patches":[["text""#))
    #expect(sent[1].contains("Count 5"))
  }

  @Test func aPageThatMissedABatchGetsTheTree() async throws {
    let (session, html) = try await open()
    session.attach(socket, seen: 1, isNew: false)
    _ = session.receive([tap(1, node("button", in: html))], from: socket)
    _ = socket.take()
    let second = FakeSocket()
    session.attach(second, seen: 1, isNew: false)
    let sent = second.take()
    #expect(socket.code == .replaced)
    #expect(sent.count == 1)
    #expect(sent[0].contains(#""ack":1,"batch":3"#))
    #expect(sent[0].contains("Count 1"))
  }

  @Test func eventsAreHandledOnceAndPatchedTogether() async throws {
    let (session, html) = try await open()
    let button = node("button", in: html)
    session.attach(socket, seen: 1, isNew: false)
    _ = socket.take()
    let events = [tap(1, button), tap(2, button), tap(1, button), tap(3, button)]
    #expect(session.receive(events, from: socket) == .keep)
    #expect(count.value == 3)
    let sent = socket.take()
    #expect(sent.count == 1)
    #expect(sent[0].contains(#""ack":3,"patches":[["text","#))
    #expect(session.receive([tap(2, button)], from: socket) == .keep)
    #expect(count.value == 3)
    #expect(socket.take() == [ServerMessage.ack(3).encoded()])
  }

  @Test func anEventFindsWhatThoseBeforeItHaveLeft() async throws {
    let hub = makeHub([Page(path: "/till", title: "Till") { TillPage(count: count) }], log: log)
    let session = try await hub.begin(try request("/till"))
    let button = node("button", in: session.html())
    session.attach(socket, seen: 1, isNew: false)
    _ = socket.take()
    #expect(session.receive([tap(1, button), tap(2, button)], from: socket) == .keep)
    #expect(count.value == 1)
    let sent = socket.take()
    #expect(sent.count == 1)
    #expect(sent[0].contains(#""ack":2,"patches":[["set",\#(button),"disabled",""]]"#))
    #expect(
      await sink.lines(of: log) == [
        "session \(session.id): refused an event, because the element \(button) is disabled"
      ])
  }

  @Test func aGapIsRefused() async throws {
    let (session, html) = try await open()
    session.attach(socket, seen: 1, isNew: false)
    let button = node("button", in: html)
    #expect(session.receive([tap(1, button), tap(3, button)], from: socket) == .close(.policy))
    #expect(count.value == 1)
    #expect(
      await sink.lines(of: log) == [
        "session \(session.id): refused an event, because number 2 was expected and is missing"
      ])
  }

  /// A page sends only a few late events: those before it knows what has changed.
  @Test func anEndlessRowOfRefusedEventsEndsTheSocket() async throws {
    let hub = makeHub([.count(count)])
    let session = try await hub.begin(try request("/count"))
    let button = node("button", in: session.html())
    session.attach(socket, seen: 1, isNew: false)
    let most = Session.mostRefusals
    let late = (1..<most).map { tap($0, 9999) }
    #expect(session.receive(late + [tap(most, button)], from: socket) == .keep)
    #expect(count.value == 1)
    let endless = (1...most + 1).map { tap(most + $0, 9999) }
    #expect(session.receive(endless, from: socket) == .close(.policy))
    #expect(socket.take().last == ServerMessage.ack(2 * most).encoded())
    let next = FakeSocket()
    session.attach(next, seen: 2, isNew: false)
    #expect(session.receive([tap(2 * most + 1, button)], from: next) == .keep)
    #expect(count.value == 2)
  }

  @Test func eventsThatDoNotFitAreLoggedAndCounted() async throws {
    let (session, html) = try await open("/field")
    session.attach(socket, seen: 1, isNew: false)
    let button = node("button", in: html)
    let typed = ViewEvent(node: NodeID(rawValue: button), kind: .input("hunter2"))
    let events = [tap(1, 9999), (seq: 2, event: typed), tap(3, button)]
    #expect(session.receive(events, from: socket) == .keep)
    #expect(socket.take().last == ServerMessage.ack(3).encoded())
    let lines = await sink.lines(of: log)
    #expect(lines.count == 3)
    #expect(lines[0].contains("no element 9999"))
    #expect(lines[1].contains("does not handle it"))
    #expect(lines[2].contains("is disabled"))
    #expect(lines.allSatisfy { !$0.contains("hunter2") })
  }

  @Test func anotherSocketMayNotSpeak() async throws {
    let (session, html) = try await open()
    session.attach(socket, seen: 1, isNew: false)
    let other = FakeSocket()
    let verdict = session.receive([tap(1, node("button", in: html))], from: other)
    #expect(verdict == .close(.replaced))
    #expect(count.value == 0)
    #expect(!session.detach(other))
    #expect(session.detach(socket))
  }

  @Test func aTitleThatIsEmptyFallsBack() async throws {
    let (session, html) = try await open("/field")
    session.attach(socket, seen: 1, isNew: false)
    let field = NodeID(rawValue: node("input", in: html))
    _ = session.receive([(1, ViewEvent(node: field, kind: .input("x")))], from: socket)
    #expect(socket.take().last?.contains(#"["title","X"]"#) == true)
    _ = session.receive([(2, ViewEvent(node: field, kind: .input("")))], from: socket)
    #expect(socket.take().last?.contains(#"["title","Field"]"#) == true)
  }

  @Test func theEndClosesViewsAndSocket() async throws {
    let (session, html) = try await open()
    session.attach(socket, seen: 1, isNew: false)
    session.end()
    #expect(socket.code == .goingAway)
    let verdict = session.receive([tap(1, node("button", in: html))], from: socket)
    #expect(verdict == .close(.replaced))
    #expect(count.value == 0)
  }

  @Test func codeOfAPageRunsUnderThePagesName() async throws {
    let names = Names()
    let hub = makeHub([Page(path: "/name", title: "Name") { NamePage(names: names) }], log: log)
    var sessions: [Session] = []
    for number in 1...2 {
      let session = try await hub.begin(try request("/name"))
      let html = session.html()
      #expect(names.heard.popLast() == "/name #\(number)", "the page has appeared")
      let socket = FakeSocket()
      session.attach(socket, seen: 1, isNew: false)
      _ = session.receive([tap(1, node("button", in: html))], from: socket)
      #expect(names.heard.popLast() == "/name #\(number)")
      #expect(!session.name.contains(session.id.text.prefix(6)))
      sessions.append(session)
    }
    #expect(PageName.current == nil)
    #expect(Set(sessions.map(\.name)).count == 2)
  }
}

/// A page whose button can be pressed only once.
private struct TillPage: View {
  let count: SharedCount
  @State private var isPaying = false

  var body: some View {
    Button("Pay") {
      isPaying = true
      count.value += 1
    }
    .disabled(isPaying)
  }
}

/// The page names that the code of pages has read.
@MainActor private final class Names {
  var heard: [String?] = []
}

private struct NamePage: View {
  let names: Names

  var body: some View {
    Button("Tell") { names.heard.append(PageName.current) }
      .onAppear { names.heard.append(PageName.current) }
  }
}
