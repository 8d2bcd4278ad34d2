// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Puts a store into the environment of a view under a key path.
///
/// Use it if there are several stores of one type. The only store of a type needs no key path:
/// `.environment(store)` supplies it, and `@Environment(CounterStore.self)` finds it.
///
/// ```swift
/// Provider(\.counterStore, store) {
///   CounterContent()
/// }
/// ```
///
/// The idea comes from React Redux and ImmutableUI.
public struct Provider<Source, Content: View>: View {
  private let keyPath: WritableKeyPath<EnvironmentValues, Source>
  private let store: Source
  private let content: Content

  /// Provides a store, or a projection of one, to a view.
  ///
  /// - Parameters:
  ///   - keyPath: The key path with which the views inside read the store.
  ///   - store: The store.
  ///   - content: The views inside.
  public init(
    _ keyPath: WritableKeyPath<EnvironmentValues, Source>, _ store: Source,
    @ViewBuilder content: () -> Content
  ) {
    self.keyPath = keyPath
    self.store = store
    self.content = content()
  }

  /// The content with the store in its environment.
  public var body: some View {
    content.environment(keyPath, store)
  }
}
