// SPDX-License-Identifier: Apache-2.0

/// A slice of the state that is read by key path and compared once per commit.
///
/// A stored property is read in place, by its offset; a value of the same bytes is unchanged, and
/// only then `==` is asked.
@usableFromInline
final class SliceNode<State, Output>: SelectionNode<State, Output> {
  @usableFromInline let keyPath: KeyPath<State, Output>
  @usableFromInline let offset: Int?
  @usableFromInline let areEqual: (Output, Output) -> Bool

  @inlinable
  init(
    identity: SelectorIdentity, keyPath: KeyPath<State, Output>,
    areEqual: @escaping (Output, Output) -> Bool, state: State
  ) {
    self.keyPath = keyPath
    self.areEqual = areEqual
    offset = MemoryLayout<State>.offset(of: keyPath)
    super.init(identity: identity, rank: 0, value: state[keyPath: keyPath])
  }

  @inlinable
  override func refresh(_ pass: SelectionPass, _ state: State) -> Bool {
    pass.slicesCompared += 1
    guard let offset else {
      let new = state[keyPath: keyPath]
      return take(new)
    }
    return withUnsafeBytes(of: state) { bytes in
      let slice = bytes.baseAddress! + offset
      if hasSameBytes(slice) { return false }
      return take(slice.assumingMemoryBound(to: Output.self).pointee)
    }
  }

  @inlinable
  func take(_ new: Output) -> Bool {
    if areEqual(value, new) { return false }
    value = new
    return true
  }

  /// The value that is held keeps its storage alive, so the same bytes are the same value.
  @inlinable
  func hasSameBytes(_ slice: UnsafeRawPointer) -> Bool {
    let size = MemoryLayout<Output>.size
    guard !_isPOD(Output.self), size % 8 == 0 else { return false }
    return withUnsafeBytes(of: &value) { old in
      for start in stride(from: 0, to: size, by: 8)
      where old.loadUnaligned(fromByteOffset: start, as: UInt64.self)
        != slice.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      {
        return false
      }
      return true
    }
  }
}

/// A value that a closure computes from the whole state, after every commit.
@usableFromInline
final class FormulaNode<State, Output>: SelectionNode<State, Output> {
  @usableFromInline let select: (State) -> Output
  @usableFromInline let areEqual: (Output, Output) -> Bool

  @inlinable
  init(
    identity: SelectorIdentity, select: @escaping (State) -> Output,
    areEqual: @escaping (Output, Output) -> Bool, state: State
  ) {
    self.select = select
    self.areEqual = areEqual
    super.init(identity: identity, rank: 0, value: select(state))
  }

  @inlinable
  override func refresh(_ pass: SelectionPass, _ state: State) -> Bool {
    pass.selectorsComputed += 1
    let new = select(state)
    if areEqual(value, new) { return false }
    value = new
    return true
  }
}
