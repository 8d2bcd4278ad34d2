// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace
import Testing
import TestSupport

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct CausePaneTests {
  @Test func theChainAndWhatCameOfIt() {
    let store = cartStore()
    let watched = monitored(store)
    store.dispatch(.look)
    store.dispatch(.chain(3))
    store.dispatch(.look)
    let tree = CauseTree(of: 2, in: watched)
    #expect(tree.lines.map(\.position) == [1, 2, 3, 4])
    #expect(tree.lines.map(\.depth) == [0, 1, 2, 3])
    #expect(CauseTree(of: 0, in: watched).lines.map(\.position) == [0])
    #expect(CauseTree(of: 5, in: watched).lines.map(\.position) == [5])
  }

  @Test func aLongChainIsCut() {
    let store = cartStore()
    let watched = monitored(store)
    store.dispatch(.chain(500))
    let tree = CauseTree(of: 0, in: watched)
    #expect(tree.isCut)
    #expect(tree.lines.count <= CauseTree.most + 1)
    #expect(CauseTree(of: 500, in: watched).lines.count <= CauseTree.most + 1)
  }

  @Test func anActionWithANumberThatIsKnownIsNoPartOfTheTree() {
    let store = Links([(5, nil), (5, 5), (6, 5), (5, 6)])
    #expect(CauseTree(of: 0, in: store).lines.map(\.position) == [0, 2])
  }

  /// A store of which nothing is known but numbers and causes.
  private final class Links: MonitoredStore {
    private let links: [(number: UInt64?, cause: UInt64?)]

    init(_ links: [(number: UInt64?, cause: UInt64?)]) {
      self.links = links
      super.init(id: 1, name: "links")
    }

    override var status: MachineStatus { MachineStatus(count: links.count) }
    override func id(at position: Int) -> Int { position + 1 }
    override func position(of id: Int) -> Int? { id - 1 }
    override func link(at position: Int) -> (number: UInt64?, cause: UInt64?) { links[position] }
  }

  @Test func partsOfAStateAreFound() throws {
    let value = try TraceValue(json: #"{"items":[{"name":"pen"},{"name":"cup"}],"penCount":2}"#)
    #expect(value.parts(holding: "PEN").map(\.path.description) == ["items[0].name", "penCount"])
    #expect(value.parts(holding: "none").isEmpty)
  }
}
