// SPDX-License-Identifier: Apache-2.0

@_exported import MillraceAddress

// The counterpart of the modifier in MillraceViews.
#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  extension View {
    /// Connects the address of the page with the state.
    ///
    /// An app shows no address. When the system opens a link in the app, the binding is set to
    /// `PageAddress(link:below:)`. Both `myapp://books/7` and, with `below: "/shop"`,
    /// `https://example.com/shop/books/7` become `/books/7`. Other links are ignored, such as the
    /// `file` link of a document.
    ///
    /// - Parameters:
    ///   - address: The address that belongs to the state.
    ///   - isKnown: Not used in an app. On the web, the server answers with the status "not found"
    ///     if it is false.
    ///   - page: The path of the page on the web. The path of an `http` or `https` link must begin
    ///     with this path; the rest of the link's path and its query are the address.
    /// - Returns: This view, which sets the binding when the system opens a link.
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
