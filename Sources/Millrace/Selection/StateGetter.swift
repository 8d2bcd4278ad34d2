// SPDX-License-Identifier: Apache-2.0

/// Reads a part of a larger state, for a projection or for lifted state-driven effects.
///
/// This class reads a property or calls a closure. The subclasses read a row of a table, and the
/// last value of an optional child.
@usableFromInline
class StateGetter<Root, Part>: @unchecked Sendable {
  // Sound: only `translations` is written. A projection writes it on the main actor. A lift has a
  // getter of its own, which no other code uses.
  let identity: SelectorIdentity
  let read: @Sendable (Root) -> Part
  /// The key path of the part in the larger state, or nil if there is none that can be appended to.
  private let keyPath: (KeyPath<Root, Part> & Sendable)?
  /// The translated inputs of the selector that is being translated, or nil.
  private var translations: [SelectorIdentity: AnyObject]?

  @usableFromInline
  init(identity: SelectorIdentity = .unique(), read: @escaping @Sendable (Root) -> Part) {
    self.identity = identity
    self.read = read
    keyPath = nil
  }

  /// Creates a getter that reads a property.
  init(_ keyPath: KeyPath<Root, Part> & Sendable) {
    identity = SelectorIdentity(keyPath)
    read = { $0[keyPath: keyPath] }
    self.keyPath = keyPath.canBeAppended ? keyPath : nil
  }

  /// Translates a selector of the part into a selector of the larger state.
  ///
  /// Complexity: one step for each input of the selector and of each selector that it depends on.
  /// During the translation of a `createSelector` selector, each such selector that several others
  /// depend on is translated once.
  func translated<Output>(_ selector: StateSelector<Part, Output>) -> StateSelector<Root, Output> {
    guard selector.hasInputs else {
      return selector.strategy.translated(selector, through: self)
    }
    if let known = translations?[selector.identity] as? TranslatedSelector<Root, Output> {
      return known.selector
    }
    let isOutermost = translations == nil
    if isOutermost { translations = [:] }
    let translated = selector.strategy.translated(selector, through: self)
    if isOutermost {
      translations = nil
    } else {
      translations?[selector.identity] = TranslatedSelector(translated, origin: selector.identity)
    }
    return translated
  }

  /// True if a value of the part may be read from the whole part, without a selector.
  var isReadDirectly: Bool { true }

  /// The key path in the larger state of a value in the part, or nil if the part has no key path.
  func path<Value>(
    to value: KeyPath<Part, Value> & Sendable
  ) -> (KeyPath<Root, Value> & Sendable)? {
    keyPath?.appending(path: value).assumingSendable
  }

  /// Translates a selector of the part into a selector that reads only its value from the larger
  /// state, or returns nil if the whole part must be read.
  ///
  /// The result has the same node as a selector of the larger state with the appended key path.
  ///
  /// - Parameters:
  ///   - selector: A selector without inputs and dependencies.
  ///   - inner: Its key path, or nil if it does not read a key path.
  /// - Returns: The selector of the larger state.
  func slice<Output>(
    _ selector: StateSelector<Part, Output>, _ inner: (KeyPath<Part, Output> & Sendable)?
  ) -> StateSelector<Root, Output>? {
    inner.flatMap { path(to: $0) }.map { path in
      StateSelector<Root, Output>(
        slice: path, identity: selector.identity.appended(to: identity),
        nodeKey: selector.nodeKey.appended(to: identity), didChange: selector.didChange,
        hasCustomComparison: selector.hasCustomComparison)
    }
  }
}

/// A type-erased selector of a larger state that was translated from a selector of a part.
class AnyTranslatedSelector {
  /// The identity of the selector of the part.
  let origin: SelectorIdentity
  let nodeKey: SelectorIdentity

  init(origin: SelectorIdentity, nodeKey: SelectorIdentity) {
    self.origin = origin
    self.nodeKey = nodeKey
  }
}

/// A selector of a larger state that was translated from a selector of a part.
final class TranslatedSelector<Root, Output>: AnyTranslatedSelector {
  let selector: StateSelector<Root, Output>

  init(_ selector: StateSelector<Root, Output>, origin: SelectorIdentity) {
    self.selector = selector
    super.init(origin: origin, nodeKey: selector.nodeKey)
  }
}

/// Reads a part that is a row of a table.
///
/// It is made in client code, so that its closures are specialized.
@usableFromInline
final class RowGetter<Root, Entity: Identifiable & Sendable>: StateGetter<Root, Entity?>,
  @unchecked Sendable
where Entity.ID: Sendable {
  // Sound: the stored properties of this subclass are immutable and `Sendable`.
  @usableFromInline let table: KeyPath<Root, EntityTable<Entity>> & Sendable
  @usableFromInline let access: TableAccess<Entity>
  @usableFromInline let id: Entity.ID

  @_alwaysEmitIntoClient
  init(_ id: Entity.ID, of table: KeyPath<Root, EntityTable<Entity>> & Sendable) {
    self.table = table
    self.id = id
    access = TableAccess(PartInState(table))
    super.init(identity: .rows(of: table).keyed(id), read: { $0[keyPath: table][id: id] })
  }

  /// The result is computed only after a change of the row, also if `selector` is a closure.
  override func slice<Output>(
    _ selector: StateSelector<Entity?, Output>, _ path: (KeyPath<Entity?, Output> & Sendable)?
  ) -> StateSelector<Root, Output>? {
    // In different rows, copies of one selector share a key, and so do selectors of the same field
    // with the default comparison.
    let rowsKey = selector.identity.appended(to: .rows(of: table))
    let (compute, didChange) = (selector.read, selector.didChange)
    let read: @Sendable (Entity?) -> Output = { row in
      withUnsafePointer(to: row) { compute($0, nil) }
    }
    let (access, id) = (access, id)
    return StateSelector<Root, Output>(
      identity: selector.identity.appended(to: identity),
      read: { state, _ in read(access.row(state, id)) }, didChange: didChange,
      hasCustomComparison: selector.hasCustomComparison,
      strategy: RowStrategy(
        table: table, id: id, rowsKey: rowsKey, read: read, isClosure: selector.strategy.isClosure,
        makeAccess: { RowAccess(access, read: read, didChange: didChange) }))
  }
}

extension KeyPath {
  /// False for a key path with an optional chain, such as `\.user?.cart`.
  ///
  /// If the chain ends at nil, the standard library of Swift 6.3 skips the rest of the key path,
  /// also what was appended: it returns nil, or stops the program if the value is not an optional.
  var canBeAppended: Bool {
    !(Value.self is any ExpressibleByNilLiteral.Type) || MemoryLayout<Root>.offset(of: self) != nil
      || !"\(self)".contains("?")
  }

  // Sound: key paths are immutable, and two appended `Sendable` key paths are `Sendable`.
  /// This key path as a `Sendable` one; it must consist of `Sendable` key paths.
  var assumingSendable: KeyPath & Sendable {
    unsafeBitCast(self, to: (KeyPath & Sendable).self)
  }
}

/// Reads a part of a state in memory.
///
/// A stored property is read in place, by its offset.
@usableFromInline
struct PartInState<State, Part>: Sendable {
  @usableFromInline let keyPath: KeyPath<State, Part> & Sendable
  @usableFromInline let offset: Int?

  @_alwaysEmitIntoClient
  init(_ keyPath: KeyPath<State, Part> & Sendable) {
    self.keyPath = keyPath
    offset = MemoryLayout<State>.offset(of: keyPath)
  }

  /// Calls `body` with the part, which is not retained if it is read in place.
  @_alwaysEmitIntoClient @inline(__always)
  func borrow<Result>(
    _ state: UnsafeRawPointer, _ body: (borrowing Part) -> Result
  ) -> Result {
    // Typed: the address is always that of a `State`, and the offset is that of the property.
    guard let offset else {
      return body(state.assumingMemoryBound(to: State.self).pointee[keyPath: keyPath])
    }
    return body((state + offset).assumingMemoryBound(to: Part.self).pointee)
  }

  /// A closure that returns the part of the state at an address.
  @_alwaysEmitIntoClient var read: (UnsafeRawPointer) -> Part {
    { state in borrow(state) { copy $0 } }
  }
}

/// The offset and the size in bytes of a stored property in a state.
@usableFromInline
struct StateSlice: Hashable, Sendable {
  @usableFromInline let offset: Int
  @usableFromInline let size: Int

  @_alwaysEmitIntoClient
  init(offset: Int, size: Int) {
    self.offset = offset
    self.size = size
  }
}

/// The stored properties that a selector is computed from, directly and through its inputs.
///
/// Equal bytes prove that no input has changed, without a call of `==` and without reading the
/// inputs. Different bytes prove nothing. Equal bytes are a proof only while the old values are in
/// memory; the list of inputs of the cached output retains them.
@usableFromInline
final class StateSlices: @unchecked Sendable {
  // Sound: nothing is written after `init`.
  @usableFromInline let slices: UnsafeMutableBufferPointer<StateSlice>
  let size: Int

  @usableFromInline
  init(_ slices: Set<StateSlice>) {
    self.slices = .allocate(capacity: slices.count)
    // In the order of the offsets, so that a change near the start is found early.
    _ = self.slices.initialize(from: slices.sorted { $0.offset < $1.offset })
    size = slices.reduce(0) { $0 + $1.size }
  }

  deinit { slices.deallocate() }

  /// Returns a copy of the current bytes.
  ///
  /// The caller must deallocate it.
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

  /// True if the current bytes equal those of a copy.
  @_alwaysEmitIntoClient
  func match(_ image: UnsafeRawPointer, _ state: UnsafeRawPointer) -> Bool {
    var image = image
    for slice in slices {
      if !hasSameBytes(image, state + slice.offset, count: slice.size) { return false }
      image += slice.size
    }
    return true
  }
}
