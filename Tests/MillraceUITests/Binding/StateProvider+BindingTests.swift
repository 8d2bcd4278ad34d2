// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

@MainActor
@Suite struct StateProviderBindingTests {
  private func store(_ log: Log) -> LedgerStore {
    LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, source, _ in
        log.append("\(action) \(source.line)")
        return .none
      })
  }

  @Test func itReadsTheStoreAndWritesThroughAnAction() {
    let log = Log()
    let store = store(log)
    let binding = store.binding(\.other) { .setOther($0) }
    let line = #line - 1
    binding.wrappedValue = 5
    #expect(store.state.other == 5)
    #expect(binding.wrappedValue == 5)
    #expect(log.lines == ["setOther(5) \(line)"])
  }

  @Test func anEqualValueDispatchesNothing() {
    let log = Log()
    let binding = store(log).binding(\.other) { .setOther($0) }
    binding.wrappedValue = 0
    #expect(log.lines.isEmpty)
  }

  @Test func aWriteWithAnAnimationDispatchesTheSameAction() {
    let log = Log()
    let store = store(log)
    let binding = store.binding(\.other) { .setOther($0) }
    let line = #line - 1
    binding.animation().wrappedValue = 5
    binding.animation().wrappedValue = 5
    #expect(log.lines == ["setOther(5) \(line)"])
  }

  @Test func makingItInABodyTracksItsValueOnly() {
    struct Field: View {
      let store: LedgerStore
      let runs: Log
      var body: some View {
        let _ = runs.append("run")
        let _ = store.binding(\.other) { .setOther($0) }
        Text("made")
      }
    }
    let (log, runs) = (Log(), Log())
    let store = store(log)
    let host = ViewHost(Field(store: store, runs: runs))
    _ = host.html()
    store.dispatch(.add(1))
    _ = host.flush()
    #expect(runs.lines.count == 1)
    store.dispatch(.setOther(1))
    _ = host.flush()
    #expect(runs.lines.count == 2)
  }

  @Test func aProjectionBindsToo() {
    let store = store(Log())
    let part = store.projection(action: { (amount: Int) in .add(amount) }, state: \.count)
    let binding = part.binding(\.self) { $0 }
    binding.wrappedValue = 3
    #expect(store.state.count == 3)
  }
}
