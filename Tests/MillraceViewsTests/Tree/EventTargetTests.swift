// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct EventTargetTests {
  @Test func namesHaveOneOrder() {
    #expect(EventKinds([.submit, .input]).names == "input submit")
    #expect(EventKinds().names == "")
  }

  @Test func eachEventNeedsItsOwnKind() {
    let events: [ViewEvent.Kind] = [
      .tap, .input(""), .toggle(true), .select(""), .submit, .dismiss,
    ]
    #expect(
      events.map(\.needed.names) == ["tap", "input", "toggle", "select", "submit", "dismiss"])
  }
}
