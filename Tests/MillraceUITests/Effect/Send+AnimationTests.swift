// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SendAnimationTests {
  /// A ledger in which `.setOther(1)` starts an effect.
  private func store(starting effect: Effect<LedgerAction>, _ log: Log = Log()) -> LedgerStore {
    LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, source, _ in
        log.append("\(action) \(source.line)")
        return action == .setOther(1) ? effect : .none
      })
  }

  @Test func itReturnsWhenTheActionIsCommitted() async {
    let log = Log()
    let store = store(
      starting: .run { send in
        await send(.add(1), animation: .easeIn(duration: 0.2))
        let count = try? await send.read { 0 }
        await send(.add(2), animation: nil, line: 7)
        var transaction = Transaction()
        transaction.animation = .default
        await send(.add(count == 0 ? 4 : 100), transaction: transaction, line: 8)
      }, log)
    let line = #line - 7
    await store.dispatch(.setOther(1)).finish()
    #expect(store.state.count == 7)
    #expect(log.lines.dropFirst() == ["add(1) \(line)", "add(2) 7", "add(4) 8"])
  }

  @Test func theViewsShowTheChangeWhenItReturns() async {
    struct Shown: View {
      let store: LedgerStore
      var body: some View { Text("\(store.count) units") }
    }
    let seen = Log()
    let host = Kept<ViewHost>()
    let store = store(
      starting: .run { @MainActor send in
        await send(.add(1), animation: .default)
        seen.append(host.value?.html().contains("1 units") == true ? "shown" : "not yet")
      })
    host.value = ViewHost(Shown(store: store))
    _ = host.value?.html()
    await store.dispatch(.setOther(1)).finish()
    #expect(seen.lines == ["shown"])
  }

  @Test func aCancelledEffectSendsNothing() async {
    let store = store(
      starting: .run { send in await send(.add(1), animation: .default) })
    let receipt = store.dispatch(.setOther(1))
    receipt.cancel()
    await receipt.finish()
    #expect(store.state.count == 0)
  }

  @Test func anEffectOfAPartSendsToTheWhole() async {
    let effect = Effect<Int>.run { send in await send(3, animation: .default) }
    let store = store(starting: effect.map { .add($0) })
    await store.dispatch(.setOther(1)).finish()
    #expect(store.state.count == 3)
  }
}

@MainActor
private final class Kept<Value> {
  var value: Value?
}
