// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

@MainActor
@Suite struct IOTests {
  /// A piece of work that sends its number; one in five sends nothing.
  private func piece(_ number: Int) -> IO<Int> {
    switch number % 5 {
    case 0: .pure()
    case 1: IO { $0.dispatch(number) }
    case 2: IO(.just(number))
    case 3: .deferred { .just(number) }
    default: IO(.sequence(number, -number))
    }
  }

  private func sent(_ io: IO<Int>) -> [Int] {
    let log = Log()
    io.runDetached(Send { log.append("\($0.action)") })
    return log.lines.compactMap { Int($0) }
  }

  @Test func nothingRunsBeforeItIsRun() {
    let log = Log()
    let io = IO<Int> { _ in log.append("ran") }
    #expect(log.lines.isEmpty)
    io.runDetached(Send { _ in })
    io.runDetached(Send { _ in })
    #expect(log.lines == ["ran", "ran"])
  }

  @Test func noWorkIsPure() {
    #expect(sent(.pure()).isEmpty)
    #expect(sent(IO(.none)).isEmpty)
    #expect(sent(.pure() <> .pure()).isEmpty)
    #expect(sent(IO { $0.dispatch(1) }) == [1])
    #expect(sent(IO(.just(1))) == [1])
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func compositionIsAssociativeAndKeepsTheOrder(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let numbers = (0..<3).map { _ in Int.random(in: 0..<40, using: &generator) }
    let pieces = numbers.map(piece)
    let apart = pieces.flatMap(sent)
    #expect(sent((pieces[0] <> pieces[1]) <> pieces[2]) == apart, "seed \(seed)")
    #expect(sent(pieces[0] <> (pieces[1] <> pieces[2])) == apart, "seed \(seed)")
  }

  @Test(arguments: 0..<10)
  func noWorkIsNeutralOnBothSides(number: Int) {
    let expected = sent(piece(number))
    #expect(sent(.pure() <> piece(number)) == expected)
    #expect(sent(piece(number) <> .pure()) == expected)
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func mapTranslatesEveryActionAndDistributes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let numbers = (0..<2).map { _ in Int.random(in: 0..<40, using: &generator) }
    let (first, second) = (piece(numbers[0]), piece(numbers[1]))
    let expected = sent(first <> second).map { $0 * 10 }
    #expect(sent((first <> second).map { $0 * 10 }) == expected, "seed \(seed)")
    #expect(sent(first.map { $0 * 10 } <> second.map { $0 * 10 }) == expected, "seed \(seed)")
    #expect(sent((first <> second).map { $0 }) == sent(first <> second), "seed \(seed)")
  }

  @Test func mapKeepsTheSource() {
    let log = Log()
    let io = IO<Int> { $0.dispatch(1, info: "why") } <> IO(.just(2, line: 7))
    io.map { "\($0)" }.runDetached(
      Send { log.append("\($0.action) \($0.source.info ?? "\($0.source.line)")") })
    #expect(log.lines == ["1 why", "2 7"])
  }

  @Test func aDeferredEffectIsMadeWhenItRuns() {
    final class Box { var number = 1 }
    let box = Box()
    let io = IO<Int>.deferred { .just(box.number) }
    box.number = 2
    #expect(sent(io) == [2])
    box.number = 3
    #expect(sent(io.map { $0 * 10 }) == [30])
  }

  @Test func longCompositionsRunInOrder() {
    let left = (1...2_000).reduce(IO<Int>.pure()) { io, number in io <> IO(.just(number)) }
    let right = (1...2_000).reversed().reduce(IO<Int>.pure()) { io, number in
      IO(.just(number)) <> io
    }
    #expect(sent(left) == Array(1...2_000))
    #expect(sent(right) == Array(1...2_000))
    #expect(sent(left.map { $0 }) == Array(1...2_000))
  }

  @Test func byHandAnEffectRunsToo() async {
    let (actions, continuation) = AsyncStream.makeStream(of: Int.self)
    let io = IO<Int>(
      .run { send in
        await send(1)
        send.dispatch(2)
        await send(3)
        continuation.finish()
      }
      .cancellable(id: "any"))
    io.runDetached(Send { continuation.yield($0.action) })
    var heard: [Int] = []
    for await action in actions { heard.append(action) }
    #expect(heard == [1, 2, 3])
  }

  @Test func byHandMergeAndCancelDoWhatTheyCan() {
    let io = IO<Int>(
      .merge(.just(1), .none, .cancel(id: "any"), .merge(.sequence(2, 3), .just(4))))
    #expect(sent(io) == [1, 2, 3, 4])
  }
}
