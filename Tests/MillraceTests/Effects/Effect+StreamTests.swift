// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EffectStreamTests {
  private struct Failure: Error {}

  private func numbers(_ range: ClosedRange<Int>) -> AsyncStream<Int> {
    AsyncStream { continuation in
      for number in range { continuation.yield(number) }
      continuation.finish()
    }
  }

  @Test func eachElementBecomesAnAction() async {
    let store = LedgerStore.starting([
      "a": .stream(numbers(1...4)) { $0.isMultiple(of: 3) ? nil : .note("\($0)") }
    ])
    await store.dispatch(.note("a")).finish()
    #expect(store.state.notes == ["a", "1", "2", "4"])
    #expect(store.held.effects == 0)
  }

  @Test func aSequenceOfActionsNeedsNoTranslation() async {
    let actions = AsyncStream<LedgerAction> {
      $0.yield(.add(1))
      $0.yield(.add(2))
      $0.finish()
    }
    let store = LedgerStore.starting(["a": .stream(actions)])
    await store.dispatch(.note("a")).finish()
    #expect(store.count == 3)
  }

  @Test func anErrorIsTheLastAction() async {
    let failing = AsyncThrowingStream<Int, any Error> {
      $0.yield(1)
      $0.finish(throwing: Failure())
    }
    let store = LedgerStore.starting([
      "a": .stream(failing) {
        .add($0)
      } catch: {
        .note("\(type(of: $0))")
      }
    ])
    await store.dispatch(.note("a")).finish()
    #expect(store.count == 1)
    #expect(store.state.notes == ["a", "Failure"])
  }

  @Test func cancellingEndsTheStream() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let ended = Gate()
    continuation.onTermination = { _ in Task { await ended.open() } }
    let store = LedgerStore.starting([
      "a": Effect.stream(stream) { .add($0) }.cancellable(id: 1), "stop": .cancel(id: 1),
    ])
    let receipt = store.dispatch(.note("a"))
    continuation.yield(1)
    await until { store.count == 1 }
    store.dispatch(.note("stop"))
    await ended.wait()
    await receipt.finish()
    continuation.yield(1)
    #expect(store.count == 1)
  }

  /// An endless sequence of numbers that ignores cancellation.
  private struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// The number of elements that are available at once.
    ///
    /// The others wait for the gate.
    let first: Int
    let gate: Gate
    var number = 0

    mutating func next() async -> Int? {
      number += 1
      if number > first { await gate.wait() }
      return number
    }

    func makeAsyncIterator() -> Endless { self }
  }

  private struct Stubborn: Sendable {
    let gate = Gate()
    let log = Log()

    func effect(_ kind: String) -> Effect<LedgerAction> {
      let log = log
      let numbers = Endless(first: 2, gate: gate)
      @Sendable func note(_ number: Int) -> LedgerAction {
        log.append("asked \(number)")
        return .note("\(number)")
      }
      return switch kind {
      case "stream": .stream(numbers) { note($0) }
      case "throwing": .stream(numbers, { note($0) }, catch: { .note("\($0)") })
      default: .forEach(numbers) { .just(note($0)) }
      }
    }
  }

  @Test(arguments: ["stream", "throwing", "forEach"])
  func aSequenceThatDoesNotHeedCancellationIsLeftWithTheNextElement(kind: String) async {
    let stubborn = Stubborn()
    let store = LedgerStore.starting([
      "a": stubborn.effect(kind).cancellable(id: 1), "stop": .cancel(id: 1),
    ])
    let receipt = store.dispatch(.note("a"))
    await until { store.state.notes.count == 3 }
    store.dispatch(.note("stop"))
    await stubborn.gate.open()
    await receipt.finish()
    #expect(store.state.notes == ["a", "1", "2", "stop"])
    #expect(stubborn.log.lines == ["asked 1", "asked 2"])
    #expect(store.held.effects == 0)
  }

  @Test(arguments: ["stream", "forEach"])
  func theStoreIsAskedBeforeTheNextElement(kind: String) async {
    let log = Log()
    let pulled = AsyncStream<Int>(unfolding: {
      log.append("pull")
      return log.lines.count > 6 ? nil : 1
    })
    let adding: Effect<LedgerAction> =
      kind == "stream" ? .stream(pulled) { .add($0) } : .forEach(pulled) { .just(.add($0)) }
    let store = LedgerStore(
      initialState: Ledger(),
      reducer: Reducer { state, action in
        state.apply(action)
        if action == .add(1) { log.append("commit") }
      },
      middleware: LedgerMiddleware { action, _, _ in
        action == .note("a") ? adding : .none
      })
    await store.dispatch(.note("a")).finish()
    #expect(
      log.lines == ["pull", "commit", "pull", "commit", "pull", "commit", "pull"])
  }

  @Test func forEachStartsAnEffectForEachElementAndEndsWithTheLast() async {
    let gate = Gate()
    let store = LedgerStore.starting([
      "a": .concatenate(
        .forEach(numbers(1...3)) { number in
          .run { send in
            await gate.wait()
            await send(.add(number))
          }
        },
        .just(.note("after")))
    ])
    let receipt = store.dispatch(.note("a"))
    // The row, the loop and three effects.
    await until { store.held.effects == 5 }
    await gate.open()
    await receipt.finish()
    #expect(store.count == 6)
    #expect(store.state.notes == ["a", "after"])
    #expect(store.held.effects == 0)
  }

  @Test func theEffectsOfForEachAreCancelledWithIt() async {
    let log = Log()
    let clock = TestClock()
    let store = LedgerStore.starting([
      "a": Effect.forEach(numbers(1...3)) { _ in
        .run { _ in
          try? await clock.sleep(for: .seconds(1))
          log.append(Task.isCancelled ? "cancelled" : "ran")
        }
      }
      .cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    let receipt = store.dispatch(.note("a"))
    await clock.untilAsleep(3)
    store.dispatch(.note("stop"))
    await receipt.finish()
    #expect(log.lines == ["cancelled", "cancelled", "cancelled"])
  }

  @Test func elementsCanBeDebounced() async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let timeline = Timeline([
      "a": .forEach(stream) { word in
        Effect.just(.note(word)).debounce(id: "typing", for: .milliseconds(800))
      }
    ])
    timeline.at(0, "a")
    func waiting() -> UInt64? {
      timeline.store.engine.effects.groups.values.first?.running.first?.key
    }
    continuation.yield("h")
    await until { waiting() != nil }
    let first = waiting()
    continuation.yield("hi")
    await until { waiting() != first }
    timeline.at(800)
    await until { timeline.lines.count == 2 }
    continuation.finish()
    await timeline.finish()
    #expect(timeline.lines == ["0 a", "800 hi"])
  }
}
