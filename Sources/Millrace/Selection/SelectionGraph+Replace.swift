// SPDX-License-Identifier: Apache-2.0

/// A value that stands for the output of a selector, whatever the state says.
final class Replacement<Output>: Sendable {
  private final class Entry: Sendable {
    // Sound: a constant that only the main actor's mock hands out.
    nonisolated(unsafe) let output: Output

    init(_ output: Output) {
      self.output = output
    }
  }

  private let entry: Guarded<Entry>

  init(_ output: Output) {
    entry = Guarded(Entry(output))
  }

  var output: Output {
    get { entry.withLock { $0 }.output }
    set {
      let new = Entry(newValue)
      // What goes is let go of without the lock.
      _ = entry.withLock { entry in
        let old = entry
        entry = new
        return old
      }
    }
  }
}

extension SelectionGraph {
  /// The selector, or one in its place that yields what was put there.
  func replaced<State, Output>(
    _ selector: StateSelector<State, Output>
  ) -> StateSelector<State, Output> {
    guard !replacements.isEmpty,
      let replacement = replacements[selector.nodeKey] as? Replacement<Output>
    else { return selector }
    return StateSelector(
      identity: selector.identity, nodeKey: selector.nodeKey, select: { _ in replacement.output },
      didChange: selector.didChange, isDifferent: selector.valueRule, isRuled: selector.isRuled,
      recipe: SelectorRecipe())
  }

  /// Puts a value in the place of a selector's output.
  ///
  /// - Returns: False if the selector is watched as it is; nothing has changed then.
  func replace<State, Output>(
    _ selector: StateSelector<State, Output>, with output: Output
  ) -> Bool {
    if let replacement = replacements[selector.nodeKey] as? Replacement<Output> {
      replacement.output = output
      return true
    }
    forgetRecents()
    // A key path has a node for observers that compare and one for those with their own rule.
    let keys = [selector.nodeKey, selector.nodeKey.ruled]
    guard keys.allSatisfy({ nodes[$0] == nil }) else { return false }
    let replacement = Replacement(output)
    for key in keys { replacements[key] = replacement }
    return true
  }

  private func forgetRecents() {
    while let node = recents.removeLeastRecent() { letGo(of: node) }
  }
}
