// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An array that closes a gap by moving the elements on the shorter side of the gap.
///
/// The elements are contiguous. The first element can be anywhere in the allocated memory, so the
/// elements in front of a gap can move towards the end. The buffer keeps no removed elements.
///
/// A `SlidingArray` is a value: copies share a buffer until one of them is changed.
@usableFromInline
struct SlidingArray<Element>: RandomAccessCollection, MutableCollection {
  /// Nil until an element is added, and again after `removeAll(keepingCapacity: false)`.
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
    fatalError(
      """
      Millrace: position \(position) of a table of \(count) entities is out of bounds. To find a \
      row by its id, write `table[id: \(position)]`, which is nil if there is none.
      """)
  }

  @_alwaysEmitIntoClient
  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try body(UnsafeBufferPointer(start: buffer?.first, count: count))
  }

  /// The elements as an array.
  ///
  /// The same array is returned until the next change.
  ///
  /// A change first releases this cached array. Otherwise a change within an element would copy the
  /// memory that the element shares with its copy in the cached array.
  ///
  /// Complexity: O(n) for the first read after a change, otherwise O(1).
  @_alwaysEmitIntoClient var array: [Element] { buffer?.array() ?? [] }

  /// Copies the buffer if another array shares it; otherwise releases the cached array.
  ///
  /// Every change begins with this method, except `removeAll(keepingCapacity:)`, which replaces the
  /// buffer. The complexities of the other methods do not include it.
  ///
  /// Complexity: O(1); O(n) if the buffer is shared or has the last reference to the cached array.
  ///
  /// - Parameter growing: Pass true to give a copy capacity for more elements.
  @_alwaysEmitIntoClient
  mutating func makeUnique(growing: Bool = false) {
    if isKnownUniquelyReferenced(&buffer) {
      buffer?.releaseCachedArray()
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

  /// Moves an element out of the buffer and leaves a hole.
  ///
  /// The next call must be `put(_:at:)` or `closeHole(_:)`.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  mutating func take(_ position: Int) -> Element {
    makeUnique()
    guard let buffer, buffer.has(position) else { Self.stop(position, endIndex) }
    return (buffer.first + position).move()
  }

  /// Fills the hole that `take(_:)` left.
  @_alwaysEmitIntoClient
  mutating func put(_ element: Element, at position: Int) {
    buffer.map { ($0.first + position).initialize(to: element) }
  }

  /// True if a gap at a position is closed by moving the elements in front of it, because they are
  /// fewer than those behind it.
  @_alwaysEmitIntoClient
  func closesFromFront(_ position: Int) -> Bool {
    position < count - 1 - position
  }

  /// Closes the hole that `take(_:)` left.
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

  /// Removes the elements at the positions where `isLeaving` is true.
  ///
  /// `isLeaving` must have a value for each element.
  ///
  /// Complexity: O(n) moves, in place.
  @_alwaysEmitIntoClient
  mutating func removeAll(at isLeaving: [Bool]) {
    makeUnique()
    guard let buffer else { return }
    // The removed elements are released at the end, when the buffer is consistent again.
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
    withExtendedLifetime(removed) {}
  }

  /// Moves one element to another position.
  ///
  /// The order of the other elements does not change.
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
    put(element, at: target)
  }

  /// Reorders the elements from `start` on: the element at `positions[i]` moves to `start + i`.
  ///
  /// `positions` must contain each position from `start` to `start + positions.count - 1` once.
  ///
  /// Complexity: O(number of positions) moves.
  @_alwaysEmitIntoClient
  mutating func arrange(_ positions: [Int], from start: Int = 0) {
    makeUnique()
    guard let first = buffer?.first else { return }
    let ordered = UnsafeMutablePointer<Element>.allocate(capacity: positions.count)
    defer { ordered.deallocate() }
    for (target, position) in positions.enumerated() {
      (ordered + target).moveInitialize(from: first + position, count: 1)
    }
    (first + start).moveInitialize(from: ordered, count: positions.count)
  }

  /// Complexity: O(n).
  @_alwaysEmitIntoClient
  mutating func removeAll(keepingCapacity: Bool) {
    let capacity = keepingCapacity ? buffer?.capacity : nil
    buffer = capacity.map { SlidingBuffer(capacity: $0) }
  }
}

/// The memory of a `SlidingArray`: unused capacity, the elements, unused capacity.
///
/// The elements are changed only by an array that has the only reference to the buffer. Several
/// arrays can read a shared buffer concurrently, on any threads; such a read can set `cached`.
@usableFromInline
final class SlidingBuffer<Element> {
  // Exclusive: no other code is called while one of these variables is read or written.
  /// The start of the allocated memory.
  @usableFromInline @exclusivity(unchecked) var memory: UnsafeMutablePointer<Element>
  @usableFromInline @exclusivity(unchecked) var capacity: Int
  /// The address of the first element.
  @usableFromInline @exclusivity(unchecked) var first: UnsafeMutablePointer<Element>
  @usableFromInline @exclusivity(unchecked) var count = 0

  /// A retained array of the elements, or nil if none was created since the last change.
  @usableFromInline let cached = Atomic<Unmanaged<CachedArray<Element>>?>(nil)

  @_alwaysEmitIntoClient
  init(capacity: Int) {
    self.capacity = capacity
    memory = .allocate(capacity: capacity)
    first = memory
  }

  @_alwaysEmitIntoClient
  deinit {
    releaseCachedArray()
    first.deinitialize(count: count)
    memory.deallocate()
  }

  @_alwaysEmitIntoClient
  func has(_ position: Int) -> Bool {
    UInt(bitPattern: position) < UInt(bitPattern: count)
  }

  /// A new buffer with the same elements; with `growing`, it has capacity for twice their number.
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
    if end == memory + capacity {
      makeCapacityAtEnd()
      (first + count).initialize(to: element)
    } else {
      end.initialize(to: element)
    }
    count += 1
  }

  /// Makes free capacity behind the last element.
  ///
  /// If the free capacity in front of the elements is at least their number, they move to the start
  /// of the memory. Otherwise they move to new memory for twice their number.
  ///
  /// Complexity: amortized O(1), because a move of n elements comes after about n additions and
  /// removals since the last move.
  @_alwaysEmitIntoClient
  func makeCapacityAtEnd() {
    if first - memory < count {
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * count)
      larger.moveInitialize(from: first, count: count)
      memory.deallocate()
      (memory, capacity) = (larger, 2 * count)
    } else {
      memory.moveInitialize(from: first, count: count)
    }
    first = memory
  }
}

extension SlidingBuffer {
  /// The elements as an array.
  ///
  /// The same array is returned until `releaseCachedArray()`.
  ///
  /// Complexity: O(n) for the first call, then O(1).
  @_alwaysEmitIntoClient
  func array() -> [Element] {
    // Sound: only the owner of the only reference to this buffer releases the cached array.
    // Therefore no other thread can release it during this call.
    if let cached = cached.load(ordering: .acquiring) {
      return cached.takeUnretainedValue().elements
    }
    let elements = Array(UnsafeBufferPointer(start: first, count: count))
    // Sound: `releaseCachedArray()` releases it, or the code below if another thread has stored an
    // array first.
    let new = Unmanaged.passRetained(CachedArray(elements))
    let (isFirst, old) = cached.compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing)
    if isFirst { return elements }
    // Another thread has stored an array first. Both arrays are equal.
    // Sound: `old` is not released while this buffer is shared, as above.
    new.release()
    return old?.takeUnretainedValue().elements ?? elements
  }

  /// Complexity: O(1); O(n) if this was the last reference to the array.
  @_alwaysEmitIntoClient
  func releaseCachedArray() {
    guard cached.load(ordering: .acquiring) != nil else { return }
    cached.exchange(nil, ordering: .acquiringAndReleasing)?.release()
  }
}

/// An object with an array, because an atomic variable can store a reference but no array.
@usableFromInline
final class CachedArray<Element> {
  @usableFromInline let elements: [Element]

  @_alwaysEmitIntoClient
  init(_ elements: [Element]) {
    self.elements = elements
  }
}
