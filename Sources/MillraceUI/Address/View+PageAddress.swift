// SPDX-License-Identifier: Apache-2.0

@_exported import MillraceAddress

// The modifier of MillraceViews, for SwiftUI: an app has no address that could follow its state, so
// it is the links that the system opens in the app which set it.
#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  extension View {
    /// Ties the address of the page to state.
    ///
    /// An app shows no address. The binding is set when the system opens a link in the app: to the
    /// path and the query of the link. A link whose path is not one is ignored.
    ///
    /// - Parameters:
    ///   - address: the address that stands for the state.
    ///   - isKnown: whether the state is one that the application knows; for servers.
    /// - Returns: this view, which opens links.
    nonisolated public func pageAddress(
      _ address: Binding<PageAddress>, isKnown: Bool = true
    ) -> some View {
      onOpenURL { url in
        if let opened = PageAddress(url) { address.wrappedValue = opened }
      }
    }
  }

  extension PageAddress {
    /// The path and the query of a link.
    fileprivate init?(_ url: URL) {
      let path = url.path(percentEncoded: true)
      let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
      self.init((path.isEmpty ? "/" : path) + query)
    }
  }
#endif
