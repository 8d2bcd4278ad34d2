// SPDX-License-Identifier: Apache-2.0

/// One input of a selector; the type of its value is forgotten.
@usableFromInline
class SelectorInput<State>: @unchecked Sendable {
  // Sound: nothing of it is written once it is made.
  @usableFromInline final let reader: InputReader
  /// The memories that are asked when it is read.
  @usableFromInline final let reach: Set<ObjectIdentifier>

  @_alwaysEmitIntoClient
  init(reader: InputReader, reach: Set<ObjectIdentifier>) {
    self.reader = reader
    self.reach = reach
  }

  /// The node that serves it, and the rule that says when it counts as changed, if it has its own.
  @MainActor
  func node(
    in graph: SelectionGraph, _ state: UnsafePointer<State>
  ) -> (AnySelectionNode, InputRule?) {
    fatalError("an input says which node serves it")
  }

  func pulledBack<Root>(along part: StateGetter<Root, State>) -> SelectorInput<Root> {
    fatalError("an input says how it is read from a larger state")
  }

  /// Whether it gives the same value twice for one state.
  func isStable(on state: UnsafeRawPointer) -> Bool { true }
}

@usableFromInline
final class TypedInput<State, Value>: SelectorInput<State>, @unchecked Sendable {
  // Sound: nothing of it is written once it is made.
  @usableFromInline let selector: StateSelector<State, Value>

  @_alwaysEmitIntoClient
  init(_ selector: StateSelector<State, Value>) {
    self.selector = selector
    super.init(
      reader: selector.strategy.makeReader?()
        ?? .value(
          selector.read, isDifferent: selector.isDifferent,
          hasCustomComparison: selector.hasCustomComparison),
      reach: selector.strategy.reach)
  }

  @MainActor
  override func node(
    in graph: SelectionGraph, _ state: UnsafePointer<State>
  ) -> (AnySelectionNode, InputRule?) {
    let node = graph.node(for: selector, state: state)
    return (
      node, selector.hasCustomComparison ? TypedInputRule(node, didChange: selector.didChange) : nil
    )
  }

  override func pulledBack<Root>(along part: StateGetter<Root, State>) -> SelectorInput<Root> {
    TypedInput<Root, Value>(selector.pulledBack(along: part))
  }

  override func isStable(on state: UnsafeRawPointer) -> Bool {
    guard selector.strategy.isFormula else { return true }
    let value = selector.read(state, nil)
    // A rule that takes a value for another than itself, as for NaN, tells nothing about the
    // input.
    return selector.didChange(value, value)
      || !selector.didChange(value, selector.read(state, nil))
  }
}

extension InputReader {
  /// Computes the value and compares it.
  @_alwaysEmitIntoClient
  static func value<Value>(
    _ read: @escaping @Sendable (UnsafeRawPointer, SelectorVisit?) -> Value,
    isDifferent: @escaping @Sendable (Value, Value) -> Bool, hasCustomComparison: Bool
  ) -> InputReader {
    InputReader(isReadAgain: hasCustomComparison) { old, state, visit in
      let new = read(state, visit)
      // Sound: `old` is what this reader returned before.
      if let old, !isDifferent(unsafeDowncast(old, to: Remembered<Value>.self).value, new) {
        return nil
      }
      return Remembered(new)
    }
  }

  /// Compares a slice of the state, in place where it is a stored property.
  @_alwaysEmitIntoClient
  static func slice<State, Value>(
    _ keyPath: KeyPath<State, Value> & Sendable,
    isDifferent: @escaping @Sendable (Value, Value) -> Bool, hasCustomComparison: Bool
  ) -> InputReader {
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
      return .value(
        // Typed: an input of this state is handed its address; the offset is that of the property.
        { state, _ in state.assumingMemoryBound(to: State.self).pointee[keyPath: keyPath] },
        isDifferent: isDifferent, hasCustomComparison: hasCustomComparison)
    }
    let size = MemoryLayout<Value>.size
    return InputReader(
      isReadAgain: hasCustomComparison, slices: [StateSlice(offset: offset, size: size)]
    ) { old, state, _ in
      let slice = (state + offset).assumingMemoryBound(to: Value.self)
      // Sound: `old` is what this reader returned before.
      if let old,
        !isDifferent(unsafeDowncast(old, to: Remembered<Value>.self).value, slice.pointee)
      {
        return nil
      }
      return Remembered(slice.pointee)
    }
  }
}
