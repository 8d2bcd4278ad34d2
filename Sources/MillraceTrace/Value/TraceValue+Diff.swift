// SPDX-License-Identifier: Apache-2.0

/// A part of a state that differs between two states.
public struct TraceChange: Sendable, Hashable, CustomStringConvertible {
  /// The path of the part.
  public let path: TracePath
  /// The value before the change, or nil if the part did not exist.
  public let old: TraceValue?
  /// The value after the change, or nil if the part does not exist.
  public let new: TraceValue?

  /// Creates a change.
  public init(path: TracePath, old: TraceValue?, new: TraceValue?) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// The path, and the values before and after the change.
  ///
  /// A long value is truncated.
  public var description: String {
    "\(path): \(Self.text(old)) -> \(Self.text(new))"
  }

  private static func text(_ value: TraceValue?) -> String {
    value?.json.shortened(to: 200) ?? "nothing"
  }
}

extension String {
  /// The text, or its first `count` characters and `…` if it has more.
  ///
  /// Complexity: O(`count`).
  package func shortened(to count: Int) -> String {
    let start = prefix(count)
    return start.endIndex == endIndex ? self : start + "…"
  }
}

extension TraceValue {
  /// Returns the differences between this value and another one, in the order of the paths.
  ///
  /// Lists are compared position by position. An element that only one of the lists has is a
  /// change.
  ///
  /// Complexity: linear in the size of both values, times their depth, plus O(m log m) for each
  /// object with m members.
  ///
  /// - Parameters:
  ///   - other: The value to compare with.
  ///   - limit: The maximum number of changes.
  /// - Returns: The changes, from this value to the other.
  public func changes(to other: TraceValue, limit: Int = .max) -> [TraceChange] {
    // Only the encoding of table rows throws, and there are no tables here.
    (try? changes(to: other, limit: limit, nil)) ?? []
  }

  /// Returns the differences of two values in which marks stand for tables.
  func changes(
    to other: TraceValue, limit: Int, _ tables: TablePairs?
  ) throws -> [TraceChange] {
    var comparison = Comparison(limit: limit, tables: tables)
    try comparison.compare(self, other, [])
    return comparison.changes
  }

  /// A comparison of two values, with the changes that were found.
  private struct Comparison {
    let limit: Int
    let tables: TablePairs?
    var changes: [TraceChange] = []

    mutating func compare(
      _ old: TraceValue?, _ new: TraceValue?, _ steps: [TracePath.Step]
    ) throws {
      guard changes.count < limit else { return }
      switch (old, new) {
      case (.object(let before)?, .object(let after)?):
        let names =
          before.count == after.count && before.keys == after.keys
          ? before.keys.sorted() : Set(before.keys).union(after.keys).sorted()
        for name in names { try compare(before[name], after[name], steps + [.name(name)]) }
      case (.array(let before)?, .array(let after)?):
        for index in 0..<max(before.count, after.count) {
          if index < before.count, index < after.count, before[index] == after[index] { continue }
          try compare(
            index < before.count ? before[index] : nil, index < after.count ? after[index] : nil,
            steps + [.index(index)])
          if changes.count >= limit { return }
        }
      default:
        if old == new { return }
        let left = limit - changes.count
        if let rows = try tables?.changes(from: old, to: new, limit: left) {
          for row in rows { try compare(row.old, row.new, steps + [.index(row.position)]) }
        } else {
          changes.append(
            TraceChange(path: TracePath(steps), old: try whole(old), new: try whole(new)))
        }
      }
    }

    private func whole(_ value: TraceValue?) throws -> TraceValue? {
      guard let tables, let value else { return value }
      return try tables.whole(value)
    }
  }
}
