// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing

@testable import MillraceWeb

/// The deadlines of a connection: by default 10 s for a head, 60 s while it is idle, 2 s to close.
@Suite struct ConnectionTests {
  private let clock = ManualClock()
  private let stopwatch: Stopwatch
  private let loop = CountingLoop()
  private let connection: Connection
  private let line: SocketLine

  init() throws {
    stopwatch = Stopwatch(clock)
    connection = Connection(
      address: "a", channel: EmbeddedChannel(), limits: WebLimits(), stopwatch: stopwatch)
    line = SocketLine(
      outbox: Outbox(loop: loop), connection: connection, client: "a", limit: 1_000,
      shared: ByteReserve(perNetwork: .max)
    ) {}
  }

  /// Whether the connection is still open some seconds later.
  private func survives(_ seconds: Int) -> Bool {
    clock.advance(by: .seconds(seconds))
    return !connection.check(at: stopwatch.elapsed)
  }

  @Test func theFirstHeadHasTenSecondsAsAWhole() {
    #expect(survives(9))
    connection.bytesArrived()
    connection.extendDeadline()
    #expect(!survives(1), "a byte now and then is not enough")
  }

  @Test func aLaterHeadHasTenSecondsFromItsFirstByte() {
    connection.answer()
    connection.answered()
    #expect(survives(59))
    connection.bytesArrived()
    #expect(survives(9))
    connection.bytesArrived()
    #expect(!survives(1))
  }

  @Test func aConnectionWithoutARequestEndsAfterAMinute() {
    connection.answer()
    connection.answered()
    #expect(survives(59))
    #expect(!survives(1))
  }

  @Test func anAnswerTakesItsTime() {
    connection.answer()
    #expect(survives(3_000))
  }

  @Test func eachPartOfAnAnswerHasAMinute() {
    connection.answer()
    for _ in 0..<10 {
      connection.write()
      connection.bytesArrived()
      #expect(survives(59))
    }
    #expect(!survives(1))
  }

  @Test func theHelloOfASocketHasTenSeconds() {
    connection.answer()
    connection.becomeSocket()
    #expect(survives(9))
    connection.extendDeadline()
    #expect(!survives(1), "messages without a hello are not enough")
  }

  @Test func aPageStaysAsLongAsItAnswers() {
    connection.welcome(line)
    for _ in 0..<10 {
      #expect(survives(30), "a ping is sent")
      loop.run()
      #expect(survives(89))
      connection.extendDeadline()
    }
    #expect(loop.wakeUps == 10)
    #expect(survives(30))
    #expect(!survives(90), "the ping was not answered")
  }

  @Test func aPageThatTalksIsNotAsked() {
    connection.welcome(line)
    for _ in 0..<10 {
      #expect(survives(29))
      connection.extendDeadline()
    }
    #expect(loop.wakeUps == 0)
  }

  @Test func aGoodbyeHasTwoSecondsWhateverComes() {
    connection.welcome(line)
    connection.end()
    connection.welcome(line)
    connection.extendDeadline()
    #expect(survives(1))
    #expect(!survives(1))
  }

  @Test func whatAnotherApplicationAnswersTakesItsOwnTime() {
    connection.pass()
    #expect(survives(1_000_000))
    connection.bytesArrived()
    #expect(survives(1_000_000))
    connection.answer()
    connection.answered()
    #expect(!survives(60))
  }
}
