// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct ComposedMiddlewareTests {
  private typealias Composition = ComposedMiddleware<Int, String, Int>
  private typealias Identity = ComposedMiddleware<Int, String, Int>

  private func part(_ number: Int, _ log: Log) -> MiddlewareScript.Part {
    MiddlewareScript.part(number, log)
  }

  private func trace(_ make: (Log) -> some Middleware<Int, String, Int>) -> [String] {
    MiddlewareScript.trace { make($0) }
  }

  @Test func partsHandleInOrderAndTheirIOsRunInTheSameOrder() {
    let lines = trace { part(3, $0) <> part(7, $0) <> part(1, $0) <> part(2, $0) }
    #expect(
      lines.prefix(12) == [
        "handle 3 0 100", "handle 7 0 100", "handle 1 0 100", "handle 2 0 100", "commit",
        "run 3 101", "run 7 101", "sent 3", "sent 7", "sent 1a", "sent 1b", "sent 2 101",
      ])
    #expect(lines.suffix(4) == ["reject 3 9", "reject 7 9", "reject 1 9", "reject 2 9"])
  }

  @Test func theEmptyCompositionDoesNothing() {
    #expect(trace { _ in Composition() } == ["commit", "commit", "commit"])
    let io = Composition().handle(1, from: ActionSource(), state: StateReader { 0 })
    #expect(io.isNone)
  }

  @Test func compositionsAreFlatAndIdentitiesVanish() {
    let log = Log()
    let pair = part(1, log) <> part(2, log)
    #expect(pair.parts.count == 2)
    #expect((pair <> pair).parts.count == 4)
    #expect((Identity() <> pair <> Identity() <> part(3, log)).parts.count == 3)
    #expect((Composition() <> Composition()).parts.isEmpty)
  }

  @Test func erasedCompositionsAreFlatToo() {
    let log = Log()
    let pair = AnyMiddleware(part(1, log) <> part(2, log))
    #expect((pair <> pair).parts.count == 4)
    #expect(Composition([pair, AnyMiddleware(Identity()), AnyMiddleware(pair)]).parts.count == 4)
    #expect((AnyMiddleware(Identity()) <> AnyMiddleware(Composition())).parts.isEmpty)
    #expect(AnyMiddleware(AnyMiddleware(pair <> pair) <> pair).parts?.count == 6)
    #expect(Composition { pair }.parts.count == 2)
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func compositionIsAssociative(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let numbers = MiddlewareScript.numbers(3, using: &generator)
    let left = trace {
      (part(numbers[0], $0) <> part(numbers[1], $0)) <> part(numbers[2], $0)
    }
    let right = trace {
      part(numbers[0], $0) <> (part(numbers[1], $0) <> part(numbers[2], $0))
    }
    let list = trace { log in Composition(numbers.map { part($0, log) }) }
    #expect(left == right, "seed \(seed)")
    #expect(left == list, "seed \(seed)")
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func theIdentityIsNeutralOnBothSides(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let number = MiddlewareScript.numbers(1, using: &generator)[0]
    let expected = trace { part(number, $0) }
    #expect(trace { Identity() <> part(number, $0) } == expected, "seed \(seed)")
    #expect(trace { part(number, $0) <> Identity() } == expected, "seed \(seed)")
  }

  @Test func partsThatHoldACompositionRunInPlace() {
    let lines = trace { log in
      part(2, log) <> AnyMiddleware(part(5, log) <> part(8, log)) <> part(11, log)
    }
    #expect(lines == trace { log in Composition([2, 5, 8, 11].map { part($0, log) }) })
  }
}
