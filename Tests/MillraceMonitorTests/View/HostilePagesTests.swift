// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor

/// Pages can show all that a monitor takes from a program.
@MainActor @Suite struct HostilePagesTests {
  private func row(_ id: Int, number: UInt64?, cause: UInt64? = nil) -> ActionRow {
    ActionRow(
      id: id, number: number, cause: cause, name: "look", action: "{}", source: "", time: 1,
      outcome: .committed)
  }

  /// A program that has these actions and effects.
  private func program(
    _ rows: [ActionRow] = [], effects: [EffectSpan] = []
  ) throws -> HostileProgram {
    let program = try HostileProgram { question in
      switch question {
      case .rows(let edition, let from, _):
        .rows(edition: edition, from: from, Array(rows.dropFirst(from)))
      case .effects: .effects(effects)
      default: nil
      }
    }
    if !rows.isEmpty { try program.news(rows.count) }
    return program
  }

  @Test func anEffectThatBeginsLaterThanNowIsShown() throws {
    let program = try program(effects: [EffectSpan(id: 1, start: LinkLimits.time)])
    let text = try program.pages().map(\.text).joined(separator: "\n")
    #expect(text.contains("of no action, waits"))
    #expect(text.contains("The chart shows 1.0 µs."))
  }

  @Test func actionsThatAreTheirOwnCauseAreRefused() throws {
    for rows in [
      [row(1, number: 5, cause: 5)], [row(1, number: nil, cause: 1)],
      [row(1, number: 5, cause: nil), row(2, number: 5, cause: 4)],
    ] {
      let program = try program(rows)
      guard case .malformed? = program.failure else {
        Issue.record("\(String(describing: program.failure))")
        continue
      }
      #expect(try program.pages().count == 8)
    }
  }

  @Test func oneIdTwiceIsRefused() throws {
    let box = SelectionBox(id: 1, name: "total", rank: 0, observers: 1, inputs: [])
    let change = StateChange(path: "a", old: nil, new: "1")
    let span = EffectSpan(id: 1, start: 1)
    let rows = [row(2, number: nil), row(1, number: nil), row(2, number: nil)]
    let programs = try [
      program(rows), program(effects: [span, span]),
      HostileProgram {
        $0 == .selections(changedBy: nil) ? .selections([box, box], changed: nil) : nil
      },
    ]
    for program in programs {
      #expect(try program.pages().count == 8)
      guard case .malformed(let reason)? = program.failure else {
        Issue.record("\(String(describing: program.failure))")
        continue
      }
      #expect(reason.contains("id"))
    }
    #expect(!StoreAnswer.changes([change, change]).canBeShown)
    #expect(StoreAnswer.changes([change]).canBeShown)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func whatIsTakenIsShown(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let edges: [UInt64] = [
      0, 1, 2, 3, 1 << 31, 1 << 47, LinkLimits.time - 1, LinkLimits.time, .max,
    ]
    func edge() -> UInt64 { edges.randomElement(using: &random) ?? 0 }
    func some() -> UInt64? { Bool.random(using: &random) ? edge() : nil }
    for round in 0..<20 {
      // In every other round the rows are valid, so that the panes ask for more.
      let rows = (1...6).map { id in
        let isTaken = round.isMultiple(of: 2) || Bool.random(using: &random)
        var row = row(id, number: isTaken ? UInt64(id) : some(), cause: isTaken ? nil : some())
        row.time = min(edge(), LinkLimits.time)
        row.cost = ActionCost(handling: .max, reducing: UInt32.random(in: 0...9, using: &random))
        return row
      }
      let effects = (1...4).map { id in
        let times = (0..<4).map { _ in edge() }.sorted()
        return EffectSpan(
          id: UInt64(id), cause: some(), start: times[0],
          begin: Bool.random(using: &random) ? times[1] : nil,
          end: Bool.random(using: &random) ? times[3] : nil,
          cancelled: Bool.random(using: &random) ? times[2] : nil)
      }
      let boxes = (0..<4).map { _ in
        SelectionBox(
          id: Int(clamping: edge()), name: "total", rank: Int(clamping: edge()),
          observers: Int(clamping: edge()), inputs: [Int(clamping: edge())])
      }
      let program = try HostileProgram { question in
        switch question {
        case .rows(let edition, let from, _):
          .rows(edition: edition, from: from, Array(rows.dropFirst(from)))
        case .effects: .effects(effects)
        case .selections: .selections(boxes, changed: boxes.map(\.id))
        case .state: .state("{\"a\":[1,{}]}")
        case .changes: .changes([StateChange(path: "a", old: nil, new: "1")])
        default: nil
        }
      }
      try program.news(rows.count)
      #expect(try program.pages().count == 8, "seed \(seed)")
      if let failure = program.failure { #expect("\(failure)".contains(": "), "seed \(seed)") }
    }
  }
}
