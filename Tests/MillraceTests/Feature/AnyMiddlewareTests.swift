// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

import Millrace

@MainActor
@Suite struct AnyMiddlewareTests {
  private struct Echo: Middleware {
    let log: Log

    func handle(
      _ action: Int, from source: ActionSource, state: StateReader<String>
    ) -> Effect<Int> {
      log.append("handle \(action) \(source.info ?? "-") \(state())")
      return Effect.perform { $0.dispatch(action * 2) }
    }

    func didReject(_ action: Int, from source: ActionSource, error: any Error) {
      log.append("reject \(action) \(source.info ?? "-") \(error)")
    }
  }

  private func exercise(_ middleware: some Middleware<Int, Int, String>, _ log: Log) {
    let source = ActionSource(info: "here")
    let io = middleware.handle(7, from: source, state: StateReader { "before" })
    io.runDetached(Send { log.append("sent \($0.action)") })
    middleware.didReject(8, from: source, error: LedgerError())
  }

  private let expected = ["handle 7 here before", "sent 14", "reject 8 here LedgerError()"]

  @Test func itPassesEverythingToWhatItWraps() {
    let log = Log()
    exercise(AnyMiddleware(Echo(log: log)), log)
    #expect(log.lines == expected)
  }

  @Test func wrappingTwiceIsWrappingOnce() {
    let log = Log()
    exercise(AnyMiddleware(AnyMiddleware(Echo(log: log))), log)
    #expect(log.lines == expected)
  }

  @Test func itCanBeMadeOfClosures() {
    let log = Log()
    let middleware = AnyMiddleware<Int, Int, String> { action, source, state in
      log.append("handle \(action) \(source.info ?? "-") \(state())")
      return Effect.perform { $0.dispatch(action * 2) }
    } didReject: { action, source, error in
      log.append("reject \(action) \(source.info ?? "-") \(error)")
    }
    exercise(middleware, log)
    #expect(log.lines == expected)
  }

  @Test func withoutASecondClosureItIgnoresRejections() {
    let log = Log()
    let middleware = AnyMiddleware<Int, Int, String> { _, _, _ in .none }
    exercise(middleware, log)
    #expect(log.lines.isEmpty)
  }
}
