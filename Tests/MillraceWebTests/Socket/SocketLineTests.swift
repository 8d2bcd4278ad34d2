// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct SocketLineTests {
  private let loop = CountingLoop()

  private func page(
    waiting bytes: Int, shared: ByteReserve = ByteReserve(perNetwork: .max)
  ) throws -> FakeConnection {
    var limits = WebLimits()
    limits.unreadBytes = bytes
    return try FakeConnection(Outbox(loop: loop), limits: limits, shared: shared)
  }

  @Test func whatWaitsIsCountedWithItsOverhead() throws {
    let page = try page(waiting: 10 * (SocketLine.overhead + 100))
    let text = String(repeating: "x", count: 100)
    for _ in 0..<10 { page.line.send(text) }
    #expect(page.overruns.count == 0)
    page.line.send("")
    #expect(page.overruns.count == 1)
  }

  @Test func emptyTextsAreNotFree() throws {
    let page = try page(waiting: 10 * SocketLine.overhead)
    for _ in 0..<10 { page.line.send("") }
    #expect(page.overruns.count == 0)
    page.line.send("")
    #expect(page.overruns.count == 1)
  }

  @Test func whatTheSystemHasTakenWaitsNoMore() throws {
    let page = try page(waiting: 5 * SocketLine.overhead)
    for _ in 0..<100 {
      page.line.send("")
      loop.run()
    }
    #expect(page.overruns.count == 0)
    #expect(try page.written().count == 100)
  }

  @Test func aPageThatDoesNotReadIsSaidOnceAndCut() throws {
    let page = try page(waiting: SocketLine.overhead)
    for _ in 0..<10 { page.line.send("") }
    loop.run()
    #expect(page.overruns.count == 1)
    #expect(!page.channel.isActive)
  }

  @Test func aWholePageIsTakenThatIsLargerThanTheLimit() throws {
    let page = try page(waiting: 1_000)
    let whole = String(repeating: "x", count: 10_000)
    page.line.send(whole)
    loop.run()
    #expect(page.overruns.count == 0)
    #expect(try page.written().map(\.data.readableBytes) == [10_000])
    page.line.send(whole)
    page.line.send("")
    #expect(page.overruns.count == 1, "nothing more is accepted after it")
  }

  @Test func thePagesOfAnAddressShareWhatMayWait() throws {
    let shared = ByteReserve(perNetwork: 4 * SocketLine.allowance)
    let text = String(repeating: "x", count: 2 * SocketLine.allowance)
    let pages = try (0..<3).map { _ in try page(waiting: .max, shared: shared) }
    pages[0].line.send(text)
    pages[1].line.send("short")
    pages[1].line.send(text)
    #expect(pages.map(\.overruns.count) == [0, 1, 0])
    loop.run()
    pages[2].line.send(text)
    #expect(pages.map(\.overruns.count) == [0, 1, 0], "a text that was written no longer counts")
  }

  @Test func whatAPageLeavesUnreadIsGivenBackWithIt() async throws {
    let shared = ByteReserve(perNetwork: 4 * SocketLine.allowance)
    let text = String(repeating: "x", count: 2 * SocketLine.allowance)
    let last = try page(waiting: .max, shared: shared)
    try {
      let gone = try page(waiting: .max, shared: shared)
      gone.line.send(text)
      _ = try gone.channel.finish()
    }()
    loop.run()
    await Task { @MainActor in }.value  // the exchange has handled the end of the page
    last.line.send(text)
    #expect(last.overruns.count == 0)
  }

  @Test func whatIsSentToAPageThatIsGoneDoesNotWaitForIt() throws {
    let shared = ByteReserve(perNetwork: 4 * SocketLine.allowance)
    let text = String(repeating: "x", count: 2 * SocketLine.allowance)
    let gone = try page(waiting: .max, shared: shared)
    gone.line.send(text)
    _ = try gone.channel.finish()
    loop.run()
    let next = try page(waiting: .max, shared: shared)
    next.line.send(text)
    #expect(next.overruns.count == 0)
    withExtendedLifetime(gone) {}
  }

  @Test func readingGoesOnWhenTheMainActorHasCaughtUp() throws {
    let page = try page(waiting: 1_000)
    for number in 0...SocketLine.unhandledLimit { try page.receive(.text, "\(number)") }
    let before = page.system.reads
    page.channel.read()
    #expect(page.system.reads == before, "a page that sends too fast is not read")
    page.line.handled((0..<SocketLine.unhandledLimit).map(String.init))
    loop.run()
    #expect(page.system.reads == before)
    page.line.handled(["64"])
    loop.run()
    #expect(page.system.reads == before + 1)
    page.channel.read()
    #expect(page.system.reads == before + 2)
  }

  /// A message counts as one, and as one more for each of its kilobytes.
  @Test func largeMessagesHaveTheWeightOfMany() throws {
    let page = try page(waiting: 1_000)
    let text = String(repeating: "x", count: 40_000)
    try page.receive(.text, text)
    page.channel.read()
    let before = page.system.reads
    try page.receive(.text, text)
    page.channel.read()
    #expect(page.system.reads == before)
    page.line.handled([text, text])
    loop.run()
    #expect(page.system.reads == before + 1)
  }

  @Test func aLineThatIsGoneIsHeldByNothing() async throws {
    weak var gone: SocketLine?
    try {
      let page = try page(waiting: 1_000)
      gone = page.line
      page.connection.welcome(page.line)
      _ = try page.channel.finish()
      #expect(gone != nil)
    }()
    loop.run()
    await Task { @MainActor in }.value  // the exchange has handled the end of the page
    #expect(gone == nil)
  }
}
