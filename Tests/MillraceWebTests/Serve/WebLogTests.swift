// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Logging
import Testing

@testable import MillraceWeb

@Suite struct WebLogTests {
  private let sink = LogSink()

  @Test func linesReachTheLoggerInOrderWithTheirClient() async {
    let log = sink.log()
    WebLog.silent("nothing")
    log("one", from: "9.9.9.9")
    log("two", level: .error)
    #expect(await sink.lines(of: log) == ["one", "two"])
    #expect(
      sink.arrived == [
        .init(text: "one", client: "9.9.9.9", level: .warning),
        .init(text: "two", client: nil, level: .error),
      ])
  }

  /// The number of dropped lines.
  ///
  /// The log's thread may report it in several lines.
  private func leftOut(of texts: [String]) -> Int {
    texts.filter { $0.hasSuffix(" more lines were dropped") }
      .compactMap { Int($0.prefix { $0 != " " }) }.reduce(0, +)
  }

  @Test func moreThanANumberInASecondIsCountedInstead() async {
    let clock = ManualClock()
    let log = sink.log(perSecond: 3, clock: clock)
    for number in 0..<10 { log("line \(number)") }
    clock.advance(by: .seconds(1))
    log("next second")
    await log.flush(within: .seconds(600))
    let texts = sink.arrived.map(\.text)
    #expect(texts.filter { $0.hasPrefix("line") } == ["line 0", "line 1", "line 2"])
    #expect(texts.contains("next second"))
    #expect(leftOut(of: texts) == 7)
  }

  /// No further line comes before the server stops.
  @Test func theLastDroppedLinesAreReportedAtTheEnd() async {
    let log = sink.log(perSecond: 1, clock: ManualClock())
    log("line")
    await log.flush(within: .seconds(600))
    log("dropped")
    await log.flush(within: .seconds(600))
    await log.flush(within: .seconds(600))  // there is nothing left to report
    #expect(sink.arrived.map(\.text) == ["line", "1 more lines were dropped"])
  }

  @Test func visitorsThatAreRefusedPushNoErrorOut() async {
    let log = sink.log(perSecond: 3, clock: ManualClock())
    for number in 0..<1_000 { log("refused \(number)") }
    log("a mistake", level: .error)
    #expect(await sink.line(with: "a mistake") == "a mistake")
  }

  @Test func errorsAreCountedInsteadToo() async {
    let clock = ManualClock()
    let log = sink.log(perSecond: 3, clock: clock)
    for number in 0..<10 { log("error \(number)", level: .error) }
    log("refused")
    clock.advance(by: .seconds(1))
    log("next second", level: .error)
    await log.flush(within: .seconds(600))
    let texts = sink.arrived.map(\.text)
    #expect(texts.filter { $0.hasPrefix("error") } == ["error 0", "error 1", "error 2"])
    #expect(texts.contains("refused"))
    #expect(texts.contains("next second"))
    #expect(leftOut(of: texts) == 7)
  }

  /// Blocks until the gate is open.
  private struct Blocking: LogHandler {
    let gate: DispatchSemaphore
    let inner: any LogHandler
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) {
      gate.wait()
      gate.signal()
      inner.log(event: event)
    }
  }

  @Test func aLoggerThatBlocksHoldsUpNothingAndLittleIsKeptForIt() async {
    let gate = DispatchSemaphore(value: 0)
    let inner = sink.logger.handler
    let log = WebLog(
      Logger(label: "blocked") { _ in Blocking(gate: gate, inner: inner) }, perSecond: 1_000_000)
    for number in 0..<100_000 { log("line \(number)") }
    #expect(sink.arrived.isEmpty, "the logger is blocked, but its callers are not")
    gate.signal()
    log("open again")
    _ = await sink.line(with: "more lines were dropped")
    #expect(sink.arrived.count < 3_000)
    #expect(sink.arrived.first?.text == "line 0")
  }

  @Test func theLastLinesAreWaitedForAndABlockedLoggerIsNot() async {
    let gate = DispatchSemaphore(value: 0)
    let inner = sink.logger.handler
    let log = WebLog(Logger(label: "blocked") { _ in Blocking(gate: gate, inner: inner) })
    await log.flush(within: .seconds(600))  // there is nothing to wait for
    log("last words")
    await log.flush(within: .zero)
    #expect(sink.arrived.isEmpty)
    async let flushed: Void = log.flush(within: .seconds(600))
    gate.signal()
    await flushed
    #expect(sink.arrived.map(\.text) == ["last words"])
  }

  @Test func aWaitThatMayTakeNoTimeEndsAndEndsNoOther() async {
    let gate = DispatchSemaphore(value: 0)
    let inner = sink.logger.handler
    let log = WebLog(Logger(label: "blocked") { _ in Blocking(gate: gate, inner: inner) })
    log("last words")
    async let lines = {
      await log.flush(within: .seconds(600))
      return sink.arrived.map(\.text)
    }()
    // In some of these many calls the time ends while the wait begins.
    for _ in 0..<2_000 { await log.flush(within: .zero) }
    gate.signal()
    #expect(await lines == ["last words"])
  }

  @Test func whatTheLoggerDoesNotTakeIsNotCounted() async {
    var logger = sink.logger
    logger.logLevel = .error
    let log = WebLog(logger, perSecond: 1, stopwatch: Stopwatch(ManualClock()))
    for _ in 0..<10 { log("too low", level: .info) }
    log("high", level: .error)
    #expect(await sink.line(with: "high") == "high")
    #expect(sink.arrived.count == 1)
  }

  /// The description of an error can have text of a visitor.
  @Test func noTextLooksLikeALineOfItsOwn() async {
    let log = sink.log()
    log("page /a: no row 'x\n2026 error forged\u{85}\u{9B}2K\u{2028}\u{202E}'", level: .error)
    let line = "page /a: no row 'x\u{FFFD}2026 error forged\u{FFFD}\u{FFFD}2K\u{FFFD}\u{FFFD}'"
    #expect(await sink.lines(of: log) == [line])
  }

  @Test func foreignTextBecomesOneShortLine() {
    #expect("plain é".oneLine == "plain é")
    #expect("a\nb\u{1B}[31m\u{202E}c".oneLine == "a\u{FFFD}b\u{FFFD}[31m\u{FFFD}c")
    #expect("a\u{2028}b\u{2029}c\u{85}d".oneLine == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d")
    #expect(String(repeating: "x", count: 500).oneLine.count == 121)
  }
}
