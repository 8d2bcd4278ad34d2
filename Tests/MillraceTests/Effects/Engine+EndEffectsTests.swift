// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EngineEndEffectsTests {
  @MainActor private final class Reader {
    weak var store: LedgerStore?
    var counts: [Int] = []
  }

  /// No observer is called after the action.
  ///
  /// Only the end of the action makes the store readable.
  @Test func whatComesAfterAnActionOfAPartMayReadTheStore() async {
    let reader = Reader()
    let busy = Effect<LedgerAction>.run { _ in await Task.yield() }
    let read = Effect<LedgerAction>.perform { _ in
      if let count = reader.store?.count { reader.counts.append(count) }
    }
    let store = LedgerStore.starting([
      "go": .merge(
        busy.cancellable(id: 1, policy: .serial),
        .concatenate(Effect.just(.add(1)).cancellable(id: 1, policy: .serial), read))
    ])
    reader.store = store
    await store.dispatch(.note("go")).finish()
    #expect(reader.counts == [1])
  }

  /// The handler runs while the store ends; the debug build of `bin/test` finds overlapping
  /// accesses.
  @Test func aHandlerOfACancellationMayUseTheStoreThatEnds() async {
    let reader = Reader()
    let (hasBegun, mayEnd) = (Gate(), Gate())
    let work = Effect<LedgerAction>.run { _ in
      await withTaskCancellationHandler {
        await hasBegun.open()
        await mayEnd.wait()
      } onCancel: {
        MainActor.assumeIsolated {
          if let store = reader.store { reader.counts.append(store.runningEffects.count) }
        }
      }
    }
    let store = LedgerStore.starting(["go": work])
    reader.store = store
    var parent: LedgerStore? = LedgerStore.starting([:])
    parent?.addChild(store)
    store.dispatch(.note("go"))
    await hasBegun.wait()
    parent = nil
    #expect(reader.counts == [0])
    await mayEnd.open()
  }

  /// Random effects that are started and cancelled leave nothing in the table.
  @Test(arguments: 1...25 as ClosedRange<UInt64>)
  func inTheEndTheTableIsEmpty(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let gate = Gate()
    func effect(_ depth: Int) -> Effect<LedgerAction> {
      let id = Int.random(in: 0..<3, using: &generator)
      switch Int.random(in: 0..<(depth == 0 ? 5 : 9), using: &generator) {
      case 0: return .just(.add(1))
      case 1:
        return .run { send in
          await gate.wait()
          await send(.add(1))
        }
      case 2: return .cancel(id: id)
      case 3: return .promise { complete in Task { complete(.add(1)) } }
      case 4: return Effect.just(.add(1)).delay(for: .milliseconds(id))
      case 5: return .merge((0..<3).map { _ in effect(depth - 1) })
      case 6: return .concatenate((0..<3).map { _ in effect(depth - 1) })
      case 7:
        return effect(depth - 1)
          .cancellable(id: id, policy: EffectPolicy.allCases.randomElement(using: &generator)!)
      default:
        return effect(depth - 1)
          .throttle(id: id, for: .milliseconds(5), latest: Bool.random(using: &generator))
      }
    }
    var effects: [String: Effect<LedgerAction>] = [:]
    for index in 0..<12 { effects["\(index)"] = effect(3) }
    let clock = TestClock()
    let store = LedgerStore.starting(effects, clock: clock)
    var receipts: [DispatchReceipt] = []
    for step in 0..<24 {
      receipts.append(store.dispatch(.note("\(step % 12)")))
      if step.isMultiple(of: 5) {
        clock.advance(by: .milliseconds(1))
        await Task.yield()
      }
    }
    await gate.open()
    await until {
      clock.advance(by: .milliseconds(50))
      return store.held.effects == 0
    }
    for receipt in receipts { await receipt.finish() }
    #expect(store.held.effectIDs == 0, "seed \(seed)")
    #expect(store.held.windows == 0, "seed \(seed)")
  }

  @Test func theEndOfWhatIsNotThereIsNoNews() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    store.engine.effectEnded(99)
    store.engine.effectDue(99)
    store.engine.cancel(EffectID(1))
    #expect(store.held.effects == 0)
  }
}
