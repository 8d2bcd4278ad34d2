// SPDX-License-Identifier: Apache-2.0

/// Finds the fewest steps that turn one order of children into another.
enum ChildrenDiff {
  /// One step.
  ///
  /// Steps are carried out in their order.
  enum Step<ID: Hashable>: Equatable {
    case remove(ID)
    case insert(ID, before: ID?)
    case move(ID, before: ID?)
  }

  /// The steps from the old children to the new ones.
  ///
  /// Ids are unique on either side.
  ///
  /// - Complexity: O(n log n) in the part between the common start and the common end.
  static func steps<ID: Hashable>(from old: [ID], to new: [ID]) -> [Step<ID>] {
    var start = 0
    var oldEnd = old.count
    var newEnd = new.count
    while start < oldEnd, start < newEnd, old[start] == new[start] { start += 1 }
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    guard start < oldEnd || start < newEnd else { return [] }

    var position: [ID: Int] = [:]
    for index in start..<oldEnd { position[old[index]] = index }
    let middle = new[start..<newEnd]
    let known = middle.filter { position[$0] != nil }
    let kept = Set(
      longestIncreasingSubsequence(known.map { position[$0] ?? 0 }).map { known[$0] })

    let wanted = Set(known)
    var steps = old[start..<oldEnd].filter { !wanted.contains($0) }.map { Step.remove($0) }
    var next = newEnd < new.count ? new[newEnd] : nil
    for id in middle.reversed() {
      if position[id] == nil {
        steps.append(.insert(id, before: next))
      } else if !kept.contains(id) {
        steps.append(.move(id, before: next))
      }
      next = id
    }
    return steps
  }
}
