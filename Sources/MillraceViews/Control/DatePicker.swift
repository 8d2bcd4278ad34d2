// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The components of a date that a date picker shows.
public struct DatePickerComponents: OptionSet, Sendable {
  /// The set as bits, one for each component.
  public let rawValue: UInt

  /// Creates a set from bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Hour and minute.
  public static let hourAndMinute = DatePickerComponents(rawValue: 1)
  /// Day, month and year.
  public static let date = DatePickerComponents(rawValue: 2)
}

/// A control for a day, a time, or both, in the current time zone of the process.
///
/// A range limits the whole date. Therefore a picker that shows only a time has a limit only while
/// the selection is on the first or the last day of the range.
public struct DatePicker<Label: View> {
  /// The components of a date that the picker shows.
  public typealias Components = DatePickerComponents

  let selection: Binding<Date>
  let earliest: Date?
  let latest: Date?
  let components: Components
  let label: Label
}

extension DatePicker {
  /// Creates a picker with any view as its label.
  nonisolated public init(
    selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date],
    @ViewBuilder label: () -> Label
  ) {
    self.init(
      selection: selection, earliest: nil, latest: nil, components: displayedComponents,
      label: label())
  }

  /// Creates a picker of dates within a range, with any view as its label.
  nonisolated public init(
    selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
  ) {
    self.init(
      selection: selection, earliest: range.lowerBound, latest: range.upperBound,
      components: displayedComponents, label: label())
  }
}

extension DatePicker where Label == Text {
  /// Creates a picker with a text as its label.
  nonisolated public init(
    _ title: some StringProtocol, selection: Binding<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(selection: selection, displayedComponents: displayedComponents) { Text(title) }
  }

  /// Creates a picker of dates within a range, with a text as its label.
  nonisolated public init(
    _ title: some StringProtocol, selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(selection: selection, in: range, displayedComponents: displayedComponents) {
      Text(title)
    }
  }

  /// Creates a picker of dates with an earliest date, and with a text as its label.
  nonisolated public init(
    _ title: some StringProtocol, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(
      selection: selection, earliest: range.lowerBound, latest: nil,
      components: displayedComponents, label: Text(title))
  }

  /// Creates a picker of dates with a latest date, and with a text as its label.
  nonisolated public init(
    _ title: some StringProtocol, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(
      selection: selection, earliest: nil, latest: range.upperBound,
      components: displayedComponents, label: Text(title))
  }
}

extension DatePicker: View {
  /// The label and the field.
  public var body: some View {
    ElementView(.label, class: "mv-field") {
      ElementView(.span, class: "mv-caption") { label }
      InputView(
        tag: .input, box: box, value: { DateText.text(selection.wrappedValue, components) },
        onInput: { take($0) })
    }
  }

  @MainActor private var box: Box {
    Box().with(.type, DateText.type(components))
      .with(.min, bound(earliest)).with(.max, bound(latest))
  }

  /// A limit in the format of the field.
  ///
  /// A field for a time has a limit only while the selection is on the day of the limit.
  @MainActor private func bound(_ date: Date?) -> String? {
    guard let date else { return nil }
    let isTime = DateText.type(components) == "time"
    if isTime, !DateText.isSameDay(date, selection.wrappedValue) { return nil }
    return DateText.text(date, components)
  }

  @MainActor private func take(_ text: String) -> Bool {
    guard var date = DateText.date(text, components, near: selection.wrappedValue) else {
      return false
    }
    if let earliest { date = max(date, earliest) }
    if let latest { date = min(date, latest) }
    selection.wrappedValue = date
    return true
  }
}

/// Formats and parses dates in the format of date fields in HTML.
enum DateText {
  static func type(_ components: DatePickerComponents) -> String {
    switch components {
    case [.date]: "date"
    case [.hourAndMinute]: "time"
    default: "datetime-local"
    }
  }

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    return calendar
  }

  static func isSameDay(_ date: Date, _ other: Date) -> Bool {
    calendar.isDate(date, inSameDayAs: other)
  }

  static func text(_ date: Date, _ components: DatePickerComponents) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func digits(_ number: Int?, _ count: Int) -> String {
      let text = String(max(number ?? 0, 0))
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    let day = "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
    let time = "\(digits(parts.hour, 2)):\(digits(parts.minute, 2))"
    return switch type(components) {
    case "date": day
    case "time": time
    default: "\(day)T\(time)"
    }
  }

  /// Parses a date.
  ///
  /// The day or the time of day that the text does not contain is taken from another date.
  static func date(
    _ text: String, _ components: DatePickerComponents, near other: Date
  ) -> Date? {
    var parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second, .nanosecond], from: other)
    let pieces = text.split(separator: "T", omittingEmptySubsequences: false)
    let type = type(components)
    guard pieces.count == (type == "datetime-local" ? 2 : 1) else { return nil }
    if type != "time" {
      let numbers = pieces[0].split(separator: "-", omittingEmptySubsequences: false)
        .map { Int($0) }
      guard numbers.count == 3, let year = numbers[0], let month = numbers[1],
        let day = numbers[2], 1...9999 ~= year, 1...12 ~= month, 1...31 ~= day
      else { return nil }
      (parts.year, parts.month, parts.day) = (year, month, day)
    }
    if type != "date", let last = pieces.last {
      let numbers = last.split(separator: ":").map { Int($0) }
      guard numbers.count >= 2, let hour = numbers[0], let minute = numbers[1],
        0...23 ~= hour, 0...59 ~= minute
      else { return nil }
      (parts.hour, parts.minute, parts.second, parts.nanosecond) = (hour, minute, 0, 0)
    }
    return calendar.date(from: parts)
  }
}
