// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// A view that a server offers at a path; every visitor gets a root view of its own.
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
/// A part of a path that begins with a colon stands for any text and is a parameter of the request.
/// A path that ends with `/*` is that of everything below it too, which a view takes over with
/// `pageAddress(_:isKnown:below:)`.
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
  /// Whether the contents page lists it; a tool for a few people is better left out.
  public var isListed = true
  /// Takes sockets of programs at this path, where there is no page.
  private(set) var socket: SocketRoute?
  /// Waits for what a visitor's page needs.
  ///
  /// The host is made after that, with the address that it opens below the page's own path, and
  /// with the base path of the server's pages.
  let prepare: @MainActor @Sendable (PageRequest) async throws -> Host

  typealias Host = @MainActor (PageAddress, _ basePath: String) -> ViewHost

  /// Offers what a closure makes.
  ///
  /// The closure runs on the main actor, once per visitor. What visitors share (a store, a model)
  /// is made outside it; what belongs to one visitor is made inside.
  public init<Root: View>(
    path: String, title: String, summary: String = "", hasPicture: Bool = false,
    @ViewBuilder content: @escaping @MainActor @Sendable () -> Root
  ) {
    self.init(path: path, title: title, summary: summary, hasPicture: hasPicture) { _ in
      content()
    }
  }

  /// Offers what a closure makes for a request.
  ///
  /// The closure runs on the main actor, once per visitor, and again when a page comes back after
  /// its session has ended. It may wait, for a database as an example; other pages go on meanwhile.
  /// A `PageAnswer` that it throws is the answer instead of the page; another error is logged and
  /// answered with status 500.
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
      return { ViewHost(root, address: $0, endsOnFailure: true, basePath: $1) }
    }
  }
}

extension Page {
  /// Takes sockets of programs at a path, where there is no page.
  package init(path: String, socket: SocketRoute) {
    self.init(path: path, title: "Socket") { request -> EmptyView in
      throw socket.mayOpen(request) ? PageAnswer.notFound : .unauthorized
    }
    isListed = false
    self.socket = socket
  }
}

/// What a page answers instead of itself.
public enum PageAnswer: Error, Equatable, Sendable {
  /// The browser goes to another address of this server, as `/login`.
  case redirect(to: String)
  /// There is no such thing, status 404.
  case notFound
  /// The visitor is not logged in or may not see this, status 401.
  case unauthorized
  /// A file that the browser saves.
  case download(PageFile)
}

extension Page {
  /// The page's own address, which is its path without the `*` of what lies below it.
  var link: String {
    guard path.hasSuffix("/*") else { return path }
    return path == "/*" ? "/" : String(path.dropLast(2))
  }
}
