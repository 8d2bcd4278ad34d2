// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

@MainActor
@Suite struct DispatcherTests {
  private struct Buttons: View {
    @Dispatcher(\.ledgerStore) var dispatcher
    let runs: Log
    var body: some View {
      let _ = runs.append("run")
      Button("Method") { dispatcher.dispatch(.add(1)) }
      Button("Call") { dispatcher(.add(10)) }
    }
  }

  @Test func itDispatchesAndNeverRunsTheBodyAgain() throws {
    let runs = Log()
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let host = ViewHost(Provider(\.ledgerStore, store) { Buttons(runs: runs) })
    _ = host.html()
    try host.tap("Method")
    try host.tap("Call")
    #expect(store.state.count == 11)
    #expect(host.flush().isEmpty)
    #expect(runs.lines.count == 1)
  }

  @Test func aTaskOnAnotherThreadDispatches() async throws {
    struct Loader: View {
      @Dispatcher(\.ledgerStore) var dispatcher
      let tasks: Locked<[Task<Void, Never>]>
      var body: some View {
        Button("Detached") {
          let task = Task.detached { _ = await dispatcher.dispatch(.add(1)).finish() }
          tasks.withLock { $0.append(task) }
        }
      }
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let tasks = Locked<[Task<Void, Never>]>([])
    let host = ViewHost(Provider(\.ledgerStore, store) { Loader(tasks: tasks) })
    _ = host.html()
    try host.tap("Detached")
    for task in tasks.withLock({ $0 }) { await task.value }
    let handler: any ActionHandler<LedgerAction> = store
    await withTaskGroup { group in
      for _ in 0..<3 { group.addTask { await handler.dispatch(.add(10)) } }
    }
    #expect(store.state.count == 31)
  }
}
