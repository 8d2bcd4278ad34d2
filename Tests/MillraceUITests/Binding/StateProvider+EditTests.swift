// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

private struct Draft: FormState, Equatable {
  var title = ""
  var isPublic = false
  var count = 0
  static let fields = [
    FormField("title", \Self.title), FormField("public", \.isPublic), FormField("count", \.count),
  ]
}

private enum DraftAction: FormAction, Equatable {
  case edit(Edit<Draft>)
  case publish
}

@MainActor
@Suite struct StateProviderEditTests {
  private let store = Store(
    initialState: Draft(),
    reducer: Reducer<Draft, DraftAction> { state, action in
      switch action {
      case .edit(let edit): edit.apply(to: &state)
      case .publish: state.isPublic = true
      }
    })

  @Test func itReadsAFieldAndWritesItByAnEdit() {
    let log = Log()
    let subscription = store.subscribeToTransitions { log.append("\($0.source.line)") }
    let title = store.binding(\.title)
    let line = #line - 1
    let isPublic = store.binding(\.isPublic)
    title.wrappedValue = "Rain"
    isPublic.wrappedValue = true
    #expect(store.state == Draft(title: "Rain", isPublic: true))
    #expect(title.wrappedValue == "Rain" && isPublic.wrappedValue)
    #expect(log.lines == ["\(line)", "\(line + 2)"])
    subscription.cancel()
  }

  @Test func anEqualValueDispatchesNothing() {
    let log = Log()
    let subscription = store.subscribeToTransitions { log.append("\($0.action)") }
    store.binding(\.title).wrappedValue = ""
    #expect(log.lines.isEmpty)
    subscription.cancel()
  }

  @Test func makingItInABodyTracksItsFieldOnly() {
    struct Field: View {
      let store: Store<Draft, DraftAction>
      let runs: Log
      var body: some View {
        let _ = runs.append("run")
        TextField("Title", text: store.binding(\.title))
      }
    }
    let runs = Log()
    let host = ViewHost(Field(store: store, runs: runs))
    _ = host.html()
    store.dispatch(.edit(\.count, 1))
    _ = host.flush()
    #expect(runs.lines.count == 1)
    store.dispatch(.edit(\.title, "Rain"))
    _ = host.flush()
    #expect(runs.lines.count == 2)
  }

  @Test func aFormWithinALargerStateIsBoundThroughAProjection() {
    struct Desk: Sendable { var draft = Draft() }
    let desk = Store(
      initialState: Desk(),
      reducer: Reducer<Desk, DraftAction> { state, action in
        if case .edit(let edit) = action { edit.apply(to: &state.draft) }
      })
    let draft = desk.projection(action: { (action: DraftAction) in action }, state: \.draft)
    draft.binding(\.title).wrappedValue = "Rain"
    #expect(desk.state.draft.title == "Rain")
  }
}
