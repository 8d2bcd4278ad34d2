// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews

/// A view that a server offers at a path; every visitor gets a separate root view.
///
/// ```swift
/// Page(path: "/counter", title: "Counter", summary: "Counts up and down.") {
///   CounterPage()
/// }
/// Page(path: "/boards/:id", title: "Board") { request in
///   guard let id = request.parameters["id"], let board = await boards.find(id) else {
///     throw PageAnswer.notFound
///   }
///   return BoardPage(board: board)
/// }
/// ```
///
/// A component of the path that begins with a colon matches any text that is not empty; the text is
/// a parameter of the request. A path that ends with `/*` also matches everything below it. The
/// view handles that part of the address with `pageAddress(_:isKnown:below:)`. The encoded part of
/// an address that matches without the `/*` has at most `PageAddress.longest` bytes; a longer one
/// gets status 414.
///
/// If several pages match an address, the page with the most components in its path is shown, where
/// `*` is not counted. Of these, it is the one with the fewest parameters, then one without `/*`,
/// then the one that was declared first.
public struct Page: Sendable {
  /// The path of the page, which begins with a slash.
  public let path: String
  /// The page's title until its view sets another one with `navigationTitle`.
  public let title: String
  /// One line about the page for the server's contents page.
  public let summary: String
  /// True if the contents page shows a small preview of this page beside its title.
  ///
  /// The preview is the live page itself, and does not accept input. Each visitor whose browser
  /// loads the preview gets a session of the page.
  public let hasPicture: Bool
  /// True if the contents page lists this page, unless its path has a parameter.
  ///
  /// Set it to false for a tool for few people.
  public var isListed = true
  /// The route for sockets of programs at this path, instead of a page.
  private(set) var socket: SocketRoute?
  /// Runs the page's closure for a request; the result makes the host of the page's views.
  ///
  /// The host is made later, with the address below the page's own path, and with the base path of
  /// the server's pages.
  let prepare: @MainActor @Sendable (PageRequest) async throws -> Host

  typealias Host = @MainActor (PageAddress, _ basePath: String) -> ViewHost

  /// Creates a page whose view a closure makes.
  ///
  /// The closure runs on the main actor, once for each session. Create objects that visitors share,
  /// such as a store, outside of the closure, and objects of one visitor inside.
  public init<Root: View>(
    path: String, title: String, summary: String = "", hasPicture: Bool = false,
    @ViewBuilder content: @escaping @MainActor @Sendable () -> Root
  ) {
    self.init(path: path, title: title, summary: summary, hasPicture: hasPicture) { _ in
      content()
    }
  }

  /// Creates a page whose view a closure makes for a request.
  ///
  /// The closure runs on the main actor, once for each session, and again when a page reconnects
  /// after its session has ended. It can wait, for example for a database, without blocking other
  /// pages. If it throws a `PageAnswer`, that is the response instead of the page; a page that
  /// reconnects is loaded again. Any other error is logged, and the response has status 500; a page
  /// that reconnects keeps its texts and tries again later.
  public init<Root: View>(
    path: String, title: String, summary: String = "", hasPicture: Bool = false,
    content: @escaping @MainActor @Sendable (PageRequest) async throws -> Root
  ) {
    self.path = path
    self.title = title
    self.summary = summary
    self.hasPicture = hasPicture
    self.prepare = { request in
      let root = try await content(request)
      var values = EnvironmentValues()
      values.locale = Locale(identifier: request.language)
      return { [values] in
        ViewHost(root, environment: values, address: $0, endsOnFailure: true, basePath: $1)
      }
    }
  }
}

extension Page {
  /// Creates a route for sockets of programs at a path, instead of a page.
  package init(path: String, socket: SocketRoute) {
    self.init(path: path, title: "Socket") { request -> EmptyView in
      throw socket.mayOpen(request) ? PageAnswer.notFound : .unauthorized
    }
    isListed = false
    self.socket = socket
  }
}

/// A response instead of a page; the closure of a `Page` throws it.
public enum PageAnswer: Error, Equatable, Sendable {
  /// The browser is redirected to another address below the base path, such as `/login`.
  ///
  /// The address begins with exactly one slash, and has no spaces or control characters. Otherwise
  /// the status is 500.
  case redirect(to: String)
  /// The page does not exist; the status is 404.
  case notFound
  /// The visitor is not logged in, or is not allowed to see the page; the status is 401.
  case unauthorized
  /// A file that the browser saves.
  case download(PageFile)
}

extension Page {
  /// The page's own address, which is its path without a final `/*`.
  var link: String {
    guard path.hasSuffix("/*") else { return path }
    return path == "/*" ? "/" : String(path.dropLast(2))
  }
}
