// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation

/// What belongs to one person: all tabs of one browser share it, and it outlives each of them.
///
/// A page gets it from its request. The first page that asks gives the browser a signed cookie.
///
/// ```swift
/// Page(path: "/desk", title: "Desk") { request in
///   let desk = try await request.session.keep("desk", state: { $0.state }) { saved in
///     DeskStore(initialState: saved ?? DeskState(), feature: .desk)
///   }
///   return DeskContent().environment(desk)
/// }
/// ```
@MainActor public final class PersonSession {
  let id: SessionID
  /// How many pages use the session now.
  private(set) var pages = 0
  /// Since when no page uses it.
  private(set) var idleSince: Duration
  private let storage: any SessionStorage
  private let log: WebLog
  private var keepers: [String: Keeper] = [:]
  private var loading: [String: Task<Void, any Error>] = [:]
  private(set) var hasEnded = false
  private let onEnd: @MainActor (SessionID) -> Void

  init(
    id: SessionID, storage: any SessionStorage, log: WebLog, now: Duration,
    onEnd: @escaping @MainActor (SessionID) -> Void
  ) {
    self.id = id
    self.storage = storage
    self.log = log
    self.onEnd = onEnd
    idleSince = now
  }

  /// An object of this person, made once and shared by all pages; its state is kept.
  ///
  /// The object is made with the state that was kept, after a restart of the server too, or with
  /// nil if there is none. From then on each change of what `state` reads is kept shortly after it:
  /// encoded and written outside the main actor, the last one if changes come fast.
  ///
  /// A kept state that cannot be decoded any more, because its type has changed, is put aside under
  /// the name with `-unreadable` behind it, and said in the log; the object is made with nil.
  ///
  /// - Parameters:
  ///   - name: what the state is kept under: letters, digits, `-` and `_`.
  ///   - state: reads what is kept; it is run again after each change of what it reads.
  ///   - make: makes the object; it runs once per person and run of the program.
  /// - Returns: the object, the same one for all pages of the person.
  /// - Throws: an error of the storage.
  public func keep<Object: AnyObject, State: Codable & Sendable>(
    _ name: String, state: @escaping @MainActor (Object) -> State,
    make: @MainActor (State?) throws -> Object
  ) async throws -> Object {
    while let other = loading[name] { try await other.value }
    if let object = keepers[name]?.object as? Object { return object }
    let (done, input) = AsyncThrowingStream<Void, any Error>.makeStream()
    loading[name] = Task { for try await _ in done {} }
    defer {
      loading[name] = nil
      input.finish()
    }
    let saved: State? = try await load(name)
    let object = try make(saved)
    let keeper = Keeper(object: object) { [storage, log, id] data in
      do {
        try await storage.keep(data, named: name, of: id.text)
      } catch {
        log("session \(id): '\(name.oneLine)' could not be kept: \(error)", level: .error)
      }
    } read: { [log, id] object in
      guard let object = object as? Object else { return nil }
      let value = state(object)
      return {
        do {
          return try JSONEncoder().encode(value)
        } catch {
          log("session \(id): '\(name.oneLine)' could not be encoded: \(error)", level: .error)
          throw error
        }
      }
    }
    keepers[name] = keeper
    keeper.follow()
    return object
  }

  private func load<State: Decodable>(_ name: String) async throws -> State? {
    guard let data = try await storage.value(named: name, of: id.text) else { return nil }
    do {
      return try JSONDecoder().decode(State.self, from: data)
    } catch {
      log(
        "session \(id): the value '\(name.oneLine)' cannot be read and is put aside: \(error)",
        level: .error)
      try await storage.keep(data, named: name + "-unreadable", of: id.text)
      return nil
    }
  }

  /// Ends the session: what was kept is forgotten, and the person's pages load anew.
  public func end() async {
    guard !hasEnded else { return }
    hasEnded = true
    onEnd(id)
    for keeper in keepers.values { await keeper.stop() }
    keepers = [:]
    do {
      try await storage.forget(id.text)
    } catch {
      log("session \(id): could not be forgotten: \(error)", level: .error)
    }
  }

  /// Returns when all that has changed is kept.
  func saved() async {
    for keeper in keepers.values { await keeper.saved() }
  }

  var keepsAnything: Bool { !keepers.isEmpty }

  func enter() { pages += 1 }

  func leave(at now: Duration) {
    pages -= 1
    idleSince = now
  }

}

/// Follows one object and writes its state after each change.
@MainActor private final class Keeper {
  let object: AnyObject
  private let write: @Sendable (Data) async -> Void
  /// Reads the state; what comes back encodes it, on any thread.
  private let read: @MainActor (AnyObject) -> (@Sendable () throws -> Data)?
  private var writing: Task<Void, Never>?
  private var isChanged = false
  private var hasStopped = false

  init(
    object: AnyObject, write: @escaping @Sendable (Data) async -> Void,
    read: @escaping @MainActor (AnyObject) -> (@Sendable () throws -> Data)?
  ) {
    self.object = object
    self.write = write
    self.read = read
  }

  /// Reads the state and waits for its next change.
  @discardableResult func follow() -> (@Sendable () throws -> Data)? {
    withObservationTracking {
      read(object)
    } onChange: { [weak self] in
      Task { @MainActor in self?.changed() }
    }
  }

  /// Writes the last state, again as long as it changes meanwhile.
  ///
  /// The task holds the keeper until all is written.
  private func changed() {
    guard !hasStopped else { return }
    isChanged = true
    guard writing == nil else { return }
    writing = Task { @MainActor in
      while isChanged, !hasStopped {
        isChanged = false
        guard let encode = follow() else { break }
        if let data = await Task.detached(operation: { try? encode() }).value { await write(data) }
      }
      writing = nil
    }
  }

  func saved() async {
    await Task { @MainActor in }.value  // a change that has just been told has its turn
    await writing?.value
  }

  func stop() async {
    hasStopped = true
    await writing?.value
  }
}
