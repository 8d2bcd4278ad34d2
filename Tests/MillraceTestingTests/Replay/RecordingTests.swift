// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceTesting
import Testing

@Suite struct RecordingTests {
  private let recording = Recording.of([
    .add("pen"), .add("ink"), .add("paper"), .add("glue"), .removeFirst,
  ])

  @Test func itIsWrittenAndReadAsJSON() throws {
    let data = try JSONEncoder().encode(recording)
    let read = try JSONDecoder().decode(Recording<Cart, CartAction>.self, from: data)
    #expect(read == recording)
    #expect(read.entries.map(\.rejection) == [nil, nil, nil, "Cart.Full()", nil])
    #expect(read.entries[0].source.description == "Shop/Shop.swift:7 buy()")
    read.replay(reducer: Cart.reducer)
  }

  @Test func theFinalStateIsThatOfTheLastAction() {
    #expect(recording.finalState == Cart(items: ["ink", "paper"], total: 8))
    #expect(Recording<Cart, CartAction>(initialState: Cart(total: 1)).finalState.total == 1)
  }

  @Test func recordingsDifferByAnyOfTheirParts() {
    #expect(recording != Recording.of([.add("pen")]))
    var other = recording
    other.entries[3].rejection = nil
    #expect(other != recording)
    other = recording
    other.initialState.total = 1
    #expect(other != recording)
  }
}
