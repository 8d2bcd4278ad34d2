// SPDX-License-Identifier: Apache-2.0

/// A first-in first-out queue in a ring: appending and taking are O(1), and a queue that has once
/// been large enough allocates nothing more.
@usableFromInline
struct ActionQueue<Element> {
  @usableFromInline var slots: ContiguousArray<Element?> = []
  @usableFromInline var head = 0
  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable var isEmpty: Bool { count == 0 }

  @inlinable
  mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[(head + count) & (slots.count - 1)] = element
    count += 1
  }

  @inlinable
  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[head].take()
    head = (head + 1) & (slots.count - 1)
    count -= 1
    return element
  }

  /// Visits the elements in order and lets them be changed.
  @inlinable
  mutating func forEach(_ body: (inout Element) -> Void) {
    for offset in 0..<count { body(&slots[(head + offset) & (slots.count - 1)]!) }
  }

  /// Doubles the ring; its size is always a power of two, so that a mask replaces a division.
  @usableFromInline
  mutating func grow() {
    var larger = ContiguousArray<Element?>()
    larger.reserveCapacity(max(8, slots.count * 2))
    for offset in 0..<count { larger.append(slots[(head + offset) & (slots.count - 1)].take()) }
    while larger.count < max(8, slots.count * 2) { larger.append(nil) }
    slots = larger
    head = 0
  }
}
