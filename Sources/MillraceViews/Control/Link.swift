// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A way to another page.
///
/// The page opens in a tab of its own. An address that begins with `/` is one of the same server,
/// below the path that the server has. Only `http`, `https`, `mailto`, `tel` and addresses without
/// a scheme lead anywhere. A link that is disabled leads nowhere.
public struct Link<Label: View> {
  let destination: URL
  let label: Label
  @Environment(\.isEnabled) private var isEnabled

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
  /// An `a` around the label.
  public var body: some View {
    ElementView(.a, box) { label }
  }

  @MainActor private var box: Box {
    let box = Box(name: "mv-link")
    guard isEnabled else { return box.with(.role, "link").with(.ariaDisabled, "true") }
    return box.with(.href, LinkAddress.safe(destination))
      .with(.target, "_blank").with(.rel, "noopener noreferrer")
  }
}

/// Keeps addresses that run code out of pages.
enum LinkAddress {
  /// The address as a page may have it.
  static func safe(_ url: URL) -> String {
    switch url.scheme?.lowercased() {
    case "http", "https", "mailto", "tel": url.absoluteString
    case nil where !url.absoluteString.contains(":"): url.absoluteString
    default: "#"
    }
  }
}
