// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct ComposedMiddlewareTests {
  private typealias Part = AnyMiddleware<Int, String, Void>
  private typealias Composition = ComposedMiddleware<Int, String, Void>
  private typealias Identity = IdentityMiddleware<Int, String, Void>

  /// Writes down what it is asked; depending on its number its IO sends, is an effect, or is none.
  private func part(_ number: Int, _ log: Log) -> Part {
    Part { action, _, _ in
      log.append("handle \(number) \(action)")
      switch number % 3 {
      case 0: return .pure()
      case 1: return IO(.sequence("\(number)a", "\(number)b"))
      default:
        return IO { send in
          log.append("run \(number)")
          send.dispatch("\(number)")
        }
      }
    } didReject: { action, _, _ in
      log.append("reject \(number) \(action)")
    }
  }

  /// What happens when the middleware that `make` builds handles actions.
  private func trace(_ make: (Log) -> some Middleware<Int, String, Void>) -> [String] {
    let log = Log()
    let middleware = make(log)
    for action in 0..<3 {
      let io = middleware.handle(action, from: ActionSource(), state: StateReader {})
      log.append("commit")
      io.run(Send { log.append("sent \($0.action)") })
    }
    middleware.didReject(9, from: ActionSource(), error: LedgerError())
    return log.lines
  }

  @Test func partsHandleInOrderAndTheirIOsRunInTheSameOrder() {
    let lines = trace { part(2, $0) <> part(5, $0) <> part(1, $0) }
    #expect(
      lines.prefix(9) == [
        "handle 2 0", "handle 5 0", "handle 1 0", "commit", "run 2", "sent 2", "run 5", "sent 5",
        "sent 1a",
      ])
    #expect(lines.suffix(3) == ["reject 2 9", "reject 5 9", "reject 1 9"])
  }

  @Test func theEmptyCompositionDoesNothing() {
    #expect(trace { _ in Composition() } == ["commit", "commit", "commit"])
    let io = Composition().handle(1, from: ActionSource(), state: StateReader {})
    #expect(io.isPure)
  }

  @Test func compositionsAreFlatAndIdentitiesVanish() {
    let log = Log()
    let pair = part(1, log) <> part(2, log)
    #expect(pair.parts.count == 2)
    #expect((pair <> pair).parts.count == 4)
    #expect((Identity() <> pair <> Identity() <> part(3, log)).parts.count == 3)
    #expect((Composition() <> Composition()).parts.isEmpty)
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func compositionIsAssociative(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let numbers = (0..<3).map { _ in Int.random(in: 0..<9, using: &generator) }
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
    let number = Int.random(in: 0..<9, using: &generator)
    let expected = trace { part(number, $0) }
    #expect(trace { Identity() <> part(number, $0) } == expected, "seed \(seed)")
    #expect(trace { part(number, $0) <> Identity() } == expected, "seed \(seed)")
    #expect(trace { Composition() <> part(number, $0) } == expected, "seed \(seed)")
  }

  @Test func partsThatHoldACompositionRunInPlace() {
    let lines = trace { log in
      part(2, log) <> AnyMiddleware(part(5, log) <> part(8, log)) <> part(11, log)
    }
    #expect(lines == trace { log in Composition([2, 5, 8, 11].map { part($0, log) }) })
  }
}
