// SPDX-License-Identifier: Apache-2.0

/// The actions of a store in another program, by their places in its history; beyond
/// `LinkLimits.mirror` bytes the oldest ones are dropped.
///
/// A position counts from the oldest action that is here, a place from the first of the history.
struct RemoteLine {
  /// A position beyond this is refused.
  static let lastPlace = 1 << 48

  private var rows: ArraySlice<ActionRow> = []
  /// The place of the row with index 0.
  private var base = 0
  private var bytes = 0
  /// Whether ids, and numbers, grow from row to row, so that they can be searched by halves.
  private var idsGrow = true
  private var numbersGrow = true
  /// How many actions are missing, because the program dropped them before they were fetched.
  private(set) var leftOut = 0

  /// The place of the oldest action.
  var first: Int { base + rows.startIndex }
  var count: Int { rows.count }
  /// The place to be fetched next.
  var next: Int { base + rows.endIndex }

  subscript(position: Int) -> ActionRow? {
    0..<rows.count ~= position ? rows[rows.startIndex + position] : nil
  }

  /// Takes the actions from a place on.
  mutating func append(_ new: [ActionRow], from place: Int) throws(LinkFailure) {
    guard new.count <= LinkLimits.batchRows, next...Self.lastPlace ~= place else {
      throw .unexpected("received actions that are known already, or more than were requested")
    }
    guard new.allSatisfy({ $0.id > 0 && $0.size <= LinkLimits.row && $0.time <= LinkLimits.time })
    else { throw .malformed("an action has no id or an invalid time, or is too long") }
    if place > next {
      // The program dropped the actions in between; those that are kept here go too.
      leftOut += place - next
      rows = []
      base = place
      bytes = 0
    }
    for row in new {
      if let last = rows.last {
        idsGrow = idsGrow && last.id < row.id
        numbersGrow = numbersGrow && last.number ?? 0 < row.number ?? 0
      }
      rows.append(row)
      bytes += row.size
    }
    while bytes > LinkLimits.mirror { dropFirst() }
  }

  mutating func drop(before place: Int) {
    while first < place, !rows.isEmpty { dropFirst() }
  }

  private mutating func dropFirst() { bytes -= rows.removeFirst().size }

  /// The position of the action with an id.
  ///
  /// Complexity: O(log n) on a line that was not reordered.
  func position(of id: Int) -> Int? {
    find(isSorted: idsGrow) {
      $0.id < id
    } where: {
      $0.id == id
    }
  }

  /// The id of the action with a number.
  ///
  /// Complexity: O(log n) on a line as it ran.
  func id(ofNumber number: UInt64) -> Int? {
    find(isSorted: numbersGrow) {
      $0.number ?? 0 < number
    } where: {
      $0.number == number
    }
    .flatMap { self[$0]?.id }
  }

  private func find(
    isSorted: Bool, isBefore: (ActionRow) -> Bool, where isSought: (ActionRow) -> Bool
  ) -> Int? {
    guard isSorted else { return rows.firstIndex(where: isSought).map { $0 - rows.startIndex } }
    var (low, high) = (rows.startIndex, rows.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(rows[middle]) { low = middle + 1 } else { high = middle }
    }
    return low < rows.endIndex && isSought(rows[low]) ? low - rows.startIndex : nil
  }
}

extension ActionRow {
  /// About how many bytes it takes.
  var size: Int {
    let reason = if case .refused(let reason) = outcome { reason.utf8.count } else { 0 }
    let sender = client?.utf8.count ?? 0
    return action.utf8.count + name.utf8.count + source.utf8.count + sender + reason + 250
  }
}
