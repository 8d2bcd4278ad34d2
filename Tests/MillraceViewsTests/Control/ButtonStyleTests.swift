// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor
struct ButtonStyleTests {
  private struct Loud: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
      Text(configuration.role == .destructive ? "!" : "?")
      configuration.label.bold()
    }
  }

  @Test func looksOfThePageAreClasses() {
    #expect(render(Button("a") {}.buttonStyle(.bordered)) == render(Button("a") {}))
    #expect(
      render(Button("a", role: .destructive) {}.buttonStyle(.borderedProminent))
        .hasPrefix("<button type=\"button\" class=\"mv-destructive mv-prominent\""))
    #expect(render(VStack { Button("a") {} }.buttonStyle(.plain)).contains("mv-plain"))
  }

  @Test func aLookMayBeAView() throws {
    var count = 0
    let host = ViewHost.shown(
      Button("a", role: .destructive) { count += 1 }.buttonStyle(Loud()))
    #expect(host.texts == ["!", "a"])
    #expect(host.html().contains("<span data-n=\"4\" class=\"mv-bold\">a</span>"))
    try host.tap()
    #expect(count == 1)
  }

  private struct Themed: ButtonStyle {
    @Environment(Model.self) private var model
    @Environment(\.isEnabled) private var isEnabled

    func makeBody(configuration: Configuration) -> some View {
      Text("\(model.text) \(isEnabled)")
      configuration.label
    }
  }

  @Test func aLookHasPropertiesOfItsOwn() {
    let model = Model()
    let host = ViewHost.shown(
      Button("b") {}.disabled(true).buttonStyle(Themed()).environment(model))
    #expect(host.texts == ["a false", "b"])
    model.text = "z"
    _ = host.flush()
    #expect(host.texts == ["z false", "b"])
  }

  @Test func aLookWithoutItsObjectIsReported() {
    let host = ViewHost(Button("b") {}.buttonStyle(Themed()))
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    _ = host.html()
    #expect(faults.count == 1 && host.ids(.button).count == 1)
  }

  @Test(arguments: [false, true])
  func aChangeAroundButtonsThatTheyDoNotReadRefreshesNone(isOwn: Bool) throws {
    struct Rows: View {
      let count: Int
      var body: some View { ForEach(0..<count, id: \.self) { Button("\($0)") {} } }
    }
    struct Styled: View {
      let count: Int
      let isOwn: Bool
      var body: some View {
        if isOwn { Rows(count: count).buttonStyle(Loud()) } else { Rows(count: count) }
      }
    }
    struct Page: View {
      let count: Int
      let isOwn: Bool
      @State private var isPlain = false
      var body: some View {
        Styled(count: count, isOwn: isOwn)
          .environment(\.submitAction, isPlain ? ActionBox {} : nil)
        Button("Turn") { isPlain.toggle() }
      }
    }
    let visits = try [10, 1000].map { count in
      let host = ViewHost.shown(Page(count: count, isOwn: isOwn))
      try host.tap(count)
      let before = host.visits
      #expect(host.flush().isEmpty)
      return host.visits - before
    }
    #expect(visits[0] == visits[1])
  }
}

@MainActor
struct DefaultButtonStyleTests {
  @Test func itsLook() {
    #expect(DefaultButtonStyle()._look.name == nil)
    #expect(
      render(Button("a") {}.buttonStyle(.automatic))
        == "<button type=\"button\" data-on=\"tap\"><span>a</span></button>")
  }
}

@MainActor
struct BorderedButtonStyleTests {
  @Test func itsLook() {
    #expect(BorderedButtonStyle()._look.name == nil)
    #expect(
      render(Button("a") {}.buttonStyle(.bordered))
        == "<button type=\"button\" data-on=\"tap\"><span>a</span></button>")
  }
}

@MainActor
struct BorderedProminentButtonStyleTests {
  @Test func itsLook() {
    #expect(BorderedProminentButtonStyle()._look.name == "prominent")
    #expect(
      render(Button("a") {}.buttonStyle(.borderedProminent))
        == "<button type=\"button\" class=\"mv-prominent\" data-on=\"tap\"><span>a</span></button>")
  }
}

@MainActor
struct BorderlessButtonStyleTests {
  @Test func itsLook() {
    #expect(BorderlessButtonStyle()._look.name == "borderless")
    #expect(
      render(Button("a") {}.buttonStyle(.borderless))
        == "<button type=\"button\" class=\"mv-borderless\" data-on=\"tap\"><span>a</span></button>"
    )
  }
}

@MainActor
struct PlainButtonStyleTests {
  @Test func itsLook() {
    #expect(PlainButtonStyle()._look.name == "plain")
    #expect(
      render(Button("a") {}.buttonStyle(.plain))
        == "<button type=\"button\" class=\"mv-plain\" data-on=\"tap\"><span>a</span></button>")
  }
}
