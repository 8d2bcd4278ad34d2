// SPDX-License-Identifier: Apache-2.0

/// The parts of a state that an action changed, as a line of a trace names them: eight at most; if
/// more changed, the larger parts that hold them.
struct ChangedPaths {
  /// The tables that are written down apart.
  var tables: WrittenTables?
  private var paths: [[TracePath.Step]] = []
  /// The depth below which too many parts changed: the parts at this depth are named instead.
  private var deepest = Int.max

  init(_ tables: WrittenTables? = nil) {
    self.tables = tables
  }

  /// Notes what is different in another value.
  ///
  /// Complexity: linear in the size of both; where many elements or members of one value differ,
  /// up to the ninth of them.
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

  /// Compares the parts of one value, until more differ than a line names.
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

  /// The paths as they are written.
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
  /// How many changed parts a line names; if more changed, it names larger parts that hold them.
  public static var mostChanges: Int { 8 }

  /// The parts of a state that are different in another one, as a line names them.
  ///
  /// If more than ``mostChanges`` changed, the larger parts that hold them are named.
  ///
  /// Complexity: linear in the size of both.
  public static func paths(from old: TraceValue, to new: TraceValue) -> [String] {
    var paths = ChangedPaths()
    paths.compare(old, new)
    return paths.texts
  }
}
