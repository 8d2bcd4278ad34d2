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
    /// An app shows no address. The binding is set when the system opens a link in the app, to
    /// `PageAddress(link:below:)`: `myapp://books/7` and, with `below: "/shop"`,
    /// `https://example.com/shop/books/7` are both `/books/7`. Other links are ignored.
    ///
    /// - Parameters:
    ///   - address: the address that stands for the state.
    ///   - isKnown: not used here; a page of MillraceWeb is answered as "not found" if it is false.
    ///   - page: the path that the page has on the web; a link of `http` or `https` must begin with
    ///     it, and the address is what follows.
    /// - Returns: this view, which opens links.
    nonisolated public func pageAddress(
      _ address: Binding<PageAddress>, isKnown: Bool = true, below page: String = ""
    ) -> some View {
      onOpenURL { url in
        if let opened = PageAddress(link: url.absoluteString, below: page) {
          address.wrappedValue = opened
        }
      }
    }
  }
#endif
