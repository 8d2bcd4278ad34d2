// SPDX-License-Identifier: Apache-2.0

import Millrace

#if !canImport(SwiftUI)
  import MillraceViews
#endif

/// Lets the actions that pages dispatch have the name of their page as their client.
@MainActor package enum PageClients {
  /// Has it so from now on, unless the program says itself which client runs.
  package static func note() {
    #if !canImport(SwiftUI)
      if ActionSource.currentClient == nil {
        ActionSource.currentClient = { PageName.current }
      }
    #endif
  }
}
