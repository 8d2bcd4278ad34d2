// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The inline Markdown of a ``LocalizedStringKey``.
///
/// It has emphasis, strong emphasis, text that is struck out, code, links and backslashes in front
/// of punctuation, with the rules of CommonMark. Line breaks and spaces are preserved. The values
/// in a literal are not Markdown. A text of more than 5,000 characters is shown as it is written.
struct InlineMarkdown {
  /// A piece of a literal.
  enum Piece {
    case markup(String)
    case value([TextPart])
  }

  fileprivate enum Unit: Equatable {
    case character(Character)
    case value([TextPart])
  }

  fileprivate struct Style: OptionSet {
    let rawValue: UInt8

    static let emphasis = Style(rawValue: 1)
    static let strong = Style(rawValue: 2)
    static let struck = Style(rawValue: 4)
    static let code = Style(rawValue: 8)
  }

  /// A part of the result, or a run of delimiters that can still begin or end a style.
  fileprivate struct Token {
    var text = ""
    var parts: [TextPart]?
    var style: Style = []
    var delimiter: Character?
    /// The number of delimiters that are left.
    var count = 0
    var length = 0
    var opens = false
    var closes = false
  }

  private let units: [Unit]
  /// The index of the bracket that closes the one at an index.
  private var partners: [Int: Int] = [:]
  /// The indices of the brackets that close another one.
  private var ends: Set<Int> = []

  /// A longer text would take too long if it has very many delimiters.
  private static let greatestCount = 5000

  private init(_ units: [Unit]) {
    self.units = units
    var open: [Character: [Int]] = [:]
    var index = units.startIndex
    while index < units.endIndex {
      let here = character(index)
      switch here {
      case "\\": index += 1
      case "`":
        // The brackets in code are no brackets.
        let run = runLength(at: index, in: units.indices)
        let end = codeEnd(after: index + run, length: run, in: units.indices)
        index = (end ?? index) + run - 1
      case "[", "(": open[here!, default: []].append(index)
      case "]", ")":
        if let start = open[here == "]" ? "[" : "("]?.popLast() {
          partners[start] = index
          ends.insert(index)
        }
      default: break
      }
      index += 1
    }
  }

  /// Whether a literal has a character with a meaning in Markdown.
  static func isPossible(in literal: String) -> Bool {
    literal.utf8.contains {
      switch $0 {
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "`"),
        UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "<"):
        true
      default: false
      }
    }
  }

  /// Returns the parts of a literal, each with its style.
  static func parts(of pieces: [Piece]) -> [TextPart] {
    let units = pieces.flatMap { piece -> [Unit] in
      switch piece {
      case .markup(let text): text.map { .character($0) }
      case .value(let parts): [.value(parts)]
      }
    }
    guard units.count <= greatestCount else {
      return pieces.flatMap { piece in
        switch piece {
        case .markup(let text): [TextPart(text: Text(verbatim: text))]
        case .value(let parts): parts
        }
      }
    }
    return InlineMarkdown(units).parts(of: units.indices)
  }

  private func parts(of range: Range<Int>) -> [TextPart] {
    var tokens = tokens(of: range)
    Self.match(&tokens)
    var parts: [TextPart] = []
    var end: Style?
    for token in tokens {
      if let own = token.parts, own.count != 1 || !own[0].isPlain {
        parts += own.map { part in
          var part = part
          part.text = token.style.apply(to: part.text)
          return part
        }
        end = nil
        continue
      }
      let text = token.string
      guard !text.isEmpty else { continue }
      if end == token.style, let last = parts.popLast() {
        let joined = Text(verbatim: last.text.string + text)
        parts.append(TextPart(text: token.style.apply(to: joined)))
      } else {
        parts.append(TextPart(text: token.style.apply(to: Text(verbatim: text))))
      }
      end = token.style
    }
    return parts
  }
}

// MARK: - Tokens

extension InlineMarkdown {
  private func character(_ index: Int) -> Character? {
    guard units.indices.contains(index), case .character(let character) = units[index] else {
      return nil
    }
    return character
  }

  private func tokens(of range: Range<Int>) -> [Token] {
    var tokens: [Token] = []
    var index = range.lowerBound
    func append(_ text: String) {
      if let last = tokens.indices.last, tokens[last].delimiter == nil, tokens[last].parts == nil,
        tokens[last].style == []
      {
        tokens[last].text += text
      } else {
        tokens.append(Token(text: text))
      }
    }
    while index < range.upperBound {
      guard let here = character(index) else {
        if case .value(let parts) = units[index] { tokens.append(Token(parts: parts)) }
        index += 1
        continue
      }
      let run = runLength(at: index, in: range)
      switch here {
      case "\\":
        let next = index + 1 < range.upperBound ? character(index + 1) : nil
        if let next, next.isASCII, next.isPunctuation || next.isSymbol {
          append(String(next))
          index += 2
        } else {
          append("\\")
          index += 1
        }
      case "`":
        if let end = codeEnd(after: index + run, length: run, in: range) {
          tokens += code(in: index + run..<end)
          index = end + run
        } else {
          append(String(repeating: "`", count: run))
          index += run
        }
      case "[", "<":
        if let (token, end) = here == "["
          ? link(at: index, in: range) : address(at: index, in: range)
        {
          tokens.append(token)
          index = end
        } else {
          append(String(here))
          index += 1
        }
      case "*", "_",
        "~" where run == 2:
        tokens.append(delimiter(here, at: index, length: run))
        index += run
      default:
        append(String(repeating: here, count: run))
        index += run
      }
    }
    return tokens
  }

  private func runLength(at index: Int, in range: Range<Int>) -> Int {
    let end = (index..<range.upperBound).first { units[$0] != units[index] }
    return (end ?? range.upperBound) - index
  }

  /// Returns the token of a run of delimiters.
  ///
  /// A run begins a style if no space follows it, and ends one if no space is before it. Between
  /// a letter and a punctuation mark, it belongs to the mark. Underscores in words are no style.
  private func delimiter(_ mark: Character, at index: Int, length: Int) -> Token {
    func isSpace(_ index: Int) -> Bool {
      units.indices.contains(index) ? character(index)?.isWhitespace ?? false : true
    }
    func isMark(_ index: Int) -> Bool {
      character(index).map { $0.isPunctuation || $0.isSymbol } ?? false
    }
    let (before, after) = (index - 1, index + length)
    let isLeft = !isSpace(after) && (!isMark(after) || isSpace(before) || isMark(before))
    let isRight = !isSpace(before) && (!isMark(before) || isSpace(after) || isMark(after))
    let isUnderscore = mark == "_"
    return Token(
      delimiter: mark, count: length, length: length,
      opens: isLeft && (!isUnderscore || !isRight || isMark(before)),
      closes: isRight && (!isUnderscore || !isLeft || isMark(after)))
  }

  private func codeEnd(after start: Int, length: Int, in range: Range<Int>) -> Int? {
    var index = start
    while index < range.upperBound {
      guard character(index) == "`" else {
        index += 1
        continue
      }
      let run = runLength(at: index, in: range)
      if run == length { return index }
      index += run
    }
    return nil
  }

  /// The code in a range, without one space at both ends.
  private func code(in range: Range<Int>) -> [Token] {
    let isPadded =
      range.count > 2 && character(range.lowerBound) == " "
      && character(range.upperBound - 1) == " "
      && range.contains { character($0) != " " }
    return units[isPadded ? range.dropFirst().dropLast() : range].map {
      switch $0 {
      case .character(let character): Token(text: String(character), style: .code)
      case .value(let parts): Token(parts: parts, style: .code)
      }
    }
  }

  /// The link `[text](address)` at an index, and the index after it.
  private func link(at index: Int, in range: Range<Int>) -> (Token, Int)? {
    guard let close = partners[index], character(close + 1) == "(",
      let end = partners[close + 1], end < range.upperBound,
      // A link contains no other one. This keeps the work small.
      !(index + 1..<close).contains(where: {
        character($0) == "]" && ends.contains($0) && character($0 + 1) == "("
      })
    else { return nil }
    guard let url = string(of: close + 2..<end).flatMap({ Self.url(Self.address(in: $0)) })
    else { return nil }
    let parts = parts(of: index + 1..<close)
    guard parts.allSatisfy({ $0.link == nil }) else { return nil }
    return (link(to: url, parts), end + 1)
  }

  /// The link `<https://example.com>` at an index, and the index after it.
  private func address(at index: Int, in range: Range<Int>) -> (Token, Int)? {
    guard
      let end = (index + 1..<range.upperBound).first(where: {
        character($0).map { $0 == ">" || $0 == "<" || $0.isWhitespace } ?? true
      }), character(end) == ">",
      let address = string(of: index + 1..<end), let url = Self.url(address), url.scheme != nil
    else { return nil }
    return (link(to: url, [TextPart(text: Text(verbatim: address))]), end + 1)
  }

  /// The address between the parentheses of a link, without its title.
  private static func address(in text: String) -> String {
    var address = Substring(text.trimmingCharacters(in: .whitespacesAndNewlines))
    if let quote = address.last, quote == "\"" || quote == "'",
      let start = address.dropLast().lastIndex(of: quote),
      address[..<start].last?.isWhitespace == true
    {
      address = address[..<start]
      while address.last?.isWhitespace == true { address.removeLast() }
    }
    if address.hasPrefix("<"), address.hasSuffix(">") { address = address.dropFirst().dropLast() }
    return String(address.replacing(#/\\([!-\/:-@\[-`{-~])/#) { $0.1 })
  }

  private func link(to url: URL, _ parts: [TextPart]) -> Token {
    let isPlain = parts.allSatisfy(\.isPlain)
    let text = Text(parts.map(\.text.string).joined(), parts: isPlain ? [] : parts)
    return Token(parts: [TextPart(text: text, link: url)])
  }

  private static func url(_ address: String) -> URL? {
    address.isEmpty || address.contains(where: \.isWhitespace) ? nil : URL(string: address)
  }

  /// The characters of a range, or nil if a value is in it.
  private func string(of range: Range<Int>) -> String? {
    let characters = range.compactMap(character)
    return characters.count == range.count ? String(characters) : nil
  }
}

// MARK: - Styles

extension InlineMarkdown {
  /// Gives the tokens between matching delimiters their style.
  private static func match(_ tokens: inout [Token]) {
    var open: [Int] = []
    for end in tokens.indices where tokens[end].delimiter != nil {
      while tokens[end].closes, tokens[end].count > 0,
        let place = open.lastIndex(where: { tokens[$0].matches(tokens[end]) })
      {
        let start = open[place]
        open.removeSubrange((place + 1)...)
        let used = min(2, tokens[start].count, tokens[end].count)
        let style: Style =
          tokens[end].delimiter == "~" ? .struck : used == 2 ? .strong : .emphasis
        for index in start + 1..<end { tokens[index].style.insert(style) }
        tokens[start].count -= used
        tokens[end].count -= used
        if tokens[start].count == 0 { open.removeLast() }
      }
      if tokens[end].opens, tokens[end].count > 0 { open.append(end) }
    }
  }
}

extension InlineMarkdown.Token {
  /// The text of a token whose parts have no style.
  fileprivate var string: String {
    if let delimiter { return String(repeating: delimiter, count: count) }
    return parts?[0].text.string ?? text
  }

  /// Whether this run begins what a later one ends.
  ///
  /// A run that can do both does neither if the lengths add up to a multiple of three.
  fileprivate func matches(_ end: InlineMarkdown.Token) -> Bool {
    guard delimiter == end.delimiter else { return false }
    return !(closes || end.opens) || (length + end.length) % 3 != 0
      || (length % 3 == 0 && end.length % 3 == 0)
  }
}

extension InlineMarkdown.Style {
  fileprivate func apply(to text: Text) -> Text {
    var text = text
    if contains(.code) { text = text.monospaced() }
    if contains(.emphasis) { text = text.italic() }
    if contains(.strong) { text = text.bold() }
    if contains(.struck) { text = text.strikethrough() }
    return text
  }
}
