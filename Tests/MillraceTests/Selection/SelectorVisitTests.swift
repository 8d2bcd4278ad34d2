// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// A selector that several inputs share is visited once, however the value is read.
@MainActor
@Suite struct SelectorVisitTests {
  private struct App: Sendable {
    var ledger = Ledger()
  }

  private let log = Log()

  /// Each level reads the previous one twice; the first one logs its runs.
  private func tower(of levels: Int) -> StateSelector<Ledger, Int> {
    let first = StateSelector { [log] (state: Ledger) in
      log.append("run")
      return state.count
    }
    var top = createSelector(first, checks: SelectorChecks.off) { $0 }
    for _ in 0..<levels {
      let (left, right) = (top, top)
      top = createSelector(left, right, checks: SelectorChecks.off) { ($0 + $1) / 2 }
    }
    return top
  }

  @Test func inADirectCall() {
    let top = tower(of: 12)
    for count in [1, 1, 2] {
      log.clear()
      #expect(top(Ledger(count: count)) == count)
      #expect(log.lines.count == 1)
    }
  }

  @Test func alsoBelowASelectorThatReadsTheTowerOnce() {
    let top = tower(of: 12)
    let text = createSelector(top, StateSelector(\.other)) { "\($0) \($1)" }
    for count in [1, 1, 2] {
      log.clear()
      #expect(text(Ledger(count: count)) == "\(count) 0")
      #expect(log.lines.count == 1)
    }
  }

  @Test func byAProjection() {
    let store = Store(
      initialState: App(), reducer: Reducer<App, Int> { $0.ledger.count += $1 })
    let ledger = store.projection(action: { (step: Int) in step }, state: \.ledger)
    let top = tower(of: 12)
    for step in [1, 0, 1] {
      store.dispatch(step)
      log.clear()
      #expect(ledger.select(top) == store.state.ledger.count)
      #expect(log.lines.count == 1)
      #expect(ledger.read(top) == store.state.ledger.count)
    }
    log.clear()
    let watch = ledger.subscribe(to: top) { _ in }
    store.dispatch(1)
    #expect(log.lines.count <= 2)
    watch.cancel()
  }

  /// Thirty levels would be a billion visits.
  @Test func ofAnyHeight() async {
    let top = tower(of: 30)
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask {
          for count in 0..<50 { #expect(top(Ledger(count: count + thread)) == count + thread) }
        }
      }
    }
  }
}
