// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import Testing

@Suite struct DispatchedActionTests {
  private let source = ActionSource(
    recordedFileID: "App/Cart.swift", function: "buy()", line: 12, info: "twice")

  @Test func itKnowsThePlaceWhereItIsCreated() {
    let sent = DispatchedAction(7, info: "why")
    let line: UInt = #line - 1
    #expect(sent.action == 7)
    #expect(sent.source == ActionSource(fileID: #fileID, line: line, info: "why"))
  }

  @Test func mapKeepsTheSource() {
    let sent = DispatchedAction(7, source: source).map { "\($0)" }
    #expect(sent == DispatchedAction("7", source: source))
  }

  @Test func compactMapKeepsTheSourceOrDropsTheAction() {
    let sent = DispatchedAction("7", source: source)
    #expect(sent.compactMap { Int($0) } == DispatchedAction(7, source: source))
    #expect(DispatchedAction("x", source: source).compactMap { Int($0) } == nil)
  }

  @Test func mappingTwiceIsMappingWithBothInOne() {
    let sent = DispatchedAction(7, source: source)
    #expect(sent.map { $0 + 1 }.map { $0 * 2 } == sent.map { ($0 + 1) * 2 })
    #expect(sent.map { $0 } == sent)
  }

  @Test func actionAndSourceCountForEquality() {
    let sent = DispatchedAction(7, source: source)
    #expect(sent != DispatchedAction(8, source: source))
    #expect(sent != DispatchedAction(7))
    #expect(Set([sent, sent, DispatchedAction(8, source: source)]).count == 2)
  }

  @Test func itSurvivesEncoding() throws {
    let sent = DispatchedAction(["a": 1], source: source)
    let data = try JSONEncoder().encode(sent)
    #expect(try JSONDecoder().decode(DispatchedAction<[String: Int]>.self, from: data) == sent)
  }
}
