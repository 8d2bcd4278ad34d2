// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The content of a text, as a literal.
///
/// A literal in the initializer of a ``Text`` is such a key. Its values can have a format, and the
/// texts and images in it keep their style.
///
/// ```swift
/// Text("\(price, format: .currency(code: "EUR")), \(share, specifier: "%.1f") %")
/// Text("\(Image(systemName: "clock")) \(start, style: .time)")
/// ```
///
/// A page shows a key as it is written: there are no tables of translations, Markdown is not
/// rendered, and a number without a format is not formatted for a language.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  let string: String
  /// The parts with their styles, if the literal contains a text with a style or an image.
  let parts: [TextPart]

  /// Creates a key from a string.
  public init(_ value: String) {
    string = value
    parts = []
  }

  /// Creates a key from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Creates a key from a literal with values.
  public init(stringInterpolation: StringInterpolation) {
    let end = String(stringInterpolation: stringInterpolation.plain)
    var parts = stringInterpolation.parts
    if !parts.isEmpty, !end.isEmpty { parts.append(TextPart(text: Text(verbatim: end))) }
    self.init(parts.isEmpty ? end : parts.map(\.text.string).joined(), parts: parts)
  }

  private init(_ string: String, parts: [TextPart]) {
    self.string = string
    self.parts = parts
  }
}

@available(*, unavailable) extension LocalizedStringKey: Sendable {}

extension LocalizedStringKey {
  /// The literal segments and the values of a key.
  ///
  /// As in SwiftUI, the values are strings, numbers, texts, images, dates, objects of Foundation
  /// and values with a format. A text with another value in its literal is created from the string
  /// of the literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// The segments and values after the last image or text with a style.
    @usableFromInline var plain: DefaultStringInterpolation
    fileprivate var parts: [TextPart] = []

    /// Creates an interpolation for a literal of a given size.
    public init(literalCapacity: Int, interpolationCount: Int) {
      plain = DefaultStringInterpolation(
        literalCapacity: literalCapacity, interpolationCount: interpolationCount)
    }

    /// Appends a segment of the literal.
    @inlinable public mutating func appendLiteral(_ literal: String) {
      plain.appendLiteral(literal)
    }

    /// Appends a string.
    @inlinable public mutating func appendInterpolation(_ string: String) {
      plain.appendInterpolation(string)
    }

    /// Appends a number.
    @inlinable public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {
      plain.appendInterpolation(value)
    }

    /// Appends a number with a format specifier of C, for example `%.2f`.
    public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T, specifier: String) {
      plain.appendLiteral(String(format: specifier, value._arg))
    }

    /// Appends a formatted value.
    public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
      plain.appendLiteral(format.format(input))
    }

    /// Appends a date with its formatter.
    public mutating func appendInterpolation(_ date: Date, formatter: Formatter? = nil) {
      append(date, formatter)
    }

    /// Appends an object of Foundation, such as an `NSNumber`, with its formatter.
    public mutating func appendInterpolation<Subject: NSObject>(
      _ subject: Subject, formatter: Formatter? = nil
    ) {
      append(subject, formatter)
    }

    private mutating func append(_ subject: Any, _ formatter: Formatter?) {
      plain.appendLiteral(formatter?.string(for: subject) ?? "\(subject)")
    }

    /// Appends a day or a time of day.
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
      plain.appendLiteral(style.text(date))
    }

    /// Appends a text, which keeps its style.
    public mutating func appendInterpolation(_ text: Text) {
      if text.parts.isEmpty, text.decorations.isEmpty { return plain.appendLiteral(text.string) }
      append(text.separateParts)
    }

    /// Appends an image.
    public mutating func appendInterpolation(_ image: Image) {
      append([TextPart(text: Text(verbatim: ""), image: image)])
    }

    private mutating func append(_ more: [TextPart]) {
      let before = String(stringInterpolation: plain)
      plain = DefaultStringInterpolation(literalCapacity: 0, interpolationCount: 0)
      if !before.isEmpty { parts.append(TextPart(text: Text(verbatim: before))) }
      parts += more
    }

    /// The type of the literal segments.
    public typealias StringLiteralType = String
  }
}

extension Text {
  /// Creates a text from a literal.
  ///
  /// The other parameters are ignored, because there are no tables of translations.
  nonisolated public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil,
    comment: StaticString? = nil
  ) {
    self.init(key.string, parts: key.parts)
  }
}

/// A number that a ``LocalizedStringKey`` can contain.
public protocol _FormatSpecifiable: Equatable {
  /// The type of the argument for a format specifier.
  associatedtype _Arg: CVarArg
  /// The argument for a format specifier.
  var _arg: _Arg { get }
}

extension _FormatSpecifiable where Self: CVarArg {
  /// The number itself.
  public var _arg: Self { self }
}

extension Int: _FormatSpecifiable {}
extension Int8: _FormatSpecifiable {}
extension Int16: _FormatSpecifiable {}
extension Int32: _FormatSpecifiable {}
extension Int64: _FormatSpecifiable {}
extension UInt: _FormatSpecifiable {}
extension UInt8: _FormatSpecifiable {}
extension UInt16: _FormatSpecifiable {}
extension UInt32: _FormatSpecifiable {}
extension UInt64: _FormatSpecifiable {}
extension Float: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}
extension CGFloat: _FormatSpecifiable {}
