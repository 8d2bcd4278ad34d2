// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A link to another page, which opens in a new browser tab.
///
/// An address that begins with one `/` belongs to the same server, below the server's base path.
/// Only addresses with the schemes `http`, `https`, `mailto` and `tel`, and addresses without a
/// scheme, are allowed. A link with another scheme, or a disabled link, has no address in the page:
/// a click does nothing. In a view that sets an ``OpenURLAction``, a click runs it with any scheme.
public struct Link<Label: View> {
  let destination: URL
  let label: Label
  @Environment(\.isEnabled) private var isEnabled
  @Environment(\.openURL) private var openURL

  /// Creates a link with any view as its label.
  nonisolated public init(destination: URL, @ViewBuilder label: () -> Label) {
    self.destination = destination
    self.label = label()
  }
}

extension Link where Label == Text {
  /// Creates a link with a text as its label.
  nonisolated public init(_ title: some StringProtocol, destination: URL) {
    self.init(destination: destination) { Text(title) }
  }
}

extension Link: View {
  /// An `a` element around the label, or a button if a view has set the action `openURL`.
  public var body: some View {
    if openURL.handler == nil {
      ElementView(.a, box) { label }
    } else {
      ElementView(.button, button) { label }
    }
  }

  @MainActor private var button: Box {
    .button("mv-link mv-borderless", isEnabled: isEnabled) { openURL(destination) }
      .with(.role, "link")
  }

  @MainActor private var box: Box {
    let box = Box(name: "mv-link")
    guard isEnabled, let address = LinkAddress.safe(destination) else {
      return box.with(.role, "link").with(.ariaDisabled, "true")
    }
    return box.with(.href, address)
      .with(.target, "_blank").with(.rel, "noopener noreferrer")
  }
}

/// Rejects addresses that could run code in the browser, such as `javascript:`.
enum LinkAddress {
  /// Returns the address of the URL, or nil if its scheme is not allowed.
  static func safe(_ url: URL) -> String? {
    let address = url.absoluteString
    switch url.scheme?.lowercased() {
    case "http", "https", "mailto", "tel": return address
    // A scheme ends with a colon before the path, the query and the fragment.
    case nil where !address.prefix(while: { !"/?#".contains($0) }).contains(":"): return address
    default: return nil
    }
  }
}
