// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import MillraceWeb

@Suite struct ResponseTests {
  private let response = Response(
    .ok, type: "text/plain", body: "hé".utf8, headers: [("X", "1")])

  @Test func theHeadSaysTypeAndLength() {
    let head = response.head(keepsAlive: true)
    #expect(head.status == .ok)
    #expect(head.headers["content-type"] == ["text/plain"])
    #expect(head.headers["x"] == ["1"])
    #expect(head.headers["content-length"] == ["3"])
    #expect(head.headers["connection"] == ["keep-alive"])
    #expect(response.head(keepsAlive: false).headers["connection"] == ["close"])
  }

  @Test func whatHasNoBodyHasNoLength() {
    #expect(Response(.notModified).head(keepsAlive: true).headers["content-length"].isEmpty)
    #expect(Response(.seeOther).head(keepsAlive: true).headers["content-length"] == ["0"])
  }

  @Test func thePolicyIsStrict() throws {
    let headers = response.head(keepsAlive: true).headers
    let policy = try #require(headers.first(name: "content-security-policy"))
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self' 'sha256-"))
    #expect(policy.contains("'; style-src 'self'; "))
    #expect(policy.contains("frame-ancestors 'self'"))
    for kind in ["img", "font", "media"] {
      #expect(policy.contains("; \(kind)-src 'self'; "), "files of a FileFolder are allowed")
    }
    #expect(policy.split(separator: "unsafe").count == 2, "only one directive allows inline code")
    #expect(policy.contains("; style-src-attr 'unsafe-inline'; "), "style attributes of elements")
    #expect(headers["x-content-type-options"] == ["nosniff"])
  }

  @Test func aFileIsPackedForThoseWhoTakeIt() throws {
    let text = String(repeating: "packed ", count: 1_000)
    let file = StaticFile(type: "text/plain", bytes: Array(text.utf8))
    let plain = file.response(to: try request())
    #expect(String(buffer: plain.body) == text)
    #expect(plain.headers["content-encoding"].isEmpty)
    #expect(plain.headers["vary"] == ["Accept-Encoding"])
    for taken in ["gzip", "br, gzip;q=0.5", "GZIP", "deflate, gzip ; q=1"] {
      let packed = file.response(to: try request("/", [("Accept-Encoding", taken)]))
      #expect(packed.headers["content-encoding"] == ["gzip"], "\(taken)")
      #expect(packed.body.readableBytes < 200)
      #expect(packed.body.getBytes(at: 0, length: 2) == [0x1F, 0x8B])
    }
    for refused in ["", "br", "gzip;q=0", "gzip; q=0.000", "gzipped", "identity"] {
      let answer = file.response(to: try request("/", [("Accept-Encoding", refused)]))
      #expect(answer.headers["content-encoding"].isEmpty, "\(refused)")
    }
  }

  @Test func whatDoesNotShrinkIsNotPacked() throws {
    let file = StaticFile(type: "text/plain", bytes: [1, 2, 3])
    let answer = file.response(to: try request("/", [("Accept-Encoding", "gzip")]))
    #expect(answer.headers["content-encoding"].isEmpty)
    #expect(answer.headers["vary"].isEmpty)
  }

  @Test func packedAndPlainBytesHaveTagsOfTheirOwn() throws {
    let file = StaticFile(type: "text/plain", bytes: Array(repeating: 65, count: 500))
    let gzip = ("Accept-Encoding", "gzip")
    let packed = try #require(
      file.response(to: try request("/", [gzip])).headers.first(name: "etag"))
    #expect(packed != file.tag)
    let mixed = file.response(to: try request("/", [("If-None-Match", packed)]))
    #expect(mixed.status == .ok && mixed.headers["etag"] == [file.tag])
    let again = file.response(to: try request("/", [gzip, ("If-None-Match", packed)]))
    #expect(again.status == .notModified && again.headers["etag"] == [packed])
  }

  @Test func aBrowserThatHasAFileGetsNoneAgain() throws {
    let file = StaticFile(type: "text/plain", bytes: Array("one".utf8))
    let other = StaticFile(type: "text/plain", bytes: Array("two".utf8))
    #expect(file.tag != other.tag)
    #expect(file.response(to: try request()).headers["etag"] == [file.tag])
    for known in [file.tag, "\"x\", " + file.tag, "W/" + file.tag, "*"] {
      let answer = file.response(to: try request("/", [("If-None-Match", known)]))
      #expect(answer.status == .notModified, "\(known)")
      #expect(answer.headers["etag"] == [file.tag])
      #expect(answer.body.readableBytes == 0)
    }
    for unknown in [other.tag, "", "one", file.tag + "x"] {
      let answer = file.response(to: try request("/", [("If-None-Match", unknown)]))
      #expect(answer.status == .ok, "\(unknown)")
    }
  }
}
