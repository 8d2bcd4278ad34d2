// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct EntityStampTests {
  @Test func stampsAreUniqueOnAllThreads() async {
    let stamps = await withTaskGroup(of: [EntityStamp].self) { group in
      for _ in 0..<4 { group.addTask { (0..<500).map { _ in .next() } } }
      return await group.reduce(into: [[EntityStamp]]()) { $0.append($1) }
    }
    #expect(Set(stamps.joined()).count == 2_000)
    for own in stamps { #expect(own.map(\.number) == own.map(\.number).sorted()) }
  }

  @Test func onlyATableThatWasNeverChangedHasTheEmptyStamp() {
    #expect(EntityTable<Row>().stamp == .empty)
    #expect(EntityTable<Opaque>(sortedBy: \.name).stamp == .empty)
    #expect(EntityTable([Row(1)]).stamp != .empty)
    #expect(EntityStamp.next() != .empty)
  }
}
