// SPDX-License-Identifier: Apache-2.0

/// The key paths of a store that views have read inside Observation-tracked scopes.
///
/// Tracking is for one change: when a watched value changes, everybody who read it is told and the
/// entry goes; who reads again is entered again. Reads outside of tracked scopes leave nothing.
///
/// Who reads joins those who read before, but not while observers have yet to hear of a commit, as
/// in a batch: the value may go back to what the others read, and then only they saw no change.
@MainActor
final class TrackedReads<State, Action: Sendable> {
  private var watches: [SelectorIdentity: Watch] = [:]
  private var watchers: [ObjectIdentifier: StoreObserver] = [:]
  /// Answers whether a scope is tracked, without a node for the key path.
  private let probe = ObservationCell()

  /// The latest cell of a key path, and the commit whose value its readers saw.
  private struct Watch {
    let cell: ObservationCell
    let commit: UInt64

    @MainActor
    func isCurrent(in engine: Engine<State, Action>) -> Bool {
      commit == engine.commits || engine.observers.lookedAt == engine.commits
    }
  }

  /// Reads a value and, inside a tracked scope, watches it.
  func read<Output>(
    _ selector: StateSelector<State, Output>, from engine: Engine<State, Action>
  ) -> Output {
    if let latest = watches[selector.identity], latest.isCurrent(in: engine) {
      _ = latest.cell.access()
    } else if probe.access() {
      watch(selector, in: engine)
    }
    return engine.present(selector)
  }

  /// Registers a read of the whole state, which changes with every commit.
  func readAll(from engine: Engine<State, Action>) {
    if let latest = watches[.everything] {
      _ = latest.cell.access()
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
    watches[identity] = Watch(cell: cell, commit: engine.commits)
    _ = cell.access()
    watchers[ObjectIdentifier(cell)] = engine.subscribe(selector.exact) { [weak self] _ in
      guard let self else { return }
      if self.watches[identity]?.cell === cell { self.watches[identity] = nil }
      self.watchers.removeValue(forKey: ObjectIdentifier(cell))?.cancel()
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
