// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

private struct Restless: View {
  @State private var count = 0
  var body: some View {
    let _ = count += 1
    Text("\(count)")
  }
}

private struct PingPong: View {
  @State private var count = 0
  var body: some View {
    Button("Start") { count = 1 }
    Text("\(count)").onChange(of: count) { count += 1 }
  }
}

private struct Climber: View {
  @State private var steps = 0
  var body: some View {
    Button("\(steps)") { steps = 1 }
      .onChange(of: steps) { if steps < 50 { steps += 1 } }
  }
}

private struct Flicker: View {
  @State private var isShown = false
  var body: some View {
    Button("Start") { isShown = true }
    if isShown {
      Text("a").onAppear { isShown = false }.onDisappear { isShown = true }
    }
  }
}

@MainActor struct ViewFaultTests {
  @Test func aBodyThatWritesWhatItReadsIsEnded() {
    let host = ViewHost(Restless())
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    _ = host.html()
    #expect(faults == [.updateLoop(views: ["Restless"], rounds: ViewHost.roundLimit)])
    #expect(host.flush().isEmpty)
    #expect(faults.count == 1)
  }

  /// Text in the buffer of standard output, which has one if it is a pipe, would be lost.
  @Test func aFaultIsWrittenBeforeTheProcessEnds() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = ViewHost(Restless()).html() }
      fatalError()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("MillraceViews: "))
  }

  @Test func actionsThatFollowEachOtherAreEnded() throws {
    let host = ViewHost.shown(PingPong())
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    try host.tap()
    _ = host.flush()
    #expect(faults.count == 1)
    try host.tap()
    _ = host.flush()
    #expect(faults.count == 2)
  }

  @Test func eventsThatComeTogetherLoopOnce() throws {
    let host = ViewHost.shown(PingPong())
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    for _ in 0..<20 { try host.tap() }
    _ = host.flush()
    #expect(faults == [.updateLoop(views: ["PingPong"], rounds: ViewHost.roundLimit)])
    #expect(host.bodyCount < 2 * ViewHost.roundLimit)
    try host.tap()
    _ = host.flush()
    #expect(faults.count == 2)
  }

  @Test func anotherViewThatIsCutOffAfterThatIsNamedToo() throws {
    let host = ViewHost.shown(
      VStack {
        PingPong()
        Climber()
      })
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    for button in [0, 1, 0] { try host.tap(button) }
    _ = host.flush()
    #expect(faults.count == 2)
    guard case .updateLoop(let views, _)? = faults.last else {
      Issue.record("the last fault is not a loop")
      return
    }
    #expect(views == ["Climber"])
  }

  @Test func viewsThatComeAndGoForEverAreEnded() throws {
    let host = ViewHost.shown(Flicker())
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    try host.tap()
    _ = host.flush()
    #expect(faults == [.updateLoop(views: ["Flicker"], rounds: ViewHost.roundLimit)])
  }

  @Test func whatTheEndOfALoopChangesIsSent() throws {
    let host = ViewHost(Flicker())
    host.onFault = { _ in }
    let page = PatchedPage(html: host.html())
    try host.tap()
    try page.apply(host.flush())
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }

  @Test func theEndOfALoopKeepsAnAddressThatWaitsForItsView() throws {
    struct Late: View {
      let place: Binding<PageAddress>
      @State private var count = 0
      var body: some View {
        Button("Start") { count = 1 }
        Text("\(count)").onChange(of: count) { count += 1 }
        // This view appears with the last run of the body.
        if count > ViewHost.roundLimit { Text("place").pageAddress(place) }
      }
    }
    var place = PageAddress()
    let opened = try #require(PageAddress("/opened"))
    let host = ViewHost.shown(
      Late(place: Binding(get: { place }, set: { place = $0 })), address: opened)
    host.onFault = { _ in }
    try host.tap()
    _ = host.flush()
    #expect(host.texts.contains("place") && place == opened)
  }

  @Test func aButtonInALabelIsReportedOnceForEachView() {
    struct Page: View {
      var body: some View {
        ForEach(0..<2) { _ in
          Button {
          } label: {
            HStack { Button("Delete") {} }
          }
        }
        NavigationLink(value: 1) { Button("Inner") {} }
        Button("Alone") {}.contextMenu { Button("Other") {} }
        DisclosureGroup("Details") { Button("Inside") {} }
      }
    }
    let host = ViewHost(Page())
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    _ = host.html()
    #expect(
      faults == [
        .buttonInButton(view: "Page"),
        .buttonInButton(view: "NavigationLink<Button<Text>, Never>"),
      ])
  }

  @Test func aButtonInADialogIsNotInTheLabelAroundTheDialog() {
    let host = ViewHost(
      Button {
      } label: {
        Text("Open").sheet(isPresented: .constant(true)) { Button("Close") {} }
      })
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    #expect(host.html().contains(">Close</span>"))
    #expect(faults.isEmpty)
  }

  @Test func theMessagesSayWhereWhatWhyAndWhatToDo() {
    #expect(
      ViewFault.duplicateID(id: "7", view: "ForEach over Int").description == """
        ForEach over Int: the id 7 occurs more than once. The first row keeps the state of the \
        id; each other row has separate state, according to its order. Most likely the id is not \
        unique in the data. Use a unique id.
        """)
    #expect(
      ViewFault.tagOfAnotherType(tag: "2", type: "String", selection: "Int").description == """
        Picker or TabView of Int: the option 2 is a String, so it is never shown as chosen, and \
        choosing it does nothing. Most likely the tag, or the id or index of a view without a tag, \
        is not of the selection's type. Give each option a tag of the type Int.
        """)
    #expect(
      ViewFault.buttonInButton(view: "Page").description == """
        Page: a button is in the label of another button. HTML does not allow that, so a browser \
        moves the inner button, and the views after it, out of their places. Put the two buttons \
        side by side, for example in an HStack.
        """)
    #expect(
      ViewFault.updateLoop(views: ["A", "B"], rounds: 9).description == """
        A, B: still changing after 9 rounds of one flush, so the flush was ended. Most likely a \
        body, or an onChange action, writes a value that it also reads. Write state only in \
        actions, and only when it differs.
        """)
  }
}
