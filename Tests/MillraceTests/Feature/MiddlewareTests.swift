// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct MiddlewareTests {
  /// Sends nothing, reads nothing, and ignores rejections.
  private struct Watching: Middleware {
    let log: Log

    func handle(
      _ action: LedgerAction, from source: ActionSource, state: StateReader<Void>
    ) -> Effect<Never> {
      log.append("\(action)")
      return .none
    }
  }

  /// Has a state of its own, bound to the main actor.
  @MainActor
  private final class Counting: @MainActor Middleware {
    var handled = 0
    var rejected: [String] = []

    func handle(
      _ action: LedgerAction, from source: ActionSource, state: StateReader<Ledger>
    ) -> Effect<LedgerAction> {
      handled += 1
      return .none
    }

    func didReject(_ action: LedgerAction, from source: ActionSource, error: any Error) {
      rejected.append("\(action) \(source.info ?? "-") \(error)")
    }
  }

  @Test func itAsksForNoMoreThanItNeeds() {
    let watching = Watching(log: Log())
    let io = watching.handle(.add(1), from: ActionSource(), state: StateReader {})
    io.runDetached(Send { _ in })
    #expect(watching.log.lines == ["add(1)"])
  }

  @Test func oneThatSendsNothingIsAPartOfAFeature() {
    let watching = Watching(log: Log())
    let feature = Feature(Reducer.ledger, middleware: watching.lift { (_: Ledger) in })
    let store = LedgerStore(initialState: Ledger(), feature: feature)
    store.dispatch(.add(1))
    #expect(watching.log.lines == ["add(1)"])
    #expect(store.state.count == 1)
  }

  @Test func withoutAWordOnRejectionsItIgnoresThem() {
    let watching = Watching(log: Log())
    watching.didReject(.fail, from: ActionSource(), error: LedgerError())
    #expect(watching.log.lines.isEmpty)
  }

  @Test func aClassOnTheMainActorCanBeOne() {
    let counting = Counting()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger, middleware: counting)
    store.onRejection = { _ in }
    store.dispatch(.add(1))
    store.dispatch(.fail, info: "on purpose")
    #expect(counting.handled == 2)
    #expect(counting.rejected == ["fail on purpose LedgerError()"])
  }

  @Test func theIOOfARejectedActionIsDropped() {
    let log = Log()
    let middleware = LedgerMiddleware { action, _, _ in
      Effect.perform { _ in log.append("\(action)") }
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger, middleware: middleware)
    store.onRejection = { _ in }
    store.dispatch(.fail)
    store.dispatch(.add(1))
    #expect(log.lines == ["add(1)"])
  }
}
