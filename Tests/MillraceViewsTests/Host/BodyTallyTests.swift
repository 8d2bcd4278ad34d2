// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

@testable import MillraceViews

@MainActor struct BodyTallyTests {
  @Observable final class Model {
    var title = "a"
    var count = 0
  }

  private struct Title: View {
    let model: Model
    var body: some View { Text(model.title) }
  }

  private struct Count: View {
    let model: Model
    var body: some View { Row(count: model.count) }
  }

  private struct Row: View {
    let count: Int
    var body: some View { Text("\(count)") }
  }

  private let model = Model()

  private func page() -> ViewHost {
    ViewHost.shown(
      VStack {
        Title(model: model)
        Count(model: model)
      })
  }

  @Test func bodiesCountForWhatHadThemRun() {
    var counts: [UInt64: Int] = [:]
    let tally = BodyTally { counts[$0, default: 0] += 1 }
    let (host, other) = (page(), page())
    #expect(counts == [:])
    tally.begin(1)
    model.title = "b"
    tally.begin(2)
    model.count = 1
    tally.end()
    #expect(counts == [:])
    _ = host.flush()
    // Number 1 is the cause of the body of `Title`, number 2 of those of `Count` and `Row`.
    #expect(counts == [1: 1, 2: 2])
    _ = other.flush()
    #expect(counts == [1: 2, 2: 4])
    model.title = "c"
    _ = host.flush()
    #expect(counts == [1: 2, 2: 4])
  }

  @Test func aBodyCountsForTheFirstOfItsReasons() {
    var counts: [UInt64: Int] = [:]
    let tally = BodyTally { counts[$0, default: 0] += 1 }
    let host = page()
    for number in 1...3 as ClosedRange<UInt64> {
      tally.begin(number)
      model.title += "b"
      tally.end()
    }
    _ = host.flush()
    #expect(counts == [1: 1])
  }

  @Test func talliesWithinTalliesCountEachTheirOwn() {
    var counts: [String] = []
    let outer = BodyTally { counts.append("outer \($0)") }
    let inner = BodyTally { counts.append("inner \($0)") }
    let host = page()
    outer.begin(1 << 47)
    inner.begin(7)
    model.title = "b"
    inner.end()
    inner.end()
    model.count = 1
    outer.end()
    #expect(BodyTally.current == 0)
    _ = host.flush()
    #expect(counts == ["inner 7", "outer \(1 << 47)", "outer \(1 << 47)"])
  }

  @Test func whatABodyHasRunByAStateCountsToo() throws {
    struct Toggled: View {
      @State private var isOn = false
      let tally: BodyTally
      var body: some View {
        Button(isOn ? "on" : "off") {
          tally.begin(5)
          isOn.toggle()
          tally.end()
        }
      }
    }
    var counts: [UInt64] = []
    let tally = BodyTally { counts.append($0) }
    let host = ViewHost.shown(Toggled(tally: tally))
    try host.tap()
    _ = host.flush()
    #expect(counts == [5])
  }

  @Test func aTallyThatHasGoneHearsNothing() {
    var count = 0
    var tally: BodyTally? = BodyTally { _ in count += 1 }
    let host = page()
    tally?.begin(1)
    model.title = "b"
    tally = nil
    #expect(BodyTally.current == 0)
    _ = host.flush()
    #expect(count == 0)
    #expect(host.bodies(of: Title.self) == 2)
  }

  @Test func moreTalliesThanThereAreNumbersCountNothing() {
    var count = 0
    var others = (0..<0xFFFF).map { _ in BodyTally { _ in } }
    let late = BodyTally { _ in count += 1 }
    let host = page()
    late.begin(1)
    model.title = "b"
    late.end()
    _ = host.flush()
    #expect(BodyTally.current == 0 && count == 0)
    others.removeAll()
    let next = BodyTally { _ in count += 1 }
    next.begin(1)
    model.title = "c"
    next.end()
    _ = host.flush()
    #expect(count == 1)
  }
}
