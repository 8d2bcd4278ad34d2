// SPDX-License-Identifier: Apache-2.0

/// Sockets of other programs, which are no pages, beside those of the pages.
///
/// Browsers tell the origin of a socket; a request that tells one is none of a program.
package struct SocketRoute: Sendable {
  /// The most bytes of a message.
  let messageBytes: Int
  /// The most bytes that may wait for a program that does not read.
  let waitingBytes: Int
  /// Whether a request may open a socket; asked on the connection's event loop.
  let mayOpen: @Sendable (PageRequest) -> Bool
  /// Takes a socket that has opened.
  let open: @MainActor @Sendable (SocketEnd) -> SocketListener

  package init(
    messageBytes: Int, waitingBytes: Int, mayOpen: @escaping @Sendable (PageRequest) -> Bool,
    open: @escaping @MainActor @Sendable (SocketEnd) -> SocketListener
  ) {
    self.messageBytes = messageBytes
    self.waitingBytes = waitingBytes
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

  /// Says why, then closes.
  package func close(_ reason: String) { line.close(.policy, CloseCode.fitting(reason)) }
}

/// What hears what comes over a socket.
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
