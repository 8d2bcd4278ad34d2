// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceLink

@Suite struct RemoteLineTests {
  private func row(_ id: Int, bytes: Int = 2) -> ActionRow {
    ActionRow(
      id: id, number: UInt64(id), name: "look", action: String(repeating: "x", count: bytes),
      source: "", time: 1, outcome: .committed)
  }

  private func line(_ ids: ClosedRange<Int>) throws -> RemoteLine {
    var line = RemoteLine()
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
    var line = RemoteLine()
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

  @Test func moreBytesThanAreKeptDropTheOldestActions() throws {
    var line = RemoteLine()
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
    var line = RemoteLine()
    #expect(throws: LinkFailure.self) { try line.append([long], from: 0) }
    long.client = "page"
    #expect(long.size == row(1).size + 4)
  }
}
