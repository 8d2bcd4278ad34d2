// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct CaseTestTests {
  private enum Bare: CasePathable {
    case one(Int), two

    struct CasePaths: Sendable {
      let one = CasePath(case: Bare.one) { if case .one(let number) = $0 { number } else { nil } }
    }
    static let casePaths = CasePaths()
  }

  private enum Plain { case one(Int), two }

  @Test func aPathToANumberedCaseTellsTheCaseOfAValue() throws {
    let test = try #require(ShopAction.casePaths.detail.caseTest)
    #expect(test.accepts(.detail(.fail)) && !test.accepts(.ledger(.fail)))
    #expect(test.index(.detail(.fail)) == 1 && test.index(.reset) == 7)
    #expect(!test.areIndicesDistinct)
  }

  @Test func aLongerPathGoesByItsFirstCase() throws {
    let test = try #require(ShopAction.casePaths.branch.count.caseTest)
    #expect(test.accepts(.branch(.ledger(.fail))) && !test.accepts(.reset))
  }

  @Test func withoutAFunctionForItACaseHasNoNumber() throws {
    let test = try #require(Bare.casePaths.one.caseTest)
    #expect(test.index(.one(1)) < 0 && test.index(.two) < 0)
    #expect(!Bare.areCaseIndicesDistinct)
  }

  @Test func pathsThatDoNotGoByANumberedCaseHaveNoTest() {
    let plain = CasePath(case: Plain.one) { if case .one(let number) = $0 { number } else { nil } }
    #expect(plain.caseTest == nil)
    #expect(CasePath<ShopAction, ShopAction>.identity.caseTest == nil)
    #expect(plain.appending(path: .identity).caseTest == nil)
    let ledger = ShopAction.casePaths.ledger
    #expect(
      CasePath(embed: { ledger($0) }, extract: { ledger.extract(from: $0) }).caseTest == nil)
  }
}
