// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceAddress
import Testing

struct PageAddressTests {
  @Test func theTextOfAnAddressIsOneOfAKind() {
    #expect(PageAddress().text == "/")
    #expect(PageAddress(path: ["a b", "c"], query: ["q": "x"]).text == "/a%20b/c?q=x")
    #expect(PageAddress(query: ["z": "", "a": "1&2", "b": "ä"]).text == "/?a=1%262&b=%C3%A4&z=")
    #expect(PageAddress(path: ["<a href=\"/\">'\\"]).text == "/%3Ca%20href%3D%22%2F%22%3E%27%5C")
    #expect("\(PageAddress(path: ["x@y.de", "1:2,3-4_5~"]))" == "/x@y.de/1:2,3-4_5~")
  }

  @Test(
    arguments: [
      ("/", [], [:]), ("/?", [], [:]), ("/a", ["a"], [:]), ("/a/", ["a"], [:]),
      ("/a%20b/c?q=x", ["a b", "c"], ["q": "x"]), ("/a%2Fb", ["a/b"], [:]),
      ("/?q=a+b%2B", [], ["q": "a b+"]), ("/a+b", ["a+b"], [:]), ("/?q", [], ["q": ""]),
      ("/?=1", [], ["": "1"]), ("/?a=1&&b=2&", [], ["a": "1", "b": "2"]),
      ("/?a=b=c?d/e", [], ["a": "b=c?d/e"]), ("/größe", ["größe"], [:]), ("/%c3%A4", ["ä"], [:]),
      ("/?t=1%0A2%09", [], ["t": "1\n2\t"]),
    ] as [(String, [String], [String: String])])
  func aTextIsReadWithItsEscapes(text: String, path: [String], query: [String: String]) {
    #expect(PageAddress(text) == PageAddress(path: path, query: query))
  }

  @Test(arguments: [
    "", "a", "?q=x", "//", "//evil.example", "/a//b", "/a//", "/.", "/..", "/a/../b", "/%2e%2E",
    "/%", "/%4", "/%zz", "/%-1", "/%+1", "/%ff", "/%C3", "/%C0%AF", "/%ED%A0%80", "/%00", "/a%1Bb",
    "/a b", "/a\tb", "/a\u{0}", "/a\u{7f}", "/%7F", "/%C2%85", "/a#b", "/a\\b", "/<b>", "/\"",
    "/?a=1&a=2", "/?a=1&%61=2", "/?a=%", "/?%=a", "/?a=%00", "/?a=<", "/?a= b", "/?a=#",
    "https://example.com/", "javascript:alert(1)", "\\\\evil",
  ])
  func aTextThatIsNotExactlyAnAddressIsRefused(text: String) {
    #expect(PageAddress(text) == nil)
  }

  @Test func aLongTextIsRefused() {
    let most = "/" + String(repeating: "a", count: PageAddress.longest - 1)
    #expect(PageAddress(most) != nil)
    #expect(PageAddress(most + "a") == nil)
  }

  @Test func whatABrowserTakesAwayIsWrittenWithATilde() {
    let path = ["", ".", "..", "~", "~.", "~~..", "~a", "..."]
    let text = PageAddress(path: path).text
    #expect(text == "/~/~./~../~~/~~./~~~../~a/...")
    #expect(PageAddress(text)?.path == path)
    #expect(PageAddress(path: ["", "evil.example"]).text == "/~/evil.example")
  }

  @Test func controlCharactersAreLeftOut() {
    let address = PageAddress(path: ["a\u{0}b", "\u{1b}"], query: ["\u{7f}k": "1\r\n2\u{85}"])
    #expect(address.text == "/ab/~?k=1%0D%0A2")
  }

  @Test func anAddressIsStoredAsItsText() throws {
    let address = PageAddress(path: ["a b"], query: ["q": "ü"])
    let data = try JSONEncoder().encode([address])
    #expect(try JSONDecoder().decode([String].self, from: data) == [address.text])
    #expect(try JSONDecoder().decode([PageAddress].self, from: data) == [address])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([PageAddress].self, from: Data("[\"//x\"]".utf8))
    }
  }

  /// A journal must be able to read any address that it has written.
  @Test func whatWasEncodedIsReadAtAnyLength() throws {
    let address = PageAddress(query: ["q": String(repeating: "ü", count: PageAddress.longest)])
    let data = try JSONEncoder().encode([address])
    #expect(try JSONDecoder().decode([PageAddress].self, from: data) == [address])
  }
}

/// Random addresses are read back from their texts, and random texts as by a model.
struct PageAddressModelTests {
  private static let pieces =
    ["", "/", "/", "?", "&", "=", "#", "%", "%2", "%2F", "%2e", ".", "..", "~", "+", "%00", "%ff"]
    + ["%C3%A4", "%c3", "ä", "a", "b", "0", " ", "\t", "\n", "\u{0}", "\u{7f}", "\u{85}", "\\"]
    + ["<", ">", "\"", "'", ":", "@", ";", "e\u{301}", "👨‍👩‍👧", "\u{202e}", "%0A", "%25", "[", "|"]

  private static func text(_ random: inout Numbers, of count: Int) -> String {
    (0..<random.below(count)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func anAddressReadsBackFromItsText(seed: UInt64) throws {
    var random = Numbers(seed: seed)
    for _ in 0..<50 {
      let address = PageAddress(
        path: (0..<random.below(5)).map { _ in Self.text(&random, of: 6) },
        query: Dictionary(
          (0..<random.below(4)).map { _ in (Self.text(&random, of: 4), Self.text(&random, of: 6)) }
        ) { first, _ in first })
      let text = address.text
      let read = try #require(PageAddress(text), "seed \(seed): \(text)")
      #expect(read.text == text, "seed \(seed)")
      let hasControls = (address.path + address.query.flatMap { [$0, $1] })
        .contains { $0.unicodeScalars.contains { "\u{0}\u{7f}\u{85}".unicodeScalars.contains($0) } }
      #expect(hasControls || read == address, "seed \(seed): \(text)")
      #expect(text.hasPrefix("/") && !text.hasPrefix("//"), "seed \(seed): \(text)")
      #expect(text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"\"#<>\\'`".utf8.contains($0) })
    }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func aHostileTextIsReadAsTheModelReadsIt(seed: UInt64) {
    var random = Numbers(seed: seed)
    for _ in 0..<100 {
      let text = (random.below(8) == 0 ? "" : "/") + Self.text(&random, of: 12)
      #expect(PageAddress(text) == Self.model(text), "seed \(seed): \(text.debugDescription)")
    }
  }

  /// Reads an address as its documentation says, with Foundation's decoding.
  private static func model(_ text: String) -> PageAddress? {
    func decode(_ part: String) -> String? {
      let closed = #/[\x00-\x20\x7f"#<>\\]/#
      guard part.unicodeScalars.allSatisfy({ !String($0).contains(closed) }),
        let decoded = part.removingPercentEncoding,
        !decoded.unicodeScalars.contains(where: {
          $0.properties.generalCategory == .control && !"\t\r\n".unicodeScalars.contains($0)
        })
      else { return nil }
      return decoded
    }
    let sides = text.components(separatedBy: "?")
    var path = sides[0].components(separatedBy: "/")
    guard path.removeFirst().isEmpty, !path.isEmpty else { return nil }
    if path.last == "" { path.removeLast() }
    var address = PageAddress()
    for part in path {
      guard let component = decode(part), !["", ".", ".."].contains(component) else { return nil }
      let isWritten = component.wholeMatch(of: #/~+\.{0,2}/#) != nil
      address.path.append(isWritten ? String(component.dropFirst()) : component)
    }
    for part in sides.dropFirst().joined(separator: "?").components(separatedBy: "&")
    where !part.isEmpty {
      var value = part.components(separatedBy: "=")
      let name = value.removeFirst()
      guard let name = decode(name.replacing("+", with: "%20")),
        let value = decode(value.joined(separator: "=").replacing("+", with: "%20")),
        address.query[name] == nil
      else { return nil }
      address.query[name] = value
    }
    return address
  }
}

/// Random numbers that a seed repeats.
private struct Numbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

  mutating func below(_ end: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(end))
  }
}
