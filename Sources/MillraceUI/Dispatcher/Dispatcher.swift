// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Gives a view the `dispatch` of its store, without access to the state.
///
/// ```swift
/// @Dispatcher(CounterStore.self) private var dispatcher
/// // ...
/// Button("Increment") { dispatcher.dispatch(.increment) }
/// ```
///
/// The body of a view that has only a dispatcher never runs because of a change of the state. A
/// thunk reads the state, so it needs the store: `@Environment(CounterStore.self) private var
/// store`. The idea comes from React Redux and ImmutableUI.
@MainActor
@propertyWrapper
public struct Dispatcher<Source: ActionHandler>: DynamicProperty {
  @Environment private var store: Source

  /// Creates a dispatcher for the store that a ``Provider`` supplies.
  public init(_ keyPath: KeyPath<EnvironmentValues, Source>) {
    _store = Environment(keyPath)
  }

  /// Creates a dispatcher for a store that `.environment(store)` supplies, found by its type.
  public init(_ objectType: Source.Type) where Source: AnyObject & Observable {
    _store = Environment(objectType)
  }

  /// The store as an action handler: `dispatcher.dispatch(.increment)` or `dispatcher(.increment)`.
  public var wrappedValue: some ActionHandler<Source.Action> {
    store
  }
}
