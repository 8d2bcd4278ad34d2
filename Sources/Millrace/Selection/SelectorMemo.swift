// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The base class of memos, independent of the type of the output.
@usableFromInline
class AnySelectorMemo: @unchecked Sendable {
  // Sound: all stored properties are immutable.
  /// The memos that the inputs use directly.
  ///
  /// The memos that these use in turn are not listed here: the memory of a long chain of selectors
  /// would grow with the square of its length.
  let inputMemos: [AnySelectorMemo]
  /// True if two inputs depend on the same memo.
  @usableFromInline final let isDiamond: Bool

  /// Creates a memo for a selector with inputs, each given by the memos that it uses directly.
  ///
  /// Complexity: O(number of inputs) if at most one input uses memos, otherwise O(number of direct
  /// and indirect inputs).
  @usableFromInline
  init(inputs: [[AnySelectorMemo]]) {
    let inputs = inputs.filter { !$0.isEmpty }
    inputMemos = inputs.count == 1 ? inputs[0] : Array(inputs.joined())
    isDiamond = inputs.count > 1 && Self.haveCommonMemo(inputs)
  }

  private static func haveCommonMemo(_ inputs: [[AnySelectorMemo]]) -> Bool {
    // For each memo that was found, the position of the input that depends on it.
    var found: [ObjectIdentifier: Int] = [:]
    for (position, memos) in inputs.enumerated() {
      var waiting = memos
      while let memo = waiting.popLast() {
        if let other = found.updateValue(position, forKey: ObjectIdentifier(memo)) {
          if other == position { continue }
          return true
        }
        waiting += memo.inputMemos
      }
    }
    return false
  }
}

/// The cache of a selector with inputs for direct calls: the inputs and the output of the last
/// call.
///
/// The memo stores the values of the inputs, never a whole state. For an input
/// ``StateSelector/all(of:)`` it stores the stamp of the table, not the table. The lock
/// is held only while a thread reads or writes one reference.
@usableFromInline
final class SelectorMemo<Output>: AnySelectorMemo, @unchecked Sendable {
  // Sound: all stored properties are immutable and `Sendable`.
  @usableFromInline let readAll: InputReader.ReadAll
  /// The stored properties that the inputs depend on, or nil if ``InputReader/slices`` of an input
  /// is nil.
  @usableFromInline let slices: Set<StateSlice>?
  /// Copies and compares the bytes of these stored properties; nil if `slices` is nil.
  @usableFromInline let bytes: StateSlices?
  @usableFromInline let count: RecomputationCount
  @usableFromInline let last = Guarded<Remembered<Output>?>(nil)

  @_alwaysEmitIntoClient
  init<State>(_ inputs: [any SelectorInput<State>], count: RecomputationCount) {
    slices = inputs.map { $0.reader.slices }.reduce([]) { all, slices in
      slices.flatMap { all?.union($0) }
    }
    bytes = slices.map { StateSlices($0) }
    readAll = InputReader.readAll(inputs.map { $0.reader })
    self.count = count
    super.init(inputs: inputs.map { $0.memos })
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
    let changed = readAll(last?.inputs, state, visit)
    if let last, changed == nil {
      // With `bytes`, the inputs are equal, but have other bytes now, such as another address.
      return bytes == nil ? last : store(last.value, readAll(nil, state, visit), state)
    }
    // If the current bytes are copied, the current value of each input must be retained, also of an
    // equal one: otherwise another value could get a released address and equal bytes.
    let inputs = bytes == nil || last == nil ? changed : readAll(nil, state, visit)
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
  func add() { value.wrappingAdd(1, ordering: .relaxed) }
}
