// SPDX-License-Identifier: Apache-2.0

/// How a projection finds its state within a larger one.
///
/// This class calls a closure for it; its subclasses read it more cheaply.
@usableFromInline
class StateGetter<Root, Part>: @unchecked Sendable {
  // Sound: only `met` is written: by a projection, on the main actor, or by a lift, which has a
  // getter of its own.
  let identity: SelectorIdentity
  let read: @Sendable (Root) -> Part
  /// The selectors with inputs that were met since the outermost of them was asked for.
  private var met: [SelectorIdentity: AnyObject]?

  init(identity: SelectorIdentity = .unique(), read: @escaping @Sendable (Root) -> Part) {
    self.identity = identity
    self.read = read
  }

  /// A selector of the part as one of the larger state.
  ///
  /// Complexity: one step for each selector below it, however many ways lead there.
  func pulled<Output>(_ selector: StateSelector<Part, Output>) -> StateSelector<Root, Output> {
    guard selector.count != nil else { return selector.strategy.pulledBack(selector, along: self) }
    if let known = met?[selector.identity] as? Pulled<Root, Output> { return known.selector }
    let isOutermost = met == nil
    if isOutermost { met = [:] }
    let pulled = selector.strategy.pulledBack(selector, along: self)
    if isOutermost {
      met = nil
    } else {
      met?[selector.identity] = Pulled(pulled, origin: selector.identity)
    }
    return pulled
  }

  /// The key path that leads there, if one does.
  var keyPath: (KeyPath<Root, Part> & Sendable)? { nil }

  /// A selector of a key path of the part, as one that the graph of the larger state knows how to
  /// serve; nil if there is no better way than to compute the part first.
  func slice<Output>(
    _ selector: StateSelector<Part, Output>, _ path: KeyPath<Part, Output> & Sendable
  ) -> StateSelector<Root, Output>? { nil }
}

/// A selector of a larger state that was made of one of a part.
class AnyPulled {
  /// The identity of the one of the part.
  let origin: SelectorIdentity
  let nodeKey: SelectorIdentity

  init(origin: SelectorIdentity, nodeKey: SelectorIdentity) {
    self.origin = origin
    self.nodeKey = nodeKey
  }
}

final class Pulled<Root, Output>: AnyPulled {
  let selector: StateSelector<Root, Output>

  init(_ selector: StateSelector<Root, Output>, origin: SelectorIdentity) {
    self.selector = selector
    super.init(origin: origin, nodeKey: selector.nodeKey)
  }
}

/// A part that is a property.
///
/// A key path of a key path is one longer key path, and so the same node as that.
final class PropertyGetter<Root, Part>: StateGetter<Root, Part>, @unchecked Sendable {
  // Sound: it adds a constant.
  private let path: KeyPath<Root, Part> & Sendable

  init(_ path: KeyPath<Root, Part> & Sendable) {
    self.path = path
    super.init(identity: SelectorIdentity(path), read: { $0[keyPath: path] })
  }

  override var keyPath: (KeyPath<Root, Part> & Sendable)? { path }

  override func slice<Output>(
    _ selector: StateSelector<Part, Output>, _ inner: KeyPath<Part, Output> & Sendable
  ) -> StateSelector<Root, Output>? {
    StateSelector<Root, Output>(
      slice: path.appending(path: inner).assumingSendable,
      identity: selector.identity.appended(to: identity),
      nodeKey: selector.nodeKey.appended(to: identity), didChange: selector.didChange,
      hasCustomComparison: selector.hasCustomComparison)
  }
}

/// A part that is a row of a table.
final class RowGetter<Root, Entity: Identifiable & Sendable>: StateGetter<Root, Entity?>,
  @unchecked Sendable
where Entity.ID: Sendable {
  // Sound: it adds constants that are `Sendable`.
  private let table: KeyPath<Root, EntityTable<Entity>> & Sendable
  private let id: Entity.ID

  init(_ id: Entity.ID, of table: KeyPath<Root, EntityTable<Entity>> & Sendable) {
    self.table = table
    self.id = id
    super.init(
      identity: .row(id, of: .rows(of: table)), read: { $0[keyPath: table][id: id] })
  }

  override func slice<Output>(
    _ selector: StateSelector<Entity?, Output>, _ path: KeyPath<Entity?, Output> & Sendable
  ) -> StateSelector<Root, Output>? {
    // The same field of other rows is the same question, unless there is a rule of its own.
    let rowsKey = selector.identity.appended(to: .rows(of: table))
    return StateSelector<Root, Output>(
      row: id, of: table, rowsKey: rowsKey,
      identity: selector.identity.appended(to: identity), read: { $0[keyPath: path] },
      didChange: selector.didChange, hasCustomComparison: selector.hasCustomComparison)
  }
}

extension KeyPath {
  /// Sound: key paths are immutable; one that is made of two `Sendable` ones is `Sendable` too.
  var assumingSendable: KeyPath & Sendable {
    unsafeBitCast(self, to: (KeyPath & Sendable).self)
  }
}

/// How a part is read from a state in memory: in place by its offset, if it is a stored property.
@usableFromInline
struct PartInState<State, Part>: Sendable {
  @usableFromInline let keyPath: KeyPath<State, Part> & Sendable
  @usableFromInline let offset: Int?

  @_alwaysEmitIntoClient
  init(_ keyPath: KeyPath<State, Part> & Sendable) {
    self.keyPath = keyPath
    offset = MemoryLayout<State>.offset(of: keyPath)
  }

  /// Calls with the part, which is not retained if it is in place.
  @_alwaysEmitIntoClient @inline(__always)
  func borrow<Result>(
    _ state: UnsafeRawPointer, _ body: (borrowing Part) -> Result
  ) -> Result {
    // Typed: a selector of this state is handed its address; the offset is that of the property.
    guard let offset else {
      return body(state.assumingMemoryBound(to: State.self).pointee[keyPath: keyPath])
    }
    return body((state + offset).assumingMemoryBound(to: Part.self).pointee)
  }

  /// Gets the part, for what has no other type of the state.
  @_alwaysEmitIntoClient var read: (UnsafeRawPointer) -> Part {
    { state in borrow(state) { copy $0 } }
  }
}

/// A stored property within a state: where it is, and how many bytes it has.
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

/// The stored properties that a selector and all below it are computed from.
///
/// Equal bytes tell that nothing has changed, without a call of `==` and without a look at the
/// selectors below; different bytes tell nothing. They prove that only as long as the old value is
/// held, as the list of inputs of what was computed from it does.
@usableFromInline
final class StateSlices: @unchecked Sendable {
  // Sound: nothing is written once it is made.
  @usableFromInline let slices: UnsafeMutableBufferPointer<StateSlice>
  let size: Int

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
