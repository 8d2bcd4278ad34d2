// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Observation
import Testing

@MainActor struct TrackedNodeTests {
  @Test func onlyTheReadersOfAChangedPropertyRunAgain() {
    let first = Model()
    let second = Model()
    let host = ViewHost.shown(
      VStack {
        ModelText(model: first)
        ModelText(model: second)
      })
    let ids = host.ids(.span)
    second.text = "b"
    second.other = 1
    #expect(host.flush() == [.setText(ids[1], "b")])
    #expect(host.bodyCount == 3)
    first.other = 1
    #expect(host.flush().isEmpty)
    #expect(host.bodyCount == 3)
  }

  @Test func aChangeIsSeenEveryTime() {
    let model = Model()
    let host = ViewHost.shown(ModelText(model: model))
    for number in 0..<5 {
      model.text = "\(number)"
      model.text = "\(number)!"
      #expect(host.flush() == [.setText(host.ids(.span)[0], "\(number)!")])
    }
    #expect(host.bodyCount == 6)
  }

  @Test func aChangeInTheMiddleOfABodyIsSeen() {
    struct Writer: View {
      let model: Model
      var body: some View {
        let _ = model.text == "a" ? (model.text = "b") : ()
        Text(model.text)
      }
    }
    let model = Model()
    let host = ViewHost.shown(
      VStack {
        ModelText(model: model)
        Writer(model: model)
      })
    #expect(host.texts == ["b", "b"])
    #expect(host.flush().isEmpty)
  }

  @Test func aChangeOnAnotherThreadIsSeen() async {
    let model = Model()
    let host = ViewHost.shown(ModelText(model: model))
    nonisolated(unsafe) let shared = model
    var change: Task<Void, Never>?
    await withCheckedContinuation { continuation in
      host.onInvalidate = { continuation.resume() }
      change = Task.detached { shared.text = "from afar" }
    }
    await change?.value
    host.onInvalidate = nil
    #expect(host.flush() == [.setText(host.ids(.span)[0], "from afar")])
  }

  @Test func aNodeThatLeftTheTreeHearsOfNothing() {
    struct Page: View {
      let model: Model
      var body: some View {
        if !model.isOn { ModelText(model: model) }
      }
    }
    let model = Model()
    let host = ViewHost.shown(Page(model: model))
    model.isOn = true
    #expect(host.flush().count == 1)
    model.text = "b"
    #expect(host.flush().isEmpty)
    #expect(host.bodies(ModelText.self) == 1)
  }
}
