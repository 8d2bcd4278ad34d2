// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// A view that a server offers at a path; every visitor gets a root view of its own.
///
/// ```swift
/// Page(path: "/counter", title: "Counter", summary: "Counts up and down.") {
///   CounterPage()
/// }
/// ```
public struct Page: Sendable {
  /// Where the page is, beginning with a slash.
  public let path: String
  /// The page's title until its view sets one with `navigationTitle`.
  public let title: String
  /// One line about the page for the server's contents page.
  public let summary: String
  /// Whether the contents page shows this page in small, beside its title.
  ///
  /// It is the page itself, live and out of reach: each visitor of the contents page gets one.
  public let hasPicture: Bool
  let makeHost: @MainActor @Sendable () -> ViewHost

  /// Offers what a closure makes.
  ///
  /// The closure runs on the main actor, once per visitor. What visitors share (a store, a model)
  /// is made outside it; what belongs to one visitor is made inside.
  public init<Root: View>(
    path: String, title: String, summary: String = "", hasPicture: Bool = false,
    @ViewBuilder content: @escaping @MainActor @Sendable () -> Root
  ) {
    self.path = path
    self.title = title
    self.summary = summary
    self.hasPicture = hasPicture
    self.makeHost = { ViewHost(content()) }
  }
}
