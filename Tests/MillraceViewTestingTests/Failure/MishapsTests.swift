// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViewTesting
import MillraceViews
import Observation
import Testing

@MainActor
@Suite struct MishapsTests {
  @Test func aFaultOfAViewFailsTheTestOnce() {
    var line: UInt = 0
    let texts = Texts.of {
      line = #line + 1
      let page = RenderedView { Needing() }
      #expect(page.texts.count == 1)
      page.find(.text)
    }
    #expect(texts.all.count == 1 && texts.all[0].contains("Needing: shown as an error"))
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

private struct Looping: View {
  @State private var count = 0

  var body: some View {
    Button("Start") { count = 1 }
    Text("\(count)").onChange(of: count) { count += 1 }
  }
}
