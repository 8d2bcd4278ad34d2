// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Opens connections to a monitor.
///
/// Tests use an in-memory carrier.
package protocol LinkCarrier: Sendable {
  /// Opens a connection.
  ///
  /// - Throws: A `LinkFailure`, or an error that `LinkFailure.named(_:)` converts.
  func connect(to url: URL, token: String) async throws -> any LinkConnection
}

/// An open connection, which transfers texts in order.
package protocol LinkConnection: Sendable {
  /// Sends a text, and returns when the text was passed to the socket.
  func send(_ text: String) async throws
  /// Returns the next text, or nil when the connection was closed without a reason.
  func receive() async throws -> String?
  /// Closes the connection and ends all pending calls.
  ///
  /// It can be called more than once.
  func close()
}

/// The carrier that this platform supports.
enum SystemCarrier {
  static var best: any LinkCarrier {
    #if Web && os(Linux) && canImport(NIOCore)
      NIOCarrier()
    #else
      URLSessionCarrier()
    #endif
  }
}
