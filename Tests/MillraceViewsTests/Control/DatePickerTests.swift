// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor
struct DatePickerTests {
  private static func date(_ text: String) throws -> Date {
    try #require(DateText.date(text, [.date, .hourAndMinute], near: Date()))
  }

  @Test func aDateIsWrittenAndRead() throws {
    let date = try Self.date("2024-02-29T07:05")
    #expect(DateText.text(date, [.date, .hourAndMinute]) == "2024-02-29T07:05")
    #expect(DateText.text(date, .date) == "2024-02-29")
    #expect(DateText.text(date, .hourAndMinute) == "07:05")
    let other = try #require(DateText.date("2023-01-02", .date, near: date))
    #expect(DateText.text(other, [.date, .hourAndMinute]) == "2023-01-02T07:05")
  }

  @Test(arguments: ["", "x", "2024-13-01T00:00", "2024-01-01", "2024-01-01T24:00", "-1-1-1T1:1"])
  func whatIsNoDateIsRefused(text: String) {
    #expect(DateText.date(text, [.date, .hourAndMinute], near: Date()) == nil)
  }

  @Test func aPickerTakesDatesWithinItsRange() throws {
    final class Holder { var date = Date(timeIntervalSince1970: 0) }
    let holder = Holder()
    let range = try Self.date("2024-01-01T00:00")...Self.date("2024-12-31T00:00")
    let host = ViewHost.shown(
      DatePicker(
        "Day", selection: Binding(get: { holder.date }, set: { holder.date = $0 }), in: range,
        displayedComponents: .date))
    #expect(
      host.html().contains("type=\"date\" min=\"2024-01-01\" max=\"2024-12-31\""))
    try host.send(.input("2024-05-06"), .input)
    #expect(DateText.text(holder.date, .date) == "2024-05-06")
    try host.send(.input("2030-05-06"), .input)
    #expect(DateText.text(holder.date, .date) == "2024-12-31")
    #expect(throws: ViewEventError.self) { try host.send(.input("nonsense"), .input) }
  }
}

@MainActor
struct DatePickerComponentsTests {
  @Test func theyDecideOnTheField() {
    #expect(DateText.type(.date) == "date" && DateText.type(.hourAndMinute) == "time")
    #expect(DateText.type([.date, .hourAndMinute]) == "datetime-local")
  }
}
