// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct ExchangeTests {
  private let line: SocketLine
  private let other: SocketLine
  private let asked: PageRequest

  init() throws {
    let outbox = Outbox(loop: CountingLoop())
    line = try FakeConnection(outbox).line
    other = try FakeConnection(outbox).line
    asked = try request("/millrace.socket")
  }

  private func said(_ news: Exchange.News) -> String {
    switch news {
    case .opened: "opened"
    case .texts(let texts): texts.joined(separator: " ")
    case .closed: "closed"
    }
  }

  /// The hops of an exchange, each with what it handled.
  @MainActor private final class Hops {
    private(set) var current: [String] = []
    let (all, input) = AsyncStream<[String]>.makeStream()

    func note(_ text: String) { current.append(text) }

    func end() {
      input.yield(current)
      current = []
    }
  }

  @MainActor private func exchange(
    _ hops: Hops, _ clock: ManualClock = ManualClock(), taking time: Duration = .zero,
    name: @escaping @MainActor (SocketLine) -> String
  ) -> Exchange {
    Exchange(stopwatch: Stopwatch(clock)) { item in
      hops.note(name(item.line) + self.said(item.news))
      clock.advance(by: time)
    } finish: {
      hops.end()
    }
  }

  // The test is on the main actor, so that no hop begins before all is posted.
  @MainActor @Test func aBurstIsOneHopAndKeepsItsOrder() async {
    let hops = Hops()
    let exchange = exchange(hops) { $0 === line ? "1 " : "2 " }
    exchange.post(.opened(asked), from: line)
    exchange.post(.opened(asked), from: other)
    exchange.post(.texts(["a", "b"]), from: line)
    exchange.post(.closed, from: line)
    var iterator = hops.all.makeAsyncIterator()
    #expect(await iterator.next() == ["1 opened", "2 opened", "1 a b", "1 closed"])
    exchange.post(.closed, from: other)
    #expect(await iterator.next() == ["2 closed"])
  }

  /// However much one network has sent, the next turn belongs to another one.
  ///
  /// Messages that came together take as many turns as their weight requires.
  @MainActor @Test func networksTakeTurns() async throws {
    let outbox = Outbox(loop: CountingLoop())
    let stranger = try FakeConnection(outbox, client: "10.0.0.1").line
    let visitor = try FakeConnection(outbox, client: "10.0.0.2").line
    let hops = Hops()
    let exchange = exchange(hops) { $0 === visitor ? "mine " : "" }
    let heavy = String(repeating: "x", count: 3 * 1024)
    exchange.post(.texts((0..<20).map(String.init) + [heavy, heavy, heavy, "end"]), from: stranger)
    exchange.post(.texts(["a"]), from: visitor)
    exchange.post(.texts(["b"]), from: visitor)
    var iterator = hops.all.makeAsyncIterator()
    #expect(
      await iterator.next() == [
        "0 1 2 3 4 5 6 7", "mine a", "8 9 10 11 12 13 14 15", "mine b", "16 17 18 19 " + heavy,
        "\(heavy) \(heavy)", "end",
      ])
  }

  @MainActor @Test func theNetworksOfASiteHaveOneTurnTogether() async throws {
    let outbox = Outbox(loop: CountingLoop())
    let strangers = try (0..<3).map {
      try FakeConnection(outbox, client: "2001:db8:0:\($0)::1").line
    }
    let visitor = try FakeConnection(outbox, client: "2001:db8:1::1").line
    let hops = Hops()
    let exchange = exchange(hops) { $0 === visitor ? "mine " : "" }
    for (index, line) in strangers.enumerated() { exchange.post(.texts(["\(index)"]), from: line) }
    exchange.post(.texts(["a"]), from: visitor)
    var iterator = hops.all.makeAsyncIterator()
    #expect(await iterator.next() == ["0", "mine a", "1", "2"])
  }

  /// Other work of the main actor comes between two hops.
  @MainActor @Test func aHopEndsAfterAWeight() async {
    let hops = Hops()
    let exchange = Exchange(stopwatch: Stopwatch(ManualClock())) { _ in
      hops.note("text")
    } finish: {
      Task { @MainActor in
        hops.note("other work")
        hops.end()
      }
    }
    let text = String(repeating: "x", count: 63 * 1024)
    exchange.post(.texts([String](repeating: text, count: 40)), from: line)
    var iterator = hops.all.makeAsyncIterator()
    for count in [16, 16, 8] {
      let hop = [String](repeating: "text", count: count) + ["other work"]
      #expect(await iterator.next() == hop)
    }
  }

  @MainActor @Test func aHopEndsAfterATime() async {
    let hops = Hops()
    let exchange = exchange(hops, taking: .milliseconds(2)) { _ in "" }
    for number in 0..<7 { exchange.post(.texts(["\(number)"]), from: line) }
    var iterator = hops.all.makeAsyncIterator()
    #expect(await iterator.next() == ["0", "1", "2"])
    #expect(await iterator.next() == ["3", "4", "5"])
    #expect(await iterator.next() == ["6"])
  }

  /// After a slow turn, the messages of the network are handled one by one until none waits.
  @MainActor @Test func messagesThatTakeLongComeOneByOne() async {
    let hops = Hops()
    let exchange = exchange(hops, taking: .milliseconds(6)) { _ in "" }
    exchange.post(.texts((0..<11).map(String.init)), from: line)
    exchange.post(.closed, from: line)
    var iterator = hops.all.makeAsyncIterator()
    for expected in ["0 1 2 3 4 5 6 7", "8", "9", "10", "closed"] {
      #expect(await iterator.next() == [expected])
    }
    exchange.post(.texts(["a", "b"]), from: line)
    #expect(await iterator.next() == ["a b"])
  }

  @MainActor @Test func whatComesMeanwhileIsHandledToo() async {
    let hops = Hops()
    let holder = Holder()
    let exchange = Exchange(stopwatch: Stopwatch(ManualClock())) { item in
      hops.note(self.said(item.news))
      if case .opened = item.news {
        for _ in 0..<3 { holder.exchange?.post(.closed, from: self.line) }
      }
    } finish: {
      hops.end()
    }
    holder.exchange = exchange
    exchange.post(.opened(asked), from: line)
    var iterator = hops.all.makeAsyncIterator()
    #expect(await iterator.next() == ["opened", "closed", "closed", "closed"])
  }

  @MainActor private final class Holder {
    var exchange: Exchange?
  }
}
