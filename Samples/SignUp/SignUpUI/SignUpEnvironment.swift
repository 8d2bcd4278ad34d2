// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import SignUpData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

private struct SignUpStoreKey: EnvironmentKey {
  static let defaultValue: SignUpStore = missingProvider(for: "\\.signUpStore")
}

extension EnvironmentValues {
  /// The store of the form.
  public var signUpStore: SignUpStore {
    get { self[SignUpStoreKey.self] }
    set { self[SignUpStoreKey.self] = newValue }
  }
}
