// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1
import Testing

@testable import MillraceWeb

@Suite struct ByteRangeTests {
  private func range(
    _ headers: [(String, String)], _ method: HTTPMethod = .GET, size: Int = 5
  ) throws -> ByteRange {
    ByteRange(of: try request("/a", method: method, headers), size: size, tag: #""t""#)
  }

  @Test(arguments: [
    ("bytes=0-1", 0..<2), ("bytes=1-", 1..<5), ("bytes=4-99", 4..<5), ("bytes=-2", 3..<5),
    ("bytes=-99", 0..<5), ("Bytes = 0-0", 0..<1), ("bytes=0-99999999999999999999", 0..<5),
    ("bytes=0-9223372036854775807", 0..<5), ("bytes=-9223372036854775807", 0..<5),
  ])
  func aPartIsUnderstood(text: String, part: Range<Int>) throws {
    #expect(try range([("Range", text)]) == .part(part))
  }

  @Test(arguments: ["bytes=5-", "bytes=5-9", "bytes=-0", "bytes=99999999999999999999-"])
  func aPartThatIsNotThereIsSaid(text: String) throws {
    #expect(try range([("Range", text)]) == .none)
  }

  @Test(arguments: [
    "bytes=2-1", "bytes=0-1,3-4", "bytes=-", "bytes=a-b", "lines=0-1", "bytes", "bytes=--1",
    "bytes=+1-2", "", "=", "bytes=1 - 2",
  ])
  func whatIsNotOneRangeIsPassedOver(text: String) throws {
    #expect(try range([("Range", text)]) == .whole)
  }

  @Test func anEmptyFileHasNoParts() throws {
    #expect(try range([("Range", "bytes=0-")], size: 0) == .none)
    #expect(try range([("Range", "bytes=-1")], size: 0) == .none)
    #expect(try range([], size: 0) == .whole)
  }

  @Test func aPartIsOfTheVersionThatIsMeantAlone() throws {
    let asked = [("Range", "bytes=0-1")]
    #expect(try range(asked + [("If-Range", #""t""#)]) == .part(0..<2))
    #expect(try range(asked + [("If-Range", #"W/"t""#)]) == .whole, "a weak tag does not match")
    #expect(try range(asked + [("If-Range", #""other""#)]) == .whole)
    #expect(try range(asked + [("If-Range", "Mon, 01 Jan 2024 00:00:00 GMT")]) == .whole)
    #expect(try range(asked + asked) == .whole, "two headers are ignored")
    #expect(try range(asked, .HEAD) == .whole)
  }
}
