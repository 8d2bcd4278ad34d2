// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Foundation
import Millrace
import MillracePersistence

/// The journal of the animals.
public typealias AnimalsJournal = Journal<AnimalsState, AnimalsAction>

extension AnimalsJournal {
  /// The version of the encoding of actions and states.
  ///
  /// Actions of version 1 have no person. They can be read without a conversion, but their changes
  /// cannot be undone.
  static let version = 2

  /// Creates a journal of animals on a log.
  public convenience init(on log: some ActionLog) {
    self.init(
      on: log, of: AnimalsState.self, actions: AnimalsAction.self, version: Self.version)
  }
}

extension AnimalsStore {
  /// Recovers the store from a journal.
  ///
  /// The store continues to send its pending mutations.
  ///
  /// - Parameters:
  ///   - journal: The journal, which contains everything that this program knows of the animals.
  ///   - service: The server.
  ///   - timing: The times between requests.
  ///   - clock: The clock of the store.
  ///   - client: The identifier for a store whose journal is empty. It must be unique.
  /// - Throws: `JournalError`.
  /// - Returns: The store, whose `client` is set.
  public static func recovering(
    _ journal: AnimalsJournal, service: some AnimalsService,
    timing: AnimalsTiming = AnimalsTiming(), clock: any Clock<Duration> = ContinuousClock(),
    client: String = UUID().uuidString
  ) async throws -> AnimalsStore {
    let store = try await AnimalsStore(
      recovering: journal, initialState: AnimalsState(),
      feature: .animals(service, timing: timing) { try await journal.synced() },
      snapshot: .every(200, keep: 2, dropsActions: true), clock: clock)
    // The window that requested a change shows the error. So rejections need no other report.
    store.onRejection = { _ in }
    if store.state.client.isEmpty { store.dispatch(.begin(client: client)) }
    return store
  }
}

#if Persistence
  extension AnimalsJournal {
    /// Opens or creates a journal of animals in a file.
    ///
    /// - Throws: `JournalError`.
    public convenience init(at url: URL) throws {
      try self.init(
        at: url, of: AnimalsState.self, actions: AnimalsAction.self, version: Self.version)
    }
  }
#endif
