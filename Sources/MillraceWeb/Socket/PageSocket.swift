// SPDX-License-Identifier: Apache-2.0

/// The open socket of one page, with the functions that a session uses.
protocol PageSocket: AnyObject, Sendable {
  /// Sends a text; never blocks.
  func send(_ text: String)
  /// Sends a close frame with a code and a reason, and closes the socket.
  func close(_ code: CloseCode, _ reason: String)
}

extension PageSocket {
  func close(_ code: CloseCode) { close(code, "") }
}
