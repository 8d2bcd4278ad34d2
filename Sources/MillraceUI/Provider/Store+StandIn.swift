// SPDX-License-Identifier: Apache-2.0

#if !canImport(SwiftUI)
  import Millrace
  import MillraceViews

  // SwiftUI has no hook that can show another view instead of running a body. Therefore the first
  // use of a stand-in ends the program there. The host of MillraceViews shows an error instead of
  // the view, or ends the page.
  extension Store: EnvironmentStandIn {
    /// From now on, the name of the page is the client of the actions that the page dispatches.
    public func willBeRead() { PageClients.install() }
  }
  extension StoreProjection: EnvironmentStandIn {
    /// From now on, the name of the page is the client of the actions that the page dispatches.
    public func willBeRead() { PageClients.install() }
  }
#endif
