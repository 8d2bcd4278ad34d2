// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct EffectCombineTests {
  private typealias Work = Effect<LedgerAction>

  @Test func oneStartsWhenTheOneBeforeHasEnded() async {
    let (first, log) = (Gate(), Log())
    let store = LedgerStore.starting([
      "a": .concatenate(
        .run { send in
          await first.wait()
          log.append("first ends")
          send.dispatch(.note("1"))
        },
        .run { send in
          log.append("second starts")
          await send(.note("2"))
        },
        .just(.note("3")))
    ])
    let receipt = store.dispatch(.note("a"))
    await first.open()
    await receipt.finish()
    #expect(log.lines == ["first ends", "second starts"])
    #expect(store.state.notes == ["a", "1", "2", "3"])
    #expect(store.held.effects == 0)
  }

  @Test func whatIsSentAtOnceIsCommittedBeforeTheNextPartStarts() {
    var counts: [Int] = []
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, state in
        switch action {
        case .note("a"): .concatenate(.just(.add(1)), .cancel(id: 1), .just(.note("look")))
        case .note("look"): Effect.perform { _ in counts.append(state.count) }
        default: .none
        }
      })
    store.dispatch(.note("a"))
    #expect(counts == [1])
    #expect(store.held.effects == 0)
  }

  @Test func aMergeHasEndedWhenAllItsPartsHave() async {
    let gates = [Gate(), Gate()]
    let store = LedgerStore.starting([
      "a": .concatenate(
        .merge(.run { _ in await gates[0].wait() }, .run { _ in await gates[1].wait() }),
        .just(.note("after")))
    ])
    let receipt = store.dispatch(.note("a"))
    await gates[1].open()
    await until { store.held.effects == 2 }
    #expect(store.state.notes == ["a"])
    await gates[0].open()
    await receipt.finish()
    #expect(store.state.notes == ["a", "after"])
  }

  @Test func cancellingDropsTheRest() async {
    let gate = Gate()
    let store = LedgerStore.starting([
      "a": Effect.concatenate(
        .run { _ in await gate.wait() }, .just(.note("never")), .run { await $0(.note("never")) }
      )
      .cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    let receipt = store.dispatch(.note("a"))
    store.dispatch(.note("stop"))
    await gate.open()
    await receipt.finish()
    #expect(store.state.notes == ["a", "stop"])
  }

  @Test func nothingInARowEndsAtOnce() {
    let store = LedgerStore.starting(["a": .concatenate([]), "b": .concatenate(.none, .merge([]))])
    store.dispatch(.note("a"))
    store.dispatch(.note("b"))
    #expect(store.held.effects == 0)
  }

  @Test func aLongRowNeedsNoStack() {
    let store = LedgerStore.starting([
      "a": .concatenate((0..<50_000).map { _ in .just(.add(1)) })
    ])
    store.dispatch(.note("a"))
    #expect(store.count == 50_000)
    #expect(store.held.effects == 0)
  }

  /// Random trees of synchronous effects send in the order in which they are written.
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func randomTreesKeepTheOrder(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var next = 0
    func tree(_ depth: Int, inMerge: Bool) -> Work {
      switch depth == 0 ? 0 : Int.random(in: 0..<4, using: &generator) {
      case 0:
        next += 1
        return .just(.note("\(next)"))
      case 1:
        next += 2
        return .sequence(.note("\(next - 1)"), .note("\(next)"))
      default:
        // In a merge, the next part does not wait for a concatenation. So a merge contains none.
        let parts = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          tree(depth - 1, inMerge: inMerge)
        }
        return inMerge ? .merge(parts) : .concatenate(parts + [tree(depth - 1, inMerge: true)])
      }
    }
    let effect = tree(4, inMerge: false)
    let store = LedgerStore.starting(["a": effect])
    store.dispatch(.note("a"))
    #expect(store.state.notes == ["a"] + (0..<next).map { "\($0 + 1)" }, "seed \(seed)")
    #expect(store.held.effects == 0, "seed \(seed)")
  }
}
