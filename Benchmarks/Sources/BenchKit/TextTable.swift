// SPDX-License-Identifier: Apache-2.0

/// A text table: rows of strings in columns with titles.
public struct TextTable {
  /// The alignment of a column.
  public enum Alignment: Sendable {
    case left
    case right
  }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  /// Creates a table without rows.
  public init(_ columns: (title: String, alignment: Alignment)...) {
    self.columns = columns
  }

  /// Adds a row, which must have one string for each column.
  public mutating func add(_ words: String...) {
    precondition(words.count == columns.count, "a row has one word for each column")
    rows.append(words)
  }

  /// The table with one line for each row, without trailing spaces.
  public var text: String {
    let lines = [columns.map(\.title)] + rows
    let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { words in
      var line = ""
      for (column, word) in words.enumerated() {
        let gap = String(repeating: " ", count: widths[column] - word.count)
        line += column == 0 ? "" : "  "
        line += columns[column].alignment == .left ? word + gap : gap + word
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

extension [Row] {
  /// The rows as a table, for people.
  public var table: String {
    var table = TextTable(
      ("name", .left), ("operation", .left), ("per op", .right), ("allocs/op", .right),
      ("x baseline", .right))
    for row in self {
      table.add(
        row.name, row.operation, "\(row.value.short) \(row.unit)", row.allocations?.short ?? "-",
        row.ratio.short)
    }
    return table.text
  }
}

extension [Verdict] {
  /// The verdicts as a table, for people: which promises are broken, and by how much.
  public var table: String {
    var table = TextTable(
      ("promise", .left), ("row", .left), ("measured", .right), ("at most", .right), ("", .left))
    for verdict in self {
      table.add(
        verdict.promise.text, verdict.promise.row, verdict.measured?.short ?? "-",
        verdict.promise.limit.short, verdict.isKept ? "kept" : "BROKEN, \(verdict.overrun)")
    }
    return table.text
  }
}

extension Verdict {
  /// The amount by which a promise is broken.
  var overrun: String {
    guard let measured else { return "nothing was measured" }
    return promise.limit == 0 ? "\(measured.short) too many" : "\(excess.short) times the limit"
  }
}
