// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct EntityChangesTests {
  @Test func noneIsEmpty() {
    let changes = EntityChanges<Int>.none
    #expect(changes.isEmpty && changes.count == 0 && !changes.membershipChanged)
    #expect(Array(changes).isEmpty)
  }

  @Test func oneIsSeenOnce() {
    let changes = EntityChanges(rows: .one(7, .removed), orderChanged: false)
    #expect(changes.map(\.id) == [7])
    #expect(changes.removed == [7])
    #expect(changes.inserted.isEmpty && changes.updated.isEmpty)
    #expect(changes.membershipChanged && !changes.isEmpty)
    #expect(changes.count == 1 && changes.underestimatedCount == 1)
  }

  @Test func manyAreSeenInTheirOrderAndByKind() {
    let changes = EntityChanges(
      rows: .many([(3, .updated), (1, .inserted), (2, .updated)]), orderChanged: true)
    #expect(changes.map(\.id) == [3, 1, 2])
    #expect(changes.map(\.kind) == [.updated, .inserted, .updated])
    #expect(changes.updated == [2, 3])
    #expect(changes.inserted == [1])
    #expect(changes.membershipChanged)
    #expect(changes.count == 3)
  }

  @Test func updatesAloneAreNoChangeOfMembership() {
    let changes = EntityChanges(rows: .one(1, .updated), orderChanged: false)
    #expect(!changes.membershipChanged && !changes.isEmpty)
  }

  @Test func anotherOrderAloneIsAChange() {
    let changes = EntityChanges<Int>(rows: .many([]), orderChanged: true)
    #expect(!changes.isEmpty && !changes.membershipChanged && changes.count == 0)
  }
}
