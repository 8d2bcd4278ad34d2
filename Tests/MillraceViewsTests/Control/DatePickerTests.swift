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

  @Test func anotherDayKeepsTheTimeToTheSecond() throws {
    let time = try Self.date("2024-02-29T07:05").addingTimeInterval(37.5)
    let other = try Self.date("2023-01-02T07:05").addingTimeInterval(37.5)
    #expect(DateText.date("2023-01-02", .date, near: time) == other)
    let later = try Self.date("2024-02-29T08:30")
    #expect(DateText.date("08:30", .hourAndMinute, near: time) == later, "without seconds")
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

  @Test func aTimeHasABoundOnTheDayOfTheBoundOnly() throws {
    struct Page: View {
      @State private var date: Date
      let range: PartialRangeFrom<Date>

      init(date: Date, range: PartialRangeFrom<Date>) {
        self.date = date
        self.range = range
      }

      var body: some View {
        DatePicker("Day", selection: $date, in: range, displayedComponents: .date)
        DatePicker("Time", selection: $date, in: range, displayedComponents: .hourAndMinute)
      }
    }
    let host = ViewHost.shown(
      Page(date: try Self.date("2024-05-06T16:00"), range: try Self.date("2024-05-06T15:00")...))
    func fields(_ name: String) -> [String?] {
      _ = host.flush()
      return host.elements(.input).map { $0.value(name) }
    }
    #expect(fields("min") == ["2024-05-06", "15:00"])
    try host.send(.input("2024-05-07"), .input, 0)
    #expect(fields("min") == ["2024-05-06", nil])
    try host.send(.input("09:00"), .input, 1)
    #expect(fields("value") == ["2024-05-07", "09:00"])
    try host.send(.input("2024-05-06"), .input, 0)
    #expect(fields("min") == ["2024-05-06", "15:00"])
    #expect(fields("value") == ["2024-05-06", "15:00"], "the range bounds the whole date")
  }

  @Test func theLastDayOfARangeBoundsATimeAtItsEnd() throws {
    let range = try Self.date("2024-05-06T22:00")...Self.date("2024-05-07T02:00")
    func bounds(_ date: String) throws -> [String?] {
      let picker = DatePicker(
        "Time", selection: .constant(try Self.date(date)), in: range,
        displayedComponents: .hourAndMinute)
      let field = ViewHost.shown(picker).elements(.input)[0]
      return [field.value("min"), field.value("max")]
    }
    #expect(try bounds("2024-05-06T23:00") == ["22:00", nil])
    #expect(try bounds("2024-05-07T01:00") == [nil, "02:00"])
  }
}

@MainActor
struct DatePickerComponentsTests {
  @Test func theyDecideOnTheField() {
    #expect(DateText.type(.date) == "date" && DateText.type(.hourAndMinute) == "time")
    #expect(DateText.type([.date, .hourAndMinute]) == "datetime-local")
  }
}
