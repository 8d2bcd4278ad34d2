// SPDX-License-Identifier: Apache-2.0

import Millrace
import Testing

@Suite struct ActionRecordTests {
  private let source = ActionSource(
    recordedFileID: "Shop/Cart.swift", function: "body", line: 31)

  private func text(_ outcome: ActionRecord.Outcome, state: [String] = []) -> String {
    ActionRecord(action: "add(2)", source: source, outcome: outcome, state: state).description
  }

  @Test func theTextSaysWhatFromWhereAndHowLong() {
    #expect(
      text(.committed(after: .microseconds(41))) == "add(2) from Shop/Cart.swift:31 body, 0.041 ms")
    #expect(text(.committed(after: .zero)).hasSuffix(" 0.000 ms"))
    #expect(text(.committed(after: .seconds(2) + .microseconds(5))).hasSuffix(" 2000.005 ms"))
    #expect(text(.committed(after: .nanoseconds(1_999))).hasSuffix(" 0.001 ms"))
    // A clock can be set back.
    #expect(text(.committed(after: .microseconds(-41))).hasSuffix(" -0.041 ms"))
    #expect(text(.committed(after: .microseconds(-2_500))).hasSuffix(" -2.500 ms"))
    #expect(text(.committed(after: .nanoseconds(-1))).hasSuffix(" 0.000 ms"))
  }

  @Test func theStateStandsBelow() {
    let lines = text(.committed(after: .zero), state: ["- a", "+ b"]).split(separator: "\n")
    #expect(lines.dropFirst() == ["  - a", "  + b"])
  }

  @Test func aRejectionSaysWhy() {
    #expect(text(.rejected("TooMany()")).hasSuffix("body, rejected: TooMany()"))
  }
}
