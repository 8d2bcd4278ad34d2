// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import TestSupport
import Testing

@Suite struct StorePhaseTests {
  @Test func phasesAreInTheOrderOfTheLoop() {
    #expect(
      StorePhase.allCases == [.idle, .handling, .reducing, .selecting, .notifying, .effects])
    #expect(StorePhase.allCases == StorePhase.allCases.sorted())
    for (earlier, later) in zip(StorePhase.allCases, StorePhase.allCases.dropFirst()) {
      #expect(earlier < later)
      #expect(!(later < earlier))
    }
  }

  @Test func phasesSurviveEncoding() throws {
    let data = try JSONEncoder().encode(StorePhase.allCases)
    #expect(String(decoding: data, as: UTF8.self) == "[0,1,2,3,4,5]")
    #expect(try JSONDecoder().decode([StorePhase].self, from: data) == StorePhase.allCases)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([StorePhase].self, from: Data("[6]".utf8))
    }
  }

  @MainActor
  @Test func aStoreGoesThroughAllOfThemForOneAction() {
    @MainActor final class Recording {
      weak var store: LedgerStore?
      var phases: [StorePhase] = []
      func record() { phases.append(store?.phase ?? .idle) }
    }
    let recording = Recording()
    let middleware = LedgerMiddleware { _, _, _ in
      recording.record()
      return Effect.perform { _ in recording.record() }
    }
    let reducer = Reducer<Ledger, LedgerAction> { state, action in
      MainActor.assumeIsolated { recording.record() }
      state.count += 1
    }
    let store = LedgerStore(initialState: Ledger(), reducer: reducer, middleware: middleware)
    recording.store = store
    let selector = StateSelector { (state: Ledger) in
      MainActor.assumeIsolated { recording.record() }
      return state.count
    }
    let subscription = store.subscribe(to: selector) { _ in recording.record() }
    recording.phases = []
    store.dispatch(.add(1))
    recording.record()
    #expect(
      recording.phases == [.handling, .reducing, .selecting, .notifying, .effects, .idle])
    subscription.cancel()
  }
}
