// SPDX-License-Identifier: Apache-2.0

/// The paths of the parts of a state that an action changed, as they are written to a line of a
/// trace: at most eight.
///
/// If more parts changed, larger parts that contain them are named.
struct ChangedPaths {
  /// The tables of the state, which are encoded separately.
  var tables: WrittenTables?
  private var paths: [[TracePath.Step]] = []
  /// The depth below which too many parts changed.
  ///
  /// The parts at this depth are named instead.
  private var deepest = Int.max

  init(_ tables: WrittenTables? = nil) {
    self.tables = tables
  }

  /// Adds the paths of the parts that differ between two values.
  ///
  /// Complexity: linear in the size of both values, times their depth, plus O(m log m) for each
  /// object with m members. The comparison of one list or object ends at the ninth element or
  /// member that differs.
  mutating func compare(
    _ old: TraceValue?, _ new: TraceValue?, at steps: [TracePath.Step] = []
  ) {
    switch (old, new) {
    case (.object(let before)?, .object(let after)?):
      let names =
        before.count == after.count && before.keys == after.keys
        ? before.keys.sorted() : Set(before.keys).union(after.keys).sorted()
      compare(names, at: steps) { paths, name in
        paths.compare(before[name], after[name], at: steps + [.name(name)])
      }
    case (.array(let before)?, .array(let after)?):
      compare(0..<max(before.count, after.count), at: steps) { paths, index in
        let old = index < before.count ? before[index] : nil
        let new = index < after.count ? after[index] : nil
        if old != new { paths.compare(old, new, at: steps + [.index(index)]) }
      }
    default:
      if old == new { return }
      if let rows = tables?.changes(from: old, to: new) {
        compare(rows, at: steps) { paths, row in
          paths.compare(row.old, row.new, at: steps + [.index(row.position)])
        }
      } else {
        paths.append(steps)
      }
    }
  }

  /// Compares the parts of one value, until more of them differ than a line of a trace can name.
  mutating func compare<Part>(
    _ parts: some Sequence<Part>, at steps: [TracePath.Step],
    _ body: (inout ChangedPaths, Part) -> Void
  ) {
    var different = 0
    for part in parts {
      let count = paths.count
      body(&self, part)
      if paths.count > count { different += 1 }
      if different > Trace.mostChanges {
        deepest = min(deepest, steps.count)
        return
      }
    }
  }

  /// The paths as text.
  var texts: [String] {
    var paths = paths
    func shorten(to depth: Int) {
      var shorter: [[TracePath.Step]] = []
      for path in paths {
        let part = Array(path.prefix(depth))
        if shorter.last != part { shorter.append(part) }
      }
      paths = shorter
    }
    if deepest < .max { shorten(to: deepest) }
    while paths.count > Trace.mostChanges, let depth = paths.map(\.count).max(), depth > 1 {
      shorten(to: depth - 1)
    }
    if paths.count > Trace.mostChanges { paths = [[]] }
    return paths.map { TracePath($0).description }
  }
}

extension Trace {
  /// The maximum number of changed parts that a line names.
  ///
  /// If more parts changed, it names larger parts that contain them.
  public static var mostChanges: Int { 8 }

  /// Returns the paths of the parts that differ between two states, as ``Line/changed`` has them.
  ///
  /// If more than ``mostChanges`` parts differ, larger parts that contain them are named.
  ///
  /// Complexity: linear in the size of both states, times their depth, plus O(m log m) for each
  /// object with m members.
  public static func paths(from old: TraceValue, to new: TraceValue) -> [String] {
    var paths = ChangedPaths()
    paths.compare(old, new)
    return paths.texts
  }
}
