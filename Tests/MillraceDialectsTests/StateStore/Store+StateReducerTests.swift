// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

@MainActor
@Suite struct StoreStateReducerTests {
  private enum Change: Equatable, Sendable {
    case note(String), addThenTell(Int), write(Int)
  }
  private enum Work: Equatable, Sendable {
    case tell, load(String), nothing
  }
  private typealias Action = StoreAction<Change, Work>

  private func makeReducer(log: Log) -> StateReducer<Ledger, Change, Work> {
    StateReducer { ledger, change in
      switch change {
      case .note(let text): ledger.notes.append(text)
      case .write(let index): ledger.payload[index] += 1
      case .addThenTell(let amount):
        ledger.count += amount
        return .just(.effect(.tell))
      }
      return nil
    } effect: { ledger, work in
      switch work {
      case .tell:
        log.append("count is \(ledger.count)")
        return .just(.mutating(.note("told")))
      case .load(let text):
        return .run { send in await send(.mutating(.note(text))) }
      case .nothing: return .just(.noAction)
      }
    }
  }

  @Test func mutatingActionsChangeTheStateAndMayStartAnEffect() {
    let log = Log()
    let store = Store(initialState: Ledger(), reducer: makeReducer(log: log))
    store.dispatch(.mutating(.note("a")))
    #expect(store.state == Ledger(notes: ["a"]))
    store.dispatch(.mutating(.addThenTell(3)))
    #expect(log.lines == ["count is 3"])
    #expect(store.state == Ledger(notes: ["a", "told"], count: 3))
  }

  @Test func effectsComeBackAsActions() async {
    let store = Store(initialState: Ledger(), reducer: makeReducer(log: Log()))
    await store.dispatch(.effect(.load("loaded"))).finish()
    #expect(store.state.notes == ["loaded"])
  }

  @Test func anEffectActionNotifiesNoObserverAndComparesNothing() {
    let store = Store(initialState: Ledger(), reducer: makeReducer(log: Log()))
    var heard: [String] = []
    let watches = [
      store.subscribe { _ in heard.append("commit") },
      store.subscribe(to: \.count) { _ in heard.append("count") },
      store.subscribe(to: StateSelector { $0.notes.count }) { _ in heard.append("notes") },
      store.subscribe(
        to: StateSelector(\Ledger.other), filter: { _, _ in true },
        onChange: { _ in heard.append("filtered") }),
    ]
    let before = store.counters
    store.dispatch(.effect(.nothing))
    store.dispatch(.noAction)
    #expect(heard.isEmpty)
    #expect(store.counters == before)
    store.dispatch(.mutating(.note("a")))
    #expect(heard == ["commit", "notes"])
    #expect(store.counters.observersCalled == before.observersCalled + 2)
    watches.forEach { $0.cancel() }
  }

  @Test func anEffectActionInABatchNotifiesNoObserverEither() {
    let store = Store(initialState: Ledger(), reducer: makeReducer(log: Log()))
    var commits = 0
    let watch = store.subscribe { _ in commits += 1 }
    store.batch {
      store.dispatch(.effect(.nothing))
      store.dispatch(.noAction)
    }
    #expect(commits == 0)
    store.batch {
      store.dispatch(.mutating(.note("a")))
      store.dispatch(.effect(.nothing))
    }
    #expect(commits == 1)
    watch.cancel()
  }

  @Test func transitionsShowEffectActionsToo() async {
    let store = Store(initialState: Ledger(), reducer: makeReducer(log: Log()))
    var transitions = store.transitions().makeAsyncIterator()
    store.dispatch(.effect(.nothing))
    let first = await transitions.next()
    #expect(first?.action == .effect(.nothing))
    #expect(first?.oldState == first?.newState)
    #expect(await transitions.next()?.action == .noAction)
  }

  @Test func middlewareSeesEveryActionAndItsEffectsStartFirst() {
    let log = Log()
    let store = Store(
      initialState: Ledger(), reducer: makeReducer(log: log),
      middleware: AnyMiddleware<Action, Action, Ledger> { action, _, _ in
        log.append("\(action)")
        return action == .effect(.tell) ? IO(.just(.mutating(.note("first")))) : .pure()
      })
    store.dispatch(.effect(.tell))
    #expect(log.lines.count == 4)
    #expect(store.state.notes == ["first", "told"])
  }

  @Test func mutatingActionsStayInPlace() {
    let store = Store(
      initialState: Ledger(payload: Array(repeating: 0, count: 10_000)),
      reducer: makeReducer(log: Log()))
    let address = store.state.payloadAddress
    store.dispatch(.mutating(.write(3)))
    store.dispatch(.effect(.tell))
    store.dispatch(.mutating(.write(4)))
    #expect(store.state.payloadAddress == address)
    #expect(store.state.payload[3...4] == [1, 1])
  }

  @Test func aReducerWithoutEffectActions() {
    let reducer = StateReducer<Int, Int, Never> { count, amount in
      count += amount
      return count < 3 ? .just(.mutating(amount)) : nil
    }
    let store = Store(initialState: 0, reducer: reducer)
    store.dispatch(.mutating(1))
    #expect(store.state == 3)
  }

  @Test func storesOfOneReducerDoNotShareEffects() {
    let reducer = makeReducer(log: Log())
    let stores = (0..<2).map { _ in Store(initialState: Ledger(), reducer: reducer) }
    var nested = false
    let watch = stores[0].subscribe { _ in
      if !nested {
        nested = true
        stores[1].dispatch(.mutating(.note("other")))
      }
    }
    stores[0].dispatch(.mutating(.addThenTell(1)))
    #expect(stores[0].state.notes == ["told"])
    #expect(stores[1].state.notes == ["other"])
    watch.cancel()
  }
}
