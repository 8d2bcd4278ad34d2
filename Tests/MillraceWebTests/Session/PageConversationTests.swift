// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct PageConversationTests {
  private let count = SharedCount()

  @Test func aClickComesBackAsOnePatch() async throws {
    try await withServer([.count(count)]) { server in
      let (client, page) = try await openPage("/count", at: server.port)
      try await client.send(tap(1, node("button", in: page.html)))
      let patch = try await client.text(with: "patch")
      #expect(patch.hasPrefix(#"{"t":"patch","batch":2,"ack":1,"patches":[["text","#))
      #expect(patch.hasSuffix(#","Count 1"]]}"#))
    }
  }

  private struct NotePage: View {
    @State private var note = ""

    var body: some View {
      TextField("Note", text: Binding(get: { note }, set: { note = $0.uppercased() }))
      Button("Clear") { note = "" }
    }
  }

  /// So the page can tell what has become of a typed text from what an action does with its field.
  @Test func anInputIsAnsweredBeforeAnActionThatArrivesWithIt() async throws {
    try await withServer([Page(path: "/note", title: "") { NotePage() }]) { server in
      let (client, page) = try await openPage("/note", at: server.port)
      let (field, button) = (node("input", in: page.html), node("button", in: page.html))
      let input = #"{"t":"event","seq":1,"node":\#(field),"kind":"input","value":"a"}"#
      try await client.write(
        [input, tap(2, button)].flatMap { TestClient.frame(opcode: 1, Array($0.utf8)) })
      let first = try await client.text()
      #expect(first.contains(#""ack":1"#) && first.contains(#""value","A""#))
      let second = try await client.text()
      #expect(second.contains(#""ack":2"#) && second.contains(#""value","""#))
    }
  }

  private struct MovingPage: View {
    @FocusState private var isInFirst: Bool
    @FocusState private var isInSecond: Bool

    var body: some View {
      TextField("First", text: .constant("")).focused($isInFirst)
      TextField("Second", text: .constant("")).focused($isInSecond)
      Button("To the first") { isInFirst = true }
    }
  }

  /// So the page can tell that the person has moved the focus since.
  @Test func anActionIsAnsweredBeforeAFocusThatArrivesWithIt() async throws {
    try await withServer([Page(path: "/moving", title: "") { MovingPage() }]) { server in
      let (client, page) = try await openPage("/moving", at: server.port)
      let fields = page.html.matches(of: #/<input data-n="(\d+)"/#).map { String($0.output.1) }
      let focus = #"{"t":"event","seq":2,"node":\#(fields[1]),"kind":"focus","value":true}"#
      try await client.write(
        [tap(1, node("button", in: page.html)), focus].flatMap {
          TestClient.frame(opcode: 1, Array($0.utf8))
        })
      let first = try await client.text()
      #expect(first.contains(#""ack":1"#) && first.contains(#"["set",\#(fields[0]),"autofocus""#))
    }
  }

  @Test func twoPagesStayInStep() async throws {
    try await withServer([.count(count)]) { server in
      let (one, page) = try await openPage("/count", at: server.port)
      let (two, _) = try await openPage("/count", at: server.port)
      try await one.send(tap(1, node("button", in: page.html)))
      _ = try await two.text(with: "Count 1")
      count.value = 7
      _ = try await two.text(with: "Count 7")
    }
  }

  @Test func eventsAreReplayedOnceAfterADrop() async throws {
    try await withServer([.count(count)]) { server in
      var (client, page) = try await openPage("/count", at: server.port)
      let button = node("button", in: page.html)
      for seq in 1...3 { try await client.send(tap(seq, button)) }
      _ = try await client.text(with: #""ack":3"#)
      client = try await TestClient(port: server.port)
      _ = try await client.upgrade()
      try await client.send(page.hello("/count"))
      let welcome = try await client.text()
      #expect(welcome.contains(#""new":false,"ack":3"#))
      #expect(welcome.contains("Count 3"))
      for seq in 2...5 { try await client.send(tap(seq, button)) }
      _ = try await client.text(with: #""ack":5"#)
      #expect(count.value == 5)
    }
  }

  @Test func malformedMessagesTouchNoOtherPage() async throws {
    let sink = LogSink()
    try await withServer([.count(count)], log: sink) { server in
      let (good, page) = try await openPage("/count", at: server.port)
      let (bad, _) = try await openPage("/count", at: server.port)
      for _ in 0..<10 { try await bad.send(#"{"t":"event","seq":-1}"#) }
      #expect(try await bad.closeCode() == 1008)
      let lines = await sink.lines(of: server.site.log)
      #expect(lines.count { $0.hasPrefix("refused a message") } == 10)
      #expect(lines.last == "closed a socket, because 10 of its messages were invalid")
      try await good.send(tap(1, node("button", in: page.html)))
      _ = try await good.text(with: "Count 1")
    }
  }

  @Test func anEventThatCannotBeReadCountsAndDoesNothing() async throws {
    try await withServer([.count(count)]) { server in
      let (client, page) = try await openPage("/count", at: server.port)
      let button = node("button", in: page.html)
      try await client.send(#"{"t":"event","seq":1,"node":\#(button),"kind":"press","x":9e9}"#)
      try await client.send(#"{"t":"event","seq":1,"node":\#(button),"kind":"wave"}"#)
      _ = try await client.text(with: #""ack":1"#)
      try await client.send(tap(2, button))
      _ = try await client.text(with: #""ack":2"#)
      #expect(count.value == 1)
    }
  }

  @Test func whatCameBeforeTheLastBadMessageIsHandled() async throws {
    try await withServer([.count(count)]) { server in
      let (client, page) = try await openPage("/count", at: server.port)
      let button = node("button", in: page.html)
      let texts = (1...5).map { tap($0, button) } + Array(repeating: "{}", count: 10)
      try await client.write(texts.flatMap { TestClient.frame(opcode: 1, Array($0.utf8)) })
      #expect(try await client.closeCode() == 1008)
      #expect(count.value == 5)
    }
  }

  /// The error of a storage can contain the path of a file that has the whole id in it.
  @Test func anErrorOfAPageIsLoggedWithAPartOfTheIDOfItsSession() async throws {
    struct Unreadable: Error, CustomStringConvertible { let description: String }
    let sink = LogSink()
    let page = Page(path: "/unreadable", title: "") { request -> Text in
      throw Unreadable(description: "no file at /s\(request.session.id.text)/desk")
    }
    try await withServer([page], log: sink) { server in
      let answer = try await TestClient(port: server.port).get("/unreadable").body
      #expect(!answer.contains(#/s[A-Za-z0-9_-]{32}/#))
      let client = try await TestClient(port: server.port)
      _ = try await client.upgrade()
      try await client.send(
        #"{"t":"hello","session":"","page":"/unreadable","batch":1,"address":"/","browser":0}"#)
      #expect(try await client.closeCode() == 1013)
      let lines = await sink.lines(of: server.site.log).filter { $0.contains("no file") }
      #expect(lines.count == 2)
      for line in lines {
        #expect(line.wholeMatch(of: #/page /unreadable: no file at /s.{6}…/desk/#) != nil)
      }
    }
  }

  @Test func aSecondSocketReplacesTheFirst() async throws {
    try await withServer([.count(count)]) { server in
      let (first, page) = try await openPage("/count", at: server.port)
      let second = try await TestClient(port: server.port)
      _ = try await second.upgrade()
      try await second.send(page.hello("/count"))
      #expect(try await second.text().contains(#""new":false"#))
      #expect(try await first.closeCode() == 4001)
    }
  }

  @Test func aQuestionIsAnswered() async throws {
    try await withServer([.count(count)]) { server in
      let (client, page) = try await openPage("/count", at: server.port)
      let ask = #"{"t":"ask"}"#
      try await client.send(ask)
      #expect(try await client.text() == ServerMessage.ack(0).encoded())
      try await client.send(tap(1, node("button", in: page.html)))
      #expect(try await client.text().contains("Count 1"))
      try await client.send(ask)
      #expect(try await client.text() == ServerMessage.ack(1).encoded())
      let early = try await TestClient(port: server.port)
      _ = try await early.upgrade()
      try await early.send(ask)
      #expect(try await early.closeCode() == 1008)
    }
  }

  /// If several sockets need the whole page of a session, it is made for the last one.
  @Test func socketsThatComeForOnePageAreReplaced() async throws {
    try await withServer([.count(count)]) { server in
      let page = Opened(try await TestClient(port: server.port).get("/count").body)
      var clients: [TestClient] = []
      for _ in 0..<5 {
        clients.append(try await TestClient(port: server.port))
        _ = try await clients.last?.upgrade()
      }
      for client in clients { try await client.send(page.hello("/count", batch: 0)) }
      var replaced = 0
      for client in clients[..<4] where try await client.closeCode() == 4001 { replaced += 1 }
      #expect(replaced == 4)
      #expect(try await clients[4].text().contains("Count 0"))
    }
  }

  @Test func aHelloComesFirstAndOnce() async throws {
    let sink = LogSink()
    try await withServer([.count(count)], log: sink) { server in
      let early = try await TestClient(port: server.port)
      _ = try await early.upgrade()
      try await early.send(tap(1, 2))
      #expect(try await early.closeCode() == 1008)
      let (twice, page) = try await openPage("/count", at: server.port)
      try await twice.send(page.hello("/count"))
      #expect(try await twice.closeCode() == 1008)
      let reasons = await sink.lines(of: server.site.log)
      #expect(reasons.contains("closed a socket, because an event came before the hello"))
      #expect(reasons.contains("closed a socket, because a second hello came"))
      #expect(count.value == 0)
    }
  }

  @Test func whatComesWithTheHelloIsHandledAfterIt() async throws {
    try await withServer([.count(count)]) { server in
      let page = Opened(try await TestClient(port: server.port).get("/count").body)
      let client = try await TestClient(port: server.port)
      _ = try await client.upgrade()
      let button = node("button", in: page.html)
      let texts = [page.hello("/count")] + (1...100).map { tap($0, button) }
      try await client.write(texts.flatMap { TestClient.frame(opcode: 1, Array($0.utf8)) })
      _ = try await client.text(with: #""ack":100"#)
      #expect(count.value == 100)
    }
  }

  @Test func thePageOfAHelloMustExist() async throws {
    let sink = LogSink()
    try await withServer([.count(count)], log: sink) { server in
      let client = try await TestClient(port: server.port)
      _ = try await client.upgrade()
      try await client.send(#"{"t":"hello","session":"","page":"/no%E2%80%AE","batch":0}"#)
      #expect(try await client.closeCode() == 4003, "the page is loaded again")
      let line = await sink.line(with: "there is no page")
      #expect(line == "closed a socket, because there is no page at '/no\u{FFFD}'")
    }
  }

  @Test func aPageWhoseClosureFailsComesBackLater() async throws {
    struct NoDatabase: Error {}
    let count = count
    let page = Page(path: "/board", title: "Board") { _ -> Text in
      guard count.value > 0 else { throw NoDatabase() }
      return Text("Ready")
    }
    let sink = LogSink()
    try await withServer([page], log: sink) { server in
      let hello = #"{"t":"hello","session":"","page":"/board","batch":0}"#
      let early = try await TestClient(port: server.port)
      _ = try await early.upgrade()
      try await early.send(hello)
      #expect(try await early.closeCode() == 1013)
      #expect(await sink.line(with: "/board").hasPrefix("page /board: NoDatabase"))
      count.value = 1
      let late = try await TestClient(port: server.port)
      _ = try await late.upgrade()
      try await late.send(hello)
      #expect(try await late.text().contains("Ready"))
    }
  }

  @Test func aFullServerSaysLater() async throws {
    var limits = WebLimits()
    limits.sessions = 1
    try await withServer([.count(count)], limits: limits) { server in
      let (open, _) = try await openPage("/count", at: server.port)
      let client = try await TestClient(port: server.port)
      _ = try await client.upgrade()
      try await client.send(#"{"t":"hello","session":"","page":"/count","batch":0}"#)
      #expect(try await client.closeCode() == 1013)
      await open.hangUp()
    }
  }

  @Test func theEndOfTheServerSaysWhenToComeBack() async throws {
    var options = WebOptions()
    options.returnTime = .zero
    let server = try WebServer(
      port: 0, pages: [.count(count)], options: options, logger: LogSink().logger)
    try await server.start()
    let (client, _) = try await openPage("/count", at: server.port)
    await server.stop()
    let (opcode, payload) = try await client.frame()
    #expect(opcode == 8)
    #expect(payload == [0x03, 0xF4] + Array("0".utf8), "1012, after 0 ms")
  }

  @Test(arguments: [Duration.milliseconds(500), .seconds(2)])
  func fiftyPagesComeBackOneAfterAnother(time: Duration) async throws {
    var options = WebOptions()
    options.returnTime = time
    let site = try WebSite(pages: [.count(count)], options: options)
    var sockets: [FakeSocket] = []
    for _ in 0..<50 {
      let socket = FakeSocket()
      _ = try await site.hub.attach(
        socket, session: "", request: try request("/count"), seen: 0)
      sockets.append(socket)
    }
    await site.stop()
    #expect(sockets.allSatisfy { $0.code == .restart })
    let moments = sockets.compactMap { Int($0.reason) }.sorted()
    let part = time / .milliseconds(1) / 50
    #expect(moments.count == 50)
    for (index, moment) in moments.enumerated() {
      #expect(Int(part * Double(index))...Int(part * Double(index + 1)) ~= moment)
    }
  }
}
