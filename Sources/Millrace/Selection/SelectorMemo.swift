// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The cache of a selector with inputs for direct calls: the inputs and the output of the last
/// call.
///
/// The memo stores the values of the inputs, never a whole state. For a table it stores the stamp.
/// The lock is held only while a thread reads or writes one reference.
@usableFromInline
final class SelectorMemo<Output>: Sendable {
  @usableFromInline let readers: InputReaders
  /// The stored properties that the inputs depend on, or nil if an input depends on anything else.
  @usableFromInline let slices: Set<StateSlice>?
  /// Copies and compares the bytes of these stored properties; nil if `slices` is nil.
  @usableFromInline let bytes: StateSlices?
  /// The identities of the memos of all selectors that this one reads, directly or indirectly.
  @usableFromInline let inputMemoIDs: Set<ObjectIdentifier>
  /// True if two inputs depend on the same memo.
  @usableFromInline let isDiamond: Bool
  @usableFromInline let count: RecomputationCount
  @usableFromInline let last = Guarded<Remembered<Output>?>(nil)

  @_alwaysEmitIntoClient
  init<State>(_ inputs: [SelectorInput<State>], count: RecomputationCount) {
    slices = inputs.map(\.reader.slices).reduce([]) { all, slices in
      slices.flatMap { all?.union($0) }
    }
    bytes = slices.map { StateSlices($0) }
    readers = InputReaders(inputs.map(\.reader))
    inputMemoIDs = inputs.reduce(into: []) { $0.formUnion($1.memoIDs) }
    isDiamond = inputs.reduce(0) { $0 + $1.memoIDs.count } > inputMemoIDs.count
    self.count = count
  }

  /// The identities of this memo and of the memos in `inputMemoIDs`.
  @_alwaysEmitIntoClient var memoIDs: Set<ObjectIdentifier> {
    inputMemoIDs.union([ObjectIdentifier(self)])
  }

  /// Returns the last output if no input has changed, otherwise a new one.
  @_alwaysEmitIntoClient
  func entry(
    _ state: UnsafeRawPointer, _ visit: SelectorVisit?,
    _ compute: (InputValues) -> Output
  ) -> Remembered<Output> {
    let last = last.withLock { $0 }
    if let last, let image = last.image, let bytes, bytes.match(image, state) { return last }
    guard visit != nil || isDiamond else { return find(last, state, nil, compute) }
    let visit = visit ?? SelectorVisit()
    if let found = visit.found[ObjectIdentifier(self)] {
      // Sound: only this memo adds entries with its own identity.
      return unsafeDowncast(found, to: Remembered<Output>.self)
    }
    let entry = find(last, state, visit, compute)
    visit.found[ObjectIdentifier(self)] = entry
    return entry
  }

  @_alwaysEmitIntoClient
  func find(
    _ last: Remembered<Output>?, _ state: UnsafeRawPointer, _ visit: SelectorVisit?,
    _ compute: (InputValues) -> Output
  ) -> Remembered<Output> {
    let inputs: RememberedInput?
    if let last {
      if let changed = readers.change(last.inputs, state, visit) {
        // The bytes are copied, so all inputs must be retained: otherwise another value could get a
        // released address, and have equal bytes.
        inputs = bytes == nil ? changed : readers.all(state, visit)
      } else if bytes == nil {
        return last
      } else {
        // The inputs are equal, but have other bytes now, such as another storage address.
        return store(last.value, readers.all(state, visit), state)
      }
    } else {
      inputs = readers.all(state, visit)
    }
    count.add()
    return store(compute(.remembered(inputs)), inputs, state)
  }

  /// Creates the entry of an output, and stores it as the last one.
  @_alwaysEmitIntoClient
  func store(
    _ output: Output, _ inputs: RememberedInput?, _ state: UnsafeRawPointer
  ) -> Remembered<Output> {
    inputs?.releaseUnneeded()
    let entry = Remembered(output, inputs: inputs, image: bytes?.copy(state))
    remember(entry)
    return entry
  }

  @usableFromInline
  func remember(_ entry: Remembered<Output>) {
    // The old entry is released without the lock, because its deinitializer can call this selector.
    _ = last.withLock { last in
      defer { last = entry }
      return last
    }
  }
}

/// The number of computations of a selector, on all threads, in stores and in direct calls.
///
/// The object is also the identity of the selector.
@usableFromInline
final class RecomputationCount: SelectorMark, @unchecked Sendable {
  // Sound: the number is atomic.
  @usableFromInline let value = Atomic(0)

  @_alwaysEmitIntoClient
  override init() { super.init() }

  @_alwaysEmitIntoClient
  func add() { value.add(1, ordering: .relaxed) }
}

/// A type-erased dependency, which creates the cell for its last value.
@usableFromInline
struct AnyDependency<State>: Sendable {
  @usableFromInline let makeCell: @Sendable () -> DependencyCell

  @_alwaysEmitIntoClient
  init<Dependency>(_ selector: StateSelector<State, Dependency>) {
    makeCell = {
      selector.strategy.makeCell?()
        ?? DependencyCell({ (state: State) in selector(state) }, didChange: selector.didChange)
    }
  }

  private init(makeCell: @escaping @Sendable () -> DependencyCell) {
    self.makeCell = makeCell
  }

  func translated<Root>(
    _ transform: @escaping @Sendable (Root) -> State
  ) -> AnyDependency<Root> {
    AnyDependency<Root>(makeCell: { [makeCell] in
      let cell = makeCell()
      return DependencyCell { root, step in
        // Typed: the address is always that of a state of the type that the selector reads.
        withUnsafePointer(to: transform(root.assumingMemoryBound(to: Root.self).pointee)) {
          cell.take($0, step)
        }
      }
    })
  }
}

/// A step of a dependency.
///
/// All dependencies are selected before the first one is compared.
@usableFromInline
enum DependencyStep {
  case select, compare, store
  /// The three steps together, if there is only one dependency.
  case all
}

/// Stores the last value of one dependency, for one node or one observer.
///
/// The value is captured by a closure, which is created in client code and therefore specialized.
/// The cell has no generic parameter, so that a caller of many cells looks up no type metadata.
@usableFromInline
final class DependencyCell {
  /// Executes a step with the state at the address.
  ///
  /// Returns true if the value counts as changed.
  @usableFromInline let take: (UnsafeRawPointer, DependencyStep) -> Bool

  @_alwaysEmitIntoClient
  init(take: @escaping (UnsafeRawPointer, DependencyStep) -> Bool) {
    self.take = take
  }

  /// Creates a cell for the result of a function of the state.
  @_alwaysEmitIntoClient
  convenience init<State, Dependency>(
    _ select: @escaping (State) -> Dependency,
    didChange: @escaping (Dependency, Dependency) -> Bool
  ) {
    self.init(
      reading: { select($0.assumingMemoryBound(to: State.self).pointee) }, didChange: didChange)
  }

  /// Creates a cell for a slice of the state.
  ///
  /// A stored property is read in place.
  @_alwaysEmitIntoClient
  static func slice<State, Dependency>(
    _ keyPath: KeyPath<State, Dependency> & Sendable,
    didChange: @escaping (Dependency, Dependency) -> Bool
  ) -> DependencyCell {
    DependencyCell(reading: PartInState(keyPath).read, didChange: didChange)
  }

  @_alwaysEmitIntoClient
  convenience init<Dependency>(
    reading read: @escaping (UnsafeRawPointer) -> Dependency,
    didChange: @escaping (Dependency, Dependency) -> Bool
  ) {
    var old: Dependency?
    var new: Dependency?
    self.init { state, step in
      switch step {
      case .select:
        new = read(state)
      case .compare:
        if let old, let new { return didChange(old, new) }
      case .store:
        // The old value is released after the write, because its deinitializer can call this
        // closure.
        var previous = new.take()
        swap(&old, &previous)
      case .all:
        let value = read(state)
        let isChanged = old.map { didChange($0, value) } ?? true
        var previous = Optional(value)
        swap(&old, &previous)
        return isChanged
      }
      return true
    }
  }
}

extension [DependencyCell] {
  /// Selects the values of all cells, compares them from left to right until the first change, and
  /// stores all values.
  ///
  /// - Returns: True if a value changed. Always true for the first call, or if there are no cells.
  @_alwaysEmitIntoClient
  func refresh(at state: UnsafeRawPointer) -> Bool {
    if isEmpty { return true }
    if count == 1 { return self[0].take(state, .all) }
    for cell in self { _ = cell.take(state, .select) }
    let changed = contains { $0.take(state, .compare) }
    for cell in self { _ = cell.take(state, .store) }
    return changed
  }

  @_alwaysEmitIntoClient
  func refresh<State>(_ state: State) -> Bool {
    withUnsafePointer(to: state) { refresh(at: $0) }
  }
}
