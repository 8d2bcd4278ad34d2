// SPDX-License-Identifier: Apache-2.0

/// Sockets of other programs, which are no pages, beside those of the pages.
///
/// A browser sends the header `Origin` with a request for a socket. A request with that header is
/// not from a program, and is refused.
package struct SocketRoute: Sendable {
  /// The most bytes of a message.
  let messageBytes: Int
  /// The most bytes that may wait for a program that does not read.
  let unreadBytes: Int
  /// Whether a request may open a socket; asked on the connection's event loop.
  let mayOpen: @Sendable (PageRequest) -> Bool
  /// Takes a socket that has opened.
  let open: @MainActor @Sendable (SocketEnd) -> SocketListener

  package init(
    messageBytes: Int, unreadBytes: Int, mayOpen: @escaping @Sendable (PageRequest) -> Bool,
    open: @escaping @MainActor @Sendable (SocketEnd) -> SocketListener
  ) {
    self.messageBytes = messageBytes
    self.unreadBytes = unreadBytes
    self.mayOpen = mayOpen
    self.open = open
  }
}

/// The end of a socket that a program writes to.
package struct SocketEnd: Sendable {
  private let line: SocketLine

  init(_ line: SocketLine) { self.line = line }

  /// Sends a text; never waits.
  package func send(_ text: String) { line.send(text) }

  /// Closes the socket with a reason, shortened to what a frame has room for.
  package func close(_ reason: String) { line.close(.policy, reason) }
}

/// The functions that are called for what comes over a socket: each text, and its end.
package struct SocketListener {
  let take: @MainActor (String) -> Void
  let over: @MainActor () -> Void

  package init(
    take: @escaping @MainActor (String) -> Void, over: @escaping @MainActor () -> Void
  ) {
    self.take = take
    self.over = over
  }
}
