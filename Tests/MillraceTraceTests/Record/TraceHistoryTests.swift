// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceTrace
import TestSupport
import Testing

@MainActor
@Suite struct TraceHistoryTests {
  private typealias History = TraceHistory<Shelf, ShelfAction>

  /// A history of random actions, all its states, and the actions after which it read the state.
  private func filled(
    _ count: Int, limit: Int = 100_000, seed: UInt64
  ) -> (history: History, states: [Shelf], asked: [Int]) {
    var random = SeededGenerator(seed: seed)
    var state = Shelf()
    var history = History(state: state, reducer: .shelf, limit: limit)
    var states = [state]
    var asked: [Int] = []
    for number in 1...count {
      let action = ShelfAction.random(using: &random)
      let error = Reducer.shelf.step(&state, action)
      let source = ActionSource(
        recordedFileID: "A/B.swift", function: "f", line: 1, number: UInt64(number))
      history.append(
        DispatchedAction(action, source: source), at: UInt64(number), refusal: error.map { "\($0)" }
      ) {
        asked.append(number)
        return state
      }
      states.append(state)
    }
    return (history, states, asked)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func everyStateIsMadeAgain(seed: UInt64) {
    let (history, states, _) = filled(3_000, seed: seed)
    #expect(history.count == 3_000)
    for count in stride(from: 0, through: 3_000, by: 25) {
      #expect(history.state(after: count) == states[count], "seed \(seed), after \(count)")
    }
  }

  @Test func aFullRingDropsTheOldestAndStillMakesEveryStateAgain() {
    let (history, states, _) = filled(5_000, limit: 1_500, seed: 4)
    #expect(history.count == 1_500)
    #expect(history[0].number == 3_501)
    #expect(history.position(of: 3_500) == nil)
    #expect(history.position(of: 5_000) == 1_499)
    for count in stride(from: 0, through: 1_500, by: 25) {
      #expect(history.state(after: count) == states[3_500 + count])
    }
  }

  @Test func reasonsOfRefusalsGoWithTheirActions() {
    let (history, _, _) = filled(900, limit: 300, seed: 5)
    for position in 0..<300 {
      #expect((history.reason(at: position) != nil) == history[position].isRefused)
    }
    #expect((0..<300).contains { history[$0].isRefused })
  }

  @Test func oneStateIsAskedForPer512ActionsAndEightAreKept() {
    let (history, _, asked) = filled(20_000, seed: 6)
    #expect(asked.count == 20_000 / 512)
    #expect(history.stateCount == 8)
    let recent = (19_000...20_000).filter { number in
      // Each of the last thousand states is fewer than 512 actions after a kept one.
      asked.last { $0 <= number }.map { number - $0 >= 512 } ?? true
    }
    #expect(recent.isEmpty)
  }

  @Test func anActionIsFoundByItsNumber() {
    let (history, _, _) = filled(100, seed: 7)
    for number in 1...100 { #expect(history.position(of: UInt64(number)) == number - 1) }
    #expect(history.position(of: 0) == nil)
    #expect(history.position(of: 101) == nil)
  }

  @Test func aHundredThousandActionsOfTwoHundredBytesAreIn32Megabytes() {
    typealias Bytes = (UInt64, UInt64, UInt64, UInt64, UInt64)
    struct Large: Sendable { var parts: (Bytes, Bytes, Bytes, Bytes, Bytes) }
    #expect(MemoryLayout<Large>.size == 200)
    #expect(MemoryLayout<TraceHistory<Int, Large>.Entry>.stride * 100_000 <= 32_000_000)
  }

  @Test func copiesOfAHistoryGoTheirOwnWays() {
    var (one, states, _) = filled(1_300, limit: 600, seed: 8)
    var other = one
    for number in 1...700 {
      one.append(DispatchedAction(.note(1)), at: UInt64(number)) { states[1_300] }
      other.append(DispatchedAction(.note(2)), at: UInt64(number)) { states[1_300] }
    }
    #expect((0..<600).allSatisfy { one[$0].action == .note(1) && other[$0].action == .note(2) })
    #expect(one.state(after: 600).last != other.state(after: 600).last)
  }

  @Test func whereNotAllFitsTheLastActionsTellWhatTheyChanged() throws {
    var history = TraceHistory(state: "", reducer: Reducer<String, String> { $0 = $1 })
    for number in 0..<100 {
      // The first and the last states, which are measured first, are small.
      let text = 40..<60 ~= number ? String(repeating: "\(number)", count: 5_000) : "\(number)"
      let source = ActionSource(
        recordedFileID: "A/B.swift", function: "f", line: 1, number: UInt64(number + 1))
      history.append(DispatchedAction(text, source: source), at: 1) { text }
    }
    let trace = try history.trace(mostBytes: 60_000)
    let first = try #require(trace.lines.firstIndex { $0.changed != nil })
    #expect(trace.lines[first...].allSatisfy { $0.changed == ["."] && $0.hash != nil })
    #expect(trace.lines[..<first].allSatisfy { $0.hash == nil })
    #expect(trace.lines.last?.hash == TraceValue.string("99").hash)
    let all = try history.trace()
    #expect(all.lines.allSatisfy { $0.changed == ["."] })
    #expect(all.lines[first...].map(\.hash) == trace.lines[first...].map(\.hash))
    #expect(try history.trace(mostBytes: 0).lines.allSatisfy { $0.changed == nil })
  }

  @Test func aTraceWrites256MegabytesOfStatesAtMost() throws {
    // Equal states keep the test fast: only their bytes are compared.
    let state = String(repeating: "x", count: 4 << 20)
    var history = TraceHistory(state: state, reducer: Reducer<String, Int> { _, _ in })
    for number in 0..<80 { history.append(DispatchedAction(number), at: 1) { state } }
    let trace = try history.trace()
    let noted = trace.lines.count { $0.changed != nil }
    #expect(trace.lines.last?.changed == [])
    #expect((32...64).contains(noted), "\(noted)")
  }

  @Test func theLimitIsKeptWhereverThePagesEnd() {
    for limit in [1, 127, 128, 129, 1_000] {
      let (history, states, _) = filled(3_000, limit: limit, seed: 9)
      #expect(history.count == limit)
      #expect(history[limit - 1].number == 3_000)
      #expect(history.state(after: 0) == states[3_000 - limit])
      #expect(history.state(after: limit) == states[3_000])
    }
  }

  @Test(
    arguments: [
      ([nil, nil, 7, nil], [1, 2, 7, 8]), ([0, 5, nil, 6], [1, 5, 6, 7]),
      ([3, 3, 2, 9], [3, 4, 5, 9]),
    ] as [([UInt64?], [UInt64])])
  func actionsWithoutAscendingNumbersAreNumbered(
    numbers: [UInt64?], expected: [UInt64]
  ) throws {
    var history = History(state: Shelf(), reducer: .shelf)
    for number in numbers {
      let source = ActionSource(
        recordedFileID: "A/B.swift", function: "f", line: 1, number: number, client: "a")
      history.append(DispatchedAction(.note(1), source: source), at: 1) { Shelf() }
    }
    let trace = try history.trace()
    #expect(trace.lines.map(\.number) == expected)
    #expect(trace.lines.map(\.client) == ["a", "a", "a", "a"])
    #expect(trace.keyframes.map(\.number) == [expected[0] - 1])
    #expect(try Trace(text: trace.text).replay(Reducer.shelf).last == [1, 1, 1, 1])
  }
}
