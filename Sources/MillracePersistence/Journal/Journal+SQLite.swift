// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if Persistence
  extension Journal where State: Codable, Action: Codable {
    /// Creates a journal of actions that belong to no persons in an SQLite file; see ``SQLiteLog``.
    ///
    /// `Store(recovering:)` opens or creates the file. The parameters are those of
    /// ``init(on:of:actions:version:hashes:person:onUnknown:onDivergence:replaysAll:upcasts:)``.
    ///
    /// - Throws: ``JournalError/unreadable(place:reason:)`` if the URL is not that of a file.
    public convenience init(
      at url: URL, of state: State.Type, actions: Action.Type, version: Int = 1,
      hashes: UInt64 = 1_000, onUnknown: UnknownPolicy = .stop,
      onDivergence: DivergencePolicy = .stop, replaysAll: Bool = false,
      @UpcastBuilder upcasts: () -> [Upcast] = { [] }
    ) throws(JournalError) {
      self.init(
        on: try SQLiteLog(checking: url), of: state, actions: actions, version: version,
        hashes: hashes, onUnknown: onUnknown, onDivergence: onDivergence, replaysAll: replaysAll,
        upcasts: upcasts)
    }

    /// Creates a journal of actions whose persons can be forgotten in an SQLite file; see
    /// ``SQLiteLog``.
    ///
    /// `Store(recovering:)` opens or creates the file. The parameters are those of
    /// ``init(on:of:actions:version:hashes:person:onUnknown:onDivergence:replaysAll:upcasts:)``.
    ///
    /// - Throws: ``JournalError/unreadable(place:reason:)`` if the URL is not that of a file.
    public convenience init(
      at url: URL, of state: State.Type, actions: Action.Type, version: Int = 1,
      hashes: UInt64 = 1_000, person: KeyPath<Action, String?> & Sendable,
      onUnknown: UnknownPolicy = .stop, onDivergence: DivergencePolicy = .stop,
      replaysAll: Bool = false, @UpcastBuilder upcasts: () -> [Upcast] = { [] }
    ) throws(JournalError) {
      self.init(
        on: try SQLiteLog(checking: url), of: state, actions: actions, version: version,
        hashes: hashes, person: person, onUnknown: onUnknown, onDivergence: onDivergence,
        replaysAll: replaysAll, upcasts: upcasts)
    }
  }

  extension Journal {
    /// Creates a journal of slices that belong to no persons in an SQLite file; see ``SQLiteLog``.
    ///
    /// The parameters are those of
    /// ``init(on:of:actions:slices:version:person:onUnknown:upcasts:)``.
    ///
    /// - Throws: ``JournalError/unreadable(place:reason:)`` if the URL is not that of a file.
    public convenience init(
      at url: URL, of state: State.Type, actions: Action.Type, slices: [StateSlice<State>],
      version: Int = 1, onUnknown: UnknownPolicy = .stop,
      @UpcastBuilder upcasts: () -> [Upcast] = { [] }
    ) throws(JournalError) {
      self.init(
        on: try SQLiteLog(checking: url), of: state, actions: actions, slices: slices,
        version: version, onUnknown: onUnknown, upcasts: upcasts)
    }

    /// Creates a journal of slices whose persons can be forgotten in an SQLite file; see
    /// ``SQLiteLog``.
    ///
    /// The parameters are those of
    /// ``init(on:of:actions:slices:version:person:onUnknown:upcasts:)``.
    ///
    /// - Throws: ``JournalError/unreadable(place:reason:)`` if the URL is not that of a file.
    public convenience init(
      at url: URL, of state: State.Type, actions: Action.Type, slices: [StateSlice<State>],
      version: Int = 1, person: KeyPath<State, String?> & Sendable,
      onUnknown: UnknownPolicy = .stop,
      @UpcastBuilder upcasts: () -> [Upcast] = { [] }
    ) throws(JournalError) {
      self.init(
        on: try SQLiteLog(checking: url), of: state, actions: actions, slices: slices,
        version: version, person: person, onUnknown: onUnknown, upcasts: upcasts)
    }
  }

  extension SQLiteLog {
    fileprivate convenience init(checking url: URL) throws(JournalError) {
      guard url.isFileURL else {
        throw .unreadable(place: url.absoluteString, reason: "it is not the URL of a file")
      }
      self.init(at: url)
    }
  }
#else
  extension Journal {
    /// Requires the package trait `Persistence`.
    @available(
      *, unavailable,
      message: """
        A journal in a file needs GRDB. The package trait "Persistence" fetches it: \
        .package(url: ..., traits: [.defaults, "Persistence"]) in your manifest, or, in the \
        repository of Millrace, swift build --enable-all-traits
        """
    )
    public convenience init(
      at url: URL, of state: State.Type, actions: Action.Type, version: Int = 1,
      @UpcastBuilder upcasts: () -> [Upcast] = { [] }
    ) throws(JournalError) {
      throw .ended(place: url.path)
    }
  }
#endif
