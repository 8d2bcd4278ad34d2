// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct LateSendTests {
  @Test func aSendThatOutlivesItsEffectIsReportedOncePerPlace() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await LateSendTests.sendLate()
    }
    let output = reports(inStandardError: result?.standardErrorContent)
    #if DEBUG
      let lines = output.split(separator: "\n").filter { $0.hasPrefix("Millrace: ") }
      #expect(lines.count == 2)
      #expect(output.contains("LateSendTests.swift:4711 "))
      #expect(output.contains("an effect that had ended sent add(1). The action was dispatched"))
      #expect(output.contains("an effect that had ended called `send.start`."))
    #else
      #expect(output.isEmpty)
    #endif
  }

  /// Keeps the senders of effects and uses them after the effects have ended.
  nonisolated static func sendLate() async {
    let kept = Guarded<[Send<LedgerAction>]>([])
    let store = await LedgerStore.starting([
      "a": .run { send in
        send.dispatch(.setOther(1))
        kept.withLock { $0.append(send) }
      }
    ])
    for _ in 0..<3 { await store.dispatch(.note("a")).finish() }
    for send in kept.withLock({ $0 }) { await send(.add(1), line: 4711) }
    for send in kept.withLock({ $0 }) { send.start(.just(.add(10))) }
    await store.addEffect(.run { await $0(.add(100)) }).finish()
    let count = await store.count
    precondition(count == 103)
  }

  @Test func whatACancelledEffectSendsIsNoMistake() async {
    let gate = Gate()
    let store = LedgerStore.starting([
      "a": .run { send in
        await gate.wait()
        await send(.add(1))
      }
    ])
    let receipt = store.dispatch(.note("a"))
    receipt.cancel()
    await gate.open()
    await receipt.finish()
    #expect(store.count == 0)
  }
}
