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
    let pulled = part.translated(StateSelector(\Ledger.count))
    #expect(pulled.identity == SelectorIdentity(\App.ledger.count))
    #expect(pulled.nodeKey == StateSelector(\App.ledger.count).nodeKey)
    #expect(pulled(App(ledger: Ledger(count: 4))) == 4)
    #expect(node(pulled)?.countsAsComparison == true)
  }

  @Test func aPulledBackFormulaKeepsItsIdentityAndItsRule() {
    let formula = StateSelector<Ledger, Int>({ $0.count }, didChange: { abs($0 - $1) > 1 })
    let one = part.translated(formula)
    let two = part.translated(formula)
    #expect(one.identity == two.identity)
    #expect(one.hasCustomComparison)
    #expect(!one.didChange(1, 2))
    #expect(node(one)?.countsAsComparison == false)
  }

  /// A source that stores the selectors that are read.
  private final class Source: StateProvider, ActionHandler {
    var read: [StateSelector<App, Int>] = []
    let state = App(ledger: Ledger(count: 4))

    func dispatch(_ action: Int, source: ActionSource) -> DispatchReceipt {
      DispatchReceipt(.committed)
    }

    func read<Output>(_ selector: StateSelector<App, Output>) -> Output {
      if let selector = selector as? StateSelector<App, Int> { read.append(selector) }
      return selector(state)
    }

    func select<Output>(_ selector: StateSelector<App, Output>) -> Output { selector(state) }

    func subscribe<Output>(
      to selector: StateSelector<App, Output>, initial: Bool,
      onChange: @escaping (Output) -> Void
    ) -> StoreSubscription { StoreSubscription {} }
  }

  @Test func aProjectionTranslatesAKeyPathOnce() {
    let source = Source()
    let ledger: StoreProjection<Ledger, Int> = source.projection(
      action: { $0 }, state: \.ledger)
    for _ in 0..<3 { #expect(ledger.count + ledger.other == 4) }
    #expect(source.read.count == 6)
    #expect(Set(source.read.map(\.identity.address)).count == 2)
    // A custom comparison is a selector of its own, and a closure is not cached.
    let custom = StateSelector(\Ledger.count, didChange: { _, _ in true })
    #expect(ledger.read(custom) == 4)
    #expect(source.read.last?.hasCustomComparison == true)
  }

  @Test func aRuleOfItsOwnIsAnotherNodeThanTheKeyPath() {
    let plain = StateSelector(\Ledger.count)
    let ruled = StateSelector(\Ledger.count, didChange: { _, _ in true })
    #expect(plain.nodeKey != ruled.nodeKey)
    #expect(plain.identity == StateSelector(\Ledger.count).identity)
    #expect(ruled.identity != StateSelector(\Ledger.count, didChange: { _, _ in true }).identity)
  }
}
