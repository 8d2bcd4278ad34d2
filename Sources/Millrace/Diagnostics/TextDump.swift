// SPDX-License-Identifier: Apache-2.0

/// Converts a value to lines of text, one for each stored property, element or payload.
///
/// Sets and dictionaries are sorted by their text, so that equal ones normally give equal lines.
/// Structs and classes that conform to `CustomStringConvertible` are written as their description.
/// A date that Foundation cannot describe is written as its interval: the description of a date
/// that is not a number ends the process.
///
/// Complexity: linear in the size of the text, plus the sorting of sets and dictionaries. A shared
/// object is written again for each reference, up to a maximum number of values in such objects.
/// The dump is meant for logs, not for code that runs often.
struct TextDump {
  /// The maximum depth; values at a greater depth are replaced by `…`.
  static let maximumDepth = 40
  /// The maximum number of values in objects that were written before; each further one is replaced
  /// by `…`.
  ///
  /// Without it, a few objects that refer to each other twice would give millions of lines.
  static let maximumRepetitions = 100_000

  private(set) var lines: [TextLine] = []
  /// The number of values in objects that were written before.
  private var repetitions = 0
  /// The objects that were written.
  private var written: Set<ObjectIdentifier> = []
  /// The number of objects that enclose the current value and were written before.
  private var repeated = 0
  /// The objects that enclose the current value.
  ///
  /// A reference to one of them is not followed, so that a reference cycle ends.
  private var open: Set<ObjectIdentifier> = []

  /// Returns the lines of a value; a `String` is not quoted.
  static func lines(of value: Any) -> [TextLine] {
    var dump = TextDump()
    if let text = value as? String {
      dump.addLines(of: text, prefix: "", depth: 0)
    } else {
      dump.write(value, prefix: "", depth: 0)
    }
    return dump.lines
  }

  /// Returns a value as one text, normally one line; a `String` is returned unchanged.
  static func line(of value: Any) -> String {
    if let text = (value as? String) ?? leaf(value) { return text }
    return hasOddDate(value) ? inOneLine(lines(of: value)) : String(describing: value)
  }

  private mutating func write(_ value: Any, prefix: String, depth: Int) {
    func add(_ text: String) { lines.append(TextLine(depth: depth, text: prefix + text)) }
    if repeated > 0 { repetitions += 1 }
    if depth > Self.maximumDepth || repeated > 0 && repetitions > Self.maximumRepetitions {
      return add("…")
    }
    if let leaf = Self.leaf(value) { return addLines(of: leaf, prefix: prefix, depth: depth) }
    let mirror = Mirror(reflecting: value)
    func counted(_ one: String, _ many: String) -> String {
      let count = mirror.children.count
      return count == 1 ? "1 \(one)" : "\(count) \(many)"
    }
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first else { return add("nil") }
      write(wrapped.value, prefix: prefix, depth: depth)
    case .enum:
      writeCase(value, mirror, prefix: prefix, depth: depth)
    case .collection:
      guard !mirror.children.isEmpty else { return add("[]") }
      add(counted("element", "elements"))
      for child in mirror.children { write(child.value, prefix: "- ", depth: depth + 1) }
    case .set:
      guard !mirror.children.isEmpty else { return add("[]") }
      add(counted("element", "elements"))
      appendSorted(mirror.children.map { nested($0.value, prefix: "- ", depth + 1) })
    case .dictionary:
      guard !mirror.children.isEmpty else { return add("[:]") }
      add(counted("entry", "entries"))
      appendSorted(mirror.children.map { entry($0.value, depth + 1) })
    case .class:
      writeObject(value, mirror, prefix: prefix, depth: depth)
    default:
      add(mirror.displayStyle == .tuple ? "(tuple)" : "\(type(of: value))")
      writeChildren(of: mirror, depth: depth + 1)
    }
  }

  private mutating func writeCase(_ value: Any, _ mirror: Mirror, prefix: String, depth: Int) {
    guard let payload = mirror.children.first else {
      let dot = value is any CustomStringConvertible ? "" : "."
      return addLines(of: "\(dot)\(value)", prefix: prefix, depth: depth)
    }
    let name = ".\(payload.label ?? "\(type(of: value))")"
    if let leaf = Self.leaf(payload.value), !leaf.contains("\n") {
      return lines.append(TextLine(depth: depth, text: "\(prefix)\(name)(\(leaf))"))
    }
    lines.append(TextLine(depth: depth, text: prefix + name))
    let inside = Mirror(reflecting: payload.value)
    if inside.displayStyle == .tuple {
      writeChildren(of: inside, depth: depth + 1)
    } else {
      write(payload.value, prefix: "", depth: depth + 1)
    }
  }

  private mutating func writeObject(_ value: Any, _ mirror: Mirror, prefix: String, depth: Int) {
    let identity = ObjectIdentifier(value as AnyObject)
    guard open.insert(identity).inserted else {
      return lines.append(TextLine(depth: depth, text: "\(prefix)\(type(of: value)) (see above)"))
    }
    lines.append(TextLine(depth: depth, text: "\(prefix)\(type(of: value))"))
    let isRepeated = !written.insert(identity).inserted
    if isRepeated { repeated += 1 }
    var parents: [Mirror] = []
    var parent = mirror.superclassMirror
    while let next = parent {
      parents.append(next)
      parent = next.superclassMirror
    }
    for parent in parents.reversed() { writeChildren(of: parent, depth: depth + 1) }
    writeChildren(of: mirror, depth: depth + 1)
    if isRepeated { repeated -= 1 }
    open.remove(identity)
  }

  private mutating func writeChildren(of mirror: Mirror, depth: Int) {
    for child in mirror.children {
      write(child.value, prefix: child.label.map { "\($0): " } ?? "", depth: depth)
    }
  }

  private mutating func addLines(of text: String, prefix: String, depth: Int) {
    var prefix = prefix
    var depth = depth
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(TextLine(depth: depth, text: prefix + line))
      if !prefix.isEmpty {
        prefix = ""
        depth += 1
      }
    }
  }

  private mutating func appendSorted(_ parts: [[TextLine]]) {
    let sorted = parts.sorted { left, right in
      left.lexicographicallyPrecedes(right) { $0.text < $1.text }
    }
    lines += sorted.joined()
  }

  private mutating func entry(_ pair: Any, _ depth: Int) -> [TextLine] {
    let parts = Mirror(reflecting: pair).children.map(\.value)
    guard parts.count == 2 else { return nested(pair, prefix: "", depth) }
    let key = Self.leaf(parts[0]) ?? Self.inOneLine(nested(parts[0], prefix: "", depth))
    return nested(parts[1], prefix: "\(key): ", depth)
  }

  /// Joins lines to one line, with the lines below another line in parentheses.
  private static func inOneLine(_ lines: [TextLine]) -> String {
    var text = ""
    var depths: [Int] = []
    for line in lines {
      let isBelow = depths.last.map { $0 < line.depth } ?? false
      while let last = depths.last, last > line.depth {
        depths.removeLast()
        text += ")"
      }
      if isBelow { text += "(" } else if !text.isEmpty { text += ", " }
      if depths.last != line.depth { depths.append(line.depth) }
      text += line.text
    }
    return text + String(repeating: ")", count: max(0, depths.count - 1))
  }

  /// Writes a value, and moves its lines to the result.
  private mutating func nested(_ value: Any, prefix: String, _ depth: Int) -> [TextLine] {
    let start = lines.count
    write(value, prefix: prefix, depth: depth)
    defer { lines.removeSubrange(start...) }
    return Array(lines[start...])
  }

  /// Returns the text of a value whose parts are not written, such as a string, a number, or a
  /// struct with a description; nil for other values, and for all enum cases.
  private static func leaf(_ value: Any) -> String? {
    if let text = value as? any StringProtocol { return String(text).debugDescription }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .class:
      guard let described = value as? any CustomStringConvertible else { return nil }
      if let interval = oddInterval(mirror) { return "\(type(of: value))(\(interval))" }
      return hasOddPart(mirror) ? nil : described.description
    case .tuple: return mirror.children.isEmpty ? "()" : nil
    case nil: return hasOddPart(mirror) ? nil : String(describing: value)
    default: return nil
    }
  }

  /// The interval of a date outside the years 1 to 4001, or nil for another value.
  ///
  /// Foundation describes no date outside these years. The core does not import it, and recognizes
  /// a date by the label in its mirror.
  private static func oddInterval(_ mirror: Mirror) -> String? {
    let name = "timeIntervalSinceReferenceDate"
    guard let (label, part) = mirror.children.first, label == name, let seconds = part as? Double,
      // Also true for NaN.
      !(abs(seconds) <= 63_114_076_800)
    else { return nil }
    return "\(name): \(seconds)"
  }

  /// True for a value such as an interval or a range of dates that contains a date which Foundation
  /// cannot describe.
  ///
  /// The descriptions of other types than those of Foundation and Swift are used in any case: they
  /// can hide parts.
  private static func hasOddPart(_ mirror: Mirror) -> Bool {
    let parts = mirror.children.prefix(8)
    guard parts.contains(where: { oddInterval(Mirror(reflecting: $0.value)) != nil }) else {
      return false
    }
    let type = String(reflecting: mirror.subjectType)
    return type.hasPrefix("Foundation") || type.hasPrefix("Swift.")
  }

  /// True if the default text of a value can contain a date that has no description.
  private static func hasOddDate(_ value: Any, depth: Int = 0) -> Bool {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    // The default text of an object does not contain its properties.
    case .class: return false
    // A description can hide the payload.
    case .enum where value is any CustomStringConvertible: return false
    case .collection:
      // To look at each byte of a picture would take longer than its text.
      if let elements = value as? any Sequence, hasNumbers(elements) { return false }
    default: break
    }
    return depth > maximumDepth || oddInterval(mirror) != nil
      || mirror.children.contains { hasOddDate($0.value, depth: depth + 1) }
  }

  /// True if the elements of a sequence are numbers.
  private static func hasNumbers<Elements: Sequence>(_ elements: Elements) -> Bool {
    Elements.Element.self is any Numeric.Type
  }
}

/// One line of a dumped value, and its depth.
struct TextLine: Hashable, Sendable {
  var depth: Int
  var text: String

  /// The text, indented by two spaces for each level of depth.
  var indented: String { String(repeating: "  ", count: depth) + text }
}

/// The changes between two texts, in the order of the lines.
struct LineDiff: Equatable {
  /// The change of a line.
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
  /// The entries are the changed lines, the lines of the values that enclose them, and `context`
  /// lines before and after each change.
  ///
  /// Complexity: linear if few lines changed. Only the lines from the first change to the last are
  /// compared. If these old and new lines are together more than twice the square root of `most`,
  /// lines that occur exactly once in each text are matched first, and the lines between them are
  /// compared (patience diff, by Bram Cohen).
  init(_ old: [TextLine], _ new: [TextLine], context: Int = 0, most: Int = 4_000_000) {
    let all = Self.slide(Self.align(old, new, most: most))
    let context = max(0, min(context, all.count))
    var isShown = all.map { $0.mark != .kept }
    // The lines of the values that enclose the current line.
    var owners: [(index: Int, depth: Int)] = []
    for (index, entry) in all.enumerated() {
      while let last = owners.last, last.depth >= entry.line.depth { owners.removeLast() }
      if entry.mark != .kept {
        for owner in owners { isShown[owner.index] = true }
        for near in max(0, index - context)...min(all.count - 1, index + context) {
          isShown[near] = true
        }
      }
      owners.append((index, entry.line.depth))
    }
    entries = zip(all, isShown).filter(\.1).map(\.0)
  }

  /// The lines, each one after its mark.
  var lines: [String] { entries.map { "\($0.mark.rawValue) \($0.line.indented)" } }

  /// Moves each change to where it begins with a line of the least depth.
  ///
  /// If the line before a change equals its last line, the change can as well begin there; and
  /// likewise at the other end. Without this, a new row that ends like the row before it would be
  /// shown as the end of that row and the beginning of the new one. Among equally good places the
  /// last one is chosen.
  private static func slide(_ entries: [Entry]) -> [Entry] {
    var entries = entries
    var start = 0
    while start < entries.count {
      let mark = entries[start].mark
      var end = start + 1
      while end < entries.count && entries[end].mark == mark { end += 1 }
      defer { start = end }
      // A removal with an addition next to it stays where it is.
      guard mark != .kept, start == 0 || entries[start - 1].mark == .kept,
        end == entries.count || entries[end].mark == .kept
      else { continue }

      func canMoveUp() -> Bool {
        start > 0 && entries[start - 1].mark == .kept
          && entries[start - 1].line == entries[end - 1].line
      }
      func moveUp() {
        (entries[start - 1].mark, entries[end - 1].mark) = (mark, .kept)
        (start, end) = (start - 1, end - 1)
      }
      while canMoveUp() { moveUp() }
      var best = start
      while end < entries.count && entries[end].mark == .kept
        && entries[end].line == entries[start].line
      {
        (entries[start].mark, entries[end].mark) = (.kept, mark)
        (start, end) = (start + 1, end + 1)
        if entries[start].line.depth <= entries[best].line.depth { best = start }
      }
      while start > best { moveUp() }
    }
    return entries
  }

  /// Returns the lines of both texts; matched lines are returned once.
  private static func align(_ old: [TextLine], _ new: [TextLine], most: Int) -> [Entry] {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter && old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start && old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let removed = Array(old[start..<(old.count - end)])
    let added = Array(new[start..<(new.count - end)])
    // The cost is the square of the sum, also if one side is short. A product could overflow: on
    // some watches an `Int` has 32 bits.
    let sum = removed.count + added.count
    let isSmall = sum == 0 || sum <= 4 * most / sum
    return old[..<start].map { Entry(mark: .kept, line: $0) }
      + (isSmall ? difference(removed, added) : patienceDiff(removed, added, most: most))
      + old[(old.count - end)...].map { Entry(mark: .kept, line: $0) }
  }

  /// Matches the lines that occur exactly once in each text, and compares the lines between them.
  ///
  /// Without such lines, all old lines are removed and all new lines are added.
  private static func patienceDiff(_ old: [TextLine], _ new: [TextLine], most: Int) -> [Entry] {
    let (places, newPlaces) = (positions(old), positions(new))
    let shared = old.indices.compactMap { index -> (old: Int, new: Int)? in
      guard places[old[index]] == index, let other = newPlaces[old[index]], other >= 0 else {
        return nil
      }
      return (index, other)
    }
    let anchors = longestAscending(shared.map(\.new)).map { shared[$0] }
    guard !anchors.isEmpty else {
      return old.map { Entry(mark: .removed, line: $0) } + new.map { Entry(mark: .added, line: $0) }
    }
    var entries: [Entry] = []
    var (from, to) = (0, 0)
    for anchor in anchors + [(old.count, new.count)] {
      entries += align(Array(old[from..<anchor.old]), Array(new[to..<anchor.new]), most: most)
      if anchor.old < old.count { entries.append(Entry(mark: .kept, line: old[anchor.old])) }
      (from, to) = (anchor.old + 1, anchor.new + 1)
    }
    return entries
  }

  /// The position of each line; -1 for a line that occurs several times.
  private static func positions(_ lines: [TextLine]) -> [TextLine: Int] {
    Dictionary(lines.enumerated().map { ($1, $0) }) { _, _ in -1 }
  }

  /// The positions of a longest ascending subsequence of numbers.
  private static func longestAscending(_ numbers: [Int]) -> [Int] {
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: numbers.count)
    for (position, number) in numbers.enumerated() {
      let low = tails.firstPosition { numbers[$0] >= number }
      if low > 0 { before[position] = tails[low - 1] }
      if low == tails.count { tails.append(position) } else { tails[low] = position }
    }
    var part: [Int] = []
    var next = tails.last ?? -1
    while next >= 0 {
      part.append(next)
      next = before[next]
    }
    return part.reversed()
  }

  private static func difference(_ old: [TextLine], _ new: [TextLine]) -> [Entry] {
    var isRemoved = [Bool](repeating: false, count: old.count)
    var isAdded = [Bool](repeating: false, count: new.count)
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): isRemoved[offset] = true
      case .insert(let offset, _, _): isAdded[offset] = true
      }
    }
    var entries: [Entry] = []
    var (from, to) = (0, 0)
    while from < old.count || to < new.count {
      if from < old.count && isRemoved[from] {
        entries.append(Entry(mark: .removed, line: old[from]))
        from += 1
      } else if to < new.count && isAdded[to] {
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
