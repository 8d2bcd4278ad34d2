// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

import Millrace

@Suite struct SelectorChecksTests {
  @Test func byDefaultEverythingIsCheckedOnce() {
    let checks = SelectorChecks()
    #expect(checks.inputStability == .once)
    #expect(checks.identityTransformation == .once)
    #expect(checks.slowness == .once)
    #expect(checks.slowLimit == .milliseconds(16))
    let none = SelectorChecks.off
    #expect(
      [none.inputStability, none.identityTransformation, none.slowness]
        == [.never, .never, .never])
  }

  /// In a process of its own, since other tests read the setting too.
  @Test func theGlobalSettingHoldsForSelectorsWithoutTheirOwn() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let one = createSelector(\Ledger.count) { $0 }
      let quiet = createSelector(\Ledger.count, checks: SelectorChecks.off) { $0 }
      SelectorChecks.global.report = { print("heard:", $0) }
      for count in 1...5 { _ = (one(Ledger(count: count)), quiet(Ledger(count: count))) }
      SelectorChecks.global.identityTransformation = .never
      let two = createSelector(\Ledger.count) { $0 }
      for count in 1...5 { _ = two(Ledger(count: count)) }
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #if DEBUG
      #expect(output.split(separator: "heard:", omittingEmptySubsequences: false).count == 2)
      #expect(output.contains("returned its only input unchanged"))
    #else
      #expect(!output.contains("heard"))
    #endif
  }

  @Test func whoIsLetGoOfByTheGlobalSettingMayReadIt() async {
    await #expect(processExitsWith: .success) {
      func report(_ farewell: Farewell) -> @Sendable (String) -> Void {
        { text in withExtendedLifetime(farewell) { print(text) } }
      }
      SelectorChecks.global.report = report(Farewell { _ = SelectorChecks.global.slowLimit })
      SelectorChecks.global = .off
    }
  }
}
