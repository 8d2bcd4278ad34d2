// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// The laws of lifting; what a lifted middleware does is in `LiftedMiddlewareTests`.
@Suite struct MiddlewareLiftTests {
  private typealias Part = MiddlewareScript.Part

  private func part(_ number: Int, _ log: Log) -> Part { MiddlewareScript.part(number, log) }

  private func random(_ seed: UInt64, count: Int) -> (numbers: [Int], actions: [Int]) {
    var generator = SeededGenerator(seed: seed)
    let numbers = MiddlewareScript.numbers(count, using: &generator)
    return (numbers, (0..<5).map { _ in Int.random(in: 0..<20, using: &generator) })
  }

  /// A lift that changes all three: odd actions are ignored, texts get a mark, the state is moved.
  private func marked(
    _ middleware: some Middleware<Int, String, Int>, _ mark: String, _ amount: Int
  ) -> some Middleware<Int, String, Int> {
    middleware.lift(
      inputAction: { $0.isMultiple(of: 2) ? $0 / 2 : nil }, outputAction: { mark + $0 },
      state: { $0 + amount })
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func liftingAlongIdentitiesChangesNothing(seed: UInt64) {
    let (numbers, actions) = random(seed, count: 1)
    let expected = MiddlewareScript.trace(actions) { part(numbers[0], $0) }
    let all = MiddlewareScript.trace(actions) {
      part(numbers[0], $0).lift(
        inputAction: identity, outputAction: identity, state: identity)
    }
    let paths = MiddlewareScript.trace(actions) {
      part(numbers[0], $0).lift(
        inputAction: \Int.asOptional, outputAction: identity, state: \Int.self)
    }
    #expect(all == expected, "seed \(seed)")
    #expect(paths == expected, "seed \(seed)")
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func liftingTwiceIsLiftingAlongTheCompositions(seed: UInt64) {
    let (numbers, actions) = random(seed, count: 1)
    let twice = MiddlewareScript.trace(actions) {
      marked(marked(part(numbers[0], $0), "a", 1), "b", 1_000)
    }
    let once = MiddlewareScript.trace(actions) {
      part(numbers[0], $0).lift(
        inputAction: { (action: Int) in action.isMultiple(of: 4) ? action / 4 : nil },
        outputAction: { "ba" + $0 }, state: { $0 + 1_000 + 1 })
    }
    #expect(twice == once, "seed \(seed)")
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func liftingDistributesOverComposition(seed: UInt64) {
    let (numbers, actions) = random(seed, count: 2)
    let inside = MiddlewareScript.trace(actions) {
      marked(part(numbers[0], $0) <> part(numbers[1], $0), "a", 7)
    }
    let outside = MiddlewareScript.trace(actions) {
      marked(part(numbers[0], $0), "a", 7) <> marked(part(numbers[1], $0), "a", 7)
    }
    #expect(inside == outside, "seed \(seed)")
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func oneAtATimeIsTheSameAsAllAtOnce(seed: UInt64) {
    let (numbers, actions) = random(seed, count: 1)
    let stepwise = MiddlewareScript.trace(actions) {
      part(numbers[0], $0)
        .lift(inputAction: { (action: Int) in action.isMultiple(of: 2) ? action / 2 : nil })
        .lift(outputAction: { "a" + $0 })
        .lift(state: { (state: Int) in state + 7 })
    }
    let expected = MiddlewareScript.trace(actions) { marked(part(numbers[0], $0), "a", 7) }
    #expect(stepwise == expected, "seed \(seed)")
  }

  @Test func theIdentityStaysTheIdentity() {
    let trace = MiddlewareScript.trace { _ in
      marked(IdentityMiddleware<Int, String, Int>(), "a", 7)
    }
    #expect(trace == ["commit", "commit", "commit"])
  }

  @Test func voidAndNeverAreLiftedByIgnoreAndAbsurd() {
    let log = Log()
    let silent = AnyMiddleware<Int, Never, Void> { action, _, state in
      state()
      return IO { _ in log.append("saw \(action)") }
    }
    let lifted: some Middleware<Int, String, Int> = silent.lift(
      inputAction: identity, outputAction: absurd, state: ignore)
    let trace = MiddlewareScript.trace { log in lifted <> part(3, log) }
    #expect(trace == MiddlewareScript.trace { part(3, $0) })
    #expect(log.lines == ["saw 0", "saw 1", "saw 2"])
  }
}

extension Int {
  fileprivate var asOptional: Int? { self }
}
