// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct OutboxTests {
  private let loop = CountingLoop()

  @Test func manySendsCostOneWakeUpAndOneFlushPerConnection() throws {
    let outbox = Outbox(loop: loop)
    let pages = try (0..<3).map { _ in try FakeConnection(outbox) }
    for number in 0..<50 {
      for page in pages { page.line.send("\(number)") }
    }
    #expect(loop.wakeUps == 1)
    loop.run()
    for page in pages {
      #expect(page.system.flushes == 1)
      #expect(try page.written().map { String(buffer: $0.data) } == (0..<50).map(String.init))
    }
  }

  @Test func whatComesAfterTheBatchWakesTheLoopAgain() throws {
    let outbox = Outbox(loop: loop)
    let page = try FakeConnection(outbox)
    page.line.send("one")
    loop.run()
    page.line.send("two")
    #expect(loop.wakeUps == 2)
    loop.run()
    #expect(try page.written().count == 2)
    #expect(page.system.flushes == 2)
  }

  @Test func aClosedOutboxDoesNotUseTheEventLoop() throws {
    let outbox = Outbox(loop: loop)
    let page = try FakeConnection(outbox)
    outbox.close()
    page.line.send("late")
    outbox.put(.read, for: page.line)
    #expect(loop.wakeUps == 0)
  }

  @Test func nothingFollowsAGoodbye() throws {
    let page = try FakeConnection(Outbox(loop: loop))
    page.line.send("last")
    page.line.close(.goingAway, "why")
    page.line.send("too late")
    page.line.close(.normal)
    loop.run()
    let frames = try page.written()
    #expect(frames.map(\.opcode) == [.text, .connectionClose])
    #expect(Array(frames[1].data.readableBytesView) == [0x03, 0xE9] + Array("why".utf8))
  }

  @Test func aLineWhoseConnectionIsGoneTakesAll() throws {
    let page = try FakeConnection(Outbox(loop: loop))
    _ = try page.channel.finish()
    page.line.send("lost")
    page.line.close(.normal)
    loop.run()
    #expect(page.line.handler == nil)
  }
}
