// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The memory of a `SlidingArray`: free room, the elements, free room.
///
/// Only an array that is its only holder changes it. Several may read it at once, from any thread.
@usableFromInline
final class SlidingBuffer<Element> {
  // Exclusive: nothing is called while one of these numbers is read or written.
  @usableFromInline @exclusivity(unchecked) var room: UnsafeMutablePointer<Element>
  @usableFromInline @exclusivity(unchecked) var capacity: Int
  @usableFromInline @exclusivity(unchecked) var first: UnsafeMutablePointer<Element>
  @usableFromInline @exclusivity(unchecked) var count = 0

  /// An array of the elements, retained, if one was made since they changed.
  @usableFromInline let kept = Atomic<Unmanaged<KeptArray<Element>>?>(nil)

  @inlinable
  init(capacity: Int) {
    self.capacity = capacity
    room = .allocate(capacity: capacity)
    first = room
  }

  @inlinable
  deinit {
    forgetArray()
    first.deinitialize(count: count)
    room.deallocate()
  }

  @inlinable
  func has(_ position: Int) -> Bool {
    UInt(bitPattern: position) < UInt(bitPattern: count)
  }

  /// A buffer of the same elements, with as much room again if it is to grow.
  ///
  /// Complexity: O(n).
  @inlinable
  func copy(growing: Bool) -> SlidingBuffer {
    let copy = SlidingBuffer(capacity: Swift.max(4, growing ? 2 * count : count))
    copy.first.initialize(from: first, count: count)
    copy.count = count
    return copy
  }

  /// Complexity: amortized O(1).
  @inlinable
  func append(_ element: Element) {
    let end = first + count
    if end == room + capacity {
      makeRoomBehind()
      (first + count).initialize(to: element)
    } else {
      end.initialize(to: element)
    }
    count += 1
  }

  /// Makes room for more elements behind the others.
  ///
  /// The elements slide to the front if there is as much room as they take; otherwise the memory
  /// doubles. Either way about as many elements came or went since they moved last.
  ///
  /// Complexity: amortized O(1).
  @inlinable
  func makeRoomBehind() {
    if first - room < count {
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * count)
      larger.moveInitialize(from: first, count: count)
      room.deallocate()
      (room, capacity) = (larger, 2 * count)
    } else {
      room.moveInitialize(from: first, count: count)
    }
    first = room
  }
}

extension SlidingBuffer {
  /// The elements as an array, the same one until `forgetArray()`.
  ///
  /// Complexity: O(n) the first time, then O(1).
  @inlinable
  func keptArray() -> [Element] {
    // Sound: it is taken away only by a holder that is the only one, hence by no other thread.
    if let kept = kept.load(ordering: .acquiring) { return kept.takeUnretainedValue().elements }
    let elements = Array(UnsafeBufferPointer(start: first, count: count))
    // Sound: `forgetArray` releases it, or the lines below where another thread was quicker.
    let new = Unmanaged.passRetained(KeptArray(elements))
    let (isFirst, old) = kept.compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing)
    if isFirst { return elements }
    // Another thread was quicker. Both arrays are equal.
    // Sound: `old` stays while this buffer is shared, as above.
    new.release()
    return old?.takeUnretainedValue().elements ?? elements
  }

  /// Complexity: O(1); O(n) if this was the last to hold the array.
  @inlinable
  func forgetArray() {
    guard kept.load(ordering: .acquiring) != nil else { return }
    kept.exchange(nil, ordering: .acquiringAndReleasing)?.release()
  }
}

/// An array as an object, which an atomic can point to.
@usableFromInline
final class KeptArray<Element> {
  @usableFromInline let elements: [Element]

  @inlinable
  init(_ elements: [Element]) {
    self.elements = elements
  }
}
