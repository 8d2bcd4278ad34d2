// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Observation
import Testing

private struct WordKey: EnvironmentKey { static let defaultValue = "" }
private struct NumberKey: EnvironmentKey { static let defaultValue = 0 }

extension EnvironmentValues {
  fileprivate var word: String {
    get { self[WordKey.self] }
    set { self[WordKey.self] = newValue }
  }
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

/// A view that reads an environment value.
///
/// Its content is a closure, which may read others.
private struct Reading<Content: View>: View {
  @Environment(\.word) private var word
  let content: () -> Content
  var body: some View {
    Text(word)
    content()
  }
}

/// A view whose inner view reads a key from its own environment, and by its content the same key
/// from the environment around it.
private struct TwoPlaces: View {
  @Environment(\.word) private var word
  var body: some View { Reading { Text(word) }.environment(\.word, "b") }
}

private struct TwoPlacesPage: View {
  @State private var step = 0
  var body: some View {
    Button("Next") { step += 1 }
    TwoPlaces().environment(\.word, ["a", "b", "c"][min(step, 2)])
      .environment(\.number, step)
  }
}

@MainActor struct TrackedNodeTests {
  @Test func aKeyThatIsReadInTwoPlacesIsFollowedInBoth() throws {
    let host = ViewHost.shown(TwoPlacesPage())
    for word in ["a", "b", "c", "c"] {
      #expect(host.texts == ["Next", "b", word])
      try host.tap()
      _ = host.flush()
    }
    // Four changes of the number, and two of the word.
    #expect(host.bodies(Reading<Text>.self) == 3)
  }

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
