// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceLink

@Suite struct RemoteTimelineTests {
  private func row(_ id: Int, bytes: Int = 2) -> ActionRow {
    ActionRow(
      id: id, number: UInt64(id), name: "look", action: String(repeating: "x", count: bytes),
      source: "", time: 1, outcome: .committed)
  }

  private func line(_ ids: ClosedRange<Int>) throws -> RemoteTimeline {
    var line = RemoteTimeline()
    try line.append(ids.map { row($0) }, from: 0)
    return line
  }

  @Test func actionsAreFoundByPlaceIdAndNumber() throws {
    var line = try line(1...5)
    #expect(line.next == 5)
    #expect(line[4]?.id == 5)
    #expect(line[5] == nil)
    #expect(line[-1] == nil)
    line.drop(before: 2)
    #expect((line.first, line.count) == (2, 3))
    #expect(line[0]?.id == 3)
    #expect(line.position(of: 4) == 1)
    #expect(line.position(of: 2) == nil)
    #expect(line.id(ofNumber: 5) == 5)
    line.drop(before: 99)
    #expect((line.first, line.count, line.next) == (5, 0, 5))
  }

  @Test func actionsInAnotherOrderAreFoundToo() throws {
    var line = RemoteTimeline()
    try line.append([row(3), row(1), row(2)], from: 0)
    #expect([1, 2, 3].map(line.position) == [1, 2, 0])
    #expect(line.id(ofNumber: 1) == 1)
    #expect(line.position(of: 4) == nil)
  }

  @Test func aGapIsCountedAndWhatWasBeforeItGoes() throws {
    var line = try line(1...3)
    try line.append([row(9)], from: 8)
    #expect(line.leftOut == 5)
    #expect((line.first, line.count, line.next) == (8, 1, 9))
  }

  @Test func whatIsHereAlreadyIsRefusedAndChangesNothing() throws {
    var line = try line(1...3)
    for place in [0, 2, -1, .min, .max] {
      #expect(throws: LinkFailure.self) { try line.append([row(4)], from: place) }
    }
    #expect(throws: LinkFailure.self) { try line.append([row(0)], from: 3) }
    #expect(throws: LinkFailure.self) {
      try line.append([row(4, bytes: LinkLimits.row)], from: 3)
    }
    let many = (1...LinkLimits.batchRows + 1).map { row($0) }
    #expect(throws: LinkFailure.self) { try line.append(many, from: 3) }
    #expect(line.next == 3)
  }

  @Test func aLineThatBeganAtTheLastPlaceRefusesMoreAndDoesNotTrap() throws {
    var line = RemoteTimeline(from: RemoteTimeline.lastPlace)
    try line.append([row(1)], from: RemoteTimeline.lastPlace)
    for place in [RemoteTimeline.lastPlace, RemoteTimeline.lastPlace + 1, 0] {
      #expect(throws: LinkFailure.self) { try line.append([row(2)], from: place) }
    }
    #expect(line.count == 1)
  }

  @Test func numbersStandForOneActionAndAreGreaterThanThatOfTheCause() throws {
    var line = RemoteTimeline()
    func row(_ id: Int, _ number: UInt64?, _ cause: UInt64? = nil) -> ActionRow {
      var row = self.row(id)
      (row.number, row.cause) = (number, cause)
      return row
    }
    for (number, cause) in [(5, 5), (5, 6), (nil, 1)] as [(UInt64?, UInt64)] {
      #expect(throws: LinkFailure.self) { try line.append([row(1, number, cause)], from: 0) }
    }
    try line.append([row(1, 5, 4), row(2, 3), row(3, nil), row(4, nil)], from: 0)
    #expect(throws: LinkFailure.malformed("two actions have the number 5")) {
      try line.append([row(5, 5)], from: 4)
    }
    // A number is free again when its action has gone.
    line.drop(before: 1)
    try line.append([row(5, 5)], from: 4)
    #expect(line.id(ofNumber: 5) == 5)
  }

  @Test func rowsThatACommandChangedStayUntilTheyAreFetchedAgain() throws {
    var line = try line(1...5)
    line.change(from: 7)
    #expect(line.next == 5)
    line.change(from: 3)
    line.change(from: 4)
    #expect((line.next, line.count) == (3, 5))
    #expect(line[4]?.id == 5)
    var skipped = row(4)
    skipped.outcome = .skipped
    #expect(throws: LinkFailure.self) { try line.append([row(9)], from: 3) }
    try line.append([skipped], from: 3)
    #expect(line[3]?.outcome == .skipped)
    #expect(line.next == 4)
    line.drop(before: 4)
    #expect((line.first, line.next, line.count) == (4, 4, 1))
    try line.append([row(5), row(6)], from: 4)
    #expect((line.count, line.next, line.leftOut) == (2, 6, 0))
    #expect(line.position(of: 6) == 1)
  }

  @Test func aLineThatBeginsAtAPlaceMissesNothing() throws {
    var line = RemoteTimeline(from: 10)
    try line.append([row(1)], from: 10)
    #expect((line.first, line.leftOut) == (10, 0))
  }

  @Test func moreBytesThanAreKeptDropTheOldestActions() throws {
    var line = RemoteTimeline()
    let bytes = LinkLimits.row - 300
    let fit = LinkLimits.mirror / (bytes + 250 + "look".utf8.count)
    for id in 1...fit + 5 { try line.append([row(id, bytes: bytes)], from: id - 1) }
    #expect(line.count == fit)
    #expect(line.first == 5)
    #expect(line.leftOut == 0)
  }

  @Test func theNameOfAClientCountsAsTheOtherPartsOfAnAction() throws {
    var long = row(1)
    long.client = String(repeating: "x", count: LinkLimits.row)
    var line = RemoteTimeline()
    #expect(throws: LinkFailure.self) { try line.append([long], from: 0) }
    long.client = "page"
    #expect(long.size == row(1).size + 4)
  }
}
