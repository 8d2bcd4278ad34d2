// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The initializers for a store that `.environment(store)` supplies and views find by its type.
extension Selected where Source: Observable {
  /// Selects with a selector.
  ///
  /// Create the selector once, as a constant or in a `SelectorFamily`.
  ///
  /// - Parameters:
  ///   - objectType: The type of the store that `.environment(store)` supplies.
  ///   - selector: The selector.
  ///   - label: A name for messages and for ``SelectedLog``.
  ///   - fileID: The file of the call site, for messages.
  ///   - line: The line of the call site, for messages.
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

  /// Selects with a selector that depends on a property of the view; `id` identifies its value.
  public init(
    _ objectType: Source.Type, id: some Hashable, label: String? = nil,
    _ selector: StateSelector<Source.State, Output>
  ) {
    self.init(
      Environment(objectType),
      request: SelectedRequest(id: AnyHashable(id), label: label, selector: selector))
  }

  /// Selects the value again when a dependency has changed.
  ///
  /// If the view is created again with another `id`, its new selectors replace the current ones.
  ///
  /// - Parameters:
  ///   - objectType: The type of the store that `.environment(store)` supplies.
  ///   - id: Identifies the values that the closures capture. Pass another id when these values
  ///     change.
  ///   - label: A name for messages and for ``SelectedLog``.
  ///   - dependencySelector: Any number of selectors. If there are none, the output is selected
  ///     after every commit.
  ///   - outputSelector: Selects the value.
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

  /// Selects the value again when a dependency has changed.
  ///
  /// The selectors with which the view was first created stay in use; later ones are ignored.
  ///
  /// - Parameters:
  ///   - objectType: The type of the store that `.environment(store)` supplies.
  ///   - label: A name for messages and for ``SelectedLog``.
  ///   - dependencySelector: Any number of selectors. If there are none, the output is selected
  ///     after every commit.
  ///   - outputSelector: Selects the value.
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
  /// Selects after an action only if a filter returns true for it.
  ///
  /// If the view is created again with another `id`, its new filter and selectors replace the
  /// current ones.
  ///
  /// - Parameters:
  ///   - objectType: The type of the store that `.environment(store)` supplies.
  ///   - id: Identifies the values that the closures capture. Pass another id when these values
  ///     change.
  ///   - label: A name for messages and for ``SelectedLog``.
  ///   - filter: Called before the reducer, with the current state and the action.
  ///   - dependencySelector: Any number of selectors. If there are none, the output is selected
  ///     after every such action.
  ///   - outputSelector: Selects the value.
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

  /// Selects after an action only if a filter returns true for it.
  ///
  /// The filter and the selectors with which the view was first created stay in use; later ones are
  /// ignored.
  ///
  /// - Parameters:
  ///   - objectType: The type of the store that `.environment(store)` supplies.
  ///   - label: A name for messages and for ``SelectedLog``.
  ///   - filter: Called before the reducer, with the current state and the action.
  ///   - dependencySelector: Any number of selectors. If there are none, the output is selected
  ///     after every such action.
  ///   - outputSelector: Selects the value.
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
