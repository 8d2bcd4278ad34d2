// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct StateGetterTests {
  private struct App: Sendable {
    var ledger = Ledger()
  }

  private let part = StateGetter(\App.ledger)

  private func node<Output>(
    _ selector: StateSelector<App, Output>
  ) -> RootNode<Output>? {
    withUnsafePointer(to: App()) {
      SelectionGraph().node(for: selector, state: $0) as? RootNode<Output>
    }
  }

  @Test func aPulledBackKeyPathIsTheLongerKeyPath() {
    let pulled = StateSelector(\Ledger.count).translated(through: part)
    #expect(pulled.identity == SelectorIdentity(\App.ledger.count))
    #expect(pulled.nodeKey == StateSelector(\App.ledger.count).nodeKey)
    #expect(pulled(App(ledger: Ledger(count: 4))) == 4)
    #expect(node(pulled)?.countsAsComparison == true)
  }

  @Test func aPulledBackFormulaKeepsItsIdentityAndItsRule() {
    let formula = StateSelector<Ledger, Int>({ $0.count }, didChange: { abs($0 - $1) > 1 })
    let one = formula.translated(through: part)
    let two = formula.translated(through: part)
    #expect(one.identity == two.identity)
    #expect(one.hasCustomComparison)
    #expect(!one.didChange(1, 2))
    #expect(node(one)?.countsAsComparison == false)
  }

  @Test func aRuleOfItsOwnIsAnotherNodeThanTheKeyPath() {
    let plain = StateSelector(\Ledger.count)
    let ruled = StateSelector(\Ledger.count, didChange: { _, _ in true })
    #expect(plain.nodeKey != ruled.nodeKey)
    #expect(plain.identity == StateSelector(\Ledger.count).identity)
    #expect(ruled.identity != StateSelector(\Ledger.count, didChange: { _, _ in true }).identity)
  }
}
