// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceViews
import TestSupport
import Testing

@testable import MillraceUI

@Suite struct MissingProviderTests {
  @Test func theMessageNamesTheProviderAndTheRemedy() {
    let message = missingProviderMessage(
      for: "\\.ledgerStore", LedgerStore.self, fileID: "App/Keys.swift", line: 12)
    #expect(
      message == """
        Millrace: a view asked the environment for \\.ledgerStore (declared at App/Keys.swift:12), \
        but no Provider above it supplies one. Probably the view, or a preview or test of it, is \
        shown outside of its provider. Wrap it: Provider(\\.ledgerStore, store) { ... }, with a \
        store of type Store<Ledger, LedgerAction>.
        """)
  }

  private struct Reader: View {
    @Selected(\.ledgerStore, \.count) var count
    let runs: Log
    var body: some View {
      let _ = runs.append("run")
      Text("count \(count)")
    }
  }

  private struct Sender: View {
    @Dispatcher(\.part) var dispatcher
    var body: some View { Button("Add") { dispatcher(1) } }
  }

  /// The host checks the property wrappers before it runs the body.
  @MainActor @Test func aViewWithoutItsProviderIsAnErrorInItsPlace() {
    let runs = Log()
    let host = ViewHost(
      VStack {
        Text("before")
        Reader(runs: runs)
        Sender()
        Text("after")
      })
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    let text = host.text
    #expect(text.hasPrefix("before|Millrace: a view asked the environment for \\.ledgerStore"))
    #expect(text.hasSuffix("|after"))
    #expect(runs.lines.isEmpty)
    _ = host.flush()
    #expect(faults.count == 2)
    #expect(faults.first?.description.contains("Wrap it: Provider(\\.ledgerStore, store)") == true)
    #expect(faults.last?.description.contains("Sender") == true)
  }

  @MainActor @Test func aViewWithoutItsProviderEndsAPageOfAServer() throws {
    let runs = Log()
    let host = ViewHost(
      Group {
        Reader(runs: runs); Sender()
      }, endsOnFailure: true)
    let failure = try #require(host.failure)
    #expect(failure.view == "Reader")
    #expect(failure.message.contains("Wrap it: Provider(\\.ledgerStore, store)"))
    #expect(runs.lines.isEmpty && host.html() == "")
    #expect(ViewHost(Sender(), endsOnFailure: true).failure?.view == "Sender")
  }

  @MainActor @Test func aProviderThatComesLaterPutsTheViewThere() throws {
    struct Page: View {
      @State private var isProvided = false
      let store: LedgerStore
      let runs: Log
      var body: some View {
        Button("Provide") { isProvided.toggle() }
        Reader(runs: runs)
          .environment(\.ledgerStore, isProvided ? store : missingProvider(for: "\\.ledgerStore"))
      }
    }
    let (runs, store) = (Log(), LedgerStore(initialState: Ledger(count: 7), reducer: .ledger))
    let host = ViewHost(Page(store: store, runs: runs))
    host.onFault = { _ in }
    #expect(host.text.contains("Wrap it"))
    try host.tap("Provide")
    _ = host.flush()
    #expect(host.text == "Provide|count 7")
    store.dispatch(.add(1))
    _ = host.flush()
    #expect(host.text == "Provide|count 8")
    try host.tap("Provide")
    _ = host.flush()
    #expect(host.text.contains("Wrap it"))
    #expect(runs.lines.count == 2)
  }

  /// Outside of a page there is no place to show an error.
  @Test func aStandInThatIsUsedByHandStopsWithThatMessage() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let store: LedgerStore = missingProvider(for: "\\.ledgerStore")
        _ = store.state
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Wrap it: Provider(\\.ledgerStore, store) { ... }"))
  }
}
