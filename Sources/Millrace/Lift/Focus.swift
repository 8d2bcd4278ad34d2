// SPDX-License-Identifier: Apache-2.0

/// Where the state of a part is in the state of the whole.
///
/// The part is always there; ``Lookup`` is for one that may be missing. Lifted reducers find their
/// states by these two.
@usableFromInline
struct Focus<Whole, Part>: Sendable {
  @usableFromInline
  enum Place: Sendable {
    /// A stored property, so many bytes from the beginning.
    case offset(Int)
    case keyPath(WritableKeyPath<Whole, Part> & Sendable)
    case closures(
      get: @Sendable (Whole) -> Part, set: @Sendable (inout Whole, Part) -> Void)
  }

  @usableFromInline let place: Place
  /// The key path that leads there, if one does.
  @usableFromInline let keyPath: (KeyPath<Whole, Part> & Sendable)?

  /// The place at the end of a key path.
  @inlinable
  init(_ keyPath: WritableKeyPath<Whole, Part> & Sendable) {
    // A stored property without observers is reached by its offset, which saves the cost of the key
    // path; `MemoryLayout.offset(of:)` promises that this is the same.
    self.keyPath = keyPath
    place = MemoryLayout<Whole>.offset(of: keyPath).map(Place.offset) ?? .keyPath(keyPath)
  }

  /// The place that two closures know.
  @inlinable
  init(
    get: @escaping @Sendable (Whole) -> Part,
    set: @escaping @Sendable (inout Whole, Part) -> Void
  ) {
    keyPath = nil
    place = .closures(get: get, set: set)
  }

  /// How selectors of the part find it.
  var statePart: StatePart<Whole, Part> {
    keyPath.map { PropertyPart($0) } ?? StatePart(read: part)
  }

  /// The part.
  @Sendable
  @inlinable
  func part(of whole: Whole) -> Part {
    switch place {
    case .offset(let offset):
      // As in `modify`.
      withUnsafePointer(to: whole) {
        UnsafeRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Part.self).pointee
      }
    case .keyPath(let keyPath): whole[keyPath: keyPath]
    case .closures(let get, _): get(whole)
    }
  }

  /// Lets a function change the part: in place, except by closures, which copy it out and in.
  ///
  /// - Throws: What `body` throws; what it has changed by then stays changed.
  @inlinable
  func modify<Failure: Error>(
    _ whole: inout Whole, _ body: (inout Part) throws(Failure) -> Void
  ) throws(Failure) {
    switch place {
    case .offset(let offset):
      // Typed: at this offset is a property of type `Part`; `whole` is not used meanwhile.
      try withUnsafeMutablePointer(to: &whole) { whole throws(Failure) in
        try body(
          &UnsafeMutableRawPointer(whole).advanced(by: offset)
            .assumingMemoryBound(to: Part.self).pointee)
      }
    case .keyPath(let keyPath):
      try body(&whole[keyPath: keyPath])
    case .closures(let get, let set):
      var part = get(whole)
      defer { set(&whole, part) }
      try body(&part)
    }
  }
}
