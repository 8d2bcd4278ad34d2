// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor struct InlineMarkdownTests {
  /// The parts of a text: each with the marks of its style, and links as in Markdown.
  private func parts(_ key: LocalizedStringKey) -> [String] {
    let html = render(Text(key))
    return html.matches(
      of: #/(?:<span class="mv-part([^"]*)"(?: style="([^"]*)")?>|<span>)([^<]+)<\/span>/#
    ).map { match in
      let classes = match.1.map(String.init) ?? ""
      var style = ""
      if classes.contains("mv-bold") { style += "b" }
      if classes.contains("mv-italic") { style += "i" }
      if classes.contains("mv-struck") { style += "s" }
      if match.2?.contains("font-family") == true { style += "c" }
      return style.isEmpty ? String(match.3) : "\(style):\(match.3)"
    }
  }

  @Test func stylesAreShown() {
    #expect(parts("a **b** c") == ["a ", "b:b", " c"])
    #expect(parts("*a* _b_ __c__") == ["i:a", " ", "i:b", " ", "b:c"])
    #expect(parts("***a*** **b *c* d**") == ["bi:a", " ", "b:b ", "bi:c", "b: d"])
    #expect(parts("~~a~~ `b*c*`") == ["s:a", " ", "c:b*c*"])
    #expect(parts("``a`b`` `` ` ``") == ["c:a`b", " ", "c:`"])
    #expect(parts("**a\n b**  c") == ["b:a\n b", "  c"], "line breaks and spaces are preserved")
  }

  @Test func whatIsNoMarkdownIsShownAsItIsWritten() {
    for text in [
      "2 * 3 * 4", "snake_case_name", "a ** b", "**a", "a*", "`a", "~a~", "[a] (b)", "[a](b c)",
      "[a]()", "^[2 item](inflect: true)", "_", "***", "[[a]", "C:\\Users",
    ] {
      #expect(parts(LocalizedStringKey(text)) == [text])
    }
    let less = "a < b > c <d>" as LocalizedStringKey
    #expect(render(Text(less)) == "<span>a &lt; b &gt; c &lt;d&gt;</span>")
  }

  @Test func aTextWithVeryManyDelimitersIsShownAtOnce() {
    for text in ["[", "[a](", "<", "<a", "*a_ ", "`a``b", "[[a](b)"] {
      for count in [1000, 30_000] {
        let long = String(repeating: text, count: count)
        let shown = ViewHost.shown(Text(LocalizedStringKey(long))).elements().texts.joined()
        #expect(shown.count > count / 2)
      }
    }
    let nested = String(repeating: "[", count: 60) + "a" + String(repeating: "](b)", count: 60)
    let key = LocalizedStringKey(nested)
    #expect(ViewHost.shown(Text(key)).elements().all.count { $0.role == .link } == 1)
    let long = String(repeating: "a ", count: 2500) + "*b*"
    #expect(parts(LocalizedStringKey(long)) == [long], "a longer text is no Markdown")
    #expect(parts(LocalizedStringKey(String(long.dropFirst(4)))).last == "i:b")
  }

  @Test func aBracketInCodeOrAfterABackslashIsALetter() {
    func links(_ key: LocalizedStringKey) -> [String] {
      ViewHost.shown(Text(key)).elements().all.filter { $0.role == .link }.map(\.label)
    }
    #expect(links("`[` and [b](https://a.example)") == ["b"])
    #expect(links("[a `]` b](https://a.example)") == ["a ] b"])
    #expect(links("[a `](` b](https://a.example)") == ["a ]( b"])
    #expect(links("[a \\](b](https://a.example)") == ["a ](b"])
    #expect(links("`[a](https://a.example)`").isEmpty)
  }

  @Test func aBackslashMakesAMarkALetter() {
    #expect(parts("\\*a\\* \\[b](c) \\\\") == ["*a* [b](c) \\"])
    #expect(parts("**a\\*\\***") == ["b:a**"])
  }

  @Test func delimitersFollowTheRulesOfCommonMark() {
    #expect(parts("a*b*c") == ["a", "i:b", "c"])
    #expect(parts("a_b_c") == ["a_b_c"])
    #expect(parts("*a **b*") == ["*a *", "i:b"])
    #expect(parts("**a*") == ["*", "i:a"])
    #expect(parts("*a**") == ["i:a", "*"])
    #expect(parts("a*\"b\"*") == ["a*&quot;b&quot;*"])
    #expect(parts("*foo**bar**baz*") == ["i:foo", "bi:bar", "i:baz"])
    #expect(parts("*foo**bar*") == ["i:foo**bar"], "the multiple of three")
  }

  @Test func valuesAreNotMarkdownButHaveItsStyle() {
    let value = "*x*_y_"
    #expect(parts("**\(value)** \(value)") == ["b:*x*_y_", " *x*_y_"])
    #expect(parts("\(value) `\(value)`") == ["*x*_y_ ", "c:*x*_y_"])
    #expect(parts("**a \(Text("b").italic()) \(3)**") == ["b:a ", "bi:b", "b: 3"])
    #expect(parts("[\(value)](\(value))") == ["[*x*_y_](*x*_y_)"])
    #expect(render(Text(verbatim: "**a**")) == "<span>**a**</span>")
    #expect(render(Text(value)) == "<span>*x*_y_</span>")
    #expect(parts(LocalizedStringKey(value)) == ["i:xy"], "a key that is not a literal")
  }

  @Test func aLinkIsALink() throws {
    let text = Text(
      "Read **the [terms *of* use](https://example.com/a_b_(c) \"Terms\")** <https://b.de>")
    let html = render(text)
    let links = html.matches(of: #/href="([^"]*)"/#).map { String($0.1) }
    #expect(links == ["https://example.com/a_b_(c)", "https://b.de"])
    #expect(html.contains("<span class=\"mv-part mv-italic mv-bold\">of</span>"))
    let elements = ViewHost.shown(text).elements()
    #expect(elements.texts == ["Read the terms of use https://b.de"])
    #expect(
      elements.all.filter { $0.role == .link }.map(\.label)
        == ["terms of use", "https://b.de"])
    #expect(parts("[[a](b) c](d)").first == "[")
    #expect(!render(Text("[a](javascript:alert)")).contains("href"))
    for (address, shown) in [
      (" b ", "b"), ("<b>", "b"), ("b 'T'", "b"), ("<b> \"T\" ", "b"), ("b\\)c", "b)c"),
    ] {
      let link = "[a](\(address))"
      #expect(render(Text(LocalizedStringKey(link))).contains("href=\"\(shown)\""))
    }
  }

  @Test func theActionOfAViewOpensALink() throws {
    final class Log { var urls: [String] = [] }
    let log = Log()
    let host = ViewHost.shown(
      Text("See [this](app:one)").environment(
        \.openURL,
        OpenURLAction {
          log.urls.append($0.absoluteString)
          return .handled
        }))
    try host.tap()
    #expect(log.urls == ["app:one"])
  }

  @Test func partsComeAndGo() throws {
    struct Page: View {
      @State private var step = 0
      var text: Text {
        switch step {
        case 0: Text("a **b** [c](https://c.de)")
        case 1: Text("[d](https://d.de) \(Image(systemName: "star")) `e`")
        case 2: Text(Image(systemName: "star"))
        default: Text("f")
        }
      }
      var body: some View {
        text
        Button("Next") { step += 1 }
      }
    }
    let host = ViewHost.shown(Page())
    try host.expectPatches(showing: ["d  e", "", "f"])
  }
}
