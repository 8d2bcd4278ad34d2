// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViewTesting
import MillraceViews
import Observation
import Testing

@MainActor
@Suite struct FaultReporterTests {
  @Test func aFaultOfAViewFailsTheTestOnce() {
    var line: UInt = 0
    let texts = Texts.of {
      line = #line + 1
      let page = RenderedView { Needing() }
      #expect(page.texts.count == 1)
      page.find(.text)
    }
    #expect(texts.all.count == 1 && texts.all[0].contains("Needing: cannot be shown"))
    #expect(texts.lines == [line])
  }

  @Test func anEndlessLoopFailsTheStepThatStartsIt() {
    let page = RenderedView { Looping() }
    let line: UInt = #line + 1
    let texts = Texts.of { page.find(.button, "Start").tap() }
    #expect(texts.all.count == 1 && texts.all[0].contains("still changing after"))
    #expect(texts.lines == [line])
  }

  @Test func aWarningOfAStoreFailsTheStepThatCausesIt() {
    let store = Store<Int?, Int>(
      initialState: nil,
      feature: Reducer<Int, Int> { $0 += $1 }
        .ifLet(action: CasePath<Int, Int>.identity, state: \Int?.self))
    let page = RenderedView { Button("Send") { store.dispatch(7) } }
    let line: UInt = #line + 2
    let texts = Texts.of {
      page.find(.button, "Send").tap()
      page.find(.button, "Send").tap()
    }
    #expect(texts.all.count == 1 && texts.all[0].contains("there is no value in Optional<Int>"))
    #expect(texts.lines == [line])
  }

  @Test func aFaultThatALineFindsFailsThatLine() {
    let store = Store(initialState: [1, 2], reducer: Reducer<[Int], Int> { $0.append($1) })
    let page = RenderedView { Listed(store: store) }
    page.find(.button, "Send").tap()
    store.dispatch(1)
    let line: UInt = #line + 1
    let texts = Texts.of { _ = page.findAll(.text) }
    #expect(texts.all.count == 1 && texts.all[0].contains("occurs more than once"))
    #expect(texts.lines == [line])
  }

  @Test func aHintAboutCostFailsNoTest() {
    let texts = Texts.of {
      let page = RenderedView { Rows() }
      page.find(.button, "Choose").tap()
      #expect(page.texts.contains("row 3, chosen"))
      let host = ViewHost(Rows())
      var faults: [ViewFault] = []
      host.onFault = { faults.append($0) }
      _ = host.html()
      let button = host.elements().all.first { $0.role == .button }
      #expect(throws: Never.self) {
        try host.handle(ViewEvent(node: button?.id ?? NodeID(rawValue: 0), kind: .tap))
      }
      _ = host.flush()
      #expect(faults.count == 1)
    }
    #expect(texts.all.isEmpty)
  }

  @Test func aHintAboutCostIsWrittenToStandardError() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) { @MainActor in
      RenderedView { Rows() }.find(.button, "Choose").tap()
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("MillraceViews: ") && !output.contains("MillraceViews: "))
  }

  @Test func aTestOfAFaultTakesIt() {
    var faults: [ViewFault] = []
    let page = RenderedView { Looping() }
    page.host.onFault = { faults.append($0) }
    page.find(.button, "Start").tap()
    #expect(faults.count == 1)
  }
}

@Observable private final class Supplied {
  var text = ""
}

private struct Needing: View {
  @Environment(Supplied.self) private var supplied

  var body: some View { Text(supplied.text) }
}

private struct Listed: View {
  let store: Store<[Int], Int>

  var body: some View {
    ForEach(store.state, id: \.self) { Text("\($0)") }
    Button("Send") {}
  }
}

/// A list in which each row reads the chosen id.
private struct Rows: View {
  struct Row: View {
    let id: Int
    @Environment(Choice.self) private var choice
    var body: some View {
      // Each row reads the choice, but only the chosen row changes its text.
      let isChosen = choice.id == id
      Text("row \(id)\(isChosen ? ", chosen" : "")")
    }
  }
  @State private var choice = Choice()

  var body: some View {
    Button("Choose") { choice.id = 3 }
    ForEach(0..<40, id: \.self) { Row(id: $0) }.environment(choice)
  }
}

@Observable private final class Choice {
  var id = -1
}

private struct Looping: View {
  @State private var count = 0

  var body: some View {
    Button("Start") { count = 1 }
    Text("\(count)").onChange(of: count) { count += 1 }
  }
}
