// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a selector with inputs remembers of its calls outside of stores: the last inputs and
/// output.
///
/// It holds inputs, never a whole state; of a table the stamp. A thread locks it while it reads or
/// writes one reference.
@usableFromInline
final class SelectorMemo<Output>: Sendable {
  @usableFromInline let readers: InputReaders
  /// The stored properties that all depends on, if it depends on nothing else.
  @usableFromInline let slices: Set<StateSlice>?
  @usableFromInline let bytes: StateSlices?
  /// The memos of the selectors that this one reads.
  @usableFromInline let below: Set<ObjectIdentifier>
  /// Whether one of them is reached in two ways.
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
    below = inputs.reduce(into: []) { $0.formUnion($1.memoIDs) }
    isDiamond = inputs.reduce(0) { $0 + $1.memoIDs.count } > below.count
    self.count = count
  }

  /// This memo and those of the selectors that it reads.
  @_alwaysEmitIntoClient var memoIDs: Set<ObjectIdentifier> {
    below.union([ObjectIdentifier(self)])
  }

  /// The last output if no input changed since, otherwise a new one.
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
      // Sound: only this memo files entries under its own identity.
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
        // All inputs whose bytes are copied must be held: an address that is freed could be used
        // again.
        inputs = bytes == nil ? changed : readers.all(state, visit)
      } else if bytes == nil {
        return last
      } else {
        // The inputs are equal, but lie elsewhere now.
        return keep(last.value, readers.all(state, visit), state)
      }
    } else {
      inputs = readers.all(state, visit)
    }
    count.add()
    return keep(compute(.remembered(inputs)), inputs, state)
  }

  @_alwaysEmitIntoClient
  func keep(
    _ output: Output, _ inputs: RememberedInput?, _ state: UnsafeRawPointer
  ) -> Remembered<Output> {
    inputs?.letGo()
    let entry = Remembered(output, inputs: inputs, image: bytes?.copy(state))
    remember(entry)
    return entry
  }

  @usableFromInline
  func remember(_ entry: Remembered<Output>) {
    // The old one is let go of outside of the lock: its deinitializer may call this selector.
    _ = last.withLock { last in
      defer { last = entry }
      return last
    }
  }
}

/// How often a selector was computed, on all threads, in and out of stores.
///
/// It is also the identity of such a selector.
@usableFromInline
final class RecomputationCount: SelectorMark, @unchecked Sendable {
  // Sound: the number is atomic.
  @usableFromInline let value = Atomic(0)

  @_alwaysEmitIntoClient
  override init() { super.init() }

  @_alwaysEmitIntoClient
  func add() { value.add(1, ordering: .relaxed) }
}

/// A dependency whose type is forgotten: makes the cell that remembers its last value.
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

  func pulledBack<Root>(
    _ transform: @escaping @Sendable (Root) -> State
  ) -> AnyDependency<Root> {
    AnyDependency<Root>(makeCell: { [makeCell] in
      let cell = makeCell()
      return DependencyCell { root, step in
        // Typed: a cell is handed the address of a state of the type that its selector reads.
        withUnsafePointer(to: transform(root.assumingMemoryBound(to: Root.self).pointee)) {
          cell.take($0, step)
        }
      }
    })
  }
}

/// Steps, so that all dependencies are selected before any is compared.
@usableFromInline
enum DependencyStep {
  case select, compare, store
  /// The three in one, for the only dependency.
  case all
}

/// Remembers one dependency for one observer.
///
/// It is one closure over the value, which is made where the types are known and so is specialized.
/// The cell itself has no type of state, so that a caller of many cells looks up no types.
@usableFromInline
final class DependencyCell {
  /// Takes a step with the state at a pointer; says whether the value counts as changed.
  @usableFromInline let take: (UnsafeRawPointer, DependencyStep) -> Bool

  @_alwaysEmitIntoClient
  init(take: @escaping (UnsafeRawPointer, DependencyStep) -> Bool) {
    self.take = take
  }

  /// Remembers what a function of the state returns.
  @_alwaysEmitIntoClient
  convenience init<State, Dependency>(
    _ select: @escaping (State) -> Dependency,
    didChange: @escaping (Dependency, Dependency) -> Bool
  ) {
    self.init(
      reading: { select($0.assumingMemoryBound(to: State.self).pointee) }, didChange: didChange)
  }

  /// Remembers a slice of the state, which is read in place where it is a stored property.
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
      // The old value is released after the write: its deinitializer may call this again.
      case .store:
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
  /// Selects all cells, compares them from left to right up to the first change, and remembers all.
  ///
  /// - Returns: Whether one changed; always true without cells and the first time.
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
