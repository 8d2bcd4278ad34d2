// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct Below: LabelStyle {
  var mark = "!"

  func makeBody(configuration: Configuration) -> some View {
    VStack {
      configuration.title
      Text(mark)
    }
  }
}

private struct Loud: LabelStyle {
  func makeBody(configuration: Configuration) -> some View {
    Label(configuration).labelStyle(.titleOnly).bold()
  }
}

@MainActor
struct LabelStyleTests {
  @Test func aStyleOfTheApplicationMakesTheView() {
    #expect(
      render(List { Label("Home", systemImage: "house").labelStyle(Below()) })
        == "<ul class=\"mv-list mv-x\"><li><div class=\"mv-vstack\"><span>Home</span>"
        + "<span>!</span></div></li></ul>")
    #expect(
      render(Label("Home", systemImage: "house").labelStyle(Loud()))
        == "<span class=\"mv-label mv-no-icon mv-bold\"><span class=\"mv-label-title\">"
        + "<span>Home</span></span></span>")
  }

  @Test func aNewValueOfAStyleIsShown() throws {
    struct Page: View {
      @State private var mark = "!"
      @State private var title = "Home"
      var body: some View {
        VStack { Label(title, systemImage: "house") }.labelStyle(Below(mark: mark))
        Button("Mark") { mark = "?" }
        Button("Title") { title = "Work" }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap(0)
    #expect(host.flush().count == 1)
    try host.tap(1)
    #expect(host.flush().count == 1)
    #expect(host.texts.prefix(2) == ["Work", "?"])
  }

  @Test func aStyleCanChangeTheStyleAroundIt() {
    struct Bold: LabelStyle {
      func makeBody(configuration: Configuration) -> some View { Label(configuration).bold() }
    }
    let label = Label("Home", systemImage: "house")
    #expect(render(label.labelStyle(Bold())) == render(label.bold()))
    #expect(
      render(label.labelStyle(Bold()).labelStyle(.iconOnly))
        == render(label.labelStyle(.iconOnly).bold()))
    #expect(
      render(label.labelStyle(Bold()).labelStyle(Below()))
        == render(label.labelStyle(Below()).bold()))
  }

  @Test func theInnermostStyleIsUsed() {
    let label = Label("Home", systemImage: "house")
    #expect(render(label.labelStyle(.automatic).labelStyle(Below())) == render(label))
    #expect(
      render(label.labelStyle(Below()).labelStyle(.iconOnly)) == render(label.labelStyle(Below())))
  }
}

@MainActor
struct LabelStyleConfigurationTests {
  @Test func itHasBothParts() {
    struct Parts: LabelStyle {
      func makeBody(configuration: Configuration) -> some View {
        configuration.icon
        configuration.title
      }
    }
    let html = render(Label("Home", systemImage: "house").labelStyle(Parts()))
    #expect(html.hasPrefix("<svg") && html.hasSuffix("<span>Home</span>"))
  }
}

@MainActor
struct DefaultLabelStyleTests {
  @Test func whatIsSeen() {
    let html = render(Label("t", systemImage: "star").labelStyle(.automatic))
    #expect(html.contains("<svg") == true)
    #expect(html.contains("mv-unseen") == false)
  }
}

@MainActor
struct TitleAndIconLabelStyleTests {
  @Test func whatIsSeen() {
    let html = render(Label("t", systemImage: "star").labelStyle(.titleAndIcon))
    #expect(html.contains("<svg") == true)
    #expect(html.contains("mv-unseen") == false)
  }
}

@MainActor
struct TitleOnlyLabelStyleTests {
  @Test func whatIsSeen() {
    let html = render(Label("t", systemImage: "star").labelStyle(.titleOnly))
    #expect(html.contains("<svg") == false)
    #expect(html.contains("mv-unseen") == false)
  }
}

@MainActor
struct IconOnlyLabelStyleTests {
  @Test func whatIsSeen() {
    let html = render(Label("t", systemImage: "star").labelStyle(.iconOnly))
    #expect(html.contains("<svg") == true)
    #expect(html.contains("mv-unseen") == true)
  }
}
