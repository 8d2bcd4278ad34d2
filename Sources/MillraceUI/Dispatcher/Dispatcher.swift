// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Gives a view the means to dispatch, and nothing else of its store.
///
/// ```swift
/// @Dispatcher(CounterStore.self) private var dispatcher
/// // ...
/// Button("Increment") { dispatcher.dispatch(.increment) }
/// ```
///
/// A view that has only a dispatcher never runs its body because of the state. The idea comes from
/// React Redux and ImmutableUI.
@MainActor
@propertyWrapper
public struct Dispatcher<Source: ActionHandler>: DynamicProperty {
  @Environment private var store: Source

  /// Creates a dispatcher for the store that a ``Provider`` supplies.
  public init(_ keyPath: KeyPath<EnvironmentValues, Source>) {
    _store = Environment(keyPath)
  }

  /// Creates a dispatcher for the store of a type that `.environment(store)` supplies.
  public init(_ objectType: Source.Type) where Source: AnyObject & Observable {
    _store = Environment(objectType)
  }

  /// Takes actions: `dispatcher.dispatch(.increment)` or `dispatcher(.increment)`.
  public var wrappedValue: some ActionHandler<Source.Action> {
    store
  }
}
