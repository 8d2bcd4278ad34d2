// SPDX-License-Identifier: Apache-2.0

import BoardData
import Foundation
import TestSupport
import Testing

@Suite struct RankTests {
  @Test(arguments: UInt64(1)...20)
  func betweenAnyTwoRanksThereIsAnother(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var ranks: [Rank] = []
    for _ in 0..<200 {
      let index = Int.random(in: 0...ranks.count, using: &random)
      let low = index > 0 ? ranks[index - 1] : nil
      let high = index < ranks.count ? ranks[index] : nil
      let rank = Rank(after: low, before: high)
      #expect(low.map { $0 < rank } ?? true, "seed \(seed)")
      #expect(high.map { rank < $0 } ?? true, "seed \(seed)")
      #expect(rank.text.last != "0", "seed \(seed)")
      ranks.insert(rank, at: index)
    }
  }

  @Test func aRankGrowsByOneDigitForFiveCardsAtOnePlace() {
    var rank = Rank()
    for _ in 0..<100 { rank = Rank(before: rank) }
    #expect(rank.text.count <= 21)
  }

  @Test func aRankBehindOneThatIsNotGreaterIsOnlyBehindTheFirst() throws {
    let rank = try #require(Rank("i"))
    #expect(Rank(after: rank, before: rank) > rank)
  }

  @Test(arguments: [0, 1, 2, 35, 36, 300, 2_000])
  func aRowIsInOrderAndShort(count: Int) {
    let row = Rank.row(of: count)
    #expect(row.count == count)
    #expect(zip(row, row.dropFirst()).allSatisfy { $0 < $1 })
    #expect(row.allSatisfy { Rank($0.text) == $0 && $0.text.count <= 3 })
  }

  @Test(arguments: ["", "0", "a0", "A", "é", "-1", String(repeating: "z", count: 201)])
  func whatIsNoRankIsNotRead(text: String) throws {
    #expect(Rank(text) == nil)
    let data = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Rank].self, from: data) }
  }

  @Test func aRankIsKeptAsItsDigits() throws {
    let ranks = Rank.row(of: 50)
    let data = try JSONEncoder().encode(ranks)
    #expect(try JSONDecoder().decode([Rank].self, from: data) == ranks)
    #expect(try JSONDecoder().decode([String].self, from: data) == ranks.map(\.text))
  }
}
