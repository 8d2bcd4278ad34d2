// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct DiagnosticsTests {
  @Test func aReportIsPrintedInDebugBuildsOnly() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      Diagnostics.report("Millrace: a report without a handler")
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #if DEBUG
      #expect(output.contains("Millrace: a report without a handler\n"))
    #else
      #expect(!output.contains("Millrace"))
    #endif
  }

  @Test func theLineOfAValueHasNoLineBreak() {
    struct Note: CustomStringConvertible { let description = "a\nb" }
    #expect(Diagnostics.line(of: Note()) == "a\u{FFFD}b")
    #expect(Diagnostics.line(of: [1, 2]) == TextDump.line(of: [1, 2]))
  }

  @Test func aRejectionWithoutAHandlerIsReported() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        struct Refused: Error {}
        let reducer = Reducer<Int, Int> { (_: inout Int, _: Int) throws in throw Refused() }
        let quiet = Store(initialState: 0, reducer: reducer)
        quiet.onRejection = { _ in }
        quiet.dispatch(1)
        Store(initialState: 0, reducer: reducer).dispatch(2)
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #if DEBUG
      #expect(output.contains("the reducer rejected 2: Refused()."))
      #expect(!output.contains("the reducer rejected 1"))
    #else
      #expect(!output.contains("rejected"))
    #endif
  }
}
