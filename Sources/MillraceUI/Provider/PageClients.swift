// SPDX-License-Identifier: Apache-2.0

import Millrace

#if !canImport(SwiftUI)
  import MillraceViews
#endif

/// Makes the name of a page the client of the actions that the page dispatches.
@MainActor package enum PageClients {
  /// Sets `ActionSource.currentClient`, unless the program has set it.
  package static func install() {
    #if !canImport(SwiftUI)
      if ActionSource.currentClient == nil {
        ActionSource.currentClient = { PageName.current }
      }
    #endif
  }
}
