// SPDX-License-Identifier: Apache-2.0

/// A list of elements in the ascending order of their numbers.
///
/// A removed element leaves an empty slot. Empty slots at the end are removed at once, and those at
/// the start are skipped. All empty slots are removed when they are more than about half of the
/// slots. A removal is therefore cheap at every position. An iterator has the elements that were in
/// the list when it was made; the first change during the iteration copies the slots.
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
  /// The index of the first element, if there is one.
  @usableFromInline private(set) var start = 0
  @usableFromInline private(set) var count = 0

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { count == 0 }

  /// Appends an element; its number must not be less than those of the others.
  ///
  /// Complexity: amortized O(1).
  @usableFromInline
  mutating func append(_ element: Element, _ number: UInt64) {
    slots.append(Slot(number: number, element: element))
    count += 1
  }

  /// Removes one element with a number.
  ///
  /// Complexity: amortized O(1) moves; O(1) to find it at an end, O(log n) elsewhere.
  ///
  /// - Returns: True if there was such an element.
  @usableFromInline @discardableResult
  mutating func remove(_ number: UInt64) -> Bool {
    guard let position = position(of: number) else { return false }
    // The removed element is released last, when the list is consistent again.
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

  /// The element with a number, or nil.
  ///
  /// Complexity: O(1) at an end, O(log n) elsewhere.
  subscript(_ number: UInt64) -> Element? { position(of: number).flatMap { slots[$0].element } }

  /// Returns the first elements that satisfy a condition, from a number on, in order.
  ///
  /// Complexity: O(log n), plus the number of slots from that number to the last returned element;
  /// to the end, if there are fewer elements than the maximum.
  ///
  /// - Parameters:
  ///   - maxCount: The maximum number of elements.
  ///   - number: The number.
  ///   - isIncluded: The condition.
  /// - Returns: The elements.
  func prefix(
    _ maxCount: Int, from number: UInt64, where isIncluded: (Element) -> Bool
  ) -> [Element] {
    var elements: [Element] = []
    var position = slots[start...].firstPosition { $0.number >= number }
    while position < slots.count && elements.count < maxCount {
      if let element = slots[position].element, isIncluded(element) { elements.append(element) }
      position += 1
    }
    return elements
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
