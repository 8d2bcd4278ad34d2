// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Observation
import Testing

@testable import MillraceWeb

/// A page with numbers in its address; a number above nine is unknown.
private struct WalkPage: View {
  @State private var path: [Int] = []
  @State private var search = ""

  var body: some View {
    Button("Go") { path.append(path.count) }
    Text("At \(path) looking for \(search)")
      .pageAddress(
        Binding {
          PageAddress(route: path, query: search.isEmpty ? [:] : ["q": search])
        } set: {
          path = $0.route() ?? [99]
          search = $0.query["q"] ?? ""
        }, isKnown: path.allSatisfy { $0 < 10 })
  }
}

@Observable private final class Tool: Sendable {}

/// A page whose button removes the object that its inner view needs.
private struct FragilePage: View {
  @State var tool: Tool?

  var body: some View {
    Button("Lose") { tool = nil }
    ToolView().environment(tool)
  }
}

private struct ToolView: View {
  @Environment(Tool.self) private var tool
  var body: some View { Text("\(type(of: tool))") }
}

/// A page with texts in its address.
private struct NamesPage: View {
  @State private var address = PageAddress()

  var body: some View { Text("At \(address.path)").pageAddress($address) }
}

@MainActor @Suite struct SessionAddressTests {
  private let socket = FakeSocket()
  private let sink = LogSink()
  private let log: WebLog
  private let hub: SessionHub

  init() {
    log = sink.log()
    hub = makeHub(
      [
        Page(path: "/walk/*", title: "Walk") { WalkPage() },
        Page(path: "/names/*", title: "Names") { NamesPage() },
        Page(path: "/fragile", title: "Fragile") { FragilePage(tool: Tool()) },
        Page(path: "/broken", title: "Broken") { FragilePage() },
      ], log: log)
  }

  private func event(_ seq: Int, _ kind: ViewEvent.Kind, _ node: Int = 1) -> (Int, ViewEvent) {
    (seq, ViewEvent(node: NodeID(rawValue: node), kind: kind))
  }

  @Test func aSessionOpensTheAddressBelowItsPage() async throws {
    let session = try await hub.begin(try request("/walk/1/2?q=a+b"))
    #expect(session.html().contains("At [1, 2] looking for a b<"))
    #expect(session.isAddressKnown && session.path == ["walk"])
    #expect(try await hub.begin(try request("/walk")).html().contains("At []"))
    let unknown = try await hub.begin(try request("/walk/10"))
    #expect(unknown.html().contains("At [10]") && !unknown.isAddressKnown)
  }

  @Test func aTapTellsTheAddressAndTheWayBackSetsIt() async throws {
    let session = try await hub.begin(try request("/walk"))
    let button = node("button", in: session.html())
    session.attach(socket, seen: 1, isNew: false)
    _ = socket.take()
    _ = session.receive([event(1, .tap, button)], from: socket)
    #expect(socket.take().last?.contains(#"["address","/0",0]]"#) == true)
    _ = session.receive([event(2, .address(PageAddress()))], from: socket)
    let sent = socket.take().last ?? ""
    #expect(sent.contains("At []") && !sent.contains("address"))
  }

  @Test func aPageThatShowsAnotherAddressIsToldIt() async throws {
    let session = try await hub.begin(try request("/walk/3"))
    _ = session.html()
    session.attach(socket, seen: 1, isNew: false, address: PageAddress(path: ["3"]))
    #expect(socket.take().count == 1)
    let second = FakeSocket()
    session.attach(second, seen: 0, isNew: false, address: PageAddress(path: ["2"]))
    let sent = second.take()
    #expect(sent.count == 2 && sent[1].contains(#"["address","/3",0]"#))
  }

  @Test func aNewSessionOpensTheAddressThatThePageShows() async throws {
    var hello = try request("/walk")
    hello.address = PageAddress(path: ["5"])
    let session = try await hub.attach(socket, session: "gone", request: hello, seen: 4)
    let sent = socket.take()
    #expect(sent.count == 1 && sent[0].contains("At [5]"))
    #expect(session.path == ["walk"])
  }

  @Test func aNewSessionIsOfThePageThatHasTheWholeAddress() async throws {
    let pages = ["/", "/*", "/walk", "/walk/*", "/walk/all"].map { path in
      Page(path: path, title: "") { Text("This is \(path).") }
    }
    let hub = makeHub(pages, log: log)
    for (own, below, page) in [
      ("/", [], "/"), ("/", ["foo"], "/*"), ("/", ["foo", "bar"], "/*"), ("/walk", [], "/walk"),
      ("/walk", ["5"], "/walk/*"),
      // The page /walk/* has shown the address of another page.
      ("/walk", ["all"], "/walk"),
    ] {
      var hello = try request(own)
      hello.address = PageAddress(path: below)
      _ = try await hub.attach(socket, session: "gone", request: hello, seen: 4)
      let sent = socket.take().last
      #expect(sent?.contains("This is \(page).") == true, "\(own) \(below): \(sent ?? "")")
    }
  }

  @Test func anAddressThatReadsBackDifferentlyIsReplacedWithTheFirstSocket() async throws {
    let session = try await hub.begin(try request("/walk/007"))
    _ = session.html()
    session.attach(socket, seen: 1, isNew: false, address: PageAddress(path: ["007"]))
    #expect(socket.take().last?.contains(#"["address","/7","#) == true)
  }

  @Test func aPageThatFailsAtOnceBeginsNoSession() async throws {
    await #expect(throws: ViewFailure.self) { try await hub.begin(try request("/broken")) }
    #expect(hub.count == 0)
  }

  @Test func aLivePageThatFailsEndsItsSessionAlone() async throws {
    let other = try await hub.begin(try request("/walk"))
    let session = try await hub.begin(try request("/fragile"))
    let button = node("button", in: session.html())
    session.attach(socket, seen: 1, isNew: false)
    _ = socket.take()
    #expect(session.receive([event(1, .tap, button)], from: socket) == .keep)
    #expect(socket.take() == [])
    #expect(socket.code == .failed)
    #if DEBUG
      #expect(socket.reason.hasPrefix("ToolView: its page has ended. A view asked"))
    #else
      #expect(socket.reason == "This page has ended because of an error in it.")
    #endif
    #expect(socket.reason.utf8.count <= 123)
    #expect(session.failure?.view == "ToolView")
    #expect(hub.count == 1 && other.html().contains("At []"))
    let lines = await sink.lines(of: log)
    #expect(lines.contains { $0.contains("page /fragile: ToolView: its page has ended.") })
  }

  @Test func aPageThatFailsBetweenTwoEventsTakesNoMore() async throws {
    let session = try await hub.begin(try request("/fragile"))
    let button = node("button", in: session.html())
    session.attach(socket, seen: 1, isNew: false)
    _ = socket.take()
    let verdict = session.receive(
      [event(1, .tap, button), event(2, .tap, button), event(3, .tap, button)], from: socket)
    #expect(verdict == .keep && socket.code == .failed)
    #expect(socket.take() == [] && hub.count == 0)
    let lines = await sink.lines(of: log)
    #expect(lines.filter { $0.contains("its page has ended") }.count == 1)
    #expect(lines.allSatisfy { !$0.contains("refused an event") })
  }

  /// As in a reload: a request opens the address that a page has set.
  @Test(arguments: [["a/b"], ["a", "b"], [""], ["."], ["..", "~"], ["~~", "ü ?#&"], ["%2F"]])
  func whatAPageHasSetIsOpenedByARequest(path: [String]) async throws {
    let session = try await hub.begin(try request("/names" + PageAddress(path: path).text))
    let html = session.html()
    #expect(session.path == ["names"])
    let text = "At \(path)".replacing("&", with: "&amp;")
    #expect(html.replacing("&quot;", with: "\"").contains(text), "\(html)")
  }

  /// The address comes from a link of another site: a name occurs twice, and a character is not
  /// escaped.
  @Test func anAddressThatNoPageSetIsGoneBackTo() async throws {
    let shown = #"/walk/1?q=a&q=b\c"#
    let session = try await hub.begin(try request(shown))
    _ = session.html()
    session.attach(socket, seen: 1, isNew: false)
    let message = try PageMessage(
      #"{"t":"event","seq":1,"node":1,"kind":"address","value":"/1?q=a&q=b\\c"}"#)
    guard case .event(let seq, let event) = message else { return #expect(Bool(false)) }
    _ = hub.receive([(seq, event)], from: socket, in: session)
    #expect(session.html().contains(#"At [1] looking for b\c"#))
    let hello = try PageMessage(
      #"{"t":"hello","session":"s","page":"/walk","batch":0,"address":"/1?q=a&q=b\\c"}"#)
    let address = PageAddress(path: ["1"], query: ["q": #"b\c"#])
    #expect(hello == .hello(session: "s", page: ["walk"], batch: 0, address: address))
  }
}
