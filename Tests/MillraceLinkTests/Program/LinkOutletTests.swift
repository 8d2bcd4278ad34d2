// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import MillraceLink

@Suite struct LinkOutletTests {
  /// A connection that stores all texts that are sent.
  private final class Sent: LinkConnection {
    let texts = Mutex<[String]>([])

    func send(_ text: String) async throws { texts.withLock { $0.append(text) } }
    func receive() async throws -> String? { nil }
    func close() {}
  }

  @Test func messagesAreSentInOrderAndCounted() async throws {
    let (outlet, sent) = (LinkOutlet(), Sent())
    outlet.put(ProgramMessage.alive)
    outlet.put({ .text("a") }, to: 1)
    outlet.put([StoreNews(store: 1)])
    #expect(outlet.count == 1)
    outlet.close()
    try await outlet.send(over: sent)
    #expect(outlet.count == 0)
    var reader = LinkReader()
    let messages = try sent.texts.withLock { $0 }.compactMap { text in
      try reader.take(text).map { try LinkText.message(ProgramMessage.self, $0) }
    }
    #expect(messages == [.alive, .answer(1, .text("a")), .news([StoreNews(store: 1)])])
  }

  @Test func newsThatWaitsIsOneMessageBetweenTwoAnswers() async throws {
    let (outlet, sent) = (LinkOutlet(), Sent())
    func news(_ store: Int, _ count: Int) -> StoreNews {
      StoreNews(store: store, status: MachineStatus(count: count), changedFrom: count)
    }
    for count in 1...1_000 { outlet.put([news(1, count)]) }
    outlet.put([news(2, 7)])
    outlet.put({ .text("a") }, to: 1)
    for count in 1_001...2_000 { outlet.put([news(1, count)]) }
    #expect(outlet.count == 1)
    outlet.close()
    try await outlet.send(over: sent)
    var reader = LinkReader()
    let messages = try sent.texts.withLock { $0 }.compactMap { text in
      try reader.take(text).map { try LinkText.message(ProgramMessage.self, $0) }
    }
    var (first, last) = (news(1, 1_000), news(1, 2_000))
    (first.changedFrom, last.changedFrom) = (1, 1_001)
    #expect(messages == [.news([first, news(2, 7)]), .answer(1, .text("a")), .news([last])])
  }

  @Test func anAnswerThatIsTooLongIsToldAsSuch() async throws {
    let (outlet, sent) = (LinkOutlet(), Sent())
    outlet.put({ .text(String(repeating: "x", count: LinkLimits.message)) }, to: 1)
    outlet.close()
    try await outlet.send(over: sent)
    let texts = sent.texts.withLock { $0 }
    #expect(texts.count == 1)
    #expect(texts[0].contains("tooLong: a message has"))
  }
}
