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

  @Test func anEventFindsWhatTheOneBeforeHasLeft() throws {
    struct Till: View {
      @State private var isPaying = false
      let pay: () -> Void
      var body: some View {
        Button("Pay") {
          isPaying = true
          pay()
        }
        .disabled(isPaying)
      }
    }
    var payments = 0
    let host = ViewHost.shown(Till { payments += 1 })
    let button = host.ids(.button)[0]
    try host.tap()
    #expect(throws: ViewEventError.disabled(button)) { try host.tap() }
    #expect(payments == 1)
    #expect(host.flush() == [.setAttribute(button, name: "disabled", value: "")])
  }

  @Test func anElementThatTheEventBeforeHasTakenAwayTakesNone() throws {
    struct Rows: View {
      @State private var items = ["a", "b", "c"]
      let press: (Int, Int) -> Void
      var body: some View {
        ForEach(items.indices, id: \.self) { index in
          Button("Remove \(items[index])") {
            press(index, items.count)
            if items.indices.contains(index) { items.remove(at: index) }
          }
        }
      }
    }
    var pressed: [[Int]] = []
    let host = ViewHost.shown(Rows { pressed.append([$0, $1]) })
    let last = host.ids(.button)[2]
    try host.tap(2)
    #expect(throws: ViewEventError.unknownNode(last)) { try host.tap(2) }
    try host.tap(1)
    #expect(pressed == [[2, 3], [1, 2]])
    let ids = host.ids(.button)
    #expect(host.flush() == [.remove(ids[1], through: ids[2])])
    #expect(host.texts == ["Remove a"])
  }

  @Test func whatAnEventFindsChangedIsAnnounced() {
    let model = Model()
    let host = ViewHost.shown(ModelText(model: model))
    var calls = 0
    host.onInvalidate = { calls += 1 }
    model.text = "b"
    let gone = NodeID(rawValue: 99)
    #expect(throws: ViewEventError.unknownNode(gone)) {
      try host.handle(ViewEvent(node: gone, kind: .tap))
    }
    #expect(calls == 1)
    #expect(host.flush() == [.setText(host.ids(.span)[0], "b")])
  }

  @Test func aThousandQuickEventsCostWhatTheyChange() throws {
    let host = ViewHost.shown(
      VStack {
        Counter()
        ForEach(0..<1000) { Text("\($0)") }
      })
    let event = ViewEvent(node: host.ids(.button)[0], kind: .tap)
    let (bodies, visits) = (host.bodyCount, host.visits)
    for _ in 0..<1000 { try host.handle(event) }
    #expect(host.flush() == [.setText(host.ids(.span)[0], "Value: 1000")])
    #expect(host.bodyCount - bodies == 1000)
    #expect(host.visits - visits < 20_000)
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

  @Test func whatAnEventLeavesIsAnnounced() throws {
    struct Page: View {
      var body: some View {
        List(0..<1000, id: \.self) { Text("row \($0)") }
        TextField("a", text: .constant("fixed")).disabled(true)
      }
    }
    let host = ViewHost.shown(Page())
    var calls = 0
    host.onInvalidate = { calls += 1 }
    try host.send(.rows(500..<560, keeping: nil), .ul)
    #expect(calls == 1)
    #expect(!host.flush().isEmpty)
    let field = host.ids(.input)[0]
    #expect(throws: ViewEventError.disabled(field)) { try host.send(.input("typed"), .input) }
    #expect(calls == 2)
    #expect(host.flush() == [.setAttribute(field, name: "value", value: "fixed")])
    #expect(throws: ViewEventError.self) { try host.send(.tap, .input) }
    #expect(calls == 2)
  }
}
