// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

@MainActor
@Suite struct MiddlewareReaderTests {
  private typealias Part = MiddlewareScript.Part
  private typealias Reader = MiddlewareReader<Log, Part>

  private struct World {
    let log: Log
    let other = "other"
  }

  private func reader(_ number: Int) -> Reader {
    Reader { MiddlewareScript.part(number, $0) }
  }

  @Test func injectionMakesTheMiddleware() {
    let made = Log()
    let reader = MiddlewareReader<Int, Part> { number in
      made.append("\(number)")
      return MiddlewareScript.part(number, made)
    }
    #expect(made.lines.isEmpty)
    _ = reader.inject(1)
    _ = reader.inject(2)
    #expect(made.lines == ["1", "2"])
  }

  @Test func pureIgnoresItsDependencies() {
    let reader = MiddlewareReader<Int, EffectMiddleware<Int, Int, Void, Void>>.pure(
      .onAction { action, _, _ in .just(action + 1) })
    for dependencies in 0..<3 {
      let log = Log()
      reader.inject(dependencies).handle(5, from: ActionSource(), state: StateReader {})
        .runDetached(Send { log.append("\($0.action)") })
      #expect(log.lines == ["6"])
    }
  }

  @Test func voidNeedsNoArgument() {
    let reader = MiddlewareReader<Void, IdentityMiddleware<Int, Int, Int>> { .init() }
    let io = reader.inject().handle(1, from: ActionSource(), state: StateReader { 0 })
    io.runDetached(Send { _ in Issue.record("An identity sent something.") })
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func compositionOfReadersIsCompositionOfMiddleware(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let numbers = MiddlewareScript.numbers(3, using: &generator)
    let readers = numbers.map(reader)
    let expected = MiddlewareScript.trace { log in
      ComposedMiddleware(numbers.map { MiddlewareScript.part($0, log) })
    }
    let left = MiddlewareScript.trace {
      ((readers[0] <> readers[1]) <> readers[2]).inject($0)
    }
    let right = MiddlewareScript.trace {
      (readers[0] <> (readers[1] <> readers[2])).inject($0)
    }
    #expect(left == expected, "seed \(seed)")
    #expect(right == expected, "seed \(seed)")
  }

  @Test(arguments: 0..<4)
  func theIdentityIsNeutralOnBothSides(number: Int) {
    typealias Identity = MiddlewareReader<Log, IdentityMiddleware<Int, String, Int>>
    let expected = MiddlewareScript.trace { MiddlewareScript.part(number, $0) }
    let one = MiddlewareScript.trace { (reader(number) <> Identity.identity()).inject($0) }
    let two = MiddlewareScript.trace { (Identity.identity() <> reader(number)).inject($0) }
    #expect(one == expected)
    #expect(two == expected)
  }

  @Test func contramapFindsTheDependenciesInALargerWorld() {
    let wide = reader(3).contramapDependencies { (world: World) in world.log }
    let trace = MiddlewareScript.trace { wide.inject(World(log: $0)) }
    #expect(trace == MiddlewareScript.trace { MiddlewareScript.part(3, $0) })
  }

  @Test func readersWithDifferentDependenciesMeetInOneWorld() {
    let named = MiddlewareReader<String, Part> { name in
      Part { _, _, _ in IO(.just(name)) }
    }
    let app =
      reader(3).contramapDependencies { (world: World) in world.log }
      <> named.contramapDependencies(\.other)
    let trace = MiddlewareScript.trace([0]) { app.inject(World(log: $0)) }
    #expect(trace.prefix(5) == ["handle 3 0 100", "commit", "run 3 101", "sent 3", "sent other"])
  }

  @Test func mapChangesTheMiddleware() {
    let doubled = reader(3).map { part in
      part.lift(inputAction: { $0 * 2 })
    }
    let trace = MiddlewareScript.trace([4]) { doubled.inject($0) }
    #expect(trace.first == "handle 3 8 100")
  }

  @Test func readersOfLiftedAndGatedMiddlewaresAreComposed() {
    let lifted = reader(3).map { $0.lift(inputAction: { (action: Int) in action * 2 }) }
    let gated = reader(5).map { $0.gated { _ in true } }
    let trace = MiddlewareScript.trace([4]) { (lifted <> gated).inject($0) }
    #expect(trace.prefix(2) == ["handle 3 8 100", "handle 5 4 100"])
  }

  @MainActor
  @Test func aMiddlewareOfTheMainActorCanBeInjectedToo() {
    @MainActor
    final class Counting: @MainActor Middleware {
      let step: Int
      var count = 0

      nonisolated init(step: Int) { self.step = step }

      func handle(
        _ action: LedgerAction, from source: ActionSource, state: StateReader<Ledger>
      ) -> IO<LedgerAction> {
        count += step
        return .pure()
      }
    }
    let counting = MiddlewareReader<Int, Counting> { Counting(step: $0) }.inject(5)
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: counting)
    store.dispatch(.add(1))
    #expect(counting.count == 5)
  }
}
