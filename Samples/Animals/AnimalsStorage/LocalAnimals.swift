// SPDX-License-Identifier: Apache-2.0

#if Persistence
  import AnimalsData
  import Foundation
  import Millrace
  import MillracePersistence

  /// The stores of an app without a server, in a folder: the animals, the journal of their changes,
  /// and the journal of the drafts are three SQLite files.
  ///
  /// ```swift
  /// let animals = try await LocalAnimals(in: folder)
  /// AnimalsContent().environment(animals.store).environment(animals.drafts)
  /// ```
  @MainActor public struct LocalAnimals {
    /// The store of the animals, whose service is an ``AnimalsDatabase``.
    public let store: AnimalsStore
    /// The store of the person's drafts.
    public let drafts: AnimalDraftsStore
    private let journal: AnimalsJournal
    private let draftsJournal: Journal<AnimalDrafts, AnimalDraftsAction>

    /// Opens the files, or creates them.
    ///
    /// One process at a time can have them open.
    ///
    /// - Parameter folder: The folder, which is created if it does not exist.
    /// - Throws: `JournalError`, `DatabaseError` of GRDB, or an error of the file system.
    public init(in folder: URL) async throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      journal = try AnimalsJournal(at: folder.appendingPathComponent("journal.sqlite"))
      draftsJournal = try Journal(
        at: folder.appendingPathComponent("drafts.sqlite"), of: AnimalDrafts.self,
        actions: AnimalDraftsAction.self)
      store = try await .recovering(
        journal, service: AnimalsDatabase(at: folder.appendingPathComponent("animals.sqlite")))
      do {
        drafts = try await AnimalDraftsStore(
          recovering: draftsJournal, initialState: AnimalDrafts(), reducer: .drafts,
          snapshot: .every(200, keep: 2, dropsActions: true))
      } catch {
        // Otherwise the next attempt would find the file in use.
        try? await journal.close()
        throw error
      }
      // Drafts whose changes are written: the process ended before it removed them.
      for draft in drafts.state.all where store.state.saved.contains(draft.key) {
        drafts.dispatch(.forget(draft.id, key: draft.key))
      }
    }

    /// Writes and syncs the rest of the journals, and releases their files.
    ///
    /// - Throws: `JournalError`. Both files are released then too.
    public func close() async throws {
      async let drafts: Void = draftsJournal.close()
      try await journal.close()
      try await drafts
    }
  }
#endif
