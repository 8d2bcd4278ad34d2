// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import NIOHTTP1
import Testing

@testable import MillraceWeb

@Suite struct PageRequestTests {
  @Test func aRequestIsRead() throws {
    let request = try request(
      "/a%20b/%C3%BC?x=1&y=a+b%26c&flag&x=2", [("Cookie", "a=1; b = 2 ;c; a=3"), ("X-Y", "z")],
      from: "9.9.9.9")
    #expect(request.method == "GET")
    #expect(request.path == "/a b/ü")
    #expect(request.query == ["x": "2", "y": "a b&c", "flag": ""])
    #expect(request.cookies == ["a": "1", "b": "2"])
    #expect(request["x-y"] == "z")
    #expect(request.clientAddress == "9.9.9.9")
    #expect(!request.isSecure)
  }

  @Test(arguments: [
    "", "a", "*", "http://localhost/", "localhost:80", "/a#b", "/%", "/%4", "/%zz", "/%C3",
    "/%FF", "/%00", "/%0b", "/%1b", "/%7F", "/%C2%85", "/a?%", "/a?x=%C3", "?x", "/a\nb", "/a\tb",
    "/\r", "/a?x\n", "/\u{7F}",
  ])
  func aStrangeAddressIsRefused(uri: String) {
    #expect(throws: PageRequest.Fault.badAddress) { try request(uri) }
  }

  /// Any text can be a component of an address, and a request with the address must be readable.
  @Test func whatAPageSetsIsReadWhenItIsLoadedAnew() throws {
    let path = ["a\tb", "\r\n", "c\n", "\u{202e}"]
    let request = try request(PageAddress(path: path, query: ["q": "\t\n"]).text)
    #expect(request.parts == path)
    #expect(request.path == "/a\tb/\r\n/c\n/\u{202e}")
    #expect(request.query == ["q": "\t\n"])
  }

  @Test(arguments: [
    ("/..", "/.."), ("/../etc/passwd", "/../etc/passwd"), ("/%2e%2e/x", "/../x"),
    ("//evil.example/", "//evil.example/"), ("/a/%2F/b", "/a///b"),
  ])
  func aPathIsOnlyText(uri: String, path: String) throws {
    #expect(try request(uri).path == path)
  }

  @Test(arguments: [
    "Host", "origin", "Content-Length", "Transfer-Encoding", "Sec-WebSocket-Key", "Upgrade",
    "Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest",
  ])
  func aHeaderThatCountsIsThereOnce(name: String) {
    let fault = PageRequest.Fault.repeatedHeader(name.lowercased())
    #expect(throws: fault) { try request("/", [("Host", "a"), (name, "a"), (name, "a")]) }
  }

  @Test func theHostIsThereAndTheVersionIsKnown() throws {
    func read(_ version: HTTPVersion, _ headers: HTTPHeaders) throws {
      _ = try PageRequest(
        HTTPRequestHead(version: version, method: .GET, uri: "/", headers: headers), from: "a")
    }
    #expect(throws: PageRequest.Fault.missingHost) { try read(.http1_1, [:]) }
    for version in [HTTPVersion.http0_9, .http2, .http3] {
      #expect(throws: PageRequest.Fault.badVersion) { try read(version, ["host": "a"]) }
    }
    try read(.http1_0, ["host": "a"])
  }

  /// RFC 9110, section 7.8.
  @Test func theOlderVersionCannotSwitchToAnotherProtocol() throws {
    for (version, isKept) in [(HTTPVersion.http1_0, false), (.http1_1, true)] {
      let head = HTTPRequestHead(
        version: version, method: .GET, uri: "/", headers: ["host": "a", "upgrade": "websocket"])
      #expect(try PageRequest(head, from: "a").header("upgrade", holds: "websocket") == isKept)
    }
  }

  @Test func tokensAreFoundWhateverTheirCase() throws {
    let request = try request("/", [("Connection", "keep-alive, Upgrade"), ("Connection", "x")])
    #expect(request.header("connection", holds: "upgrade"))
    #expect(request.header("connection", holds: "x"))
    #expect(!request.header("connection", holds: "up"))
    #expect(!request.header("upgrade", holds: "websocket"))
  }

  @Test func everyFaultIsSaid() {
    let faults: [PageRequest.Fault] = [
      .badAddress, .repeatedHeader("host"), .missingHost, .badVersion,
    ]
    #expect(Set(faults.map(\.description)).count == faults.count)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func whatIsEncodedIsDecodedToTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 32...0x2FF, using: &random))
      }.filter { $0.properties.generalCategory != .control }
      let text = String(String.UnicodeScalarView(scalars))
      let encoded = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let request = try request("/\(encoded)?q=\(encoded)")
      #expect(request.path == "/" + text, "seed \(seed)")
      #expect(request.query == ["q": text], "seed \(seed)")
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func noAddressMakesItCrash(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = ["/", "%", "2", "F", "%41", "?", "&", "=", "#", "+", "é", "%C3", "%A9", "\u{0}"]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...12, using: &random))
        .compactMap { _ in parts.randomElement(using: &random) }.joined()
      guard let request = try? request("/" + text) else { continue }
      #expect(request.path.hasPrefix("/"), "seed \(seed)")
      #expect(!request.path.contains("\u{0}"), "seed \(seed)")
    }
  }

  @Test func spacesAreTrimmed() {
    #expect(" \t a b \t".trimmingSpaces() == "a b")
    #expect("".trimmingSpaces() == "")
  }
}
