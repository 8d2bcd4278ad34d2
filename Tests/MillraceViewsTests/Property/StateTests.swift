// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

private struct Owner: View {
  @State private var count = 0
  @State private var unread = 0
  @State private var name: String?
  @State(initialValue: 7) private var start

  var body: some View {
    Text("\(count) \(name ?? "nobody") \(start)")
    Button("Count") { count += 1 }
    Button("Unread") { unread += 1 }
    Button("Same") { count = count + 0 }
    Button("Name") { name = "x" }
  }
}

@MainActor struct StateTests {
  @Test func aWriteRunsTheBodyThatReadIt() throws {
    let host = ViewHost.shown(Owner())
    #expect(host.texts[0] == "0 nobody 7")
    try host.tap(0)
    try host.tap(0)
    #expect(host.flush().count == 1)
    #expect(host.bodyCount == 3, "the body also runs between the two events")
    #expect(host.texts[0] == "2 nobody 7")
    try host.tap(3)
    _ = host.flush()
    #expect(host.texts[0] == "2 x 7")
  }

  @Test func aWriteOfAnEqualOrUnreadValueRunsNothing() throws {
    let host = ViewHost.shown(Owner())
    try host.tap(1)
    try host.tap(2)
    #expect(host.flush().isEmpty)
    #expect(host.bodyCount == 1)
  }

  @Test func theInitialValueIsUsedOncePerIdentity() throws {
    struct Child: View {
      @State private var count: Int
      init(start: Int) { _count = State(initialValue: start) }
      var body: some View { Text("\(count)") }
    }
    struct Parent: View {
      @State private var start = 1
      var body: some View {
        Child(start: start)
        Button("Next") { start += 1 }
      }
    }
    let host = ViewHost.shown(Parent())
    try host.tap()
    #expect(host.flush().isEmpty)
    #expect(host.texts[0] == "1")
    // The new `State` has other bytes, so the body runs. SwiftUI may do the same.
    #expect(host.bodies(Child.self) == 2)
  }

  @Test func withoutAHostItGivesTheInitialValue() {
    let state = State(wrappedValue: 3)
    state.wrappedValue = 4
    #expect(state.wrappedValue == 3)
    state.projectedValue.wrappedValue = 5
    #expect(state.projectedValue.wrappedValue == 3)
  }
}
