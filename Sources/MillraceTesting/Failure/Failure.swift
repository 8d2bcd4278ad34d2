// SPDX-License-Identifier: Apache-2.0

import CustomDump
import IssueReporting

/// What a failed step of a test says: what was expected and what happened, why that may be, and
/// what to do.
struct Failure {
  /// What was expected and what happened, in a sentence.
  let headline: String
  /// The same in detail: a difference, a list.
  var detail: String?
  /// What has probably gone wrong.
  let cause: String
  /// What to do about it.
  let remedy: String

  var text: String {
    var parts = [headline]
    if let detail { parts.append(detail.indented) }
    parts.append("Probably: \(cause)")
    parts.append("What to do: \(remedy)")
    return parts.joined(separator: "\n\n")
  }

  func report(at site: CallSite) { site.fail(text) }

  /// Tells a test something that does not make it fail.
  static func note(_ text: String, at site: CallSite) {
    reportIssue(
      text, severity: .warning, fileID: site.fileID, filePath: site.filePath, line: site.line,
      column: site.column)
  }

  /// A value in words, on as many lines as it takes.
  static func text(of value: some Any) -> String {
    String(customDumping: value)
  }

  /// How one value differs from another; nil if they are the same as far as one can see.
  static func difference<Value>(expected: Value, actual: Value) -> String? {
    difference(from: expected, to: actual).map { "\($0)\n\n(Expected: −, Actual: +)" }
  }

  /// What has become of one value in another; nil if they are the same as far as one can see.
  static func difference<Value>(from old: Value, to new: Value) -> String? {
    // It is laid out with a space that is as wide as a digit, which is hard to search for.
    let seen = diff(old, new, format: .proportional)
      .map { String($0.map { $0 == "\u{2007}" ? " " : $0 }) }
    let hidden = HiddenDifferences(from: old, to: new).lines
    let details = hidden.isEmpty ? nil : "Printed alike, and not equal:\n\(list(lines: hidden))"
    let parts = [seen, details].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// Whether two values are equal: by `==` if they have one, else by all that can be seen of them.
  ///
  /// A value with a NaN in it, which does not equal itself, is compared by its text.
  static func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
    guard let equatable = one as? any Equatable else { return diff(one, other) == nil }
    if equatable.isEqual(other) { return true }
    return !equatable.isEqual(one) && hasNaN(one) && text(of: one) == text(of: other)
  }

  private static func hasNaN(_ value: Any) -> Bool {
    if let number = value as? any FloatingPoint { return number.isNaN }
    let mirror = Mirror(reflecting: value)
    // Objects may lead round in a circle.
    return mirror.displayStyle != .class && mirror.children.contains { hasNaN($0.value) }
  }
}

/// Something to say about a test, which fails it or does not.
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

  /// The text in backquotes, on one line and not longer than one.
  var quoted: String {
    var line = ""
    for part in split(separator: "\n") {
      if line.hasSuffix(",") { line += " " }
      line += part.drop { $0 == " " }
    }
    return line.count > 100 ? "`\(line.prefix(99))…`" : "`\(line)`"
  }
}

/// The English for a number of things.
func counted(_ number: Int, _ thing: String) -> String {
  "\(number) \(thing)\(number == 1 ? "" : "s")"
}
