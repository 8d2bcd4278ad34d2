// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

@testable import MillraceViews

@MainActor @Observable private final class Rows {
  var ids: [Int]
  var suffix = ""
  @ObservationIgnored var made = 0
  @ObservationIgnored var log: [String] = []
  init(_ ids: [Int]) { self.ids = ids }
}

private struct Row: View {
  let id: Int
  let rows: Rows
  @State private var count = 0

  var body: some View {
    Button("\(id): \(count)\(rows.suffix)") { count += 1 }
      .onAppear { rows.log.append("+\(id)") }
      .onDisappear { rows.log.append("-\(id)") }
  }
}

private struct Page: View {
  let rows: Rows

  var body: some View {
    List(rows.ids, id: \.self) { id in
      let _ = rows.made += 1
      Row(id: id, rows: rows)
    }
  }
}

private struct SheetRow: View {
  let id: Int
  let rows: Rows
  @State private var isOpen = false

  var body: some View {
    Button("\(id): \(isOpen)\(rows.suffix)") { isOpen = true }
      .sheet(isPresented: $isOpen) {
        Text("sheet \(id)\(rows.suffix)")
        Button("Done") { isOpen = false }
      }
  }
}

private struct SheetPage: View {
  let rows: Rows

  var body: some View {
    List(rows.ids, id: \.self) { SheetRow(id: $0, rows: rows) }
  }
}

private struct LinkPage: View {
  let rows: Rows
  /// Whether a binding in the row opens the level, and not a link.
  let isBound: Bool

  var body: some View {
    NavigationStack {
      List(rows.ids, id: \.self) { id in
        if isBound {
          LevelRow(id: id)
        } else {
          NavigationLink("row \(id)") { Text("level \(id)") }
        }
      }
    }
  }
}

private struct LevelRow: View {
  let id: Int
  @State private var isOpen = false

  var body: some View {
    Button("row \(id)") { isOpen = true }
      .navigationDestination(isPresented: $isOpen) { Text("level \(id)") }
  }
}

extension ViewHost {
  /// The attribute `data-gap` of each gap: the first row, the number of rows, and the number of all
  /// rows.
  fileprivate var gaps: [String] {
    (nodes(.li) + nodes(.div)).filter { $0 is GapNode }.compactMap { $0.value(.dataGap) }
  }

  /// Sends the event that a page sends when rows come into view.
  fileprivate func scroll(
    to rows: Range<Int>, keeping kept: NodeID? = nil, in gap: NodeID? = nil
  ) throws {
    let gap = gap ?? firstGap ?? NodeID(rawValue: 0)
    try handle(ViewEvent(node: gap, kind: .rows(rows, keeping: kept)))
  }

  /// Whether the children that were sent are the present children, for each element.
  ///
  /// `html()` cannot show this, because it writes the children that were sent.
  fileprivate var areChildrenSent: Bool {
    func check(_ element: ElementNode) -> Bool {
      element.sent.elementsEqual(element.elementsInside, by: ===)
        && element.sent.allSatisfy(check)
    }
    return root.map(check) ?? false
  }

  fileprivate var firstGap: NodeID? {
    (nodes(.li) + nodes(.div)).first { $0.events.contains(.rows) }?.id
  }
}

/// Long lists: the page has only a part of their rows.
@MainActor struct ForEachWindowTests {
  private let rows = Rows(Array(0..<2000))

  private func shown(_ host: ViewHost) -> [Int] {
    host.texts.compactMap { Int($0.prefix { $0 != ":" }) }
  }

  @Test func theFirstPageOfAHundredThousandRowsIsSmall() {
    let rows = Rows(Array(0..<100_000))
    let host = ViewHost(Page(rows: rows))
    #expect(host.html().utf8.count < 20_000)
    #expect(rows.made == 60 && host.bodies(Row.self) == 60)
    #expect(host.gaps == ["0 0 100000", "60 99940 100000"])
  }

  @Test func aSearchOverAHundredThousandRowsMakesThoseInView() {
    let rows = Rows(Array(0..<100_000))
    let host = ViewHost.shown(Page(rows: rows))
    rows.made = 0
    rows.ids = rows.ids.filter { $0 % 2 == 1 }
    #expect(host.flush().count < 100)
    #expect(rows.made == 60 && host.bodies(Page.self) == 2)
    rows.ids = [7, 9]
    _ = host.flush()
    #expect(host.texts == ["7: 0", "9: 0"] && host.gaps.isEmpty)
    rows.made = 0
    rows.ids = Array(0..<100_000)
    #expect(host.flush().count <= 4, "runs before, between and after the rows, and a gap")
    #expect(rows.made == 60)
  }

  @Test func rowsComeAndGoWhileThePageScrolls() throws {
    let host = ViewHost.shown(Page(rows: rows))
    let last = host.ids(.li)[59]
    try host.scroll(to: 40..<130)
    let patches = host.flush()
    #expect(patches.count == 4, "one removal, one insertion, and a change of each gap")
    #expect(shown(host) == Array(40..<130) && host.ids(.li).contains(last))
    #expect(host.gaps == ["0 40 2000", "130 1870 2000"])
    #expect(rows.made == 130 && host.bodies(Row.self) == 130, "rows that stay are not made again")
    try host.scroll(to: 1990..<2080)
    _ = host.flush()
    #expect(shown(host) == Array(1910..<2000))
    #expect(host.gaps == ["0 1910 2000", "2000 0 2000"])
  }

  @Test func rowsAppearAndDisappearAsTheyComeAndGo() throws {
    let host = ViewHost.shown(Page(rows: rows))
    #expect(rows.log == (0..<60).map { "+\($0)" })
    rows.log = []
    try host.scroll(to: 1..<61)
    _ = host.flush()
    #expect(Set(rows.log) == ["-0", "+60"])
  }

  @Test func theStateOfARowIsKeptWhileItIsOutOfView() throws {
    let host = ViewHost.shown(Page(rows: rows))
    try host.tap(5)
    try host.scroll(to: 1000..<1060)
    _ = host.flush()
    rows.log = []
    try host.scroll(to: 0..<60)
    _ = host.flush()
    #expect(host.texts[5] == "5: 1" && host.texts[6] == "6: 0")
    #expect(rows.log.contains("+5"), "it appears again")
  }

  @Test func aRowOutOfViewRunsNoBodyAndSendsNothing() throws {
    let host = ViewHost.shown(Page(rows: rows))
    try host.tap(5)
    try host.scroll(to: 1000..<1060)
    _ = host.flush()
    let bodies = host.bodies(Row.self)
    rows.suffix = "!"
    #expect(host.flush().count == 60)
    #expect(host.bodies(Row.self) == bodies + 60)
    try host.scroll(to: 0..<60)
    _ = host.flush()
    #expect(host.texts[5] == "5: 1!")
  }

  @Test func anEventOfARowOutOfViewFindsNoElement() throws {
    let host = ViewHost.shown(Page(rows: rows))
    let button = host.ids(.button)[0]
    try host.tap(0)
    try host.scroll(to: 500..<560)
    _ = host.flush()
    #expect(throws: ViewEventError.unknownNode(button)) {
      try host.handle(ViewEvent(node: button, kind: .tap))
    }
  }

  @Test func theStateOfARowEndsWithItsElement() throws {
    let host = ViewHost.shown(Page(rows: rows))
    try host.tap(5)
    try host.scroll(to: 1000..<1060)
    _ = host.flush()
    rows.ids.remove(at: 5)
    _ = host.flush()
    rows.ids.insert(5, at: 5)
    _ = host.flush()
    try host.scroll(to: 0..<60)
    _ = host.flush()
    #expect(host.texts[5] == "5: 0")
  }

  @Test func theStateOfAtMostTwoHundredRowsOutOfViewIsKept() throws {
    let host = ViewHost.shown(Page(rows: rows))
    for first in stride(from: 0, to: 300, by: 60) {
      try host.scroll(to: first..<first + 60)
      _ = host.flush()
      for row in 0..<60 { try host.tap(row) }
      _ = host.flush()
    }
    try host.scroll(to: 0..<300)
    _ = host.flush()
    #expect(host.texts.filter { $0.hasSuffix(": 1") }.count == 200 + 60)
  }

  @Test func aRowWithoutStateIsFreedWhenItLeaves() throws {
    struct Weak { weak var row: ElementNode? }
    let host = ViewHost.shown(Page(rows: rows))
    let found = Weak(row: host.nodes(.li)[10])
    #expect(found.row != nil)
    try host.scroll(to: 1000..<1060)
    _ = host.flush()
    #expect(found.row == nil)
  }

  @Test func rowsThatComeOrGoBeforeTheWindowDoNotMoveIt() throws {
    let host = ViewHost.shown(Page(rows: rows))
    try host.scroll(to: 500..<560)
    _ = host.flush()
    rows.ids.insert(contentsOf: [-1, -2], at: 3)
    #expect(host.flush().count == 2, "only the gaps change")
    #expect(host.gaps == ["0 502 2002", "562 1440 2002"])
    rows.ids.removeFirst(100)
    _ = host.flush()
    #expect(shown(host) == Array(500..<560))
    rows.ids.removeAll { $0 == 500 }
    _ = host.flush()
    #expect(shown(host) == [499] + Array(501..<560), "the others stay where they were")
  }

  @Test func aRowThatComesBeforeTheFirstOneIsShownAtTheStart() {
    let host = ViewHost.shown(Page(rows: rows))
    rows.ids.insert(-1, at: 0)
    _ = host.flush()
    #expect(shown(host).prefix(2) == [-1, 0] && shown(host).count == 60)
  }

  @Test func theRowInUseStaysOnThePage() throws {
    let host = ViewHost.shown(Page(rows: rows))
    let row = host.ids(.li).dropFirst()[7]
    try host.scroll(to: 500..<560, keeping: row)
    _ = host.flush()
    #expect(host.gaps == ["0 6 2000", "7 493 2000", "560 1440 2000"])
    #expect(host.ids(.li).contains(row))
    rows.ids.removeFirst(3)
    _ = host.flush()
    #expect(host.ids(.li).contains(row) && host.gaps[0] == "0 3 1997")
    try host.scroll(to: 500..<560)
    _ = host.flush()
    #expect(!host.ids(.li).contains(row) && host.gaps.count == 2)
  }

  @Test func theRowInUseStaysWhenAChangeMovesItOutOfTheWindow() throws {
    let host = ViewHost.shown(Page(rows: rows))
    let row = host.ids(.li).dropFirst()[7]
    try host.scroll(to: 0..<60, keeping: row)
    #expect(host.flush().isEmpty, "the page has these rows")
    rows.ids.reverse()
    _ = host.flush()
    #expect(host.ids(.li).contains(row))
    #expect(host.gaps == ["0 0 2000", "60 1933 2000", "1994 6 2000"])
  }

  @Test func aRowWithAnOpenDialogStaysOnThePage() throws {
    let host = ViewHost.shown(SheetPage(rows: rows))
    let page = PatchedPage(html: host.html())
    try host.tap(5)
    try page.apply(host.flush())
    try host.scroll(to: 500..<560)
    try page.apply(host.flush())
    #expect(host.gaps == ["0 5 2000", "6 494 2000", "560 1440 2000"])
    rows.suffix = "!"
    try page.apply(host.flush())
    #expect(host.texts.contains("sheet 5!") && host.texts.contains("5: true!"))
    rows.ids.removeFirst(3)
    try page.apply(host.flush())
    #expect(host.gaps == ["0 2 1997", "3 494 1997", "557 1440 1997"])
    try host.send(.dismiss, .dialog)
    try page.apply(host.flush())
    #expect(host.ids(.dialog).isEmpty && host.texts.contains("5: false!"))
    try host.scroll(to: 600..<660)
    try page.apply(host.flush())
    #expect(host.gaps == ["0 600 1997", "660 1337 1997"])
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }

  @Test(arguments: [false, true])
  func aRowWithAnOpenLevelStaysOnThePage(isBound: Bool) throws {
    let host = ViewHost(LinkPage(rows: rows, isBound: isBound))
    let page = PatchedPage(html: host.html())
    try host.tap(59)
    try page.apply(host.flush())
    #expect(host.texts.contains("level 59"))
    rows.ids.insert(contentsOf: 3000..<3100, at: 0)
    try page.apply(host.flush())
    #expect(host.texts.contains("level 59") && host.texts.contains("row 59"))
    #expect(host.gaps == ["0 0 2100", "60 99 2100", "160 1940 2100"])
    try host.scroll(to: 500..<560)
    try page.apply(host.flush())
    #expect(host.texts.contains("level 59") && host.texts.contains("row 59"))
    let back = try #require(
      host.elements().all.last { $0.role == .button && $0.label == "Back" })
    try host.handle(ViewEvent(node: back.id, kind: .tap))
    try page.apply(host.flush())
    try host.scroll(to: 600..<660)
    try page.apply(host.flush())
    #expect(!host.texts.contains("level 59") && !host.texts.contains("row 59"))
    #expect(host.gaps == ["0 600 2100", "660 1440 2100"])
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }

  @Test func anOpenDialogGoesWithTheElementOfItsRow() throws {
    let host = ViewHost.shown(SheetPage(rows: rows))
    try host.tap(5)
    _ = host.flush()
    try host.scroll(to: 500..<560)
    _ = host.flush()
    rows.ids.remove(at: 5)
    _ = host.flush()
    #expect(host.ids(.dialog).isEmpty && host.gaps == ["0 499 1999", "559 1440 1999"])
  }

  @Test func aRowWithAnOpenDialogStaysWhereAListBecomesLong() throws {
    let rows = Rows(Array(0..<150))
    let host = ViewHost.shown(SheetPage(rows: rows))
    try host.tap(140)
    _ = host.flush()
    rows.ids.insert(contentsOf: 1000..<1200, at: 0)
    _ = host.flush()
    #expect(host.gaps == ["0 0 350", "150 190 350", "341 9 350"])
    try host.send(.dismiss, .dialog)
    _ = host.flush()
    #expect(host.ids(.dialog).isEmpty && host.texts.contains("140: false"))
  }

  @Test func aRowInUseAndOneWithAnOpenDialogStay() throws {
    let host = ViewHost.shown(SheetPage(rows: rows))
    let row = host.ids(.li).dropFirst()[8]
    try host.tap(5)
    try host.scroll(to: 500..<560, keeping: row)
    _ = host.flush()
    #expect(
      host.gaps == ["0 5 2000", "6 1 2000", "8 492 2000", "560 1440 2000"]
        && host.ids(.li).contains(row))
    try host.scroll(to: 700..<760)
    _ = host.flush()
    #expect(host.gaps == ["0 5 2000", "6 694 2000", "760 1240 2000"])
  }

  @Test func aRowWithAnOpenDialogStaysWhenAProgramScrollsAway() throws {
    struct Page: View {
      let rows: Rows
      var body: some View {
        ScrollViewReader { proxy in
          Button("Go") { proxy.scrollTo(1000) }
          SheetPage(rows: rows)
        }
      }
    }
    let host = ViewHost(Page(rows: rows))
    let page = PatchedPage(html: host.html())
    try host.tap(6)
    try page.apply(host.flush())
    try host.tap(0)
    try page.apply(host.flush())
    #expect(host.texts.contains("sheet 5") && host.texts.contains("5: true"))
    #expect(host.gaps == ["0 5 2000", "6 964 2000", "1031 969 2000"])
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }

  @Test func aPageGetsNoMoreRowsThanItMayHave() throws {
    let host = ViewHost.shown(Page(rows: rows))
    try host.scroll(to: 0..<5000)
    _ = host.flush()
    #expect(shown(host).count == RowWindow.longest)
  }

  @Test func aDisabledListIsScrolled() throws {
    let host = ViewHost.shown(Page(rows: rows).disabled(true))
    try host.scroll(to: 500..<560)
    _ = host.flush()
    #expect(shown(host) == Array(500..<560))
  }

  @Test func onlyListsAndLazyStacksHaveWindows() {
    func count(_ view: some View) -> Int {
      ViewHost.shown(view).texts.count
    }
    let many = ForEach(0..<300) { Text("\($0)") }
    #expect(count(List { many }) == 60)
    #expect(count(LazyVStack { many }) == 60)
    #expect(count(ScrollView { LazyVStack { many.padding() } }) == 60)
    #expect(count(List { Section { many } }) == 60)
    #expect(count(LazyVStack { Section { many } }) == 60)
    #expect(
      count(
        List {
          many; many
        }) == 120)
    #expect(count(VStack { many }) == 300)
    #expect(count(List { VStack { many } }) == 300)
    #expect(count(LazyHStack { many }) == 300)
    #expect(count(Picker("p", selection: .constant(1)) { many }) == 1)
  }

  @Test func aGapIsNoRowForTestsAndTools() {
    let host = ViewHost.shown(Page(rows: rows))
    #expect(host.elements().all.filter { $0.role == .row }.count == 60)
  }

  @Test func theTaskOfARowEndsAndStartsAgain() async throws {
    struct Page: View {
      let rows: Rows
      var body: some View {
        List(0..<1000, id: \.self) { Inside(id: $0, rows: rows) }
      }
    }
    struct Inside: View {
      let id: Int
      let rows: Rows
      @State private var count = 0
      var body: some View {
        Button("\(count)") { count += 1 }
          .task {
            guard id == 0 else { return }
            rows.log.append("begins")
            // The stream ends when the task is cancelled.
            let (stream, continuation) = AsyncStream<Never>.makeStream()
            for await _ in stream {}
            withExtendedLifetime(continuation) { rows.log.append("ends") }
          }
      }
    }
    let host = ViewHost.shown(Page(rows: rows))
    try host.tap(0)
    for (range, log) in [
      (0..<60, ["begins"]), (500..<560, ["begins", "ends"]),
      (0..<60, ["begins", "ends", "begins"]),
    ] {
      try host.scroll(to: range)
      _ = host.flush()
      while rows.log.count < log.count { await Task.yield() }
      #expect(rows.log == log)
    }
  }

  @Test func theTaskOfARowThatComesBackDoesWhatItsViewSaysNow() async throws {
    struct Page: View {
      let rows: Rows
      var body: some View {
        List(0..<1000, id: \.self) { Inside(id: $0, word: "begins\(rows.suffix)", rows: rows) }
      }
    }
    struct Inside: View {
      let id: Int
      let word: String
      let rows: Rows
      @State private var count = 0
      var body: some View {
        Button("\(count)") { count += 1 }
          .task { if id == 0 { rows.log.append(word) } }
      }
    }
    let host = ViewHost.shown(Page(rows: rows))
    while rows.log.isEmpty { await Task.yield() }
    try host.tap(0)
    try host.scroll(to: 500..<560)
    _ = host.flush()
    rows.suffix = " again"
    _ = host.flush()
    try host.scroll(to: 0..<60)
    _ = host.flush()
    while rows.log.count < 2 { await Task.yield() }
    #expect(rows.log == ["begins", "begins again"])
  }

  @Test func aRowThatLeavesAndComesBackBetweenTwoFlushesIsSentAnew() throws {
    let rows = Rows(Array(0..<300))
    let host = ViewHost(Page(rows: rows))
    let page = PatchedPage(html: host.html())
    try host.tap(59)
    try page.apply(host.flush())
    rows.ids.insert(1000, at: 0)
    try host.tap(0)  // handled while row 59 is not on the page
    rows.ids.removeFirst()
    try host.tap(0)
    try page.apply(host.flush())
    try host.tap(59)
    try page.apply(host.flush())
    #expect(host.texts[59] == "59: 2")
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }

  @Test func aGapThatGoesInTheSameFlushIsToldNothing() throws {
    let rows = Rows(Array(0..<2000))
    let host = ViewHost(Page(rows: rows))
    let page = PatchedPage(html: host.html())
    let row = host.ids(.li)[6]
    try host.scroll(to: 500..<560, keeping: row)
    try page.apply(host.flush())
    #expect(host.gaps.count == 3)
    rows.ids.removeFirst()
    try host.scroll(to: 700..<760)
    try page.apply(host.flush())
    #expect(host.gaps.count == 2)
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }

  @Test func aGapThatGoesOrComesBetweenTheSameRowsIsSent() throws {
    let rows = Rows(Array(0..<2000))
    let host = ViewHost(Page(rows: rows))
    let page = PatchedPage(html: host.html())
    func gapsOfThePage() -> [String] {
      page.root.description.matches(of: #/data-gap="([^"]*)"/#).map { String($0.output.1) }
    }
    try host.scroll(to: 500..<560, keeping: host.ids(.li)[8])
    try page.apply(host.flush())
    #expect(gapsOfThePage() == ["0 7 2000", "8 492 2000", "560 1440 2000"])
    rows.ids.removeSubrange(8..<500)
    try page.apply(host.flush())
    #expect(gapsOfThePage() == ["0 7 1508", "68 1440 1508"])
    rows.ids.insert(contentsOf: 3000..<3200, at: 8)
    try page.apply(host.flush())
    #expect(gapsOfThePage() == ["0 7 1708", "8 200 1708", "268 1440 1708"])
    #expect(host.areChildrenSent)
  }

  @Test(arguments: 0..<5)
  func patchesLeadToTheSamePageAsHTML(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rows = Rows(Array(0..<400))
    let host = ViewHost(Page(rows: rows))
    let page = PatchedPage(html: host.html())
    for step in 0..<25 {
      let gap = host.firstGap
      var refused: NodeID?
      switch Int.random(in: 0..<6, using: &random) {
      case 0: rows.ids = Array((0..<500).shuffled(using: &random).prefix(300))
      case 1: rows.ids = Array(rows.ids.prefix(Int.random(in: 0...220, using: &random)))
      case 2: rows.ids = Array(0..<Int.random(in: 0...500, using: &random))
      case 3: rows.ids.insert(1000 + step, at: Int.random(in: 0...rows.ids.count, using: &random))
      case 4: rows.suffix = "\(step)"
      default:
        if !host.ids(.button).isEmpty { try host.tap(host.ids(.button).count / 2) }
      }
      if let gap, Bool.random(using: &random) {
        let first = Int.random(in: 0..<rows.ids.count + 50, using: &random)
        let all = host.ids(.li)
        let kept = Bool.random(using: &random) ? all.randomElement(using: &random) : nil
        do {
          try host.scroll(to: first..<first + 40, keeping: kept, in: gap)
        } catch ViewEventError.unknownNode {
          refused = gap
        }
      }
      try page.apply(host.flush())
      // A change that the page did not know yet has removed the gap.
      if let refused { #expect(!host.ids(.li).contains(refused)) }
      #expect(host.areChildrenSent, "seed \(seed), step \(step)")
      let fresh = PatchedPage(html: host.html())
      #expect(page.root.description == fresh.root.description, "seed \(seed), step \(step)")
    }
  }
}
