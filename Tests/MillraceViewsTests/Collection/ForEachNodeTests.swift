// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

@testable import MillraceViews

@Observable private final class Rows {
  var ids: [Int]
  var extra: [Int: Model] = [:]
  init(_ ids: [Int]) { self.ids = ids }
}

private struct Row: View {
  let id: Int
  @State private var count = 0
  var body: some View { Button("\(id): \(count)") { count += 1 } }
}

private struct Page: View {
  let rows: Rows
  var body: some View { List(rows.ids, id: \.self) { Row(id: $0) } }
}

private struct Stack: View {
  let rows: Rows
  var body: some View { VStack { ForEach(rows.ids, id: \.self) { Row(id: $0) } } }
}

@MainActor struct ForEachNodeTests {
  @Test func stateStaysWithTheIDThroughMovesInsertsAndRemovals() throws {
    let rows = Rows([1, 2, 3])
    let host = ViewHost.shown(Page(rows: rows))
    try host.tap(1)
    _ = host.flush()
    rows.ids = [4, 3, 2]
    _ = host.flush()
    #expect(host.texts == ["4: 0", "3: 0", "2: 1"])
    rows.ids = [2, 1]
    _ = host.flush()
    #expect(host.texts == ["2: 1", "1: 0"])
    #expect(host.html().contains("2: 1"))
  }

  @Test func aMovedRowIsOneMoveAndRunsNoBody() {
    let rows = Rows(Array(0..<100))
    let host = ViewHost.shown(Page(rows: rows))
    let items = host.ids(.li)
    let list = host.ids(.ul)[0]
    rows.ids = [99] + Array(0..<99)
    #expect(host.flush() == [.move(items[99], parent: list, before: items[0])])
    #expect(host.bodies(Row.self) == 100)
  }

  @Test func anAppendedRowIsOneInsertAndARemovedOneOneRemove() {
    let rows = Rows([1, 2])
    let host = ViewHost.shown(Page(rows: rows))
    rows.ids.append(3)
    let patches = host.flush()
    #expect(patches.count == 1)
    guard case .insert(_, let parent, nil) = patches[0] else { Issue.record("\(patches)"); return }
    #expect(parent == host.ids(.ul)[0])
    #expect(host.bodies(Row.self) == 3)
    let items = host.ids(.li)
    rows.ids = [1, 3]
    #expect(host.flush() == [.remove(items[1])])
  }

  @Test func rowsThatReturnAfterASearchAreOneInsertForEachRun() throws {
    let all = Array(0..<500)
    let rows = Rows(all)
    let host = ViewHost.shown(Stack(rows: rows))
    let page = PatchedPage(html: host.html())
    rows.ids = [7, 400]
    var patches = host.flush()
    #expect(patches.count == 3, "one removal before, one between and one after the remaining rows")
    try page.apply(patches)
    rows.ids = all
    patches = host.flush()
    #expect(patches.count == 3)
    try page.apply(patches)
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }

  @Test func aRepeatedIDIsReportedOnceAndAllRowsAreShown() {
    let rows = Rows([1, 1, 2])
    let host = ViewHost(Page(rows: rows))
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    _ = host.html()
    #expect(host.texts == ["1: 0", "1: 0", "2: 0"])
    rows.ids = [2, 1, 1, 1]
    _ = host.flush()
    #expect(host.texts == ["2: 0", "1: 0", "1: 0", "1: 0"])
    #expect(faults == [.duplicateID(id: "1", view: "ForEach over Int")])
  }

  @Test func bindingsAreNamedByTheirElements() {
    struct Item: Identifiable { let id: Int }
    struct Page: View {
      @State private var items = [Item(id: 1), Item(id: 1)]
      @State private var count = 0
      var body: some View {
        ForEach($items) { _ in
          let _ = count += 1
          Text("\(count)")
        }
      }
    }
    let host = ViewHost(Page())
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    _ = host.html()
    let name = "ForEach over Item"
    #expect(
      faults == [
        .duplicateID(id: "1", view: name),
        .updateLoop(views: [name], rounds: ViewHost.roundLimit),
      ])
  }

  @Test func oneDirtyRowOfAThousandIsOneBodyAndOnePatch() {
    let models = (0..<1000).map { _ in Model() }
    let host = ViewHost.shown(
      VStack { ForEach(0..<1000) { number in ModelText(model: models[number]) } })
    let bodies = host.bodyCount
    let visits = host.visits
    models[500].text = "changed"
    #expect(host.flush() == [.setText(host.ids(.span)[500], "changed")])
    #expect(host.bodyCount == bodies + 1)
    #expect(host.visits - visits <= 3)
  }

  @Test func whatARowsClosureReadsIsObservedForThatRowAlone() {
    let models = (0..<3).map { _ in Model() }
    var runs = 0
    let host = ViewHost.shown(
      ForEach(0..<3) { number in
        let _ = runs += 1
        Text(models[number].text)
      })
    #expect(runs == 3)
    models[1].text = "b"
    #expect(host.flush() == [.setText(host.ids(.span)[1], "b")])
    #expect(runs == 4)
  }

  @Test(arguments: 0..<8)
  func anyOrderLeadsToTheRightPage(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let rows = Rows([])
    let host = ViewHost.shown(Page(rows: rows))
    for _ in 0..<25 {
      rows.ids = Array(
        (0..<9).shuffled(using: &random).prefix(Int.random(in: 0...9, using: &random)))
      _ = host.flush()
      #expect(host.texts == rows.ids.map { "\($0): 0" }, "seed \(seed)")
    }
  }

  @Test func manyRowsWithOneIDCostTheirNumber() {
    struct ID: Hashable {
      let value: Int
      let count: Count
      static func == (one: ID, other: ID) -> Bool {
        one.count.comparisons += 1
        return one.value == other.value
      }
      func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }
    final class Count { var comparisons = 0 }
    let counts = [100, 1000].map { number in
      let count = Count()
      let ids = (0..<number).map { _ in ID(value: 1, count: count) }
      let host = ViewHost(
        VStack { ForEach(ids, id: \.self) { Text("\($0.value)") } })
      host.onFault = { _ in }
      _ = host.html()
      #expect(host.texts.count == number)
      return count.comparisons
    }
    #expect(counts[1] < counts[0] * 30)
  }
}
