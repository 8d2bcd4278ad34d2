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
  let makeHost: @MainActor @Sendable () -> ViewHost

  /// Offers what a closure makes.
  ///
  /// The closure runs on the main actor, once per visitor. What visitors share (a store, a model)
  /// is made outside it; what belongs to one visitor is made inside.
  public init<Root: View>(
    path: String, title: String, summary: String = "",
    @ViewBuilder content: @escaping @MainActor @Sendable () -> Root
  ) {
    self.path = path
    self.title = title
    self.summary = summary
    self.makeHost = { ViewHost(content()) }
  }
}
