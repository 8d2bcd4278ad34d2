// SPDX-License-Identifier: Apache-2.0

import BoardData
import Foundation
import Millrace
import MillraceAddress
import TestSupport
import Testing

@MainActor
@Suite struct BoardPlaceTests {
  private static let words = ["launch", "card", "c1", "é ü", "a/b", "..", "?q=1", "%2F", "0"]

  private func word(_ random: inout SeededGenerator) -> String {
    Self.words.randomElement(using: &random) ?? ""
  }

  @Test(arguments: UInt64(1)...50)
  func theAddressOfAPlaceLeadsBackToIt(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let store = PlaceStore(initialState: BoardPlace(), reducer: .place)
    for _ in 0..<50 {
      let routes: [BoardRoute] = [
        .boards, .board(word(&random)), .card(word(&random), on: word(&random)),
      ]
      let query = Bool.random(using: &random) ? "" : word(&random)
      let actions: [PlaceAction] = [
        .show(routes.randomElement(using: &random) ?? .boards), .search(query),
        .visit(BoardPlace(routes.randomElement(using: &random) ?? .boards, query: query)),
      ]
      store.dispatch(actions.randomElement(using: &random) ?? .search(""))
      let place = store.state
      #expect(BoardPlace(place.address) == place, "seed \(seed)")
      let read = PageAddress(place.address.text)
      #expect(read.map { BoardPlace($0) } == place, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(1)...50)
  func aPlaceKeepsTheAddressThatItWasReadFrom(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let path = (0..<Int.random(in: 0...5, using: &random)).map { _ in word(&random) }
      let address = PageAddress(path: path)
      #expect(BoardPlace(address).address == address, "seed \(seed)")
    }
  }

  @Test func routesOfAddresses() {
    #expect(BoardRoute(path: []) == .boards)
    #expect(BoardRoute(path: ["launch"]) == .board("launch"))
    #expect(BoardRoute(path: ["launch", "card", "c1"]) == .card("c1", on: "launch"))
    for path in [["launch", "card"], ["launch", "cards", "c1"], ["a", "card", "b", "c"]] {
      #expect(BoardRoute(path: path) == .unknown(path))
      #expect(!BoardRoute(path: path).isKnown(["launch", "a"]))
    }
    #expect(BoardRoute.board("launch").isKnown(["launch"]))
    #expect(!BoardRoute.card("c1", on: "other").isKnown(["launch"]))
  }

  @Test func aSearchBelongsToItsBoard() {
    let store = PlaceStore(initialState: BoardPlace(), reducer: .place)
    store.dispatch(.search("lost"))
    #expect(store.state == BoardPlace())
    store.dispatch(.show(.board("a")))
    store.dispatch(.search("fence"))
    store.dispatch(.show(.card("c1", on: "a")))
    #expect(store.state.address.text == "/a/card/c1?q=fence")
    store.dispatch(.show(.board("b")))
    #expect(store.state.address.text == "/b")
  }
}
