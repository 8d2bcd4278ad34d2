// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor struct LocalizedStringKeyTests {
  @Test func theValuesOfALiteralAreShown() {
    let key: LocalizedStringKey = "**a** \(1) \("b" as String) \(2.5) \(UInt8(3))"
    #expect(
      render(Text(key))
        == "<span><span class=\"mv-part mv-bold\">a</span><span class=\"mv-part\"> 1 b 2.5 3</span>"
        + "</span>")
    #expect(render(Text("a", comment: "for translators")) == "<span>a</span>")
    #expect(key == LocalizedStringKey("**a** 1 b 2.5 3"))
    #expect(render(Text("\(true), \([1])")) == "<span>true, [1]</span>")
  }

  @Test func aValueHasItsFormat() {
    let english = FloatingPointFormatStyle<Double>.Percent(locale: Locale(identifier: "en_US"))
    #expect(render(Text("\(0.5, format: english) done")) == "<span>50% done</span>")
    #expect(render(Text("\(1.0 / 3, specifier: "%.2f")")) == "<span>0.33</span>")
    #expect(render(Text("\(7, specifier: "%03d")")) == "<span>007</span>")
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.numberStyle = .decimal
    #expect(
      render(Text("\(NSNumber(value: 1234), formatter: formatter)")) == "<span>1,234</span>")
    let days = DateFormatter()
    days.locale = Locale(identifier: "en_US_POSIX")
    days.timeZone = TimeZone(secondsFromGMT: 0)
    days.dateFormat = "yyyy-MM-dd"
    let date = Date(timeIntervalSince1970: 0)
    #expect(render(Text("since \(date, formatter: days)")) == "<span>since 1970-01-01</span>")
    let day = date.formatted(date: .long, time: .omitted)
    #expect(render(Text("on \(date, style: .date)")) == render(Text(verbatim: "on \(day)")))
  }

  @Test func aTextKeepsItsStyle() {
    let name = Text("Ann").bold()
    #expect(
      render(Text("by \(name)!"))
        == "<span><span class=\"mv-part\">by </span><span class=\"mv-part mv-bold\">Ann</span>"
        + "<span class=\"mv-part\">!</span></span>")
    #expect(render(Text("by \(Text("Ann"))!")) == "<span>by Ann!</span>")
    #expect(Text("\(name)").italic() != Text("Ann").italic())
    let inner = Text("\(name) and \(Text("Bob").italic())")
    #expect(ViewHost.shown(Text("for \(inner)")).elements().texts == ["for Ann and Bob"])
  }

  @Test func anImageIsAPartOfTheText() {
    let text = Text("\(Image(systemName: "star")) new").foregroundStyle(.red)
    let html = render(text)
    #expect(html.hasPrefix("<span><span class=\"mv-part mv-fg-red\"><svg class=\"mv-symbol\""))
    #expect(html.hasSuffix("</svg></span><span class=\"mv-part mv-fg-red\"> new</span></span>"))
    #expect(render(VStack { text }.padding()).contains("</svg></span><span"))
    #expect(ViewHost.shown(text).elements().texts == [" new"])
  }

  @Test func aPartIsATextOrAnImageInTurn() throws {
    struct Page: View {
      @State private var step = 0
      var text: Text {
        switch step {
        case 0: Text("\(Image(systemName: "star")) a")
        case 1: Text("\(Text("b").bold()) c")
        case 2: Text("\(Image("d"))\(Image(systemName: "plus"))\(Text("e").bold())")
        default: Text("f")
        }
      }
      var body: some View {
        text
        Button("Next") { step += 1 }
      }
    }
    let host = ViewHost.shown(Page())
    try host.expectPatches(showing: ["b c", "e", "f"])
    #expect(!host.html().contains("mv-part"))
  }

  @Test func theTitleOfAFieldCanBeAKey() {
    let key: LocalizedStringKey = "Name"
    #expect(render(TextField(key, text: .constant(""))).contains("<span>Name</span>"))
    #expect(render(SecureField(key, text: .constant(""))).contains("<span>Name</span>"))
    let share = FloatingPointFormatStyle<Double>.Percent(locale: Locale(identifier: "en_US"))
    #expect(
      render(TextField("Over \(0.5, format: share)", text: .constant(""), prompt: Text("p")))
        .contains("<span>Over 50%</span>"))
  }
}
