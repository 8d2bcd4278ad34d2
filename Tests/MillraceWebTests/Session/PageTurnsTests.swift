// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@MainActor @Suite struct PageTurnsTests {
  @Test func otherWorkComesBetweenTwoPagesOfANetwork() async {
    let turns = PageTurns(limit: 100)
    var order: [String] = []
    _ = await turns.wait(for: "a")
    order.append("first of a")
    turns.end(for: "a")
    let other = Task { @MainActor in order.append("other work") }
    _ = await turns.wait(for: "a")
    order.append("second of a")
    turns.end(for: "a")
    await other.value
    #expect(order == ["first of a", "other work", "second of a"])
  }

  @Test func aPageOfAnotherNetworkDoesNotWait() async {
    let turns = PageTurns(limit: 100)
    var made: [Int] = []
    let flood = (0..<100).map { number in
      Task { @MainActor in
        _ = await turns.wait(for: "flood")
        made.append(number)
        turns.end(for: "flood")
      }
    }
    await flood[0].value
    let before = made.count
    _ = await turns.wait(for: "visitor")
    #expect(made.count == before, "no page was made meanwhile")
    #expect(before < 100)
    for task in flood { await task.value }
    #expect(made == Array(0..<100), "in the order in which they were asked for")
  }

  @Test func moreThanANumberDoNotWait() async {
    let turns = PageTurns(limit: 2)
    #expect(await turns.wait(for: "a"))
    let waiting = (0..<2).map { _ in Task { @MainActor in await turns.wait(for: "a") } }
    for _ in 0..<2 { await Task { @MainActor in }.value }
    #expect(await !turns.wait(for: "a"))
    #expect(await turns.wait(for: "b"))
    for task in waiting {
      turns.end(for: "a")
      #expect(await task.value)
    }
  }
}
