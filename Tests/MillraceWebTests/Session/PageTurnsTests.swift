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
    #expect(made == Array(0..<100), "in the order of the requests")
  }

  @Test func theNetworksOfASiteWaitForEachOther() async {
    let turns = PageTurns(limit: 1)
    let networks = (0..<6).map { Network.name(of: "2001:db8:0:\($0)::1") }
    var made = 0
    #expect(await turns.wait(for: networks[0]))
    let waiting = networks[1..<5].map { network in
      Task { @MainActor in
        let mayMake = await turns.wait(for: network)
        made += 1
        turns.end(for: network)
        return mayMake
      }
    }
    for _ in 0..<8 { await Task { @MainActor in }.value }
    #expect(made == 0)
    #expect(await !turns.wait(for: networks[5]), "four pages of the site wait already")
    #expect(await turns.wait(for: "visitor"))
    turns.end(for: networks[0])
    for task in waiting { #expect(await task.value) }
    #expect(made == 4)
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
