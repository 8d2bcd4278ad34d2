// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace
import MillraceViewTesting
import MillraceViews
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

  @Test func consequencesAreNotDrawnLeftOfTheirCauses() {
    let store = cartStore()
    let watched = monitored(store)
    store.dispatch(.chain(60))
    let depths = CauseTree(of: 40, in: watched).lines.map(\.depth)
    #expect(depths.count == 61)
    #expect(depths == depths.sorted())
    #expect(depths.last == CauseTree.deepest)
  }

  @Test func causesThatAreNotInTheTreeAreSaid() {
    func note(_ position: Int) -> String? {
      let links = (UInt64(2)...201).map { (number: UInt64?($0), cause: UInt64?($0 - 1)) }
      return CauseTree(of: position, in: Links([(1, nil)] + links + [(nil, 201)])).note
    }
    #expect(note(198) == nil)
    #expect(note(199) == nil)
    #expect(note(200) == "Only the last 199 causes are shown.")
    #expect(note(201) == "Only the last 199 causes are shown.")
    // The cause of the first action in a tree with the maximum number of causes can be missing too.
    let links = (UInt64(2)...201).map { (number: UInt64?($0), cause: UInt64?($0 - 1)) }
    #expect(
      CauseTree(of: 199, in: Links(links)).note
        == "#2 was caused by #1, which is not before it on the timeline.")
  }

  @Test func anActionWithANumberThatIsKnownIsNoPartOfTheTree() {
    let store = Links([(5, nil), (5, 5), (6, 5), (5, 6)])
    #expect(CauseTree(of: 0, in: store).lines.map(\.position) == [0, 2])
  }

  /// A store that has only the numbers and causes of its actions.
  private final class Links: MonitoredStore {
    var links: [(number: UInt64?, cause: UInt64?)]
    var ownEdition = 0
    /// The positions that were read.
    private(set) var read: [Int] = []

    init(_ links: [(number: UInt64?, cause: UInt64?)]) {
      self.links = links
      super.init(id: 1, name: "links")
    }

    override var status: MachineStatus { MachineStatus(count: links.count) }
    override var edition: Int { ownEdition }
    override func id(at position: Int) -> Int { position + 1 }
    override func position(of id: Int) -> Int? { id - 1 }
    override func id(ofNumber number: UInt64) -> Int? {
      links.firstIndex { $0.number == number }.map { $0 + 1 }
    }
    override func link(at position: Int) -> (number: UInt64?, cause: UInt64?) {
      read.append(position)
      return links[position]
    }
  }

  @Test func theNextFrameSearchesOnlyTheActionsThatHaveComeSince() {
    let others = (UInt64(2)...500).map { (number: UInt64?($0), cause: UInt64?.none) }
    let store = Links([(1, nil)] + others + [(501, 1)])
    let search = ConsequenceSearch()
    #expect(CauseTree(of: 0, in: store, by: search).lines.map(\.position) == [0, 500])
    let first = store.read.count
    #expect(first > 500)
    store.links.append((502, 501))
    #expect(CauseTree(of: 0, in: store, by: search).lines.map(\.position) == [0, 500, 501])
    #expect(store.read.count < first + 10)
    store.links[2] = (600, 1)
    store.ownEdition += 1
    #expect(CauseTree(of: 0, in: store, by: search).lines.map(\.position) == [0, 2, 500, 501])
    #expect(CauseTree(of: 500, in: store, by: search).lines.map(\.position) == [0, 500, 501])
  }

  @Test func whatIsNotInTheTreeIsSaid() {
    func note(_ links: [(number: UInt64?, cause: UInt64?)], of position: Int = 0) -> String? {
      CauseTree(of: position, in: Links(links)).note
    }
    let later = (UInt64(11)...UInt64(CauseTree.farthest) + 11).map {
      (number: UInt64?.some($0), cause: UInt64?.none)
    }
    #expect(
      note([(5, nil)]) == "This action has no cause, and led to no other action on the timeline.")
    #expect(note([(5, nil), (6, 5)]) == nil)
    #expect(
      note([(5, 3)]) == """
        This action was caused by #3, which is not before it on the timeline, and led to no other \
        action on the timeline.
        """)
    #expect(
      note([(5, 3), (6, 5)], of: 1)
        == "#5 was caused by #3, which is not before it on the timeline.")
    #expect(
      note([(10, nil)] + later.dropLast())
        == "This action has no cause, and led to no other action on the timeline.")
    #expect(
      note([(10, nil)] + later.dropLast() + [(99_999, 10)])
        == "This action has no cause, and led to none of the next 20,000 actions.")
    #expect(
      note([(9, 8), (10, 9)] + later, of: 1) == """
        #9 was caused by #8, which is not before it on the timeline. Only the next 20,000 actions \
        were searched for consequences.
        """)
    #expect(
      note([(nil, nil)]) == """
        This action has no cause, and has no number by which its consequences could be found.
        """)
  }

  @Test func aCauseThatWasDroppedIsSaidToBeMissing() throws {
    let store = cartStore()
    let watched = monitored(store, maxAge: 2)
    store.dispatch(.chain(2))
    let page = MonitorStore(initialState: MonitorState(), reducer: .monitor)
    page.dispatch(.select(watched.id(at: 0)))
    let shown = RenderedView(CausePane(store: watched).environment(page))
    #expect(
      shown.texts.contains("#2 was caused by #1, which is not before it on the timeline."))
  }

  @Test func aTextIsFoundAsItIs() throws {
    let value = TraceValue.object([
      "quote": .string(#"say "yes" or \no"#), "lines": .string("one\nTwo"),
    ])
    #expect(value.parts(holding: #"say "Yes""#).map(\.path.description) == ["quote"])
    #expect(value.parts(holding: #"or \no"#).map(\.path.description) == ["quote"])
    #expect(value.parts(holding: "one\ntwo").map(\.path.description) == ["lines"])
    // The escaped form, which the pane shows, is found too.
    #expect(value.parts(holding: #"one\ntwo"#).map(\.path.description) == ["lines"])
    #expect(value.parts(holding: #"\"yes\""#).map(\.path.description) == ["quote"])
  }

  @Test func partsOfAStateAreFound() throws {
    let value = try TraceValue(json: #"{"items":[{"name":"pen"},{"name":"cup"}],"penCount":2}"#)
    #expect(value.parts(holding: "PEN").map(\.path.description) == ["items[0].name", "penCount"])
    #expect(value.parts(holding: "none").isEmpty)
  }
}
