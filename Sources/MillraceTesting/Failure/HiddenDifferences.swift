// SPDX-License-Identifier: Apache-2.0

import CustomDump
import Foundation

/// The differing parts of two values that print the same, as text.
///
/// A `Date` is printed with milliseconds only, and a `Data` with the number of its bytes only.
struct HiddenDifferences {
  private(set) var lines: [String] = []
  /// The maximum number of lines.
  private static let limit = 20

  init<Value>(from old: Value, to new: Value) {
    compare(old, new, at: "", depth: 0)
  }

  private mutating func compare(_ old: Any, _ new: Any, at path: String, depth: Int) {
    guard lines.count < Self.limit, depth < 64 else { return }
    if old is any Equatable, Failure.areEqual(old, new) { return }
    if let (old, new) = Self.words(old, new) {
      lines.append("\(path.isEmpty ? "" : "\(path): ")\(old) → \(new)")
      return
    }
    if let old = old as? [AnyHashable: Any], let new = new as? [AnyHashable: Any] {
      for (key, value) in old {
        if let other = new[key] { compare(value, other, at: "\(path)[\(key)]", depth: depth + 1) }
      }
      return
    }
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    // Sets have no order, and objects can reference each other in a cycle.
    guard before.displayStyle != .class, before.displayStyle != .set,
      before.children.count == after.children.count
    else { return }
    for (index, (one, other)) in zip(before.children, after.children).enumerated()
    where one.label == other.label {
      let isOptional = before.displayStyle == .optional
      let name = isOptional ? "" : one.label.map { ".\($0)" } ?? "[\(index)]"
      compare(one.value, other.value, at: path + name, depth: depth + 1)
    }
  }

  /// More exact texts of two values that print the same but differ, or nil.
  private static func words(_ old: Any, _ new: Any) -> (String, String)? {
    switch (old, new) {
    case (let old as Date, let new as Date):
      guard old != new, alike(old, new) else { return nil }
      return (seconds(old), seconds(new))
    case (let old as Data, let new as Data):
      guard old != new, alike(old, new) else { return nil }
      let first = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      return (bytes(of: old, from: first), bytes(of: new, from: first))
    default:
      guard Mirror(reflecting: old).children.isEmpty, !Failure.areEqual(old, new),
        alike(old, new)
      else { return nil }
      let words = (String(reflecting: old), String(reflecting: new))
      return words.0 == words.1 ? ("\(type(of: old)) with the same text", "another") : words
    }
  }

  private static func alike(_ old: Any, _ new: Any) -> Bool {
    String(customDumping: old) == String(customDumping: new)
  }

  private static func seconds(_ date: Date) -> String {
    "Date(timeIntervalSinceReferenceDate: \(date.timeIntervalSinceReferenceDate))"
  }

  /// Up to eight bytes in hexadecimal, beginning at an index.
  private static func bytes(of data: Data, from first: Int) -> String {
    let bytes = data.dropFirst(first).prefix(8).map {
      String(Int($0) + 0x100, radix: 16).dropFirst()
    }
    return "bytes from \(first): \(bytes.joined(separator: " "))"
  }
}
