// SPDX-License-Identifier: Apache-2.0

import CounterData
import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

private struct CounterStoreKey: EnvironmentKey {
  static let defaultValue: Store<CounterState, CounterAction> =
    missingProvider(for: "\\.counterStore")
}

extension EnvironmentValues {
  /// The store of the counter.
  public var counterStore: Store<CounterState, CounterAction> {
    get { self[CounterStoreKey.self] }
    set { self[CounterStoreKey.self] = newValue }
  }
}
