// SPDX-License-Identifier: Apache-2.0

import InMemoryLogging
import Logging
import Millrace
import MillraceInstrumentation
import TestSupport
import Testing

@MainActor
@Suite struct LoggerMiddlewareLogTests {
  private let handler = InMemoryLogHandler()

  private func logger(_ level: Logger.Level) -> Logger {
    var logger = Logger(label: "test") { [handler] _ in handler }
    logger.logLevel = level
    return logger
  }

  private func store(
    _ middleware: LoggerMiddleware<LedgerAction, LedgerAction, Ledger>
  ) -> LedgerStore {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger, middleware: middleware)
    store.onRejection = { _ in }
    return store
  }

  @Test func oneLineIsEnough() {
    store(LoggerMiddleware(to: logger(.debug))).dispatch(.add(1))
    #expect(handler.entries.map(\.message) == ["add(1)"])
  }

  @Test func anEntryHasActionDurationStateAndInfo() {
    let store = store(LoggerMiddleware(to: logger(.info), level: .info, clock: SteppingClock()))
    store.dispatch(.add(1), info: "why")
    let entry = handler.entries.first
    #expect(entry?.level == .info)
    #expect(entry?.message == "add(1)")
    #expect(entry?.metadata["info"] == "why")
    #expect(entry?.metadata["duration"].map { "\($0)" } == "0.001 seconds")
    #expect(
      entry?.metadata["state"] == .array(["  Ledger", "-   count: 0", "+   count: 1"]))
  }

  @Test func aRejectionIsAWarning() {
    let store = store(LoggerMiddleware(to: logger(.info)))
    store.dispatch(.add(1))
    store.dispatch(.fail)
    #expect(handler.entries.map(\.level) == [.warning])
    #expect(handler.entries.first?.metadata["error"] == "LedgerError()")
  }

  @Test func noTextLooksLikeALineOfItsOwn() {
    store(LoggerMiddleware(to: logger(.debug), showingAction: { _ in "a\nb" }))
      .dispatch(.add(1), info: "c\u{2028}d")
    #expect(handler.entries.map(\.message) == ["a\u{FFFD}b"])
    #expect(handler.entries.first?.metadata["info"] == "c\u{FFFD}d")
  }

  @Test(arguments: [Logger.Level.debug, .error])
  func nothingIsRenderedForNothing(level: Logger.Level) {
    var rendered = 0
    let store = store(
      LoggerMiddleware(
        to: logger(.critical), level: level,
        showingAction: { action in
          rendered += 1
          return action
        },
        showingState: { state in
          rendered += 1
          return state
        }))
    store.dispatch(.add(1))
    store.dispatch(.fail)
    #expect(rendered == 0)
    #expect(handler.entries.isEmpty)
  }

  @Test func committedActionsAreNotRenderedWhereOnlyRejectionsAreWritten() {
    var rendered: [LedgerAction] = []
    let store = store(
      LoggerMiddleware(
        to: logger(.warning),
        showingAction: { action in
          rendered.append(action)
          return action
        }))
    store.dispatch(.add(1))
    store.dispatch(.fail)
    #expect(rendered == [.fail])
  }

  @Test func filterAndRedactionHold() {
    let store = store(
      LoggerMiddleware(
        to: logger(.debug), filter: { $0 != .setOther(1) },
        showingAction: { if case .note = $0 { "note(…)" } else { $0 } },
        showingState: \.count))
    store.dispatch(.note("hunter2"))
    store.dispatch(.setOther(1))
    store.dispatch(.add(2))
    #expect(handler.entries.map(\.message) == ["note(…)", "add(2)"])
    #expect(handler.entries.last?.metadata["state"] == .array(["- 0", "+ 2"]))
    #expect(!"\(handler.entries)".contains("hunter2"))
  }

  @Test func thePlaceIsThatOfTheDispatch() {
    final class Places: @unchecked Sendable {
      var lines: [UInt] = []
    }
    struct Handler: LogHandler {
      let places: Places
      var metadata: Logger.Metadata = [:]
      var logLevel = Logger.Level.debug

      subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
      }

      func log(event: LogEvent) { places.lines.append(event.line) }
    }
    let places = Places()
    let store = store(
      LoggerMiddleware(to: Logger(label: "test") { _ in Handler(places: places) }))
    store.dispatch(.add(1))
    let line: UInt = #line - 1
    #expect(places.lines == [line])
  }
}
