// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor struct InputViewTests {
  @Test func aRefusedValueChangesNothing() throws {
    let host = ViewHost.shown(
      InputView(tag: .input, box: Box(), value: "1") { $0 == "2" }.disabled(false))
    try host.send(.input("2"), .input)
    #expect(throws: ViewEventError.self) { try host.send(.input("3"), .input) }
    #expect(throws: ViewEventError.self) { try host.send(.tap, .input) }
  }
}
