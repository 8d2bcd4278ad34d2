// SPDX-License-Identifier: Apache-2.0

/// Computes the steps that change one list of children into another.
///
/// As few children as possible are moved.
enum ChildrenDiff {
  /// One step for a run of adjacent children, in their order.
  ///
  /// Steps are applied in order.
  enum Step<ID: Hashable>: Equatable {
    case remove([ID])
    case insert([ID], before: ID?)
    case move([ID], before: ID?)
  }

  /// Returns the steps from the old children to the new children.
  ///
  /// The ids in each of the two arrays must be unique.
  ///
  /// - Complexity: O(n), plus O(m log m) for the part of length m between the common start and the
  ///   common end.
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

    let next = newEnd < new.count ? new[newEnd] : nil
    return removals(old[start..<oldEnd], except: Set(known))
      + placements(middle, position: position, kept: kept, before: next)
  }

  /// Removes the children that are not in the new list.
  private static func removals<ID: Hashable>(
    _ old: ArraySlice<ID>, except wanted: Set<ID>
  ) -> [Step<ID>] {
    old.split { wanted.contains($0) }.map { .remove(Array($0)) }
  }

  /// Inserts the new children and moves the children that are not in `kept`, from the end to the
  /// start.
  ///
  /// Adjacent inserted children form one run. So do adjacent moved children, if they had the same
  /// order before and no other remaining child was between them.
  private static func placements<ID: Hashable>(
    _ middle: ArraySlice<ID>, position: [ID: Int], kept: Set<ID>, before next: ID?
  ) -> [Step<ID>] {
    var ranks: [ID: Int] = [:]
    let inOldOrder = middle.filter { position[$0] != nil }
      .sorted { position[$0] ?? 0 < position[$1] ?? 0 }
    for (rank, id) in inOldOrder.enumerated() { ranks[id] = rank }
    var steps: [Step<ID>] = []
    var run: [ID] = []
    var next = next
    func endRun() {
      guard let last = run.last else { return }
      let ids = Array(run.reversed())
      steps.append(ranks[last] == nil ? .insert(ids, before: next) : .move(ids, before: next))
      next = last
      run = []
    }
    for id in middle.reversed() {
      let rank = ranks[id]
      if let last = run.last, rank != ranks[last].map({ $0 - 1 }) || kept.contains(id) { endRun() }
      if kept.contains(id) { next = id } else { run.append(id) }
    }
    endRun()
    return steps
  }
}
