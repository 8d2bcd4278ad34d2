// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import PeopleData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

private struct PeopleStoreKey: EnvironmentKey {
  static let defaultValue: Store<PeopleState, PeopleAction> =
    missingProvider(for: "\\.peopleStore")
}

private struct WorkMeterKey: EnvironmentKey {
  static let defaultValue: WorkMeter? = nil
}

extension EnvironmentValues {
  /// The store of the people.
  public var peopleStore: Store<PeopleState, PeopleAction> {
    get { self[PeopleStoreKey.self] }
    set { self[PeopleStoreKey.self] = newValue }
  }

  /// The meter of the work that actions cause, or nil if the work is not shown.
  public var workMeter: WorkMeter? {
    get { self[WorkMeterKey.self] }
    set { self[WorkMeterKey.self] = newValue }
  }
}
