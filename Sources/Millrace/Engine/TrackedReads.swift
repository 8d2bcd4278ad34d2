// SPDX-License-Identifier: Apache-2.0

/// The key paths of a store that views have read inside Observation-tracked scopes.
///
/// Tracking is for one change: when a watched value changes, everybody who read it is told and the
/// entry goes; who reads again is entered again. Reads outside of tracked scopes leave nothing.
final class TrackedReads<State, Action: Sendable> {
  private var watchers: [SelectorIdentity: StoreObserver] = [:]
  private var cells: [SelectorIdentity: ObservationCell] = [:]
  /// Answers whether a scope is tracked, without a node for the key path.
  private let probe = ObservationCell()

  /// Reads a value and, inside a tracked scope, watches it.
  func read<Output>(
    _ selector: StateSelector<State, Output>, from engine: Engine<State, Action>
  ) -> Output {
    if let cell = cells[selector.identity] {
      _ = cell.access()
    } else if probe.access() {
      watch(selector, in: engine)
    }
    return selector(engine.state)
  }

  /// Registers a read of the whole state, which changes with every commit.
  func readAll(from engine: Engine<State, Action>) {
    if let cell = cells[.everything] {
      _ = cell.access()
    } else if probe.access() {
      watch(
        StateSelector(
          identity: .everything, select: { _ in }, didChange: { _, _ in true }, isRuled: true,
          recipe: SelectorRecipe()),
        in: engine)
    }
  }

  private func watch<Output>(
    _ selector: StateSelector<State, Output>, in engine: Engine<State, Action>
  ) {
    let identity = selector.identity
    let cell = ObservationCell()
    cells[identity] = cell
    _ = cell.access()
    watchers[identity] = engine.subscribe(selector) { [weak self] _ in
      guard let self else { return }
      self.cells[identity] = nil
      self.watchers.removeValue(forKey: identity)?.cancel()
      cell.fire()
    }
  }
}

extension Engine {
  /// Reads a value and, inside a tracked scope, watches it.
  func track<Output>(_ selector: StateSelector<State, Output>) -> Output {
    reads.read(observers.graph.replaced(selector), from: self)
  }

  /// Inside a tracked scope, watches the whole state.
  func trackAll() {
    reads.readAll(from: self)
  }
}
