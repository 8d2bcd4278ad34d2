// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestStoreStateReducerTests {
  @Test func itIsTestedWithItsCases() async {
    let store = TestStore(
      initialState: Ledger(),
      reducer: StateReducer<Ledger, LedgerAction, String>(
        run: { ledger, action in
          ledger.apply(action)
          return action == .add(1) ? .just(.effect("saved")) : nil
        }, effect: { _, name in .just(.mutating(.note(name))) }))
    await store.send(.mutating(.add(1))) { $0.count = 1 }
    await store.receive(\.effect, "saved")
    await store.receive(\.mutating, .note("saved")) { $0.notes = ["saved"] }
    await store.finish()
  }
}
