// SPDX-License-Identifier: Apache-2.0

import Millrace

@testable import MillracePersistence

extension Journal {
  /// Returns when all actions are written, and the snapshots of them are kept and checked.
  ///
  /// A receipt does not wait for the snapshot of its action.
  func settle() async throws {
    switch try writer() {
    case let writer as StateWriter<State, Action>: try await writer.settle()
    case let writer as StateWriter<State, SliceValues>: try await writer.settle()
    case let writer: preconditionFailure("\(writer) records another content.")
    }
  }
}

extension StateWriter {
  fileprivate func settle() async throws { try await pump.perform { { _, _, _ in } } }
}
