// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The forms for a store that views find by its type: `.environment(store)` supplies it.
extension Selected where Source: Observable {
  /// Selects with a selector.
  ///
  /// Make the selector once, as a constant or in a `SelectorFamily`.
  ///
  /// - Parameters:
  ///   - objectType: The type of the store that `.environment(store)` supplies.
  ///   - selector: The selector.
  ///   - label: A name for messages.
  ///   - fileID: The place for messages.
  ///   - line: The place for messages.
  public init(
    _ objectType: Source.Type, _ selector: StateSelector<Source.State, Output>,
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(Environment(objectType), selector, label: label, fileID, line)
  }

  /// Selects the value at a key path of the state.
  public init(
    _ objectType: Source.Type,
    _ output: KeyPath<Source.State, Output> & Sendable, label: String? = nil
  ) where Output: Equatable & SendableMetatype {
    self.init(objectType, StateSelector(output), label: label)
  }

  /// Selects with a selector that depends on a value of the view, named by `id`.
  public init(
    _ objectType: Source.Type, id: some Hashable, label: String? = nil,
    _ selector: StateSelector<Source.State, Output>
  ) {
    self.init(
      Environment(objectType),
      request: SelectedRequest(id: AnyHashable(id), label: label, selector: selector))
  }

  /// Selects an output whenever a dependency changed; another `id` replaces the closures.
  ///
  /// - Parameters:
  ///   - objectType: The type of the store that `.environment(store)` supplies.
  ///   - id: Stands for the values that the closures capture; pass another when they change.
  ///   - label: A name for messages.
  ///   - dependencySelector: Any number of slices; with none the output is selected every time.
  ///   - outputSelector: The value.
  public init<each Dependency>(
    _ objectType: Source.Type, id: some Hashable, label: String? = nil,
    dependencySelector: repeat StateSelector<Source.State, each Dependency>,
    outputSelector: StateSelector<Source.State, Output>
  ) {
    let selector = StateSelector(
      dependencySelector: repeat each dependencySelector, outputSelector: outputSelector)
    self.init(
      Environment(objectType),
      request: SelectedRequest(id: AnyHashable(id), label: label, selector: selector))
  }

  /// Selects an output whenever one of its dependencies changed; the first closures stay in use.
  ///
  /// - Parameters:
  ///   - objectType: The type of the store that `.environment(store)` supplies.
  ///   - label: A name for messages.
  ///   - dependencySelector: Any number of slices; with none the output is selected every time.
  ///   - outputSelector: The value.
  public init<each Dependency>(
    _ objectType: Source.Type, label: String? = nil,
    dependencySelector: repeat StateSelector<Source.State, each Dependency>,
    outputSelector: StateSelector<Source.State, Output>
  ) {
    let selector = StateSelector(
      dependencySelector: repeat each dependencySelector, outputSelector: outputSelector)
    self.init(
      Environment(objectType), request: SelectedRequest(id: nil, label: label, selector: selector))
  }
}

extension Selected {
  /// Selects only after actions that a filter lets through; another `id` replaces the closures.
  ///
  /// - Parameters:
  ///   - objectType: The type of the store that `.environment(store)` supplies.
  ///   - id: Stands for the values that the closures capture; pass another when they change.
  ///   - label: A name for messages.
  ///   - filter: Asked before the reducer, with the state before and the action.
  ///   - dependencySelector: Any number of slices; with none the output is selected every time.
  ///   - outputSelector: The value.
  public init<State: Sendable, Action: Sendable, each Dependency>(
    _ objectType: Source.Type, id: some Hashable, label: String? = nil,
    filter: @escaping @MainActor (State, Action) -> Bool,
    dependencySelector: repeat StateSelector<State, each Dependency>,
    outputSelector: StateSelector<State, Output>
  ) where Source == Store<State, Action> {
    self.init(
      Environment(objectType),
      request: .filtered(
        id: AnyHashable(id), label: label, filter: filter,
        selector: StateSelector(
          dependencySelector: repeat each dependencySelector, outputSelector: outputSelector)))
  }

  /// Selects only after actions that a filter lets through, always with the first closures.
  ///
  /// - Parameters:
  ///   - objectType: The type of the store that `.environment(store)` supplies.
  ///   - label: A name for messages.
  ///   - filter: Asked before the reducer, with the state before and the action.
  ///   - dependencySelector: Any number of slices; with none the output is selected every time.
  ///   - outputSelector: The value.
  public init<State: Sendable, Action: Sendable, each Dependency>(
    _ objectType: Source.Type, label: String? = nil,
    filter: @escaping @MainActor (State, Action) -> Bool,
    dependencySelector: repeat StateSelector<State, each Dependency>,
    outputSelector: StateSelector<State, Output>
  ) where Source == Store<State, Action> {
    self.init(
      Environment(objectType),
      request: .filtered(
        id: nil, label: label, filter: filter,
        selector: StateSelector(
          dependencySelector: repeat each dependencySelector, outputSelector: outputSelector)))
  }
}
