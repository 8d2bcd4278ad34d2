// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An array that closes a gap from the shorter side.
///
/// Its elements are contiguous and may begin anywhere in their memory, so that those before a gap
/// can move up. A removed element is released at once.
///
/// It is a value: copies share a buffer until one of them is changed.
@usableFromInline
struct SlidingArray<Element>: RandomAccessCollection, MutableCollection {
  /// Nil until there is an element.
  @usableFromInline var buffer: SlidingBuffer<Element>?

  @_alwaysEmitIntoClient
  init() {}

  @_alwaysEmitIntoClient var startIndex: Int { 0 }
  @_alwaysEmitIntoClient var endIndex: Int { buffer?.count ?? 0 }

  @_alwaysEmitIntoClient
  subscript(position: Int) -> Element {
    get {
      guard let buffer, buffer.has(position) else { Self.stop(position, endIndex) }
      return buffer.first[position]
    }
    _modify {
      makeUnique()
      guard let buffer, buffer.has(position) else { Self.stop(position, endIndex) }
      yield &buffer.first[position]
    }
  }

  @usableFromInline
  static func stop(_ position: Int, _ count: Int) -> Never {
    fatalError("Millrace: position \(position) of a table of \(count) entities is out of bounds.")
  }

  @_alwaysEmitIntoClient
  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try body(UnsafeBufferPointer(start: buffer?.first, count: count))
  }

  /// The elements as an array, the same one until an element changes.
  ///
  /// A change releases it first, so that it causes no copy.
  ///
  /// Complexity: O(n); O(1) if it was asked for since the last change.
  @_alwaysEmitIntoClient var array: [Element] { buffer?.keptArray() ?? [] }

  /// Makes the buffer unique; every change calls it first.
  ///
  /// Complexity: O(1); O(n) copies if another holds it too.
  @_alwaysEmitIntoClient
  mutating func makeUnique(growing: Bool = false) {
    if isKnownUniquelyReferenced(&buffer) {
      buffer?.forgetArray()
    } else {
      buffer = buffer?.copy(growing: growing)
    }
  }

  /// Complexity: amortized O(1).
  @_alwaysEmitIntoClient
  mutating func append(_ element: Element) {
    makeUnique(growing: true)
    if buffer == nil { buffer = SlidingBuffer(capacity: 4) }
    buffer?.append(element)
  }

  /// Takes an element out and leaves a hole; only `put` or `closeHole` may follow.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  mutating func take(_ position: Int) -> Element {
    makeUnique()
    guard let buffer, buffer.has(position) else { Self.stop(position, endIndex) }
    return (buffer.first + position).move()
  }

  /// Fills the hole that `take` left.
  @_alwaysEmitIntoClient
  mutating func put(_ element: Element, _ position: Int) {
    buffer.map { ($0.first + position).initialize(to: element) }
  }

  /// Whether the elements before a gap move up to close it, since they are fewer than the others.
  @_alwaysEmitIntoClient
  func closesFromFront(_ position: Int) -> Bool {
    position < count - 1 - position
  }

  /// Closes the hole that `take` left.
  ///
  /// Complexity: O(distance to the nearer end) moves.
  @_alwaysEmitIntoClient
  mutating func closeHole(_ position: Int) {
    guard let buffer else { return }
    let hole = buffer.first + position
    if closesFromFront(position) {
      (buffer.first + 1).moveInitialize(from: buffer.first, count: position)
      buffer.first += 1
    } else {
      hole.moveInitialize(from: hole + 1, count: buffer.count - 1 - position)
    }
    buffer.count -= 1
  }

  /// Complexity: O(distance to the nearer end) moves.
  @_alwaysEmitIntoClient @discardableResult
  mutating func remove(at position: Int) -> Element {
    let element = take(position)
    closeHole(position)
    return element
  }

  /// Removes the elements at the positions for which there is a true.
  ///
  /// Complexity: O(n) moves, in place.
  @_alwaysEmitIntoClient
  mutating func removeAll(at isLeaving: [Bool]) {
    makeUnique()
    guard let buffer else { return }
    // They are released when the others are in place again.
    var removed: [Element] = []
    var end = buffer.first
    for position in 0..<buffer.count {
      let element = buffer.first + position
      if isLeaving[position] {
        removed.append(element.move())
      } else {
        if end != element { end.moveInitialize(from: element, count: 1) }
        end += 1
      }
    }
    buffer.count = end - buffer.first
  }

  /// Takes out one element and puts it elsewhere; others keep their order.
  ///
  /// Complexity: O(distance), in place.
  @_alwaysEmitIntoClient
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

  /// Puts the elements at these positions in this order, the first of them at `start`.
  ///
  /// The positions are those from `start` on, each once.
  ///
  /// Complexity: O(number of positions) moves.
  @_alwaysEmitIntoClient
  mutating func arrange(_ positions: [Int], from start: Int = 0) {
    makeUnique()
    guard let first = buffer?.first else { return }
    let hand = UnsafeMutablePointer<Element>.allocate(capacity: positions.count)
    defer { hand.deallocate() }
    for (place, position) in positions.enumerated() {
      (hand + place).moveInitialize(from: first + position, count: 1)
    }
    (first + start).moveInitialize(from: hand, count: positions.count)
  }

  /// Complexity: O(n).
  @_alwaysEmitIntoClient
  mutating func removeAll(keepingCapacity: Bool) {
    let capacity = keepingCapacity ? buffer?.capacity : nil
    buffer = capacity.map { SlidingBuffer(capacity: $0) }
  }
}

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

  @_alwaysEmitIntoClient
  init(capacity: Int) {
    self.capacity = capacity
    room = .allocate(capacity: capacity)
    first = room
  }

  @_alwaysEmitIntoClient
  deinit {
    forgetArray()
    first.deinitialize(count: count)
    room.deallocate()
  }

  @_alwaysEmitIntoClient
  func has(_ position: Int) -> Bool {
    UInt(bitPattern: position) < UInt(bitPattern: count)
  }

  /// A buffer of the same elements, with as much room again if it is to grow.
  ///
  /// Complexity: O(n).
  @_alwaysEmitIntoClient
  func copy(growing: Bool) -> SlidingBuffer {
    let copy = SlidingBuffer(capacity: Swift.max(4, growing ? 2 * count : count))
    copy.first.initialize(from: first, count: count)
    copy.count = count
    return copy
  }

  /// Complexity: amortized O(1).
  @_alwaysEmitIntoClient
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
  @_alwaysEmitIntoClient
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
  @_alwaysEmitIntoClient
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
  @_alwaysEmitIntoClient
  func forgetArray() {
    guard kept.load(ordering: .acquiring) != nil else { return }
    kept.exchange(nil, ordering: .acquiringAndReleasing)?.release()
  }
}

/// An array as an object, which an atomic can point to.
@usableFromInline
final class KeptArray<Element> {
  @usableFromInline let elements: [Element]

  @_alwaysEmitIntoClient
  init(_ elements: [Element]) {
    self.elements = elements
  }
}
