// SPDX-License-Identifier: Apache-2.0

/// The edits of a list in a view, which names rows by their positions.
extension EntityTable {
  /// Moves the rows at some positions together before the row at another position.
  ///
  /// The arguments are those of `onMove` of a `ForEach` over the ids or the rows of this table:
  ///
  /// ```swift
  /// case .moved(let offsets, let target): state.cards.move(fromOffsets: offsets, toOffset: target)
  /// ```
  ///
  /// The rows keep their order. Positions outside of the table are ignored, and a target outside of
  /// it is the nearest end. A table with a sort order does not change. The change is logged as one
  /// change of the order.
  ///
  /// Complexity: O(k log k) for k positions, and one move in memory for each row from the first to
  /// the last of the positions and the target.
  ///
  /// - Parameters:
  ///   - offsets: The positions of the rows, such as an `IndexSet`.
  ///   - target: The position, before the move, of the row that follows the rows after the move;
  ///     the number of rows for the end.
  /// - Returns: True if a row moved.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func move(fromOffsets offsets: some Collection<Int>, toOffset target: Int) -> Bool
  {
    if storage.order != nil { return false }
    let target = Swift.min(Swift.max(0, target), count)
    let sources = Set(offsets.lazy.filter(storage.rows.indices.contains)).sorted()
    guard let first = sources.first, let last = sources.last else { return false }
    let (start, end) = (Swift.min(first, target), Swift.max(last + 1, target))
    var (positions, after, next) = ([Int](), [Int](), start)
    positions.reserveCapacity(end - start)
    for source in sources + [end] {
      for position in next..<source {
        if position < target { positions.append(position) } else { after.append(position) }
      }
      next = source + 1
    }
    positions += sources
    positions += after
    if positions.elementsEqual(start..<end) { return false }
    makeUnique()
    storage.arrange(positions, from: start, moving: sources)
    storage.log.appendReorder(.next())
    return true
  }

  /// Removes the rows at some positions.
  ///
  /// The argument is that of `onDelete` of a `ForEach` over the ids or the rows of this table.
  /// Positions outside of the table are ignored.
  ///
  /// Complexity: O(n + number of positions).
  ///
  /// - Parameter offsets: The positions of the rows, such as an `IndexSet`.
  /// - Returns: The number of rows that were removed.
  @_alwaysEmitIntoClient @discardableResult
  public mutating func remove(atOffsets offsets: some Collection<Int>) -> Int {
    remove(offsets.filter(storage.rows.indices.contains))
  }
}
