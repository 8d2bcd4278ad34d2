// SPDX-License-Identifier: Apache-2.0

/// A type-erased input of a selector.
@usableFromInline
protocol SelectorInput<State>: AnyObject, Sendable {
  associatedtype State

  var reader: InputReader { get }
  /// The memos that a direct call of this input uses directly.
  var memos: [AnySelectorMemo] { get }
  /// True if the values are compared with a custom comparison.
  var hasCustomComparison: Bool { get }

  /// Returns the node that caches this input, and its custom comparison if it has one.
  @MainActor
  func node(
    in graph: SelectionGraph, _ state: UnsafePointer<State>
  ) -> (node: AnySelectionNode, comparison: (any InputComparison)?)

  /// Translates this input into an input of a selector of a larger state.
  func translated<Root>(through part: StateGetter<Root, State>) -> any SelectorInput<Root>

  /// True if two reads of the same state give equal values.
  func isStable(on state: UnsafeRawPointer) -> Bool
}

/// An input of a selector, with the type of its value.
@usableFromInline
final class TypedInput<State, Value>: SelectorInput {
  @usableFromInline let selector: StateSelector<State, Value>
  @usableFromInline let reader: InputReader

  @_alwaysEmitIntoClient
  init(_ selector: StateSelector<State, Value>) {
    self.selector = selector
    reader =
      selector.strategy.makeReader?()
      ?? .value(
        selector.read, isDifferent: selector.didChange,
        hasCustomComparison: selector.hasCustomComparison)
  }

  /// Creates a dependency, which is read from a node and never in a direct call.
  @_alwaysEmitIntoClient
  init(dependency selector: StateSelector<State, Value>) {
    self.selector = selector
    reader = InputReader(isReadAgain: true) { old, _, _ in old }
  }

  @usableFromInline var memos: [AnySelectorMemo] { selector.strategy.memos }
  @usableFromInline var hasCustomComparison: Bool { selector.hasCustomComparison }

  @usableFromInline
  func node(
    in graph: SelectionGraph, _ state: UnsafePointer<State>
  ) -> (node: AnySelectionNode, comparison: (any InputComparison)?) {
    let node = graph.node(for: selector, state: state)
    guard selector.hasCustomComparison else { return (node, nil) }
    return (node, TypedInputComparison(node, didChange: selector.didChange))
  }

  @usableFromInline
  func translated<Root>(through part: StateGetter<Root, State>) -> any SelectorInput<Root> {
    TypedInput<Root, Value>(part.translated(selector))
  }

  @usableFromInline
  func isStable(on state: UnsafeRawPointer) -> Bool {
    guard selector.strategy.isClosure else { return true }
    let value = selector.read(state, nil)
    // If `didChange` reports that a value differs from itself, as `!=` does for NaN, the comparison
    // cannot show whether the input is stable.
    return selector.didChange(value, value)
      || !selector.didChange(value, selector.read(state, nil))
  }
}

extension InputReader {
  /// A reader that computes the value and compares it with the old one.
  @_alwaysEmitIntoClient
  static func value<Value>(
    _ read: @escaping @Sendable (UnsafeRawPointer, SelectorVisit?) -> Value,
    isDifferent: @escaping @Sendable (Value, Value) -> Bool, hasCustomComparison: Bool
  ) -> InputReader {
    InputReader(isReadAgain: hasCustomComparison) { old, state, visit in
      let new = read(state, visit)
      // Sound: this reader returned `old` before, so the type is the same.
      if let old, !isDifferent(unsafeDowncast(old, to: Remembered<Value>.self).value, new) {
        return nil
      }
      return Remembered(new)
    }
  }

  /// A reader for a key path.
  ///
  /// A stored property is compared in place.
  @_alwaysEmitIntoClient
  static func slice<State, Value>(
    _ keyPath: KeyPath<State, Value> & Sendable,
    isDifferent: @escaping @Sendable (Value, Value) -> Bool, hasCustomComparison: Bool
  ) -> InputReader {
    let part = PartInState(keyPath)
    let slices = part.offset.map { offset in
      Set([StateSlice(offset: offset, size: MemoryLayout<Value>.size)])
    }
    return InputReader(isReadAgain: hasCustomComparison, slices: slices) { old, state, _ in
      part.borrow(state) { new in
        // Sound: this reader returned `old` before, so the type is the same.
        if let old, !isDifferent(unsafeDowncast(old, to: Remembered<Value>.self).value, copy new) {
          return nil
        }
        return Remembered(copy new)
      }
    }
  }
}
