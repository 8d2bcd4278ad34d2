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
/// The Markdown of a key is shown if it is in a ``Text``: emphasis, strong emphasis, text that is
/// struck out, code and links, which are drawn as a ``Link``. The values in a literal are not
/// Markdown. `^[…](inflect: true)`, and a key of more than 5,000 characters, are shown as they are
/// written.
///
/// ```swift
/// Text("**\(count)** of 5. [Terms](https://example.com/terms)")
/// ```
///
/// There are no tables of translations, and a number without a format is not formatted for a
/// language.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  let string: String
  /// The parts with their styles, if the literal has Markdown, a text with a style or an image.
  let parts: [TextPart]

  /// Creates a key from a string.
  public init(_ value: String) {
    if InlineMarkdown.isPossible(in: value) {
      self.init(InlineMarkdown.parts(of: [.markup(value)]))
    } else {
      self.init(value, parts: [])
    }
  }

  /// Creates a key from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Creates a key from a literal with values.
  public init(stringInterpolation: StringInterpolation) {
    var literal = stringInterpolation
    guard !literal.pieces.isEmpty else {
      self.init(String(stringInterpolation: literal.plain), parts: [])
      return
    }
    literal.endPlain()
    self.init(InlineMarkdown.parts(of: literal.pieces))
  }

  private init(_ parts: [TextPart]) {
    self.init(
      parts.map(\.text.string).joined(), parts: parts.allSatisfy(\.isPlain) ? [] : parts)
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
    /// The segments and values after the last piece.
    @usableFromInline var plain: DefaultStringInterpolation
    /// The Markdown, and the values in and before it.
    fileprivate var pieces: [InlineMarkdown.Piece] = []
    private var hasMarkup = false

    /// Creates an interpolation for a literal of a given size.
    public init(literalCapacity: Int, interpolationCount: Int) {
      plain = DefaultStringInterpolation(
        literalCapacity: literalCapacity, interpolationCount: interpolationCount)
    }

    /// Appends a segment of the literal.
    public mutating func appendLiteral(_ literal: String) {
      hasMarkup = hasMarkup || InlineMarkdown.isPossible(in: literal)
      guard hasMarkup else { return plain.appendLiteral(literal) }
      endPlain()
      pieces.append(.markup(literal))
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

    private mutating func append(_ parts: [TextPart]) {
      endPlain()
      pieces.append(.value(parts))
    }

    /// Makes the segments and values after the last piece a piece.
    fileprivate mutating func endPlain() {
      let before = String(stringInterpolation: plain)
      plain = DefaultStringInterpolation(literalCapacity: 0, interpolationCount: 0)
      if !before.isEmpty { pieces.append(.value([TextPart(text: Text(verbatim: before))])) }
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
