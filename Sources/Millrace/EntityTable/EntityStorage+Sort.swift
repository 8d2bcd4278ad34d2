// SPDX-License-Identifier: Apache-2.0

extension EntityStorage {
  /// Whether the row stands in order between its neighbours, or there is no rule.
  ///
  /// Complexity: at most two comparisons.
  @inlinable
  func isInPlace(_ position: Int) -> Bool {
    guard let order else { return true }
    if position > 0, order.precedes(rows[position], rows[position - 1]) { return false }
    return position + 1 >= rows.count || !order.precedes(rows[position + 1], rows[position])
  }

  /// Moves the one row that may be out of order to where a stable sort would put it.
  ///
  /// Complexity: two comparisons if it stands well, otherwise O(log n) comparisons and O(n) moves.
  ///
  /// - Returns: Whether the row moved.
  @inlinable
  func settle(_ position: Int) -> Bool {
    if order == nil || isInPlace(position) { return false }
    return move(position)
  }

  @inlinable
  func move(_ position: Int) -> Bool {
    guard let order else { return false }
    let entity = rows[position]
    let left = rows[..<position].firstPosition { order.precedes(entity, $0) }
    var target = left
    if left == position {
      target = rows[(position + 1)...].firstPosition { !order.precedes($0, entity) } - 1
    }
    if target == position { return false }
    rows.moveElement(from: position, to: target)
    index.move(from: position, to: target)
    return true
  }

  /// Sorts all rows, if one is out of order.
  ///
  /// Complexity: O(n log n) comparisons; O(n) if no row is out of order.
  ///
  /// - Returns: Whether a row moved.
  @inlinable
  func sort() -> Bool {
    guard let order else { return false }
    let isSorted = rows.indices.dropFirst().allSatisfy { !order.precedes(rows[$0], rows[$0 - 1]) }
    if isSorted { return false }
    // The standard library promises that its sort is stable.
    let sorted = rows.indices.sorted { order.precedes(rows[$0], rows[$1]) }
    rows = sorted.map { rows[$0] }
    index.arrange(sorted)
    return true
  }

  /// Sorts once after several rows were written or added, if one of them is out of order.
  ///
  /// The others are in order among themselves, so only the touched ones need to be looked at.
  /// Complexity: O(number of touched rows), or that of `sort()`.
  @inlinable
  func settle(_ touched: EntityTouches<ID>, _ stamp: EntityStamp) {
    let positions = touched.ids.lazy.compactMap { self.index.position(of: $0) }
    guard let first = positions.first(where: { !isInPlace($0) }) else { return }
    let isMoved = touched.ids.count == 1 ? settle(first) : sort()
    if isMoved, touched.hasUpdates { log.append(.reordered, nil, stamp) }
  }
}

/// The rows that a mutation of several rows wrote or added.
@usableFromInline
struct EntityTouches<ID: Hashable> {
  @usableFromInline var count = 0
  @usableFromInline var hasUpdates = false
  /// Kept only where rows have to be in order.
  @usableFromInline var ids: [ID] = []
  @usableFromInline let isSorting: Bool

  @inlinable
  init(isSorting: Bool) {
    self.isSorting = isSorting
  }

  @inlinable
  mutating func add(_ id: ID, isUpdate: Bool) {
    count += 1
    if isUpdate { hasUpdates = true }
    if isSorting { ids.append(id) }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first position for which the condition holds, by bisection; the end if for none.
  @inlinable
  func firstPosition(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
