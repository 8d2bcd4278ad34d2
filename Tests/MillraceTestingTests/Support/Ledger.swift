// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport

extension TestStore where State == Ledger, Action == LedgerAction {
  /// A store in which one action starts an effect.
  static func ledger(
    on action: LedgerAction = .fail, starting effect: Effect<LedgerAction>,
    reducer: Reducer<Ledger, LedgerAction> = .ledger, clock: TestClock = TestClock(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> TestStore {
    TestStore(
      initialState: Ledger(), reducer: reducer,
      middleware: LedgerMiddleware { sent, _, _ in sent == action ? effect : .none },
      clock: clock, fileID: fileID, line: line)
  }
}
