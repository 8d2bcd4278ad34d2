// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import MillraceTrace
import Testing

@testable import MillraceLink

@Suite struct LinkTextRowsTests {
  private func text(_ random: inout SeededGenerator) -> String {
    let pieces = ["a", "é漢🙂", "\"", "\\", "\n", "\r\t", "\u{1}\u{1f}", "/", "", "\u{2028}", "{}"]
    return (0..<Int.random(in: 0...5, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  private func row(_ random: inout SeededGenerator) -> ActionRow {
    let outcomes: [ActionRow.Outcome] = [
      .committed, .skipped, .interrupted, .refused(text(&random)),
    ]
    func some(_ number: UInt64) -> UInt64? { Bool.random(using: &random) ? number : nil }
    let cost = ActionCost(handling: 1, starting: .max, slices: 3, observers: 4, bodies: 5)
    return ActionRow(
      id: Int.random(in: 1...1 << 40, using: &random), number: some(7), cause: some(1 << 47),
      effect: some(3), name: text(&random), action: text(&random), source: text(&random),
      client: Bool.random(using: &random) ? text(&random) : nil, time: 1 << 50,
      outcome: outcomes.randomElement(using: &random) ?? .committed,
      cost: Bool.random(using: &random) ? cost : nil)
  }

  /// `LinkText` writes rows without an encoder, with the same result as an encoder.
  @Test(arguments: 0..<50 as Range<UInt64>)
  func rowsAreReadAsTheyWere(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = (0..<Int.random(in: 0...5, using: &random)).map { _ in row(&random) }
    let answer = StoreAnswer.rows(edition: 3, from: 45, rows)
    let message = ProgramMessage.answer(12, answer)
    var reader = LinkReader()
    let parts = try LinkText.parts(of: answer, to: 12)
    let bytes = try #require(try parts.map { try reader.take($0) }.last ?? nil)
    #expect(try LinkText.message(ProgramMessage.self, bytes) == message, "seed \(seed)")
    let encoded = try TraceValue(encoding: message)
    #expect(try TraceValue(json: String(decoding: bytes, as: UTF8.self)) == encoded, "seed \(seed)")
  }
}
