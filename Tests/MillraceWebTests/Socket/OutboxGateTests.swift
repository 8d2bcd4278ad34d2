// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct OutboxGateTests {
  private let gate = OutboxGate()
  private let loops = [CountingLoop(), CountingLoop()]

  private var wakeUps: [Int] { loops.map(\.wakeUps) }

  @Test func textsForManyPagesWakeEachEventLoopOnce() throws {
    let outboxes = loops.map { Outbox(loop: $0, gate: gate) }
    let pages = try (0..<10).map { try FakeConnection(outboxes[$0 % 2]) }
    gate.close()
    for page in pages { page.line.send("a change") }
    #expect(wakeUps == [0, 0])
    gate.open()
    #expect(wakeUps == [1, 1])
    for loop in loops { loop.run() }
    for page in pages {
      #expect(page.system.flushes == 1)
      #expect(try page.written().count == 1)
    }
  }

  @Test func anOpenGateHoldsNothing() throws {
    let page = try FakeConnection(Outbox(loop: loops[0], gate: gate))
    gate.close()
    gate.open()
    page.line.send("a change")
    #expect(wakeUps == [1, 0])
  }

  @Test func aGoodbyeDoesNotWaitAndTakesWhatCameBeforeIt() throws {
    let page = try FakeConnection(Outbox(loop: loops[0], gate: gate))
    gate.close()
    page.line.send("a change")
    page.line.close(.goingAway)
    #expect(wakeUps == [1, 0])
    loops[0].run()
    #expect(try page.written().map(\.opcode) == [.text, .connectionClose])
    gate.open()
    #expect(wakeUps == [1, 0])
  }
}
