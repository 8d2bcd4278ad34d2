// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct SendTests {
  @Test func aFunctionTakesWhatIsDispatchedAndWhatIsCalled() async {
    let log = Log()
    let send = Send<Int> {
      log.append("\($0.action) \($0.source.line) \($0.source.info ?? "-")")
    }
    send.dispatch(1, line: 10)
    await send(2, line: 11, info: "why")
    #expect(log.lines == ["1 10 -", "2 11 why"])
  }

  @Test func bothFillInTheCallSite() async {
    let log = Log()
    let send = Send<Int> { log.append($0.source.description) }
    send.dispatch(1)
    let first: UInt = #line - 1
    await send(2)
    let second: UInt = #line - 1
    #expect(
      log.lines == [
        ActionSource(line: first).description, ActionSource(line: second).description,
      ])
  }

  @MainActor
  @Test func onTheMainActorAnActionIsCommittedWhenTheCallReturns() async {
    let log = Log()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, source, state in
        log.append("\(action) \(source.line)")
        guard action == .fail else { return .none }
        let count: @MainActor @Sendable () -> Int = { state().count }
        return .run { @MainActor send in
          send.dispatch(.add(1), line: 1)
          send.dispatchNow(.add(2), line: 2)
          log.append("count \(count())")
        }
      })
    await store.dispatch(.fail, line: 0).finish()
    #expect(log.lines == ["fail 0", "add(1) 1", "add(2) 2", "count 3"])
  }

  @MainActor
  @Test func duringATurnItWaitsItsTurn() async {
    let log = Log()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, state in
        guard action == .fail else { return .none }
        return .perform { send in
          send.dispatchNow(.add(2))
          log.append("count \(state().count)")
        }
      })
    store.dispatch(.fail)
    #expect(log.lines == ["count 0"])
    #expect(store.state.count == 2)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @MainActor
  @Test func aSendReturnsBeforeTheCommitWhereATurnIsRunningAndAReadDoesNot() async {
    let log = Log()
    let (reads, feed) = AsyncStream<Int>.makeStream()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, state in
        guard action == .fail else { return .none }
        let count: @MainActor @Sendable () -> Int = { state().count }
        return .perform { send in
          Task.immediate { @MainActor in
            await send(.add(2))
            log.append("count \(count())")
            feed.yield(try await send.read(count))
          }
        }
      })
    store.dispatch(.fail)
    #expect(log.lines == ["count 0"])
    #expect(store.state.count == 2)
    var iterator = reads.makeAsyncIterator()
    let first = await iterator.next()
    #expect(first == 2)
  }
}
