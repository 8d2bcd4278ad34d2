// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceLink

@Suite struct LinkTextTests {
  private func read(_ parts: [String]) throws(LinkFailure) -> [UInt8]? {
    var reader = LinkReader()
    var message: [UInt8]?
    for part in parts { message = try reader.take(part) }
    return message
  }

  @Test func aLongMessageComesInPartsOfWholeCharacters() throws {
    let text = String(repeating: "aé漢🙂", count: 80_000)
    let message = MonitorMessage.ask(1, store: 1, .request(.load(text)))
    let parts = try LinkText.parts(of: message)
    #expect(parts.count == 4)
    #expect(parts.allSatisfy { $0.utf8.count <= LinkLimits.part })
    #expect(parts.map(\.first) == ["+", "+", "+", "."])
    let bytes = try #require(try read(parts))
    #expect(try LinkText.message(MonitorMessage.self, bytes) == message)
  }

  @Test func aTextWithoutAMarkIsRefused() {
    #expect(throws: LinkFailure.malformed("a text begins with neither '.' nor '+'")) {
      _ = try read(["{}"])
    }
    #expect(throws: LinkFailure.malformed("a text begins with neither '.' nor '+'")) {
      _ = try read([""])
    }
  }

  @Test func longTextsAndLongMessagesAreRefused() {
    let part = "+" + String(repeating: "x", count: LinkLimits.part - 1)
    #expect(throws: LinkFailure.tooLong(bytes: LinkLimits.part + 1, limit: LinkLimits.part)) {
      _ = try read([part + "x"])
    }
    #expect(throws: LinkFailure.self) {
      _ = try read(Array(repeating: part, count: LinkLimits.message / LinkLimits.part + 1))
    }
  }

  @Test func theLongestMessageIsReadAndNoLongerOne() throws {
    let part = "+" + String(repeating: "x", count: LinkLimits.part - 1)
    let count = LinkLimits.message / LinkLimits.part
    let left = LinkLimits.message - count * (LinkLimits.part - 1)
    var reader = LinkReader()
    for _ in 0..<count { _ = try reader.take(part) }
    var other = reader
    let end = "." + String(repeating: "x", count: left)
    let message = try reader.take(end)
    #expect(message?.count == LinkLimits.message)
    let limit = LinkLimits.message
    #expect(throws: LinkFailure.tooLong(bytes: limit + 1, limit: limit)) {
      _ = try other.take(end + "x")
    }
  }

  @Test func anOpeningOfALaterVersionIsRefused() throws {
    func opening(_ json: String) throws(LinkFailure) -> LinkOpening {
      try LinkText.opening(Array(json.utf8))
    }
    #expect(throws: LinkFailure.laterVersion(2)) {
      _ = try opening(#"{"millrace":"link","version":2,"whatever":[]}"#)
    }
    for json in ["", "{}", "[]", #"{"millrace":"trace","version":1,"program":"a","run":"b"}"#] {
      #expect(throws: LinkFailure.self) { _ = try opening(json) }
    }
    let long = String(repeating: "x", count: LinkLimits.name + 1)
    for name in ["", long] {
      #expect(throws: LinkFailure.self) {
        _ = try opening(#"{"millrace":"link","version":1,"program":"\#(name)","run":"b"}"#)
      }
    }
    #expect(
      try opening(#"{"millrace":"link","version":1,"program":"a","run":"b","more":1}"#)
        == LinkOpening(program: "a", run: "b"))
  }

  @Test func eachFailureSaysItsName() {
    let failures: [LinkFailure] = [
      .unreachable("x"), .refused(status: 401), .closed("x"), .silent, .malformed("x"),
      .laterVersion(2), .tooLong(bytes: 2, limit: 1), .unexpected("x"), .tooMany("x", limit: 1),
      .noWebSocket("x"),
    ]
    let names = failures.map { "\($0)".prefix { $0 != ":" } }
    #expect(Set(names).count == failures.count)
    #expect(names.allSatisfy { $0.allSatisfy(\.isLetter) })
  }

  @Test func aReasonThatIsASentenceKeepsItsOnePeriod() {
    for reason in ["it stops", "it stops."] {
      #expect("\(LinkFailure.closed(reason))" == "closed: the other end closed the link: it stops.")
    }
  }
}
