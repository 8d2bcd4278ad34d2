// SPDX-License-Identifier: Apache-2.0

/// What changed between two texts, in the order of the lines.
struct LineDiff: Equatable {
  /// What became of a line.
  enum Mark: String {
    case removed = "-"
    case added = "+"
    case kept = " "
  }

  struct Entry: Equatable {
    var mark: Mark
    var line: TextLine
  }

  /// The lines to show.
  let entries: [Entry]

  /// Compares two texts.
  ///
  /// Shown are the lines that changed, the lines above them that say where they belong, and
  /// `context` lines on each side. Complexity: linear where little changed; texts that have more
  /// than `most` pairs of lines between their first and last change are taken as replaced.
  init(_ old: [TextLine], _ new: [TextLine], context: Int = 0, most: Int = 4_000_000) {
    let all = Self.align(old, new, most: most)
    let context = max(0, min(context, all.count))
    var isShown = all.map { $0.mark != .kept }
    var owners = Owners()
    for (index, entry) in all.enumerated() {
      let above = owners.enter(index, depth: entry.line.depth)
      guard entry.mark != .kept else { continue }
      for owner in above { isShown[owner] = true }
      for near in max(0, index - context)...min(all.count - 1, index + context) {
        isShown[near] = true
      }
    }
    entries = zip(all, isShown).filter(\.1).map(\.0)
  }

  /// The lines, each with its mark in front.
  var lines: [String] { entries.map { "\($0.mark.rawValue) \($0.line.indented)" } }

  /// Every line of both texts, once.
  private static func align(_ old: [TextLine], _ new: [TextLine], most: Int) -> [Entry] {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter && old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start && old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let removed = Array(old[start..<(old.count - end)])
    let added = Array(new[start..<(new.count - end)])
    return old[..<start].map { Entry(mark: .kept, line: $0) }
      + middle(removed, added, most: most)
      + old[(old.count - end)...].map { Entry(mark: .kept, line: $0) }
  }

  private static func middle(_ old: [TextLine], _ new: [TextLine], most: Int) -> [Entry] {
    var removals: Set<Int> = []
    var insertions: Set<Int> = []
    if old.count * new.count <= most {
      for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): removals.insert(offset)
        case .insert(let offset, _, _): insertions.insert(offset)
        }
      }
    } else {
      removals = Set(old.indices)
      insertions = Set(new.indices)
    }
    var entries: [Entry] = []
    var (from, to) = (0, 0)
    while from < old.count || to < new.count {
      if removals.contains(from) {
        entries.append(Entry(mark: .removed, line: old[from]))
        from += 1
      } else if insertions.contains(to) {
        entries.append(Entry(mark: .added, line: new[to]))
        to += 1
      } else {
        entries.append(Entry(mark: .kept, line: old[from]))
        from += 1
        to += 1
      }
    }
    return entries
  }
}

/// The lines under which the present line stands.
private struct Owners {
  private var stack: [(index: Int, depth: Int)] = []

  /// Goes to the next line.
  ///
  /// - Returns: The lines above it that it belongs to.
  mutating func enter(_ index: Int, depth: Int) -> [Int] {
    while let last = stack.last, last.depth >= depth { stack.removeLast() }
    let above = stack.map(\.index)
    stack.append((index, depth))
    return above
  }
}
