// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct ConversationTests {
  private let count = SharedCount()

  @Test func aClickComesBackAsOnePatch() async throws {
    try await withServer([.count(count)]) { server in
      let (client, page) = try await openPage("/count", at: server.port)
      try await client.send(tap(1, node("button", in: page.html)))
      let patch = try await client.text(with: "patch")
      #expect(patch.hasPrefix(#"{"t":"patch","batch":2,"ack":1,"patches":[["text","#))
      #expect(patch.hasSuffix(#","Count 1"]]}"#))
    }
  }

  @Test func twoPagesStayInStep() async throws {
    try await withServer([.count(count)]) { server in
      let (one, page) = try await openPage("/count", at: server.port)
      let (two, _) = try await openPage("/count", at: server.port)
      try await one.send(tap(1, node("button", in: page.html)))
      _ = try await two.text(with: "Count 1")
      count.value = 7
      _ = try await two.text(with: "Count 7")
    }
  }

  @Test func eventsAreReplayedOnceAfterADrop() async throws {
    try await withServer([.count(count)]) { server in
      var (client, page) = try await openPage("/count", at: server.port)
      let button = node("button", in: page.html)
      for seq in 1...3 { try await client.send(tap(seq, button)) }
      _ = try await client.text(with: #""ack":3"#)
      client = try await TestClient(port: server.port)
      _ = try await client.upgrade()
      try await client.send(page.hello("/count"))
      let welcome = try await client.text()
      #expect(welcome.contains(#""new":false,"ack":3"#))
      #expect(welcome.contains("Count 3"))
      for seq in 2...5 { try await client.send(tap(seq, button)) }
      _ = try await client.text(with: #""ack":5"#)
      #expect(count.value == 5)
    }
  }

  @Test func malformedMessagesTouchNobodyElse() async throws {
    let sink = LogSink()
    try await withServer([.count(count)], log: sink.log) { server in
      let (good, page) = try await openPage("/count", at: server.port)
      let (bad, _) = try await openPage("/count", at: server.port)
      for _ in 0..<10 { try await bad.send(#"{"t":"event","seq":-1}"#) }
      #expect(try await bad.closeCode() == 1008)
      #expect(sink.lines.count { $0.hasPrefix("refused a message") } == 10)
      try await good.send(tap(1, node("button", in: page.html)))
      _ = try await good.text(with: "Count 1")
    }
  }

  @Test func whatIsTooBigClosesAtOnce() async throws {
    try await withServer([.count(count)]) { server in
      let (client, _) = try await openPage("/count", at: server.port)
      try await client.write([0x81, 0xFF, 0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF])
      #expect(try await client.closeCode() == 1009)
      await client.untilClosed()
    }
  }

  @Test(arguments: [
    (TestClient.frame(opcode: 2, [1]), 1008), ([0x81, 1, 65], 1002),
    (TestClient.frame(opcode: 1, [0xFF]), 1007), (TestClient.frame(opcode: 8, [3, 232]), 1000),
  ])
  func otherFramesClose(bytes: [UInt8], code: Int) async throws {
    try await withServer([.count(count)]) { server in
      let (client, _) = try await openPage("/count", at: server.port)
      try await client.write(bytes)
      #expect(try await client.closeCode() == code)
    }
  }

  @Test func aPingIsAnswered() async throws {
    try await withServer([.count(count)]) { server in
      let (client, _) = try await openPage("/count", at: server.port)
      try await client.write(TestClient.frame(opcode: 9, [1, 2]))
      let (opcode, payload) = try await client.frame()
      #expect(opcode == 10)
      #expect(payload == [1, 2])
    }
  }

  @Test func aSecondSocketReplacesTheFirst() async throws {
    try await withServer([.count(count)]) { server in
      let (first, page) = try await openPage("/count", at: server.port)
      let second = try await TestClient(port: server.port)
      _ = try await second.upgrade()
      try await second.send(page.hello("/count"))
      #expect(try await second.text().contains(#""new":false"#))
      #expect(try await first.closeCode() == 4001)
    }
  }
}
