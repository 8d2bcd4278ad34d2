// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct SessionIDTests {
  @Test func idsAreLongAndDifferent() {
    let ids = Set((0..<1000).map { _ in SessionID().text })
    #expect(ids.count == 1000)
    #expect(ids.allSatisfy { $0.utf8.count == 32 })
  }

  @Test func anIDIsReadBack() {
    let id = SessionID()
    #expect(SessionID(id.text) == id)
  }

  @Test(arguments: [
    "", "short", String(repeating: "!", count: 32), String(repeating: "a", count: 33),
  ])
  func othersAreNoIDs(text: String) {
    #expect(SessionID(text) == nil)
  }

  @Test func logsSayAPartOnly() {
    let id = SessionID()
    #expect(id.description == "\(id.text.prefix(6))…")
  }

  @Test func theErrorOfAStorageIsShownWithAPartOfTheID() {
    struct Unreadable: Error, CustomStringConvertible { let description: String }
    let id = SessionID()
    let error = Unreadable(description: "/sessions/\(id.text)/a.json: I/O error, \(id.text)")
    #expect(id.shortened(in: error) == "/sessions/\(id)/a.json: I/O error, \(id)")
  }
}
