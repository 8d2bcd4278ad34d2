// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import MillraceLink

@Suite struct LinkOutletTests {
  /// Notes what is sent.
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
    outlet.put(ProgramMessage.news([]))
    #expect(outlet.count == 3)
    outlet.close()
    try await outlet.send(over: sent)
    #expect(outlet.count == 0)
    var reader = LinkReader()
    let messages = try sent.texts.withLock { $0 }.compactMap { text in
      try reader.take(text).map { try LinkText.message(ProgramMessage.self, $0) }
    }
    #expect(messages == [.alive, .answer(1, .text("a")), .news([])])
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
