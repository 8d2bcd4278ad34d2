// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct RequestHeadTests {
  @Test func tokensAreFoundWhateverTheirCase() {
    let head = RequestHead(
      method: "GET", path: "/", headers: ["connection": "keep-alive, Upgrade"], keepsAlive: true)
    #expect(head.header("connection", holds: "upgrade"))
    #expect(!head.header("connection", holds: "up"))
    #expect(!head.header("upgrade", holds: "websocket"))
  }

  @Test(arguments: [
    (["content-length": "5"], true), (["transfer-encoding": "chunked"], true),
    (["content-length": "0"], false), ([:], false),
  ])
  func aBodyIsAnnounced(headers: [String: String], expected: Bool) {
    let head = RequestHead(method: "GET", path: "/", headers: headers, keepsAlive: true)
    #expect(head.announcesBody == expected)
  }

  @Test func spacesAreTrimmed() {
    #expect(" \t a b \t".trimmingSpaces() == "a b")
    #expect("".trimmingSpaces() == "")
  }
}
