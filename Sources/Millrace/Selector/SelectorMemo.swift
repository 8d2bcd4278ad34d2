// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a recipe with inputs remembers of its calls outside of stores: the last inputs and output.
///
/// It holds inputs, never a whole state; of a table the stamp. A thread has it for as long as it
/// takes to read or write one reference. A thread that does not get it does without: it computes
/// what it needs.
@usableFromInline
final class SelectorMemo<Output>: @unchecked Sendable {
  // Sound: the only thing that is written is `last`.
  // Exclusive: `last` belongs to the thread that has set `isTaken`.
  @usableFromInline let readers: InputReaders
  /// The stored properties that all depends on, if it depends on nothing else.
  @usableFromInline let slices: Set<StateSlice>?
  @usableFromInline let bytes: StateSlices?
  /// The memories of the recipes below.
  @usableFromInline let below: Set<ObjectIdentifier>
  /// Whether one of them is reached in two ways.
  @usableFromInline let isDiamond: Bool
  @usableFromInline let count: RecomputationCount
  @usableFromInline let isTaken = Atomic(false)
  @usableFromInline @exclusivity(unchecked) var last: Remembered<Output>?

  @inlinable
  init<State>(_ inputs: [SelectorInput<State>], count: RecomputationCount) {
    slices = inputs.map(\.reader.slices).reduce([]) { all, slices in
      slices.flatMap { all?.union($0) }
    }
    bytes = slices.map { StateSlices($0) }
    readers = InputReaders(inputs.map(\.reader))
    below = inputs.reduce(into: []) { $0.formUnion($1.reach) }
    isDiamond = inputs.reduce(0) { $0 + $1.reach.count } > below.count
    self.count = count
  }

  /// The memories that are asked when this one is.
  @inlinable var reach: Set<ObjectIdentifier> { below.union([ObjectIdentifier(self)]) }

  /// The last output if no input changed since, otherwise a new one.
  ///
  /// What throws is not remembered, and does not replace what is.
  @inlinable
  func entry(
    _ state: UnsafeRawPointer, _ visit: SelectorVisit?,
    _ compute: (InputValues) throws -> Output
  ) rethrows -> Remembered<Output> {
    let last = recall()
    if let last, let image = last.image, let bytes, bytes.match(image, state) { return last }
    guard visit != nil || isDiamond else { return try find(last, state, nil, compute) }
    let visit = visit ?? SelectorVisit()
    if let found = visit.found[ObjectIdentifier(self)] {
      // Sound: only this memory files entries under its own identity.
      return unsafeDowncast(found, to: Remembered<Output>.self)
    }
    let entry = try find(last, state, visit, compute)
    visit.found[ObjectIdentifier(self)] = entry
    return entry
  }

  @inlinable
  func find(
    _ last: Remembered<Output>?, _ state: UnsafeRawPointer, _ visit: SelectorVisit?,
    _ compute: (InputValues) throws -> Output
  ) rethrows -> Remembered<Output> {
    let inputs: RememberedInput?
    if let last {
      if let changed = readers.change(last.inputs, state, visit) {
        // All that its bytes are taken of must be held.
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
    return keep(try compute(.remembered(inputs)), inputs, state)
  }

  @inlinable
  func keep(
    _ output: Output, _ inputs: RememberedInput?, _ state: UnsafeRawPointer
  ) -> Remembered<Output> {
    inputs?.letGo()
    let entry = Remembered(output, inputs: inputs, image: bytes?.copy(state))
    remember(entry)
    return entry
  }

  @inlinable
  func recall() -> Remembered<Output>? {
    guard take() else { return nil }
    let entry = last
    isTaken.store(false, ordering: .releasing)
    return entry
  }

  @usableFromInline
  func remember(_ entry: Remembered<Output>) {
    guard take() else { return }
    let old = last
    last = entry
    isTaken.store(false, ordering: .releasing)
    // Let go of only now: its deinitializer may call this recipe.
    withExtendedLifetime(old) {}
  }

  @inlinable
  func take() -> Bool {
    !isTaken.exchange(true, ordering: .acquiring) || takeLater()
  }

  /// Another thread has it, and will not for long unless the system has stopped that thread.
  @usableFromInline
  func takeLater() -> Bool {
    for _ in 0..<100
    where !isTaken.load(ordering: .relaxed) && !isTaken.exchange(true, ordering: .acquiring) {
      return true
    }
    return false
  }
}

/// How often a recipe was computed, on all threads, in and out of stores.
///
/// It is also what makes such a recipe itself and no other.
@usableFromInline
final class RecomputationCount: SelectorMark, @unchecked Sendable {
  // Sound: the number is atomic.
  @usableFromInline let value = Atomic(0)

  @inlinable
  override init() { super.init() }

  @inlinable
  func add() { value.add(1, ordering: .relaxed) }
}
