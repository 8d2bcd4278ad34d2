// SPDX-License-Identifier: Apache-2.0

import Millrace

#if !canImport(SwiftUI)
  import MillraceViews
#endif

/// Gives the actions that pages dispatch the name of their page as their client.
@MainActor package enum PageClients {
  /// Begins with that, unless the program itself says which client runs.
  package static func note() {
    #if !canImport(SwiftUI)
      if ActionSource.currentClient == nil {
        ActionSource.currentClient = { PageName.current }
      }
    #endif
  }
}
