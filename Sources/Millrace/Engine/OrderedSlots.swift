// SPDX-License-Identifier: Apache-2.0

/// Elements in ascending order of a number that each has for as long as it is here.
///
/// An element that goes leaves a gap, which holds nothing. Gaps at the ends go at once, and all of
/// them when they are the greater part, so that elements may go in any order at a constant price.
@usableFromInline
struct OrderedSlots<Element> {
  @usableFromInline
  struct Slot {
    @usableFromInline let number: UInt64
    @usableFromInline var element: Element?

    @inlinable
    init(number: UInt64, element: Element) {
      self.number = number
      self.element = element
    }
  }

  @usableFromInline private(set) var slots: [Slot] = []
  /// Where the first element is, unless it is empty.
  @usableFromInline private(set) var start = 0
  @usableFromInline private(set) var count = 0

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { count == 0 }

  /// Puts an element behind the others; its number must not be less than theirs.
  ///
  /// Complexity: amortized O(1).
  @usableFromInline
  mutating func append(_ element: Element, _ number: UInt64) {
    slots.append(Slot(number: number, element: element))
    count += 1
  }

  /// Takes out one element with that number.
  ///
  /// Complexity: amortized O(1) moves; O(1) to find it at an end, O(log n) elsewhere.
  ///
  /// - Returns: Whether there was one.
  @usableFromInline @discardableResult
  mutating func remove(_ number: UInt64) -> Bool {
    guard let position = position(of: number) else { return false }
    // What goes is let go of when this is whole again.
    let element = slots[position].element.take()
    count -= 1
    if position == slots.count - 1 {
      while let last = slots.last, last.element == nil { slots.removeLast() }
    }
    while start < slots.count, slots[start].element == nil { start += 1 }
    if slots.count > 2 * count + 8 { closeGaps() }
    if start >= slots.count { start = 0 }
    return withExtendedLifetime(element) { true }
  }

  private mutating func closeGaps() {
    slots.removeAll { $0.element == nil }
    start = 0
  }

  private func position(of number: UInt64) -> Int? {
    if isEmpty { return nil }
    if slots[start].number == number { return start }
    var position = slots.count - 1
    if slots[position].number != number {
      position = slots[start...].firstPosition { $0.number >= number }
    }
    while position < slots.count, slots[position].number == number {
      if slots[position].element != nil { return position }
      position += 1
    }
    return nil
  }
}

extension OrderedSlots: Sequence {
  @usableFromInline
  struct Iterator: IteratorProtocol {
    @usableFromInline let slots: [Slot]
    @usableFromInline var position: Int

    @inlinable
    init(_ slots: [Slot], from position: Int) {
      self.slots = slots
      self.position = position
    }

    @inlinable
    mutating func next() -> Element? {
      while position < slots.count {
        defer { position += 1 }
        if let element = slots[position].element { return element }
      }
      return nil
    }
  }

  @inlinable
  func makeIterator() -> Iterator { Iterator(slots, from: start) }

  @inlinable var underestimatedCount: Int { count }
}
