// SPDX-License-Identifier: Apache-2.0

/// A route for sockets of other programs, which are not pages.
///
/// A browser sends the header `Origin` with a request for a socket. A request with that header is
/// not from a program, and is refused.
package struct SocketRoute: Sendable {
  /// The maximum length of a message, in bytes.
  let messageBytes: Int
  /// The maximum memory for output that a program has not read, in bytes.
  let unreadBytes: Int
  /// Returns true if a request is allowed to open a socket; called on any thread.
  let mayOpen: @Sendable (PageRequest) -> Bool
  /// Called when a socket has opened; returns the functions that handle its messages.
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

/// The server's end of a socket to a program.
package struct SocketEnd: Sendable {
  private let line: SocketLine

  init(_ line: SocketLine) { self.line = line }

  /// Sends a text; never blocks.
  package func send(_ text: String) { line.send(text) }

  /// Closes the socket with a reason, which is shortened to the length that fits into a close
  /// frame.
  package func close(_ reason: String) { line.close(.policy, reason) }
}

/// The functions that are called for each text of a socket, and when the socket has closed.
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
