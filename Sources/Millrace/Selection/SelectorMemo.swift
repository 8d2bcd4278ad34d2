// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The cache of a selector with inputs for direct calls: the inputs and the output of the last
/// call.
///
/// The memo stores the values of the inputs, never a whole state. For an input
/// ``StateSelector/all(of:)`` it stores the stamp of the table, not the table. The lock
/// is held only while a thread reads or writes one reference.
@usableFromInline
final class SelectorMemo<Output>: Sendable {
  @usableFromInline let readers: InputReaders
  /// The stored properties that the inputs depend on, or nil if ``InputReader/slices`` of an input
  /// is nil.
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
        // The current bytes are copied, so the current value of each input must be retained, also
        // of an equal one: otherwise another value could get a released address and equal bytes.
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
/// The object is also the identity that `createSelector` gives to the selector.
@usableFromInline
final class RecomputationCount: SelectorMark, @unchecked Sendable {
  // Sound: the number is atomic.
  @usableFromInline let value = Atomic(0)

  @_alwaysEmitIntoClient
  override init() { super.init() }

  @_alwaysEmitIntoClient
  func add() { value.add(1, ordering: .relaxed) }
}
