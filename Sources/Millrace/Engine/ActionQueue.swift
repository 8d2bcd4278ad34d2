// SPDX-License-Identifier: Apache-2.0

/// A first-in first-out queue in a ring: appending and taking are O(1), and a queue that has once
/// been large enough allocates nothing more.
///
/// The ring is raw memory, so that an element is moved in and moved out and never copied: the slots
/// from `head` on, `count` of them, are initialized and no others.
@usableFromInline
final class ActionQueue<Element> {
  // Exclusive: four words of one engine's; to read or write one calls nothing.
  @usableFromInline @exclusivity(unchecked) var slots: UnsafeMutablePointer<Element>?
  /// How many slots there are: zero or a power of two, so that a mask replaces a division.
  @usableFromInline @exclusivity(unchecked) var capacity = 0
  @usableFromInline @exclusivity(unchecked) var head = 0
  @usableFromInline @exclusivity(unchecked) var count = 0

  @inlinable init() {}

  @inlinable
  deinit {
    forEach { slot in slot.deinitialize(count: 1) }
    slots?.deallocate()
  }

  @inlinable var isEmpty: Bool { count == 0 }

  @inlinable
  func append(_ element: consuming Element) {
    if count == capacity { grow() }
    (slots.unsafelyUnwrapped + ((head + count) & (capacity - 1))).initialize(to: element)
    count += 1
  }

  /// Puts an element before all others.
  @inlinable
  func prepend(_ element: consuming Element) {
    if count == capacity { grow() }
    head = (head - 1) & (capacity - 1)
    (slots.unsafelyUnwrapped + head).initialize(to: element)
    count += 1
  }

  /// The slot of the element that is to be taken next.
  @inlinable var next: UnsafeMutablePointer<Element>? {
    count == 0 ? nil : slots.unsafelyUnwrapped + head
  }

  @inlinable
  func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let slot = slots.unsafelyUnwrapped + head
    head = (head + 1) & (capacity - 1)
    count -= 1
    return slot.move()
  }

  /// Visits the slots of the elements in order.
  @inlinable
  func forEach(_ body: (UnsafeMutablePointer<Element>) -> Void) {
    guard let slots else { return }
    for offset in 0..<count { body(slots + ((head + offset) & (capacity - 1))) }
  }

  /// Doubles the ring.
  @usableFromInline
  func grow() {
    let size = max(8, capacity * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: size)
    var position = 0
    forEach { slot in
      (larger + position).moveInitialize(from: slot, count: 1)
      position += 1
    }
    slots?.deallocate()
    slots = larger
    capacity = size
    head = 0
  }
}
