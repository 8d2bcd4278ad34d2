// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a recipe with inputs remembers of its calls outside of stores: the last inputs and output.
///
/// It holds inputs, never a whole state. The lock guards one reference; nothing is computed while
/// it is held.
final class SelectorMemo<State, Output, each Input>: Sendable {
  private final class Entry: Sendable {
    // Only read once they are here.
    nonisolated(unsafe) let inputs: (repeat each Input)
    nonisolated(unsafe) let output: Output

    init(inputs: repeat each Input, output: Output) {
      self.inputs = (repeat each inputs)
      self.output = output
    }
  }

  private let last = Guarded<Entry?>(nil)
  private let count: RecomputationCount
  private let recipes: (repeat StateSelector<State, each Input>)

  init(_ recipes: repeat StateSelector<State, each Input>, count: RecomputationCount) {
    self.recipes = (repeat each recipes)
    self.count = count
  }

  /// The last output if no input changed since, otherwise a new one.
  ///
  /// What throws is not remembered, and does not replace what is.
  func output(
    for state: State, _ transformation: (repeat each Input) throws -> Output
  ) rethrows -> Output {
    func value<Value>(_ recipe: StateSelector<State, Value>) -> Value { recipe.select(state) }
    return try output(repeat value(each recipes), transformation: transformation)
  }

  private func output(
    _ inputs: repeat each Input, transformation: (repeat each Input) throws -> Output
  ) rethrows -> Output {
    if let entry = last.withLock({ $0 }), isSame(entry, repeat each inputs) { return entry.output }
    count.add()
    let output = try transformation(repeat each inputs)
    let entry = Entry(inputs: repeat each inputs, output: output)
    // What goes is let go of without the lock: its deinitializer may call this recipe.
    _ = last.withLock { last in
      let old = last
      last = entry
      return old
    }
    return output
  }

  private func isSame(_ entry: Entry, _ inputs: repeat each Input) -> Bool {
    for (recipe, old, new) in repeat (each recipes, each entry.inputs, each inputs) {
      if recipe.didChange(old, new) { return false }
    }
    return true
  }
}

/// How often a recipe was computed, on all threads, in and out of stores.
@usableFromInline
final class RecomputationCount: Sendable {
  @usableFromInline let value = Atomic(0)

  @inlinable
  init() {}

  @inlinable
  func add() { value.add(1, ordering: .relaxed) }
}
