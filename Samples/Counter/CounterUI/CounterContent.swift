// SPDX-License-Identifier: Apache-2.0

import CounterData
import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Shows the counter and the two buttons that change it.
public struct CounterContent: View {
  @Environment(CounterStore.self) private var store

  /// Creates the view.
  ///
  /// The environment must have a ``CounterStore``.
  public init() {}

  /// The buttons and the value.
  public var body: some View {
    VStack {
      Button("Increment") { store.dispatch(.increment) }
      Text("Value: \(store.count)")
      Button("Decrement") { store.dispatch(.decrement) }
    }
    .navigationTitle("Counter")
  }
}
