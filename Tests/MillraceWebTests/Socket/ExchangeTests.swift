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

  // On the main actor, so that no burst is taken while one is still posted.
  @MainActor @Test func aBurstIsOneHopAndKeepsItsOrder() async {
    let (bursts, input) = AsyncStream<[String]>.makeStream()
    let exchange = Exchange { news in
      input.yield(news.map { ($0.line === self.line ? "1 " : "2 ") + self.said($0.news) })
    }
    exchange.post(.opened(asked), from: line)
    exchange.post(.opened(asked), from: other)
    exchange.post(.texts(["a", "b"]), from: line)
    exchange.post(.closed, from: line)
    var iterator = bursts.makeAsyncIterator()
    #expect(await iterator.next() == ["1 opened", "2 opened", "1 a b", "1 closed"])
    exchange.post(.closed, from: other)
    #expect(await iterator.next() == ["2 closed"])
  }

  /// However much one network has sent, another one's news is in the next burst, and other work of
  /// the main actor comes between two.
  @MainActor @Test func networksTakeTurnsAndBurstsAreBounded() async throws {
    let outbox = Outbox(loop: CountingLoop())
    let stranger = try FakeConnection(outbox, client: "10.0.0.1").line
    let visitor = try FakeConnection(outbox, client: "10.0.0.2").line
    let (bursts, input) = AsyncStream<[(isVisitor: Bool, text: String)]>.makeStream()
    let exchange = Exchange { news in
      input.yield(news.map { ($0.line === visitor, self.said($0.news)) })
    }
    let click = [String](repeating: "click", count: 100)
    for number in 0..<200 { exchange.post(.texts(["\(number)"] + click), from: stranger) }
    exchange.post(.texts(["mine"]), from: visitor)
    var iterator = bursts.makeAsyncIterator()
    let first = try #require(await iterator.next())
    #expect(first.prefix(2).map(\.isVisitor) == [false, true])
    #expect(first.count < 15)
    func numbered(_ item: (isVisitor: Bool, text: String)) -> String? {
      item.isVisitor ? nil : String(item.text.prefix { $0 != " " })
    }
    var numbers = first.compactMap(numbered)
    while numbers.count < 200, let burst = await iterator.next() {
      #expect(burst.count < 15)
      numbers += burst.compactMap(numbered)
    }
    #expect(numbers == (0..<200).map(String.init))
  }

  @MainActor @Test func aBurstThatComesMeanwhileIsTheNextOne() async {
    let (bursts, input) = AsyncStream<Int>.makeStream()
    let holder = Holder()
    let exchange = Exchange { news in
      input.yield(news.count)
      if holder.isFirst {
        holder.isFirst = false
        for _ in 0..<3 { holder.exchange?.post(.closed, from: self.line) }
      }
    }
    holder.exchange = exchange
    exchange.post(.opened(asked), from: line)
    var iterator = bursts.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == 3)
  }

  @MainActor private final class Holder {
    var exchange: Exchange?
    var isFirst = true
  }
}
