// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceUI

#if DEBUG
  @MainActor
  @Suite(.serialized) struct SelectedLogTests {
    private func lines(_ body: () -> Void) -> [String] {
      let before = SelectedLog.report
      defer { SelectedLog.report = before }
      var lines: [String] = []
      SelectedLog.report = { lines.append($0) }
      body()
      return lines
    }

    @Test func aValueWithoutALabelIsNotLogged() {
      #expect(lines { SelectedLog.note(nil, 1) }.isEmpty)
      #expect(
        lines { SelectedLog.note("count", 1) } == ["Millrace: @Selected \"count\" published 1"])
    }

    @Test func aLongValueIsCut() {
      let text = lines { SelectedLog.note("text", String(repeating: "a", count: 100_000)) }
      #expect(text.first?.count == "Millrace: @Selected \"text\" published …".count + 200)
    }

    @Test func itIsWrittenToStandardError() async {
      let result = await #expect(
        processExitsWith: .success,
        observing: [\.standardOutputContent, \.standardErrorContent]
      ) { @MainActor in
        SelectedLog.report = { SelectedLog.write($0) }
        SelectedLog.note("count", 1)
      }
      let line = "Millrace: @Selected \"count\" published 1\n"
      let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(errors.contains(line) && !output.contains(line))
    }

    @Test func itIsOffUnlessTheProgramWasLaunchedWithItsArgument() {
      SelectedLog.note("nothing", 1)
      #expect(
        (SelectedLog.report == nil) == !CommandLine.arguments.contains("-MillraceSelectedLog"))
    }
  }
#endif
