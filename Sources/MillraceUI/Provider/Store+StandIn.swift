// SPDX-License-Identifier: Apache-2.0

#if !canImport(SwiftUI)
  import Millrace
  import MillraceViews

  // SwiftUI offers no place to look at the environment before a body runs, so there the first use
  // of a stand-in ends the program. The host of MillraceViews shows an error in the view's place.
  extension Store: EnvironmentStandIn {
    /// The actions of the page have its name as their client from now on.
    public func willBeRead() { PageClients.note() }
  }
  extension StoreProjection: EnvironmentStandIn {
    /// The actions of the page have its name as their client from now on.
    public func willBeRead() { PageClients.note() }
  }
#endif
