// SPDX-License-Identifier: Apache-2.0

/// A stored property within a state: where it is, and how many bytes it has.
@usableFromInline
struct StateSlice: Hashable, Sendable {
  @usableFromInline let offset: Int
  @usableFromInline let size: Int

  @inlinable
  init(offset: Int, size: Int) {
    self.offset = offset
    self.size = size
  }
}

/// The stored properties that a recipe and all below it are computed from.
///
/// Its bytes tell that nothing has changed, without a call of `==` and without a look at the
/// recipes below; they tell nothing if they differ. They are the same value only as long as that
/// value is held, as by the list of inputs of what was computed from it.
@usableFromInline
final class StateSlices: @unchecked Sendable {
  // Sound: nothing is written once it is made.
  @usableFromInline let slices: UnsafeMutableBufferPointer<StateSlice>
  @usableFromInline let size: Int

  @usableFromInline
  init(_ slices: Set<StateSlice>) {
    self.slices = .allocate(capacity: slices.count)
    // From first to last, so that a change near the front is found soon.
    _ = self.slices.initialize(from: slices.sorted { $0.offset < $1.offset })
    size = slices.reduce(0) { $0 + $1.size }
  }

  deinit { slices.deallocate() }

  /// The bytes as they are now; the caller frees them.
  @usableFromInline
  func copy(_ state: UnsafeRawPointer) -> UnsafeRawPointer {
    let image = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    var position = 0
    for slice in slices {
      (image + position).copyMemory(from: state + slice.offset, byteCount: slice.size)
      position += slice.size
    }
    return UnsafeRawPointer(image)
  }

  /// Whether the bytes are those of a copy.
  @inlinable
  func match(_ image: UnsafeRawPointer, _ state: UnsafeRawPointer) -> Bool {
    var image = image
    for slice in slices {
      if !hasSameBytes(image, state + slice.offset, count: slice.size) { return false }
      image += slice.size
    }
    return true
  }
}
