// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

import MillraceViews

@MainActor @Observable private final class Person {
  var name: String
  init(_ name: String) { self.name = name }
}

private struct Reader: View {
  @Environment(Person.self) private var model
  var body: some View { Text(model.name) }
}

private struct Maybe: View {
  @Environment(Person.self) private var model: Person?
  var body: some View { Text(model?.name ?? "none") }
}

private struct Page: View {
  @State private var index = 0
  let people: [Person?]
  var body: some View {
    Button("Next") { index += 1 }
    VStack {
      Reader()
      Maybe()
      Text("after")
    }
    .environment(people[index])
  }
}

@MainActor struct EnvironmentObjectTypeTests {
  @Test func anObjectIsFoundByItsTypeAndObserved() {
    let model = Person("Ann")
    let host = ViewHost.shown(
      VStack {
        Reader()
        Maybe()
      }.environment(model))
    #expect(host.texts == ["Ann", "Ann"])
    model.name = "Bob"
    _ = host.flush()
    #expect(host.texts == ["Bob", "Bob"])
    #expect(host.bodies(Reader.self) == 2)
  }

  @Test func theInnermostObjectCounts() {
    let host = ViewHost.shown(Reader().environment(Person("inner")).environment(Person("outer")))
    #expect(host.texts == ["inner"])
  }

  @Test func aMissingObjectIsAnErrorInThePlaceOfTheViewThatNeedsIt() throws {
    let host = ViewHost(Page(people: [nil, Person("Ann"), Person("Bob"), nil]))
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    _ = host.html()
    let message = """
      A view asked the environment for an object of type Person, but no view above it supplies \
      one. Probably the view, or a preview or test of it, is shown outside of the view that \
      supplies it. Supply the object in a view above: .environment(object), with an object of \
      type Person.
      """
    #expect(host.texts == ["Next", message, "none", "after"])
    #expect(faults == [.unavailable(message: message, view: "Reader")])
    for expected in [["Ann", "Ann"], ["Bob", "Bob"]] {
      try host.tap()
      _ = host.flush()
      #expect(host.texts == ["Next"] + expected + ["after"])
    }
    try host.tap()
    _ = host.flush()
    #expect(host.texts == ["Next", message, "none", "after"])
  }

  @Test func nilTakesAwayWhatTheViewsAroundHaveSupplied() {
    let host = ViewHost.shown(Maybe().environment(nil as Person?).environment(Person("outer")))
    #expect(host.texts == ["none"])
  }

  /// When another object is supplied, only the bodies run again that have read the first one.
  @Test func aBodyThatDoesNotReadItDoesNotRun() throws {
    struct Idle: View {
      @Environment(Person.self) private var model: Person?
      var body: some View { Text("idle") }
    }
    struct Page: View {
      @State private var index = 0
      let people = [Person("Ann"), Person("Bob")]
      var body: some View {
        Button("Next") { index = 1 }
        VStack {
          Idle()
          Maybe()
        }
        .environment(people[index])
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(host.texts == ["Next", "idle", "Bob"])
    #expect(host.bodies(Idle.self) == 1)
    #expect(host.bodies(Maybe.self) == 2)
  }

  private struct Session: View {
    @State private var person: Person?
    let first: () -> Person
    let keep: (@escaping () -> String) -> Void
    var body: some View {
      Button("Turn") { person = person == nil ? first() : nil }
      VStack {
        Work(keep: keep)
        Maybe()
        VStack { Text("inside") }.environment(\.isEnabled, true)
      }
      .environment(person)
    }
  }

  private struct Work: View {
    @Environment(Person.self) private var model
    let keep: (@escaping () -> String) -> Void
    var body: some View {
      Text(model.name).onAppear { keep { model.name } }
    }
  }

  @MainActor private final class Supply {
    weak var person: Person?

    func make() -> Person {
      let new = Person("Ann")
      person = new
      return new
    }
  }

  @Test func anObjectThatIsNoLongerSuppliedIsReleased() throws {
    let supply = Supply()
    let host = ViewHost.shown(Session(first: supply.make) { _ in })
    for name in ["Ann", "none"] {
      try host.tap()
      _ = host.flush()
      #expect(host.texts.contains(name))
      #expect((supply.person != nil) == (name == "Ann"))
    }
  }

  @Test func codeThatBeganWithAnObjectStillFindsIt() throws {
    var kept: (() -> String)?
    let supply = Supply()
    let host = ViewHost.shown(Session(first: supply.make) { kept = $0 })
    for _ in 0..<2 {
      try host.tap()
      _ = host.flush()
    }
    #expect(host.texts.contains("none"))
    #expect(kept?() == "Ann", "like a task that runs on after its view was removed")
    kept = nil
    #expect(supply.person == nil)
  }
}
