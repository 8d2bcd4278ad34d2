// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Text {
  /// Creates a text from a value and its format.
  ///
  /// Formats use the locale and the time zone of the process, unless they have others.
  ///
  /// ```swift
  /// Text(total, format: .currency(code: "EUR"))
  /// Text(.now, format: .dateTime.day().month())
  /// ```
  nonisolated public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    self.init(verbatim: format.format(input))
  }

  /// Creates a text that shows a day or a time of day.
  ///
  /// It is in the locale and the time zone of the process.
  nonisolated public init(_ date: Date, style: DateStyle) {
    self.init(verbatim: style.text(date))
  }

  /// The part of a date that a text shows.
  ///
  /// The styles that change while they are shown (`relative`, `offset` and `timer`) do not exist.
  public struct DateStyle: Equatable, Sendable {
    private enum Part { case date, time }

    private let part: Part

    /// Day, month and year.
    public static let date = DateStyle(part: .date)
    /// Hour and minute.
    public static let time = DateStyle(part: .time)

    func text(_ date: Date) -> String {
      switch part {
      case .date: date.formatted(date: .long, time: .omitted)
      case .time: date.formatted(date: .omitted, time: .shortened)
      }
    }
  }
}
