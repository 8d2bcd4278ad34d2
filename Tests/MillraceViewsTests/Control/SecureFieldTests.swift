// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct SecureFieldTests {
  private struct Page: View {
    @State private var secret = "hunter2"
    var body: some View {
      SecureField("Password", text: $secret)
      Button("Change") { secret = "changed" }
      Button("Clear") { secret = "" }
      Text(secret.isEmpty ? "empty" : "set")
    }
  }

  @Test func theValueNeverReachesThePage() throws {
    let host = ViewHost(Page())
    #expect(host.html().contains("<input data-n=\"4\" type=\"password\" data-on=\"input submit\">"))
    try host.send(.input("typed"), .input)
    try host.tap(0)
    #expect(host.flush().isEmpty)
    #expect(!host.html().contains("changed"))
  }

  @Test func aClearedFieldIsEmptiedOnThePage() throws {
    let host = ViewHost.shown(Page())
    try host.tap(1)
    #expect(
      host.flush() == [
        .setAttribute(host.ids(.input)[0], name: "value", value: ""),
        .setText(host.ids(.span)[3], "empty"),
      ])
  }

  @Test func aRefusedTextIsRemovedFromThePage() throws {
    struct Locked: View {
      @State private var secret = "hunter2"
      @State private var isLocked = false
      var body: some View {
        SecureField("Password", text: $secret).disabled(isLocked)
        Button("Lock") { isLocked.toggle() }
      }
    }
    let host = ViewHost.shown(Locked())
    try host.tap(0)
    _ = host.flush()
    #expect(throws: ViewEventError.self) { try host.send(.input("hunter23"), .input) }
    #expect(host.flush() == [.setAttribute(host.ids(.input)[0], name: "value", value: "")])
    try host.tap(0)
    _ = host.flush()
    try host.send(.input("new"), .input)
    #expect(host.flush().isEmpty)
  }
}
