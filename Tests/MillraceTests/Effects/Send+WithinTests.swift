// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@testable import Millrace

/// Waits with a limit on the clock of the store.
@MainActor
@Suite struct SendWithinTests {
  private struct Failure: Error {}

  private let log = Log()
  private let clock = TestClock()

  /// A store that runs the work for `.note("go")`, logs the error of the work, and cancels the work
  /// for `.note("stop")`.
  private func store(
    _ work: @escaping @Sendable (Send<LedgerAction>, Log) async throws -> Void
  ) -> LedgerStore {
    LedgerStore.starting(
      [
        "go": Effect.run { [log] send in
          do { try await work(send, log) } catch { log.append("\(type(of: error))") }
        }.cancellable(id: "go"),
        "stop": .cancel(id: "go"),
      ], clock: clock)
  }

  /// Starts the work and returns when it waits for an action and for the clock.
  private func start(_ store: LedgerStore) async -> DispatchReceipt {
    let receipt = store.dispatch(.note("go"))
    await until { store.held.followers > 0 && clock.sleepers == 1 }
    return receipt
  }

  private let answer: @Sendable (Send<LedgerAction>, Log) async throws -> Void = { send, log in
    let answer = try await send.within(.seconds(5)) {
      do { return try await send.next { $0 == .add(1) } } catch {
        log.append("ended by \(type(of: error))")
        throw error
      }
    }
    log.append(answer.map { "\($0)" } ?? "too late")
  }

  @Test func aWaitThatEndsInTimeGivesItsValueAndNothingSleepsOn() async {
    let store = store(answer)
    let receipt = await start(store)
    clock.advance(by: .seconds(4))
    store.dispatch(.add(1))
    await receipt.finish()
    #expect(log.lines == ["add(1)"])
    #expect(clock.sleepers == 0)
  }

  @Test func whenTheTimeIsOverTheWaitHasEndedBeforeTheResult() async {
    let store = store(answer)
    let receipt = await start(store)
    clock.advance(by: .seconds(5))
    await receipt.finish()
    #expect(log.lines == ["ended by CancellationError", "too late"])
    #expect(store.held.followers == 0)
  }

  @Test func aConditionIsWaitedForToo() async {
    let store = store { send, log in
      let isOver = try await send.within(.seconds(5)) { try await send.until { false } } == nil
      log.append("\(isOver)")
      let isReady = try await send.within(.seconds(5)) { try await send.until { true } } != nil
      log.append("\(isReady)")
    }
    let receipt = await start(store)
    clock.advance(by: .seconds(5))
    await receipt.finish()
    #expect(log.lines == ["true", "true"])
    #expect(clock.sleepers == 0)
  }

  @Test func theErrorOfTheWaitIsThrown() async {
    let store = store { send, _ in
      try await send.within(.seconds(5)) { throw Failure() }
    }
    await store.dispatch(.note("go")).finish()
    #expect(log.lines == ["Failure"])
    #expect(clock.sleepers == 0)
  }

  @Test func aCancelledEffectIsNotTooLate() async {
    let store = store(answer)
    let receipt = await start(store)
    store.dispatch(.note("stop"))
    await receipt.finish()
    #expect(log.lines == ["ended by CancellationError", "CancellationError"])
    #expect(clock.sleepers == 0)
  }

  @Test func theWaitDecidesWhatItsCancellationMeans() async {
    let store = store { send, log in
      let value = try await send.within(.seconds(5)) {
        (try? await send.next { $0 == .add(1) }) == nil ? "gone" : "here"
      }
      log.append(value ?? "too late")
    }
    let receipt = await start(store)
    store.dispatch(.note("stop"))
    await receipt.finish()
    #expect(log.lines == ["gone"])
  }

  @Test func workOfTheMainActorStaysThere() async {
    let store = LedgerStore.starting(
      [
        "go": .run { @MainActor [log] send in
          let value = try await send.within(.seconds(5)) { @MainActor in
            MainActor.assertIsolated()
            return log.lines.count
          }
          log.append("\(value ?? -1)")
        }
      ], clock: clock)
    await store.dispatch(.note("go")).finish()
    #expect(log.lines == ["0"])
  }

  @Test func withoutAStoreTheClockIsThatOfTheSystem() async throws {
    let send = Send<LedgerAction> { _ in }
    #expect(try await send.within(.seconds(1_000)) { 7 } == 7)
  }
}
