// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor private func classes(of style: some ListStyle) -> String {
  let html = render(List { Text("a") }.listStyle(style))
  return String(html.dropFirst("<ul class=\"mv-list mv-x mv-list-".count).prefix { $0 != "\"" })
}

@MainActor
struct ListStyleTests {
  @Test func aStyleIsAClassWhichTheRowsInherit() {
    #expect(
      render(VStack { List { Text("a") } }.listStyle(.sidebar))
        .hasPrefix("<div class=\"mv-vstack mv-list-sidebar\">"))
    #expect(
      render(List { Text("a") }.listStyle(.plain).listStyle(.grouped))
        .hasPrefix("<ul class=\"mv-list mv-x mv-list-plain\"><li>"))
  }

  @Test func headers() {
    #expect(
      render(List { Section("h") { Text("a") } }.headerProminence(.increased))
        .hasPrefix("<ul class=\"mv-list mv-x mv-large-headers\">"))
    #expect(
      render(List { Section("h") { Text("a") }.headerProminence(.increased) })
        .contains("<section class=\"mv-section mv-large-headers\">"))
  }
}

@MainActor
struct DefaultListStyleTests {
  @Test func itIsThePlainOne() { #expect(classes(of: .automatic) == "plain") }
}

@MainActor
struct PlainListStyleTests {
  @Test func itHasAClass() { #expect(classes(of: .plain) == "plain") }
}

@MainActor
struct InsetListStyleTests {
  @Test func itHasAClass() { #expect(classes(of: .inset) == "inset") }
}

@MainActor
struct GroupedListStyleTests {
  @Test func itHasAClass() { #expect(classes(of: .grouped) == "grouped") }
}

@MainActor
struct InsetGroupedListStyleTests {
  @Test func itHasAClass() { #expect(classes(of: .insetGrouped) == "inset-grouped") }
}

@MainActor
struct SidebarListStyleTests {
  @Test func itHasAClass() { #expect(classes(of: .sidebar) == "sidebar") }
}

@MainActor
struct ListSectionSpacingTests {
  @Test func itIsAPropertyThatTheSectionsInherit() {
    let list = List { Text("a") }
    #expect(render(list.listSectionSpacing(.compact)).contains("--mv-section-gap:8px"))
    #expect(render(list.listSectionSpacing(30)).contains("--mv-section-gap:30px"))
    #expect(render(list.listSectionSpacing(.default)).contains("--mv-section-gap:initial"))
  }
}
