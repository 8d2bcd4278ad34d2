// SPDX-License-Identifier: Apache-2.0

import Millrace

#if !canImport(SwiftUI)
  import MillraceViews
#endif

/// Sets the client of the actions that pages dispatch to the name of the page.
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
