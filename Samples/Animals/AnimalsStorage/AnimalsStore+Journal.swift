// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Foundation
import Millrace
import MillracePersistence

/// The journal of the animals.
public typealias AnimalsJournal = Journal<AnimalsState, AnimalsAction>

extension AnimalsJournal {
  /// The version of the actions and the state.
  ///
  /// Those of version 1 name no person and are read as they are: nothing is lost, and their changes
  /// cannot be undone.
  static let version = 2

  /// A journal of animals on a carrier.
  public convenience init(on log: some ActionLog) {
    self.init(
      on: log, of: AnimalsState.self, actions: AnimalsAction.self, version: Self.version)
  }
}

extension AnimalsStore {
  /// Makes the store of a journal again, which goes on with what the server has not made yet.
  ///
  /// - Parameters:
  ///   - journal: The journal: all that this program knows of the animals.
  ///   - service: The server.
  ///   - timing: How often it is asked.
  ///   - clock: Tells the time.
  ///   - client: The name of a store that is new; no other one has it.
  /// - Throws: `JournalError`.
  /// - Returns: The store, which has a name.
  public static func recovering(
    _ journal: AnimalsJournal, service: some AnimalsService,
    timing: AnimalsTiming = AnimalsTiming(), clock: any Clock<Duration> = ContinuousClock(),
    client: String = UUID().uuidString
  ) async throws -> AnimalsStore {
    let store = try await AnimalsStore(
      recovering: journal, initialState: AnimalsState(),
      feature: .animals(service, timing: timing) { try await journal.synced() },
      snapshot: .every(200, keep: 2, dropsActions: true), clock: clock)
    // The window that asked for a change says that it cannot be made.
    store.onRejection = { _ in }
    if store.state.client.isEmpty { store.dispatch(.begin(client: client)) }
    return store
  }
}

#if Persistence
  extension AnimalsJournal {
    /// A journal of animals in a file.
    ///
    /// - Throws: `JournalError`.
    public convenience init(at url: URL) throws {
      try self.init(
        at: url, of: AnimalsState.self, actions: AnimalsAction.self, version: Self.version)
    }
  }
#endif
