// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOWebSocket
import Testing

@testable import MillraceWeb

@Suite struct SocketHandlerTests {
  private let loop = CountingLoop()

  private func page(_ limits: WebLimits = WebLimits()) throws -> FakeConnection {
    try FakeConnection(Outbox(loop: loop), limits: limits)
  }

  @Test func aPingIsAnsweredWithItsPayload() throws {
    let page = try page()
    try page.receive(.ping, "abc")
    let frames = try page.written()
    #expect(frames.map(\.opcode) == [.pong])
    #expect(frames.map { String(buffer: $0.data) } == ["abc"])
  }

  @Test func manyPingsThatComeTogetherAreAnsweredWithOneFlush() throws {
    let page = try page()
    for number in 0..<100 {
      page.channel.pipeline.fireChannelRead(
        WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer(string: "\(number)")))
    }
    page.channel.pipeline.fireChannelReadComplete()
    #expect(try page.written().count == 100)
    #expect(page.system.flushes == 1)
  }

  @Test func aPageThatDoesNotReadGetsTheLastPongOnly() throws {
    let page = try page()
    page.channel.isWritable = false
    for number in 0..<1_000 { try page.receive(.ping, "\(number)") }
    #expect(try page.written().isEmpty)
    page.channel.isWritable = true
    page.channel.pipeline.fireChannelWritabilityChanged()
    #expect(try page.written().map { String(buffer: $0.data) } == ["999"])
  }

  @Test func pongsAreCountedToo() throws {
    var limits = WebLimits()
    limits.unreadBytes = SocketLine.overhead - 1
    let page = try page(limits)
    try page.receive(.ping)
    #expect(!page.channel.isActive)
    #expect(page.overruns.count == 1)
  }

  @Test func aLongReasonStillFitsAControlFrame() throws {
    let page = try page()
    page.line.close(.policy, String(repeating: "é", count: 200))
    loop.run()
    let frame = try #require(try page.written().first)
    #expect(frame.data.readableBytes <= 125)
    let text = String(validating: frame.data.readableBytesView.dropFirst(2), as: UTF8.self)
    #expect(text == String(repeating: "é", count: 60) + "…")
  }

  /// Stays open when its output is closed, as a connection does until its page closes its side.
  private final class HalfClosed: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func close(
      context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
    ) {
      if mode == .output { promise?.succeed() } else { context.close(mode: mode, promise: promise) }
    }
  }

  @Test func textsThatComeAfterTheCloseFrameAreNotCountedAsUnread() throws {
    var limits = WebLimits()
    limits.unreadBytes = 3 * SocketLine.overhead
    let page = try page(limits)
    try page.channel.pipeline.syncOperations.addHandler(HalfClosed(), position: .first)
    try page.receive(.connectionClose)
    for _ in 0..<10 {
      page.line.send("x")
      loop.run()
    }
    #expect(page.channel.isActive)
    #expect(page.overruns.count == 0)
    #expect(try page.written().map(\.opcode) == [.connectionClose])
  }

  @Test func whatArrivedBeforeTheEndIsHandedOver() async throws {
    let (bursts, input) = AsyncStream<[String]>.makeStream()
    let exchange = Exchange(stopwatch: Stopwatch(ManualClock())) { item in
      if case .texts(let texts) = item.news { input.yield(texts) }
    }
    let page = try FakeConnection(Outbox(loop: loop), exchange: exchange)
    page.channel.pipeline.fireChannelRead(
      WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: "last")))
    _ = try page.channel.finish()
    for await texts in bursts {
      #expect(texts == ["last"])
      break
    }
  }

  /// When a page closes its connection, all that it has sent before arrives at once, even if the
  /// server has stopped reading.
  @MainActor @Test func aFloodBehindAPauseIsDropped() async throws {
    let (news, input) = AsyncStream<Int>.makeStream()
    let exchange = Exchange(stopwatch: Stopwatch(ManualClock())) { item in
      switch item.news {
      case .texts(let texts): input.yield(texts.count)
      case .closed: input.finish()
      default: break
      }
    }
    let page = try FakeConnection(Outbox(loop: loop), exchange: exchange)
    func send(_ count: Int) {
      for _ in 0..<count {
        page.channel.pipeline.fireChannelRead(
          WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: "x")))
      }
      page.channel.pipeline.fireChannelReadComplete()
    }
    // All of this comes before the main actor takes a message.
    send(SocketLine.unhandledLimit + 1)
    page.channel.read()
    send(1_000)
    _ = try page.channel.finish()
    var count = 0
    for await texts in news { count += texts }
    #expect(count == SocketLine.unhandledLimit + 1)
  }
}
