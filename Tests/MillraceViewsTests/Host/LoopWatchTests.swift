// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

@testable import MillraceViews

@MainActor struct LoopWatchTests {
  /// Two numbers, each of which the view of the other one changes while `isLooping` is true.
  @Observable final class Pair {
    var one = 0
    var two = 0
    @ObservationIgnored var isLooping = true
  }

  private struct One: View {
    let pair: Pair
    var body: some View {
      let text = "one \(pair.one)"
      if pair.isLooping { let _ = pair.two += 1 }
      Text(text)
    }
  }

  private struct Two: View {
    let pair: Pair
    var body: some View {
      let text = "two \(pair.two)"
      if pair.isLooping { let _ = pair.one += 1 }
      Text(text)
    }
  }

  private struct Page: View {
    let pair: Pair
    var body: some View {
      One(pair: pair)
      Two(pair: pair)
      Toggle("large", isOn: Binding(get: { pair.one > 5000 }, set: { _ in }))
    }
  }

  @Test func afterALoopEachViewShowsLaterChanges() {
    let pair = Pair()
    let host = ViewHost(Page(pair: pair))
    var faults = 0
    host.onFault = { _ in faults += 1 }
    _ = host.html()
    #expect(faults == 1)
    pair.isLooping = false
    for (one, two) in [(6000, 7000), (8000, 9000)] {
      (pair.one, pair.two) = (one, two)
      _ = host.flush()
      #expect(host.texts.prefix(2) == ["one \(one)", "two \(two)"])
      #expect(host.elements(.input)[0].value("checked") == "")
    }
    #expect(faults == 1)
  }

  @Test func aChangeOfOneValueIsEnough() {
    for isFirst in [true, false] {
      let pair = Pair()
      let host = ViewHost(Page(pair: pair))
      host.onFault = { _ in }
      _ = host.html()
      pair.isLooping = false
      if isFirst { pair.one = 6000 } else { pair.two = 6000 }
      _ = host.flush()
      #expect(host.texts.contains(isFirst ? "one 6000" : "two 6000"))
    }
  }

  @Test func theLoopThatGoesOnIsReportedAgain() {
    let pair = Pair()
    let host = ViewHost(Page(pair: pair))
    var faults = 0
    host.onFault = { _ in faults += 1 }
    _ = host.html()
    #expect(host.flush().isEmpty && faults == 1, "a flush without a change does not loop")
    pair.one = 6000
    _ = host.flush()
    #expect(faults == 2)
    host.close()
  }

  @Test(arguments: [true, false])
  func afterTwoLoopsTheViewsOfBothShowLaterChanges(firstGoesOn: Bool) {
    let (first, second) = (Pair(), Pair())
    second.isLooping = false
    let host = ViewHost(
      VStack {
        Page(pair: first)
        Page(pair: second)
      })
    var faults = 0
    host.onFault = { _ in faults += 1 }
    _ = host.html()
    first.isLooping = firstGoesOn
    second.isLooping = true
    second.one = 1
    _ = host.flush()
    #expect(faults == 2)
    (first.isLooping, second.isLooping) = (false, false)
    (first.one, first.two, second.one, second.two) = (6000, 7000, 8000, 9000)
    _ = host.flush()
    let shown = host.texts.filter { $0.hasPrefix("one") || $0.hasPrefix("two") }
    #expect(shown == ["one 6000", "two 7000", "one 8000", "two 9000"])
    #expect(faults == 2)
  }
}
