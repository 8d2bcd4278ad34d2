// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

private struct Counter: View {
  @State private var count = 0

  var body: some View {
    VStack {
      Text("Value: \(count)")
      Button("Increment") { count += 1 }
      Button("Decrement") { count -= 1 }
    }
  }
}

@MainActor struct ViewHostTests {
  @Test func theFirstPageIsOneCompleteElement() {
    let host = ViewHost(Counter())
    #expect(
      host.html() == """
        <div data-n="1" class="mv-root"><div data-n="2" class="mv-vstack">\
        <span data-n="3">Value: 0</span>\
        <button data-n="4" type="button" data-on="tap"><span data-n="5">Increment</span></button>\
        <button data-n="6" type="button" data-on="tap"><span data-n="7">Decrement</span></button>\
        </div></div>
        """)
    #expect(host.bodyCount == 1)
  }

  @Test func aChangedTextIsOnePatch() throws {
    let host = ViewHost(Counter())
    _ = host.html()
    try host.tap()
    #expect(host.flush() == [.setText(NodeID(rawValue: 3), "Value: 1")])
    #expect(host.bodyCount == 2)
    #expect(host.flush().isEmpty)
  }

  @Test func invalidationIsAnnouncedOnceUntilTheFlush() throws {
    let host = ViewHost(Counter())
    var calls = 0
    host.onInvalidate = { calls += 1 }
    _ = host.html()
    #expect(calls == 0)
    try host.tap()
    try host.tap()
    #expect(calls == 1)
    _ = host.flush()
    try host.tap(1)
    #expect(calls == 2)
    #expect(host.flush() == [.setText(NodeID(rawValue: 3), "Value: 1")])
  }

  @Test func aHostThatIsDroppedLeavesNothing() {
    let model = Model()
    weak var released: ViewHost?
    weak var node: Node?
    do {
      let host = ViewHost.shown(
        Form {
          ModelText(model: model).onSubmit {}.disabled(false)
          TextField("a", text: Binding(get: { model.text }, set: { model.text = $0 }))
        }
        .alert("a", isPresented: .constant(true)) {})
      released = host
      node = host.root
      #expect(node != nil)
    }
    #expect(released == nil)
    #expect(node == nil)
    model.text = "b"
  }

  @Test func closingTwiceIsClosingOnce() throws {
    let host = ViewHost.shown(Counter())
    host.close()
    host.close()
    #expect(host.html() == "")
    #expect(host.flush().isEmpty)
  }

  @Test func aPageCanBeRenderedAgain() throws {
    let host = ViewHost.shown(Counter())
    try host.tap()
    #expect(host.html().contains("Value: 1"))
    #expect(host.flush().isEmpty)
    try host.tap()
    #expect(host.flush() == [.setText(NodeID(rawValue: 3), "Value: 2")])
  }
}
