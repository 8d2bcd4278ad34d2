// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor
struct ColorSchemeTests {
  private struct Scheme: View {
    @Environment(\.colorScheme) private var scheme
    var body: some View { Text("\(scheme)") }
  }

  @Test func aViewCanSetTheColours() throws {
    struct Page: View {
      @State private var scheme = ColorScheme.dark
      var body: some View {
        Scheme().environment(\.colorScheme, scheme)
        Button("Turn") { scheme = .light }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.html().contains("<span data-n=\"2\" class=\"mv-dark\">dark</span>"))
    try host.tap()
    _ = host.flush()
    #expect(host.html().contains("<span data-n=\"2\" class=\"mv-light\">light</span>"))
    #expect(
      render(Scheme().preferredColorScheme(.dark)) == "<span class=\"mv-page-dark\">dark</span>")
    #expect(render(Scheme().preferredColorScheme(nil)) == "<span>light</span>")
  }
}
