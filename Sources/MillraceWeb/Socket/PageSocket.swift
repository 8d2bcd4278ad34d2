// SPDX-License-Identifier: Apache-2.0

/// The open line to one page, as a session sees it.
protocol PageSocket: AnyObject, Sendable {
  /// Sends a text; never waits.
  func send(_ text: String)
  /// Says why, then closes.
  func close(_ code: CloseCode, _ reason: String)
}

extension PageSocket {
  func close(_ code: CloseCode) { close(code, "") }
}
