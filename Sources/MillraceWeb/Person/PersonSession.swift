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
///
/// A log-in calls ``renew()``, a log-out ``end()``.
@MainActor public final class PersonSession {
  let id: SessionID
  /// The marks of its valid cookies, as the storage has them.
  private(set) var marks = CookieMarks()
  /// False until `marks` has been read; no cookie is valid before.
  private var hasReadMarks: Bool
  private var reading: Task<Void, any Error>?
  /// True if the storage can have another record than `marks`, because a write has failed.
  private var isRecordUncertain = false
  /// How many pages use the session now.
  private(set) var pages = 0
  /// How many of them are connected; the others have been left, or may be.
  private var connectedPages = 0
  /// Since when no page uses it.
  private(set) var idleSince: Duration
  private let storage: any SessionStorage
  private let log: WebLog
  /// How many bytes the values that were read or written since the session is in memory may have.
  private let limit: Int
  private var sizes: [String: Int] = [:]
  private var keepers: [String: Keeper] = [:]
  private var loading: [String: Task<Void, any Error>] = [:]
  /// The last call of the storage, which the next one waits for.
  private var last: (number: Int, call: Task<Void, Never>)?
  private(set) var hasEnded = false
  /// Whether the storage has forgotten the session, which has ended.
  private var isForgotten = false
  private let onEnd: @MainActor (PersonSession) -> Void
  private let onForget: @MainActor (PersonSession) -> Void
  private let onRenew: @MainActor (PersonSession) async throws -> Void

  /// Makes a session; if it is new, nothing of its id can be in the storage.
  init(
    id: SessionID, isNew: Bool = true, storage: any SessionStorage, limit: Int = .max, log: WebLog,
    now: Duration,
    onRenew: @escaping @MainActor (PersonSession) async throws -> Void = { _ in },
    onEnd: @escaping @MainActor (PersonSession) -> Void,
    onForget: @escaping @MainActor (PersonSession) -> Void = { _ in }
  ) {
    self.id = id
    hasReadMarks = isNew
    self.storage = storage
    self.limit = limit
    self.log = log
    self.onRenew = onRenew
    self.onEnd = onEnd
    self.onForget = onForget
    idleSince = now
  }

  /// An object of this person, shared by all pages; its state is kept.
  ///
  /// The object is made with the state that was kept, after a restart of the server too, or with
  /// nil if there is none. From then on each change of what `state` reads is kept shortly after it:
  /// encoded and written outside the main actor, the last one if changes come fast. The state that
  /// the object is made with is not written before its first change: a stranger that only looks
  /// leaves nothing. A state that makes the session larger than `WebLimits.keptBytes` is not kept;
  /// the log says so, and the one before it stays.
  ///
  /// A kept state that cannot be decoded any more, because its type has changed, is copied to the
  /// name with `-unreadable` behind it, and logged; the object is made with nil.
  ///
  /// - Parameters:
  ///   - name: what the state is kept under: letters, digits, `-` and `_`. It must not begin with
  ///     `millrace-`.
  ///   - state: reads what is kept; it is run again after each change of what it reads.
  ///   - make: makes the object; it runs again when the person comes back after
  ///     `WebLimits.reconnectTimeout` without a page, as the session has left memory then.
  /// - Returns: the object, the same one for all pages of the person.
  /// - Throws: an error of the storage, or ``SessionNameError``.
  public func keep<Object: AnyObject, State: Codable & Sendable>(
    _ name: String, state: @escaping @MainActor (Object) -> State,
    make: @MainActor (State?) throws -> Object
  ) async throws -> Object {
    guard !CookieMarks.isReserved(name) else { throw SessionNameError(name: name) }
    try checkVisit()
    while let other = loading[name] { try await other.value }
    if let object = keepers[name]?.object as? Object { return object }
    let (done, input) = AsyncThrowingStream<Void, any Error>.makeStream()
    loading[name] = Task { for try await _ in done {} }
    defer {
      loading[name] = nil
      input.finish()
    }
    let saved: State? = try await load(name)
    try checkVisit()
    let object = try make(saved)
    let keeper = Keeper(object: object, named: name, of: self) { [log, id] object in
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
    // A page of a session that has ended meanwhile gets an object that is kept nowhere.
    guard !hasEnded else { return object }
    keepers[name] = keeper
    keeper.follow()
    return object
  }

  /// Refuses the work of a request whose cookie is not valid any more, although it came before a
  /// renewal: it may be a stranger's.
  private func checkVisit() throws {
    if let visit = PageWork.current?.visit, visit.person === self { try visit.check() }
  }

  private func load<State: Decodable & Sendable>(_ name: String) async throws -> State? {
    let found: (state: State?, size: Int)? = try await inTurn { [self] in
      guard let data = try await storage.value(named: name, of: id.text) else { return nil }
      do {
        return (try await Self.decoded(data), data.count)
      } catch {
        log(
          "session \(id): the value '\(name.oneLine)' cannot be read and is put aside: \(error)",
          level: .error)
        try await put(data, named: name + "-unreadable")
        return (nil, 0)
      }
    }
    if let found { sizes[name] = found.size }
    return found?.state
  }

  /// Decodes outside the main actor.
  @concurrent nonisolated private static func decoded<State: Decodable & Sendable>(
    _ data: Data
  ) async throws -> State {
    try JSONDecoder().decode(State.self, from: data)
  }

  /// Returns when all that has changed in the session so far is kept by its storage.
  ///
  /// A page shows a change a moment before it is kept. Call this before something is told that must
  /// not be lost, as after a person has taken a name that others see:
  ///
  /// ```swift
  /// desk.dispatch(.begin(owner: name))
  /// try await request.session.written()
  /// ```
  ///
  /// How safe it is then is the storage's: what `SQLiteValues` has written survives `kill -9`.
  ///
  /// - Throws: ``SessionWriteError``; what could not be kept is tried again as ever.
  public func written() async throws(SessionWriteError) {
    await saved()
    if hasEnded { throw .hasEnded }
    let problems = keepers.sorted { $0.key < $1.key }.compactMap(\.value.problem)
    if let problem = problems.first { throw problem }
  }

  /// Gives the session's browser a new cookie and makes all others invalid; call it at a log-in,
  /// before the state says that the person is logged in.
  ///
  /// Another person may know the old cookie, from the same computer or because it was planted
  /// (session fixation). It is not valid any more: a request with it gets a new, empty session. The
  /// session and what it keeps stay. All other pages of the session are cut off and load anew:
  /// those of this browser with the new cookie, all others with an empty session.
  ///
  /// It is called by the work of one page: in the closure of a `Page`, whose answer carries the new
  /// cookie, or in what an event of the page has started, such as a button's action, a task or an
  /// effect. Then the page fetches the cookie, and this returns when the browser has shown that it
  /// has it.
  ///
  /// ```swift
  /// guard try await accounts.check(name, password) else { return .wrong }
  /// try await request.session.renew()
  /// ```
  ///
  /// If the server is killed during a renewal by an event, the browser finds all that was kept with
  /// the cookie that it has, the old one or the new one. Both are valid until the browser has shown
  /// the new one. Once this has returned only the new one is, after a kill too.
  ///
  /// In the closure of a `Page` the old cookie is invalid before the answer brings the new one: a
  /// browser that does not get the answer begins an empty session. A second call for the same
  /// request changes nothing, and one after the answer throws ``SessionRenewalError/noPage``.
  ///
  /// - Throws: ``SessionRenewalError``, or an error of the storage; no person may be taken for
  ///   logged in then. The old cookie is still valid, unless the session has ended or another page
  ///   has renewed it.
  public func renew() async throws {
    guard !hasEnded else { throw SessionRenewalError.hasEnded }
    try await onRenew(self)
  }

  /// Ends the session: what was kept is forgotten, and the person's pages load anew.
  ///
  /// Its cookie is not valid from now on. If the storage fails to forget the session, the log says
  /// so, and the storage is asked again, every second or so and when the server ends. A server that
  /// starts before the storage has forgotten it would take the cookie.
  public func end() async {
    guard !hasEnded else { return }
    hasEnded = true
    PageWork.current?.visit?.ends(self)
    onEnd(self)
    for keeper in keepers.values { keeper.stop() }
    keepers = [:]
    await forget(again: false)
  }

  /// Asks the storage to forget the session, unless it has; the log says once that it fails.
  private func forget(again: Bool) async {
    do {
      try await inTurn { [self] in
        guard !isForgotten else { return }
        try await storage.forget(id.text)
        isForgotten = true
        onForget(self)
      }
    } catch {
      guard !again else { return }
      log(
        "session \(id): has ended, and the storage could not forget it; it is tried again, and "
          + "until then the cookie would be valid again after a restart: \(error)", level: .error)
    }
  }

  /// Calls the storage when the calls before have ended: a session's come one after another.
  ///
  /// A call goes on if the task is cancelled that has made it, and holds the session meanwhile.
  private func inTurn<Value: Sendable>(
    _ call: @escaping @MainActor () async throws -> Value
  ) async throws -> Value {
    let (before, number) = (last?.call, (last?.number ?? 0) + 1)
    let task = Task { @MainActor in
      await before?.value
      defer { if last?.number == number { last = nil } }
      return try await call()
    }
    last = (number, Task { _ = await task.result })
    return try await task.value
  }

  /// Keeps a value; the log says that it fails unless it has failed before (`again`).
  ///
  /// - Returns: Why it is not kept; nil if it is.
  fileprivate func write(
    _ data: Data, named name: String, again: Bool
  ) async -> SessionWriteError? {
    let others = sizes.reduce(0) { $1.key == name ? $0 : $0 + $1.value }
    guard others + data.count <= limit else {
      log(
        "session \(id): '\(name.oneLine)' is not kept, because all of its values would have "
          + "\(others + data.count) bytes; they may have \(limit)", level: .error)
      return .tooLarge(name: name, bytes: others + data.count, limit: limit)
    }
    // From now on, so that two values that are written together do not both take the last place.
    let before = sizes.updateValue(data.count, forKey: name)
    do {
      try await inTurn { [self] in try await put(data, named: name) }
      return nil
    } catch {
      sizes[name] = before
      if !again {
        log(
          "session \(id): '\(name.oneLine)' could not be kept, and is tried again: \(error)",
          level: .error)
      }
      return .notWritten(name: name, reason: "\(error)")
    }
  }

  /// Returns when all that has changed is kept, and a session that has ended is forgotten, or a
  /// second attempt has failed too.
  func saved() async {
    if hasEnded { return await forget(again: true) }
    if isRecordUncertain { try? await inTurn { [self] in try await writeMissingRecord() } }
    for keeper in keepers.values { await keeper.saved() }
  }

  /// Whether nothing is to be tried again.
  var isSaved: Bool {
    hasEnded ? isForgotten : !isRecordUncertain && !keepers.values.contains(where: \.isUnwritten)
  }

  var keepsAnything: Bool { !keepers.isEmpty }

  /// Whether the storage has something of it; what a write has yet to bring counts too.
  var isStored: Bool { !isSaved || !marks.isInitial || sizes.values.contains { $0 > 0 } }

  /// Calls the storage only when the sessions that go for this one have been deleted from it.
  func begin(after others: [Task<Void, Never>]) {
    guard !others.isEmpty else { return }
    last = (0, Task { for other in others { await other.value } })
  }

  /// Whether a page of it is connected.
  var isInUse: Bool { connectedPages > 0 }

  /// Notes that one of its pages has been connected, or is connected no more.
  func note(isConnected: Bool) { connectedPages += isConnected ? 1 : -1 }

  func enter() { pages += 1 }

  func leave(at now: Duration) {
    pages -= 1
    idleSince = now
  }
}

// The marks of its cookie ----------------------------------------------------------------------

extension PersonSession {
  /// Whether a cookie with a mark is valid.
  func isValid(_ mark: String) -> Bool { hasReadMarks && !hasEnded && marks.isValid(mark) }

  /// Whether a cookie with a mark, which a browser has shown, is valid.
  func shows(_ mark: String) -> Bool {
    guard isValid(mark) else { return false }
    marks.use(mark)
    return true
  }

  /// Reads the record of the marks, once; calls that come meanwhile wait for the same read.
  ///
  /// If the record cannot be decoded, no cookie is valid: one from before a log-in could be among
  /// those that would be. The browser begins an empty session, and nothing is written over what the
  /// storage has, because no page gets this session. It goes by the limits of the storage.
  ///
  /// - Throws: an error of the storage; the next call reads again.
  func readMarks() async throws {
    guard !hasReadMarks else { return }
    let task =
      reading
      ?? Task {
        defer { reading = nil }
        try await inTurn { [self] in
          guard let data = try await storage.value(named: CookieMarks.name, of: id.text) else {
            return hasReadMarks = true
          }
          do {
            marks = try JSONDecoder().decode(CookieMarks.self, from: data)
          } catch {
            log("session \(id): the record of its cookie cannot be read", level: .error)
            marks.replace(by: SessionID().text)  // which no cookie has
          }
          hasReadMarks = true
        }
      }
    reading = task
    try await task.value
  }

  /// Writes changed marks, and has them, and runs `then`, in the step in which the write ends.
  ///
  /// - Throws: an error of `change` or of the storage, or ``SessionRenewalError/hasEnded``; the
  ///   marks are what they were.
  func changeMarks(
    _ change: @escaping @MainActor (inout CookieMarks) throws -> Void,
    then: @escaping @MainActor () -> Void = {}
  ) async throws {
    try await inTurn { [self] in
      guard !hasEnded else { throw SessionRenewalError.hasEnded }
      var changed = marks
      try change(&changed)
      guard changed != marks else { return }
      try await write(changed)
      guard !hasEnded else { throw SessionRenewalError.hasEnded }
      marks.become(changed)
      then()
    }
  }

  private func write(_ marks: CookieMarks) async throws {
    do {
      try await storage.keep(JSONEncoder().encode(marks), named: CookieMarks.name, of: id.text)
      isRecordUncertain = false
    } catch {
      isRecordUncertain = true
      throw error
    }
  }

  /// Writes a value, in a turn.
  ///
  /// With a value and without the record, a cookie from before a renewal would be valid after a
  /// restart. The storage may have forgotten the session, before the value is written or meanwhile.
  private func put(_ data: Data, named name: String) async throws {
    guard !hasEnded else { return }
    try await writeMissingRecord()
    try await storage.keep(data, named: name, of: id.text)
    try await writeMissingRecord()
  }

  private func writeMissingRecord() async throws {
    guard !hasEnded, !marks.isInitial || isRecordUncertain else { return }
    // A record that cannot be read is written again too: the marks in memory are the right ones.
    let isThere =
      if isRecordUncertain { false } else {
        (try? await storage.value(named: CookieMarks.name, of: id.text)) != nil
      }
    if !isThere { try await write(marks) }
  }
}

/// A name that an application must not keep a state under: it begins with `millrace-`.
public struct SessionNameError: Error, Equatable, CustomStringConvertible {
  /// The name.
  public let name: String

  /// One sentence: what happened and what to do.
  public var description: String {
    "'\(name.oneLine)' is a name of the library, as all that begin with '\(CookieMarks.reserved)'; "
      + "keep the state under another name."
  }
}

/// Why a session's cookie was not renewed.
public enum SessionRenewalError: Error, Equatable, CustomStringConvertible {
  /// The session has ended.
  case hasEnded
  /// No page's work has called it, or the answer was made before: no browser can get the cookie.
  case noPage
  /// The browser has not fetched the cookie, or has not taken it.
  case noAnswer

  /// One sentence: what happened and what to do.
  public var description: String {
    switch self {
    case .hasEnded: "The session has ended; use the session of the next request."
    case .noPage:
      "No page's work has called renew(); call it in a page's closure or in what an event of a "
        + "page has started, not in a detached task and not after the page's answer."
    case .noAnswer:
      "The browser has not sent the new cookie back; let the person log in again."
    }
  }
}

/// Why a change of a session is not kept.
public enum SessionWriteError: Error, Equatable, CustomStringConvertible {
  /// The session has ended: nothing of it is kept.
  case hasEnded
  /// The storage has failed, for a reason that it says; it is tried again.
  case notWritten(name: String, reason: String)
  /// The state cannot be encoded.
  case notEncoded(name: String, reason: String)
  /// All values of the session would have more bytes than `WebLimits.keptBytes`; the one before
  /// stays.
  case tooLarge(name: String, bytes: Int, limit: Int)

  /// One sentence: what happened and what to do.
  public var description: String {
    switch self {
    case .hasEnded: "The session has ended; use the session of the next request."
    case .notWritten(let name, let reason):
      "'\(name.oneLine)' could not be kept and is tried again: \(reason)"
    case .notEncoded(let name, let reason):
      "'\(name.oneLine)' cannot be encoded: \(reason) Keep a state that JSON can hold."
    case .tooLarge(let name, let bytes, let limit):
      "'\(name.oneLine)' is not kept: all values of the session would have \(bytes) bytes, and "
        + "may have \(limit). Keep less, or raise WebLimits.keptBytes."
    }
  }
}

/// Follows one object and writes its state after each change.
///
/// From a change until it is written, a task holds the keeper and its session, so that the session
/// of that id is found again meanwhile and not made a second time.
@MainActor private final class Keeper {
  let object: AnyObject
  private let name: String
  private weak var owner: PersonSession?
  /// Reads the state; what comes back encodes it, on any thread.
  private let read: @MainActor (AnyObject) -> (@Sendable () throws -> Data)?
  private var writing: Task<Void, Never>?
  private var isChanged = false
  /// Why the last state is not kept; nil if it is.
  private(set) var problem: SessionWriteError?
  private var hasStopped = false

  init(
    object: AnyObject, named name: String, of owner: PersonSession,
    read: @escaping @MainActor (AnyObject) -> (@Sendable () throws -> Data)?
  ) {
    self.object = object
    self.name = name
    self.owner = owner
    self.read = read
  }

  /// Reads the state and waits for its next change.
  @discardableResult func follow() -> (@Sendable () throws -> Data)? {
    withObservationTracking {
      read(object)
    } onChange: { [weak self, weak owner] in
      guard let self, let owner else { return }
      Task { @MainActor in changed(in: owner) }
    }
  }

  /// Writes the last state, again as long as it changes meanwhile.
  private func changed(in owner: PersonSession) {
    guard !hasStopped else { return }
    isChanged = true
    guard writing == nil else { return }
    writing = Task { @MainActor in
      while isChanged, !hasStopped {
        isChanged = false
        guard let encode = follow() else { break }
        await write(encode, in: owner)
      }
      writing = nil
    }
  }

  private func write(_ encode: @escaping @Sendable () throws -> Data, in owner: PersonSession) async
  {
    let data = await Task.detached { Result { try encode() } }.value
    guard !hasStopped else { return }
    switch data {
    case .success(let data):
      problem = await owner.write(data, named: name, again: isUnwritten)
    case .failure(let error): problem = .notEncoded(name: name, reason: "\(error)")
    }
  }

  /// Whether the last state could not be written, and is to be tried again.
  var isUnwritten: Bool {
    if case .notWritten? = problem { true } else { false }
  }

  /// Returns when the last state is written; one that could not be is tried once more.
  func saved() async {
    await Task { @MainActor in }.value  // a change that has just been told has its turn
    await writing?.value
    guard isUnwritten, writing == nil, !hasStopped, let owner else { return }
    let again = Task { @MainActor in
      // It is followed already.
      if let encode = read(object) { await write(encode, in: owner) }
      writing = nil
      if isChanged { changed(in: owner) }
    }
    writing = again
    await again.value
    await writing?.value
  }

  func stop() { hasStopped = true }
}
