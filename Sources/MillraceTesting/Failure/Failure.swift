// SPDX-License-Identifier: Apache-2.0

import CustomDump
import IssueReporting

/// The message of a failed test step: the expected and the actual result, the probable cause and
/// the remedy.
struct Failure {
  /// The expected and the actual result, in one sentence.
  let headline: String
  /// The details of the headline: a difference or a list.
  var detail: String?
  /// The probable cause.
  let cause: String
  /// The recommended correction.
  let remedy: String

  var text: String {
    var parts = [headline]
    if let detail { parts.append(detail.indented) }
    parts.append("Probably: \(cause)")
    parts.append("What to do: \(remedy)")
    return parts.joined(separator: "\n\n")
  }

  func report(at site: CallSite) { site.fail(text) }

  /// Reports a note that does not make the test fail.
  static func note(_ text: String, at site: CallSite) {
    reportIssue(
      text, severity: .warning, fileID: site.fileID, filePath: site.filePath, line: site.line,
      column: site.column)
  }

  /// The text of a value, which can have several lines.
  static func text(of value: some Any) -> String {
    String(customDumping: value)
  }

  /// The name of a type, with the types in which it is nested, as in the text of a value.
  static func name(of type: Any.Type) -> String {
    let whole = String(reflecting: type)
    // The arguments of a generic type and the contexts of a local one have dots too.
    guard !whole.contains(where: { "<(".contains($0) }) else { return "\(type)" }
    return whole.split(separator: ".").dropFirst().joined(separator: ".")
  }

  /// The difference between an expected and an actual value, or nil if no difference is visible.
  static func difference<Value>(expected: Value, actual: Value) -> String? {
    difference(from: expected, to: actual).map { "\($0)\n\n(Expected: −, Actual: +)" }
  }

  /// The difference between an old and a new value, or nil if no difference is visible.
  static func difference<Value>(from old: Value, to new: Value) -> String? {
    // `diff` uses U+2007, a space as wide as a digit. A usual space is easier to search for.
    let visible = diff(old, new, format: .proportional)
      .map { String($0.map { $0 == "\u{2007}" ? " " : $0 }) }
    let hidden = HiddenDifferences(from: old, to: new).lines
    let details = hidden.isEmpty ? nil : "Printed the same, but not equal:\n\(list(lines: hidden))"
    let parts = [visible, details].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// True if two values are equal: by `==` if the type is `Equatable`, else by their printed parts.
  ///
  /// A value that contains a NaN does not equal itself. It is compared by its text.
  static func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
    guard let equatable = one as? any Equatable else { return diff(one, other) == nil }
    if equatable.isEqual(other) { return true }
    return !equatable.isEqual(one) && hasNaN(one) && text(of: one) == text(of: other)
  }

  private static func hasNaN(_ value: Any) -> Bool {
    if let number = value as? any FloatingPoint { return number.isNaN }
    let mirror = Mirror(reflecting: value)
    // Objects can reference each other in a cycle.
    return mirror.displayStyle != .class && mirror.children.contains { hasNaN($0.value) }
  }
}

/// A result to report: a failure of the test, or a note that does not fail it.
enum Remark {
  case failure(Failure)
  case note(String)

  func report(at site: CallSite) {
    switch self {
    case .failure(let failure): failure.report(at: site)
    case .note(let text): Failure.note(text, at: site)
    }
  }
}

extension Equatable {
  fileprivate func isEqual(_ other: some Any) -> Bool {
    (other as? Self) == self
  }
}

extension String {
  var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }
      .joined(separator: "\n")
  }

  /// The text in backquotes, on one line of at most 100 characters.
  var quoted: String {
    var line = ""
    for part in split(separator: "\n") {
      if line.hasSuffix(",") { line += " " }
      line += part.drop { $0 == " " }
    }
    return line.count > 100 ? "`\(line.prefix(99))…`" : "`\(line)`"
  }
}

/// A number with its noun, in the singular or the plural: "1 action", "2 actions".
func counted(_ number: Int, _ thing: String) -> String {
  "\(number) \(thing)\(number == 1 ? "" : "s")"
}

/// A number with a comma between groups of three digits: "10,000".
func grouped(_ number: Int) -> String {
  var digits = "\(number)"
  for place in stride(from: digits.count - 3, to: 0, by: -3) {
    digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
  }
  return digits
}
