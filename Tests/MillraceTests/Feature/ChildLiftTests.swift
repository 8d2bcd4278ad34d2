// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct ChildLiftTests {
  @Test func theMessageSaysWhereWhatWhyAndWhatToDo() {
    let missing = ChildLift("forEach", fileID: "App/Rows.swift", line: 12)
    #expect(
      missing.message(in: [Int].self, key: 7, action: LedgerAction.fail) == """
        Millrace: App/Rows.swift:12 forEach: there is no element 7 in Array<Int> for fail. The \
        feature did not run. Probably the child was removed while a view or an effect still used \
        it, or the feature that removes it runs before this one. Combine the child's feature \
        before its parent's. This is reported once per lift.
        """)
    let hostile = missing.message(
      in: [String: Int].self, key: "x\nMillrace: forged", action: LedgerAction.fail)
    #expect(hostile.contains("there is no element x\u{FFFD}Millrace: forged in"))
    let optional = ChildLift("ifLet", fileID: "App/Detail.swift", line: 3)
    let message = optional.message(in: Int?.self, key: SingleChildKey(), action: LedgerAction.fail)
    #expect(message.contains("App/Detail.swift:3 ifLet: there is no value in Optional<Int> for"))
  }

  @Test func aHandlerGetsEachLateReadWithoutAWordAboutRepeats() {
    let missing = ChildLift("ifLet", fileID: "App/Detail.swift", line: 3)
    let texts = Guarded<[String]>([])
    StoreWarnings.withHandler { text in
      texts.withLock { $0.append(text) }
    } operation: {
      for _ in 0..<2 { missing.reportLateRead(Int.self) }
    }
    let all = texts.withLock { $0 }
    #expect(all.count == 2)
    #expect(all.allSatisfy { $0.contains("Int was read") && !$0.contains("is reported once") })
  }

  @Test func itIsSaidOnceForEachLiftInDebugBuilds() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let rows = Reducer.ledger.lift(
        action: CasePath<LedgerAction, LedgerAction>.identity, state: \ShopRow.ledger)
      let lifted = Feature<Shop, ShopAction>.combine(
        rows.forEach(action: \.row, state: \.rows, fileID: "App/Rows.swift", line: 1),
        Reducer.ledger.forEach(
          action: \.named, state: \.named, fileID: "App/Names.swift", line: 2),
        Reducer.throwingLedger.ifLet(
          action: \.detail, state: \.detail, fileID: "App/Detail.swift", line: 3),
        Reducer.ledger.ifCase(
          action: ShopAction.casePaths.page,
          state: CasePath(case: { Shop(page: .ledger($0)) }) { _ in nil },
          fileID: "App/Page.swift", line: 4))
      var shop = Shop()
      for id in 0..<3 {
        for action in [
          ShopAction.row(id: id, action: .fail), .named("a\(id)", .fail), .detail(.fail),
          .page(.fail),
        ] {
          try lifted(&shop, action)
        }
      }
      precondition(shop == Shop())
    }
    let output = reports(inStandardError: result?.standardErrorContent)
    #if DEBUG
      #expect(output.split(separator: "Millrace: ").count == 4)
      #expect(output.contains("App/Rows.swift:1 forEach: there is no element 0 in EntityTable"))
      #expect(output.contains("App/Names.swift:2 forEach: there is no element a0 in Dictionary"))
      #expect(output.contains("App/Detail.swift:3 ifLet: there is no value in Optional<Ledger>"))
      #expect(output.contains("App/Page.swift:4 ifCase: there is no value in Shop"))
    #else
      #expect(!output.contains("Millrace"))
    #endif
  }
}

extension Shop {
  fileprivate init(page: Page) {
    self.init()
    self.page = page
  }
}
