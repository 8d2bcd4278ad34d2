// SPDX-License-Identifier: Apache-2.0

import CounterData
import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Shows the counter and the two buttons that change it.
public struct CounterContent: View {
  @Selected(\.counterStore, \.count) private var count
  @Dispatcher(\.counterStore) private var dispatcher

  /// Creates the view; a `Provider` above it supplies `\.counterStore`.
  public init() {}

  /// The buttons and the value.
  public var body: some View {
    VStack {
      Button("Increment") { dispatcher.dispatch(.increment) }
      Text("Value: \(count)")
      Button("Decrement") { dispatcher.dispatch(.decrement) }
    }
    .navigationTitle("Counter")
  }
}
