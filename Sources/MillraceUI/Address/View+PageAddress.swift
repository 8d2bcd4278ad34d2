// SPDX-License-Identifier: Apache-2.0

@_exported import MillraceAddress

// The counterpart of the modifier in MillraceViews. An app has no address bar that could follow its
// state; only links that the system opens in the app set the binding.
#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  extension View {
    /// Ties the address of the page to state.
    ///
    /// An app shows no address. The binding is set when the system opens a link in the app: to the
    /// path and the query of the link. A link that is no ``PageAddress`` is ignored.
    ///
    /// - Parameters:
    ///   - address: the address that stands for the state.
    ///   - isKnown: not used here; a page of MillraceWeb is answered as "not found" if it is false.
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
