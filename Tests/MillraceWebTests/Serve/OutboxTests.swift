// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import MillraceWeb

@Suite struct OutboxTests {
  @Test func framesComeInOrderAndEndWithTheClose() async {
    let outbox = Outbox(limit: 1000) {}
    outbox.send("a")
    outbox.ping()
    outbox.pong([1])
    outbox.close(.normal)
    outbox.send("too late")
    var frames: [[UInt8]] = []
    for await bytes in outbox.frames { frames.append(bytes) }
    #expect(
      frames == [
        Frame.text("a").encoded(), Frame.ping([]).encoded(), [0x8A, 1, 1],
        Frame.close(.normal).encoded(),
      ])
  }

  @Test func aPageThatDoesNotReadIsNoticedOnce() async {
    let overruns = Mutex(0)
    let outbox = Outbox(limit: 10) { overruns.withLock { $0 += 1 } }
    outbox.send("12345")
    outbox.wrote(7)
    outbox.send("12345678")
    outbox.send("9")
    outbox.send("9")
    #expect(overruns.withLock { $0 } == 1)
    var count = 0
    for await _ in outbox.frames { count += 1 }
    #expect(count == 2)
  }
}
