// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct DocumentTests {
  @Test func aLivePageNamesItsSessionAndScript() {
    let id = SessionID()
    let html = Document(
      title: "A<b>", home: "Home & more", body: "<i>x</i>",
      live: .init(session: id, path: "/a\"b", batch: 3, fileBytes: 10)
    ).html()
    #expect(html.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
    #expect(html.contains("<meta charset=\"utf-8\">"))
    #expect(html.contains("width=device-width"))
    #expect(html.contains("content=\"light dark\""))
    #expect(html.contains("<title>A&lt;b&gt;</title>"))
    #expect(html.contains("<script src=\"/millrace.js\" defer></script>"))
    #expect(
      html.contains(
        "data-session=\"\(id.text)\" data-page=\"/a&quot;b\" data-base=\"\" data-batch=\"3\""
          + " data-file-bytes=\"10\""))
    #expect(html.contains("<main id=\"millrace\"><i>x</i></main>"))
    #expect(html.contains("<a href=\"/\">Home &amp; more</a>"))
    #expect(html.contains("role=\"status\""))
    #expect(html.contains("<noscript>"))
  }

  @Test func aLanguageSaysItsDirection() {
    func start(_ language: String) -> String {
      let html = Document(title: "T", language: language, body: "x").html()
      return String(html.split(separator: "\n")[1])
    }
    #expect(start("de") == "<html lang=\"de\">")
    #expect(start("pt-BR") == "<html lang=\"pt-BR\">")
    #expect(start("pt_BR") == "<html lang=\"pt-BR\">", "as in the identifier of a locale")
    #expect(start("ar") == "<html lang=\"ar\" dir=\"rtl\">")
    #expect(start("he-IL") == "<html lang=\"he-IL\" dir=\"rtl\">")
    #expect(start("\">") == "<html lang=\"&quot;&gt;\">")
  }

  @Test func whatIsNamedIsBelowTheBasePath() {
    let live = Document.Live(session: SessionID(), path: "/a", batch: 1)
    let html = Document(title: "T", base: "/app", home: "H", body: "x", live: live).html()
    #expect(html.contains("<script src=\"/app/millrace.js\" defer></script>"))
    #expect(html.contains("href=\"/app/millrace.css\""))
    #expect(html.contains("<a href=\"/app/\">H</a>"))
    #expect(html.contains("data-page=\"/a\" data-base=\"/app\""))
  }

  @Test func aPlainPageHasNoScript() {
    let html = Document(title: "T", body: "x").html()
    #expect(!html.contains("<script"))
    #expect(!html.contains("data-session"))
    #expect(!html.contains("<nav>"))
  }

  @Test func nothingIsInline() {
    let live = Document.Live(session: SessionID(), path: "/", batch: 1)
    let html = Document(title: "T", body: "x", live: live).html()
    #expect(!html.contains("style="))
    #expect(!html.contains("<style"))
    #expect(!html.contains("onclick"))
  }
}
