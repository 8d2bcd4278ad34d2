// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

/// A sender holds the token of its effect, which is the store's node for that effect.
@MainActor
@Suite struct KeptSendTests {
  private final class Held: Sendable {}

  private final class Box {
    var send: Send<LedgerAction>?
    weak var held: Held?
  }

  @Test func aSenderThatIsKeptHoldsNothingOfAnEffectThatHasEnded() async {
    let box = Box()
    let store = makeStore(box) { _ in }
    await store.dispatch(.add(1)).finish()
    #expect(box.send != nil)
    #expect(box.held == nil)
    #expect(store.held.effects == 0)
  }

  @Test func aSenderThatIsKeptHoldsNothingOfAnEffectWhoseStoreHasGone() async {
    let box = Box()
    let gate = AsyncStream.makeStream(of: Void.self)
    var store: LedgerStore? = makeStore(box) { _ in
      for await _ in gate.stream {}
    }
    store?.dispatch(.add(1))
    let task = store?.engine.effects.nodes.first { _ in true }?.task
    #expect(task != nil)
    store = nil
    #expect(task?.isCancelled == true)
    await task?.value
    await Task { @MainActor in }.value
    #expect(box.held == nil)
  }

  /// While the second part of three runs, nothing is held of the first.
  @Test func aRowHoldsNothingOfAPartThatHasEnded() async {
    let (box, hasBegun, mayEnd) = (Box(), Gate(), Gate())
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        guard action == .add(1) else { return .none }
        let held = Held()
        box.held = held
        return .concatenate(
          .perform { _ in withExtendedLifetime(held) {} },
          .run { _ in
            await hasBegun.open()
            await mayEnd.wait()
          },
          .just(.note("end")))
      })
    let receipt = store.dispatch(.add(1))
    await hasBegun.wait()
    #expect(box.held == nil)
    await mayEnd.open()
    await receipt.finish()
    #expect(store.state.notes == ["end"])
  }

  /// A store whose effect holds an object; the sender of the effect is kept in a box.
  private func makeStore(
    _ box: Box, _ work: @escaping @MainActor @Sendable (Send<LedgerAction>) async -> Void
  ) -> LedgerStore {
    LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, _, _ in
        let held = Held()
        box.held = held
        return .run { @MainActor send in
          box.send = send
          await work(send)
          withExtendedLifetime(held) {}
        }
      })
  }
}
