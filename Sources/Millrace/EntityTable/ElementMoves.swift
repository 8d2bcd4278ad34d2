// SPDX-License-Identifier: Apache-2.0

extension SlidingArray {
  /// Takes out one element and puts it elsewhere; others keep their order.
  ///
  /// Complexity: O(distance), in place.
  @inlinable
  mutating func moveElement(from source: Int, to target: Int) {
    let element = take(source)
    guard let base = buffer?.first else { return }
    if source < target {
      (base + source).moveInitialize(from: base + source + 1, count: target - source)
    } else {
      (base + target + 1).moveInitialize(from: base + target, count: source - target)
    }
    put(element, target)
  }

  /// Takes out several elements and puts them elsewhere; others keep their order.
  ///
  /// Complexity: O(n), in place; nothing is copied or retained.
  @inlinable
  mutating func moveElements(_ moves: ElementMoves) {
    guard let first = moves.sources.first else { return }
    makeUnique()
    guard let base = buffer?.first else { return }
    let hand = UnsafeMutablePointer<Element>.allocate(capacity: moves.sources.count)
    defer { hand.deallocate() }
    for (place, source) in moves.picks.enumerated() {
      (hand + place).moveInitialize(from: base + source, count: 1)
    }
    // The others close up, and from the end on make room again.
    var end = first
    for (index, source) in moves.sources.enumerated() {
      let next = index + 1 < moves.sources.count ? moves.sources[index + 1] : count
      (base + end).moveInitialize(from: base + source + 1, count: next - source - 1)
      end += next - source - 1
    }
    for place in moves.gaps.indices.reversed() {
      let gap = moves.gaps[place]
      (base + gap + place + 1).moveInitialize(from: base + gap, count: end - gap)
      (base + gap + place).moveInitialize(from: hand + place, count: 1)
      end = gap
    }
  }
}

/// Which elements of an array go where.
@usableFromInline
struct ElementMoves {
  /// Where the elements are, ascending, each once.
  @usableFromInline let sources: [Int]
  /// The same in the order in which they come to stand.
  @usableFromInline let picks: [Int]
  /// How many of the others stand before each of them then.
  @usableFromInline let gaps: [Int]

  @inlinable
  init(sources: [Int], picks: [Int], gaps: [Int]) {
    self.sources = sources
    self.picks = picks
    self.gaps = gaps
  }
}
