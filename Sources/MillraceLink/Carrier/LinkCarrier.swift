// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Opens connections to a monitor; a test has one that stays in memory.
package protocol LinkCarrier: Sendable {
  /// Opens a connection.
  ///
  /// - Throws: `LinkFailure`.
  func connect(to url: URL, token: String) async throws -> any LinkConnection
}

/// An open connection, which carries texts in order.
package protocol LinkConnection: Sendable {
  /// Returns when the text is on its way.
  func send(_ text: String) async throws
  /// The next text; nil when the other end has closed.
  func receive() async throws -> String?
  /// Ends all waiting; may be called more than once.
  func close()
}

/// What this system opens WebSockets with.
enum SystemCarrier {
  static var best: any LinkCarrier {
    #if Web && os(Linux) && canImport(NIOCore)
      NIOCarrier()
    #else
      URLSessionCarrier()
    #endif
  }
}
