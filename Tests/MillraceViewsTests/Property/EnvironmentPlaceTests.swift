// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor struct EnvironmentPlaceTests {
  private struct Reader: View {
    @Environment(\.layoutDirection) private var direction
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var zone
    @Environment(\.calendar) private var calendar
    var body: some View {
      Text("\(direction) \(locale.identifier) \(zone.identifier) \(calendar.identifier)")
    }
  }

  @Test func viewsSetThePlace() {
    let host = ViewHost.shown(
      Reader().environment(\.locale, Locale(identifier: "ar_EG"))
        .environment(\.timeZone, TimeZone(identifier: "Africa/Cairo")!)
        .environment(\.calendar, Calendar(identifier: .iso8601)))
    #expect(host.texts == ["rightToLeft ar_EG Africa/Cairo iso8601"])
    #expect(EnvironmentValues().locale.identifier == Locale.current.identifier)
    #expect(EnvironmentValues().timeZone.identifier == TimeZone.current.identifier)
  }

  @Test func aDirectionIsThatOfTheElements() throws {
    struct Page: View {
      @State private var direction = LayoutDirection.rightToLeft
      var body: some View {
        Text("a").padding().environment(\.layoutDirection, direction)
        Button("Turn") { direction = .leftToRight }
      }
    }
    let host = ViewHost.shown(Page())
    let box = try #require(host.nodes(.div).first { $0.value(.dir) != nil })
    #expect(box.value(.dir) == "rtl")
    #expect(box.value(.class)?.contains("mv-g") == true, "the outermost element has it")
    try host.tap()
    #expect(host.flush() == [.setAttribute(box.id, name: "dir", value: "ltr")])
  }

  @Test func aTransformedValueIsThatOfTheElements() throws {
    struct Page: View {
      @State private var direction = LayoutDirection.leftToRight
      var body: some View {
        VStack {}
          .transformEnvironment(\.layoutDirection) {
            $0 = $0 == .leftToRight ? .rightToLeft : .leftToRight
          }
          .environment(\.layoutDirection, direction)
        Button("Turn") { direction = .rightToLeft }
      }
    }
    let host = ViewHost.shown(Page())
    let stack = try #require(host.nodes(.div).first { $0.value(.dir) != nil })
    #expect(stack.value(.dir) == "rtl")
    try host.tap()
    #expect(host.flush() == [.setAttribute(stack.id, name: "dir", value: "ltr")])
    for view in [
      AnyView(VStack {}.transformEnvironment(\.controlSize) { $0 = .large }),
      AnyView(VStack {}.environment(\.controlSize, .large)),
    ] {
      #expect(render(view) == "<div class=\"mv-vstack mv-size-large\"></div>")
    }
    // A page in dark colours reports them only after it has connected.
    let same = VStack {}.transformEnvironment(\.colorScheme) { _ in }
    #expect(render(same) == "<div class=\"mv-vstack\"></div>")
  }

  @Test func anOwnKeyOfTheSameTypeHasNoLook() {
    let host = ViewHost.shown(Text("a").environment(\.ownDirection, .rightToLeft))
    #expect(!host.html().contains("dir="))
  }

  @Test func aSheetAndALevelArePresented() throws {
    struct Reader: View {
      @Environment(\.isPresented) private var isPresented
      var body: some View { Text("\(isPresented)") }
    }
    #expect(ViewHost.shown(Reader()).texts == ["false"])
    let host = ViewHost.shown(
      NavigationStack(path: .constant([1])) {
        Reader().navigationDestination(for: Int.self) { _ in Reader() }
      })
    #expect(host.texts.filter { $0 != "Back" } == ["false", "true"])
    #expect(
      ViewHost.shown(Text("a").sheet(isPresented: .constant(true)) { Reader() }).texts.last
        == "true")
  }

  @Test func aValueIsTransformed() throws {
    struct Reader: View {
      @Environment(\.lineNumber) private var number
      var body: some View { Text("\(number)") }
    }
    struct Page: View {
      @State private var start = 1
      var body: some View {
        Reader().transformEnvironment(\.lineNumber) { $0 += 10 }
          .environment(\.lineNumber, start)
        Button("Next") { start += 1 }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.texts.first == "11")
    try host.tap()
    _ = host.flush()
    #expect(host.texts.first == "12")
  }
}

private struct LineKey: EnvironmentKey { static var defaultValue: Int { 0 } }
private struct OwnKey: EnvironmentKey {
  static var defaultValue: LayoutDirection { .leftToRight }
}

extension EnvironmentValues {
  fileprivate var lineNumber: Int {
    get { self[LineKey.self] }
    set { self[LineKey.self] = newValue }
  }
  fileprivate var ownDirection: LayoutDirection {
    get { self[OwnKey.self] }
    set { self[OwnKey.self] = newValue }
  }
}
