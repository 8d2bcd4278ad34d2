// SPDX-License-Identifier: Apache-2.0

/// One part of a state that differs from the same part of another.
public struct TraceChange: Sendable, Hashable, CustomStringConvertible {
  /// Where it is.
  public let path: TracePath
  /// What was there before; nil if nothing was.
  public let old: TraceValue?
  /// What is there now; nil if nothing is.
  public let new: TraceValue?

  /// Creates a change.
  public init(path: TracePath, old: TraceValue?, new: TraceValue?) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// The path, and the values before and after; of a long one the beginning.
  public var description: String {
    "\(path): \(Self.text(old)) -> \(Self.text(new))"
  }

  private static func text(_ value: TraceValue?) -> String {
    guard let text = value?.json else { return "nothing" }
    return text.utf8.count > 200 ? text.prefix(200) + "…" : text
  }
}

extension TraceValue {
  /// What is different in another value, in the order of the paths.
  ///
  /// A list that has got longer or shorter differs in the elements that it has both before and
  /// after, and in those that came or went.
  ///
  /// Complexity: linear in the size of both.
  ///
  /// - Parameters:
  ///   - other: The value to compare with.
  ///   - limit: The most changes that are looked for.
  /// - Returns: The changes, from this value to the other.
  public func changes(to other: TraceValue, limit: Int = .max) -> [TraceChange] {
    var changes: [TraceChange] = []
    Self.compare(self, other, [], limit, &changes)
    return changes
  }

  private static func compare(
    _ old: TraceValue?, _ new: TraceValue?, _ steps: [TracePath.Step], _ limit: Int,
    _ changes: inout [TraceChange]
  ) {
    guard changes.count < limit else { return }
    switch (old, new) {
    case (.object(let before)?, .object(let after)?):
      let names =
        before.count == after.count && before.keys == after.keys
        ? before.keys.sorted() : Set(before.keys).union(after.keys).sorted()
      for name in names {
        compare(before[name], after[name], steps + [.name(name)], limit, &changes)
      }
    case (.array(let before)?, .array(let after)?):
      for index in 0..<max(before.count, after.count) {
        if index < before.count, index < after.count, before[index] == after[index] { continue }
        compare(
          index < before.count ? before[index] : nil, index < after.count ? after[index] : nil,
          steps + [.index(index)], limit, &changes)
        if changes.count >= limit { return }
      }
    default:
      if old != new { changes.append(TraceChange(path: TracePath(steps), old: old, new: new)) }
    }
  }
}
