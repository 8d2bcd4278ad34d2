// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Observation
import Synchronization

/// The session of one person, which all tabs of one browser share and which outlives each of them.
///
/// A page gets it from its request. The response to the first page that uses it gives the browser a
/// signed cookie.
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
/// Call ``renew()`` at a log-in, and ``end()`` at a log-out.
@MainActor public final class PersonSession {
  let id: SessionID
  /// The marks of its valid cookies, as they are stored.
  private(set) var marks = CookieMarks()
  /// False if the storage can have values of an earlier time in memory, or of an earlier process.
  private let isNew: Bool
  /// False until `marks` has been read; before that no cookie is valid.
  private var hasReadMarks: Bool
  private var reading: Task<Void, any Error>?
  /// True if the stored record can differ from `marks`, because a write has failed.
  private var isRecordUncertain = false
  /// The number of pages that use the session.
  private(set) var pages = 0
  /// The number of these pages that are connected.
  private var connectedPages = 0
  /// The time at which its latest page ended, or the session was made.
  private(set) var idleSince: Duration
  private let storage: any SessionStorage
  private let log: WebLog
  /// The maximum size of the values that were read or written while the session is in memory.
  private let limit: Int
  private var sizes: [String: Int] = [:]
  private var keepers: [String: Keeper] = [:]
  private var loading: [String: Task<Void, Never>] = [:]
  /// The latest call of the storage; the next one waits for it.
  private var last: (number: Int, call: Task<Void, Never>)?
  private(set) var hasEnded = false
  /// True if the session has ended and its stored values are deleted.
  private var isForgotten = false
  private let onEnd: @MainActor (PersonSession) -> Void
  private let onForget: @MainActor (PersonSession) -> Void
  private let onRenew: @MainActor (PersonSession) async throws -> Void

  /// Creates a session; with `isNew`, the storage has no values of its id.
  init(
    id: SessionID, isNew: Bool = true, storage: any SessionStorage, limit: Int = .max, log: WebLog,
    now: Duration,
    onRenew: @escaping @MainActor (PersonSession) async throws -> Void = { _ in },
    onEnd: @escaping @MainActor (PersonSession) -> Void,
    onForget: @escaping @MainActor (PersonSession) -> Void = { _ in }
  ) {
    self.id = id
    self.isNew = isNew
    hasReadMarks = isNew
    self.storage = storage
    self.limit = limit
    self.log = log
    self.onRenew = onRenew
    self.onEnd = onEnd
    self.onForget = onForget
    idleSince = now
  }

  /// Returns the object with a name, which all pages of the person share, and stores its state.
  ///
  /// The object is made with the stored state, also after a restart of the server, or with nil if
  /// there is none. The state is stored shortly after each change of what `state` reads. It is
  /// encoded outside the main actor. If changes follow each other fast, some are skipped, but not
  /// the last one. The state with which the object is made is not stored before its first change.
  /// Therefore a visitor that changes nothing leaves nothing in the storage. A state that makes the
  /// session larger than `WebLimits.keptBytes` is not stored; the log reports it, and the state
  /// before it stays stored. After the session has ended, nothing is stored.
  ///
  /// If a stored state cannot be decoded, for example because its type has changed, it is copied to
  /// the name with the suffix `-unreadable` (a name of more than 89 bytes is shortened for it), and
  /// the log reports it. The object is made with nil.
  ///
  /// A name is for objects of one type. If an object of another type has the name, its state is
  /// stored for the last time, and the log reports it. If the storage fails then, that object keeps
  /// the name, and this call throws ``SessionWriteError/notWritten(name:reason:)``.
  ///
  /// - Parameters:
  ///   - name: the name of the stored state: at most 100 ASCII letters, digits, `-` and `_`. It
  ///     must not begin with `millrace-`.
  ///   - state: reads the state to store; it runs again after each change of what it reads.
  ///   - make: makes the object. It runs again when the person returns after
  ///     `WebLimits.reconnectTimeout` without a page, because the session is then not in memory.
  /// - Returns: the object, the same one for all pages of the person.
  /// - Throws: an error of the storage or of `make`, or ``SessionNameError``. In the closure of a
  ///   `Page` also a `PageAnswer`, if the cookie of its request is no longer valid.
  public func keep<Object: AnyObject, State: Codable & Sendable>(
    _ name: String, state: @escaping @MainActor (Object) -> State,
    make: @MainActor (State?) throws -> Object
  ) async throws -> Object {
    guard !CookieMarks.isReserved(name) else { throw SessionNameError(name: name) }
    try checkVisit()
    while let other = loading[name] { await other.value }
    if let object = keepers[name]?.object as? Object { return object }
    let (done, input) = AsyncStream<Void>.makeStream()
    loading[name] = Task { for await _ in done {} }
    defer {
      loading[name] = nil
      input.finish()
    }
    let other = keepers[name]
    if let other {
      log(
        "session \(id): '\(name.oneLine)' is kept as \(Object.self) and as "
          + "\(type(of: other.object)); changes of the latter are no longer stored when the "
          + "former is made. Use another name for one of them", level: .error)
    }
    var saved: State?
    var turns = 0
    repeat {
      await other?.saved()
      if let other, other.isUnwritten, let problem = other.problem { throw problem }
      saved = try await load(name)
      try checkVisit()
      turns += 1
      // The other object can have changed since its last write. One that changes without pause is
      // not waited for without end.
    } while other?.isWriting == true && !hasEnded && turns < 10
    other?.stop()
    keepers[name] = nil
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
    // If the session has ended meanwhile, the page gets an object whose state is not stored.
    guard !hasEnded else { return object }
    keepers[name] = keeper
    keeper.follow()
    return object
  }

  /// Throws if the cookie of the present request was valid and no longer is, for example after a
  /// renewal: the request may be from another person.
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
          "session \(id): the value '\(name.oneLine)' cannot be decoded, and is copied to "
            + "'\(Self.copyName(of: name).oneLine)': \(error)", level: .error)
        try await put(data, named: Self.copyName(of: name))
        return (nil, 0)
      }
    }
    if let found { sizes[name] = found.size }
    return found?.state
  }

  /// The name of the copy of a value that cannot be decoded.
  ///
  /// A `FolderSessionStorage` takes names of at most 100 bytes. Therefore a long name is shortened;
  /// the hash distinguishes names that begin alike.
  static func copyName(of name: String) -> String {
    let suffix = "-unreadable"
    guard name.utf8.count + suffix.utf8.count > 100 else { return name + suffix }
    var start = name
    while start.utf8.count > 72 { start.removeLast() }
    let hash = SHA256.hash(data: Data(name.utf8)).prefix(8).map { String($0, radix: 16) }
    return "\(start)-\(hash.joined())" + suffix
  }

  /// Decodes outside the main actor.
  @concurrent nonisolated private static func decoded<State: Decodable & Sendable>(
    _ data: Data
  ) async throws -> State {
    try JSONDecoder().decode(State.self, from: data)
  }

  /// Waits until all changes of the session so far are stored.
  ///
  /// A page shows a change shortly before it is stored. Call this before the program reports a
  /// change that must not be lost, for example that a person has taken a name that others see:
  ///
  /// ```swift
  /// desk.dispatch(.begin(owner: name))
  /// try await request.session.written()
  /// ```
  ///
  /// What a stored change survives depends on the storage: in `SQLiteValues` it survives `kill -9`.
  ///
  /// - Throws: ``SessionWriteError``. A write that has failed is tried again, as without this call.
  public func written() async throws(SessionWriteError) {
    await saved()
    if hasEnded { throw .hasEnded }
    let problems = keepers.sorted { $0.key < $1.key }.compactMap(\.value.problem)
    if let problem = problems.first { throw problem }
  }

  /// Gives the browser a new cookie, and makes all other cookies of the session invalid.
  ///
  /// Call it at a log-in, before the state says that the person is logged in. Another person can
  /// know the old cookie, because it was used on the same computer or was planted (session
  /// fixation). After the renewal, a request with the old cookie gets a new, empty session. The
  /// session and its stored values stay. All other pages of the session are disconnected. When they
  /// reconnect, those of this browser get the session, and all others an empty one.
  ///
  /// The work of one page must call it: the closure of a `Page`, whose response carries the new
  /// cookie, or work that an event of the page has started, such as a button's action, a task or an
  /// effect. After an event the page fetches the cookie, and this method returns when the browser
  /// has sent the new cookie back.
  ///
  /// ```swift
  /// guard try await accounts.check(name, password) else { return .wrong }
  /// try await request.session.renew()
  /// ```
  ///
  /// During a renewal by an event, the old and the new cookie are valid until the browser has sent
  /// the new one back. If the server is killed meanwhile, either cookie gives the browser its
  /// session. After this method has returned, only the new cookie is valid, also after a kill.
  ///
  /// In the closure of a `Page` the old cookie is invalid before the response brings the new one. A
  /// browser that does not get the response begins an empty session. A second call for the same
  /// request does nothing, and a call after the response throws ``SessionRenewalError/noPage``.
  ///
  /// - Throws: ``SessionRenewalError``, or an error of the storage; the program must then not log
  ///   the person in. The old cookie is still valid, unless the session has ended or another page
  ///   has renewed it first (``SessionRenewalError/replaced``). In the closure of a `Page` also a
  ///   `PageAnswer`, if its request cannot renew the cookie and the browser must request the page
  ///   again.
  public func renew() async throws {
    guard !hasEnded else { throw SessionRenewalError.hasEnded }
    try await onRenew(self)
  }

  /// Ends the session: its stored values are deleted, and the person's pages load again.
  ///
  /// Its cookie is invalid from now on. This method returns after the first attempt to delete the
  /// values. If that fails, the log reports it, and the deletion is tried again at short intervals
  /// and when the server ends. If the server restarts before the values are deleted, the cookie is
  /// valid again. A second call does nothing.
  public func end() async {
    guard !hasEnded else { return }
    hasEnded = true
    PageWork.current?.visit?.ends(self)
    onEnd(self)
    for keeper in keepers.values { keeper.stop() }
    keepers = [:]
    await forget(again: false)
  }

  /// Deletes the stored values, unless that is done; only the first failure is logged.
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
        "session \(id) has ended, but its values could not be deleted; this is tried again. "
          + "A restart before that makes its cookie valid again: \(id.shortened(in: error))",
        level: .error)
    }
  }

  /// Calls the storage after all earlier calls of the session have ended.
  ///
  /// The call continues if the calling task is cancelled, and retains the session until its end.
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

  /// Stores a value; with `again`, a failure of the storage is not logged.
  ///
  /// - Returns: The reason why the value is not stored, or nil if it is.
  fileprivate func write(
    _ data: Data, named name: String, again: Bool
  ) async -> SessionWriteError? {
    let others = sizes.reduce(0) { $1.key == name ? $0 : $0 + $1.value }
    guard others + data.count <= limit else {
      log(
        "session \(id): '\(name.oneLine)' is not stored: the values of the session would have "
          + "\(others + data.count) bytes, and the limit is \(limit)", level: .error)
      return .tooLarge(name: name, bytes: others + data.count, limit: limit)
    }
    // Counted before the write, so that two values that are written at once both count.
    let before = sizes.updateValue(data.count, forKey: name)
    do {
      try await inTurn { [self] in try await put(data, named: name) }
      return nil
    } catch {
      sizes[name] = before
      if !again {
        log(
          "session \(id): '\(name.oneLine)' could not be kept, and is tried again: "
            + id.shortened(in: error), level: .error)
      }
      return .notWritten(name: name, reason: id.shortened(in: error))
    }
  }

  /// Waits until all changes so far are stored, or one further attempt has failed; if the session
  /// has ended, waits for the deletion of its values instead.
  func saved() async {
    if hasEnded { return await forget(again: true) }
    if isRecordUncertain { try? await inTurn { [self] in try await writeMissingRecord() } }
    for keeper in keepers.values { await keeper.saved() }
  }

  /// True if no call of the storage must be tried again.
  var isSaved: Bool {
    hasEnded ? isForgotten : !isRecordUncertain && !keepers.values.contains(where: \.isUnwritten)
  }

  var keepsAnything: Bool { !keepers.isEmpty }

  /// True if values of the session are stored or will be, or if this is not known.
  ///
  /// A session that came into memory again can have stored values that no page has read yet.
  var isStored: Bool {
    !isNew || !isSaved || !marks.isInitial || sizes.values.contains { $0 > 0 }
      || keepers.values.contains(where: \.isWriting)
  }

  /// Delays the calls of the storage until the sessions that end for this one are deleted.
  func begin(after others: [Task<Void, Never>]) {
    guard !others.isEmpty else { return }
    let (before, number) = ([last?.call].compactMap(\.self), (last?.number ?? 0) + 1)
    last = (number, Task { for other in before + others { await other.value } })
  }

  /// True if a page of the session is connected.
  var isInUse: Bool { connectedPages > 0 }

  /// Counts a page that has connected or disconnected.
  func note(isConnected: Bool) { connectedPages += isConnected ? 1 : -1 }

  func enter() { pages += 1 }

  func leave(at now: Duration) {
    pages -= 1
    idleSince = now
  }
}

// The marks of its cookie ----------------------------------------------------------------------

extension PersonSession {
  /// True if a cookie with a mark is valid.
  func isValid(_ mark: String) -> Bool { hasReadMarks && !hasEnded && marks.isValid(mark) }

  /// Returns true if a cookie that a browser has sent is valid; its mark then counts as shown.
  func shows(_ mark: String) -> Bool {
    guard isValid(mark) else { return false }
    marks.use(mark)
    return true
  }

  /// Reads the record of the marks once; concurrent calls wait for the same read.
  ///
  /// If the record cannot be decoded, no cookie is valid, because a log-in can have made any of
  /// them invalid. The browser begins an empty session. No page gets this session, and therefore
  /// its stored values stay until the limits of the storage delete them.
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

  /// Writes changed marks; when the write ends, makes them valid and runs `then` in one step.
  ///
  /// It does nothing if they stay the same.
  ///
  /// - Throws: an error of `change` or of the storage, or ``SessionRenewalError/hasEnded``; the
  ///   marks are then unchanged.
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

  /// Writes a value; called only within `inTurn`.
  ///
  /// With a value and without the record, a cookie from before a renewal would be valid after a
  /// restart. The storage can have deleted the session because of its limits, before the write or
  /// during it. Therefore a missing record is written before the value, and again after it.
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

/// Observes one object, and writes its state after each change.
///
/// From a change to the end of its write, a task retains the keeper and its session. Therefore the
/// session of the id is found meanwhile, and not made a second time.
@MainActor private final class Keeper {
  let object: AnyObject
  private let name: String
  private weak var owner: PersonSession?
  /// Reads the state; the result encodes it, on any thread.
  private let read: @MainActor (AnyObject) -> (@Sendable () throws -> Data)?
  private var writing: Task<Void, Never>?
  private var isChanged = false
  /// True from a change until the task that handles it begins.
  private let isObserved = Atomic<Bool>(false)
  /// The reason why the latest state is not stored, or nil if it is.
  private(set) var problem: SessionWriteError?
  private var hasStopped = false
  /// The number of writes that have ended.
  private var ended = 0
  /// The calls of `saved`, each with the number of the write that it waits for.
  private var waiting: [(write: Int, call: CheckedContinuation<Void, Never>)] = []

  init(
    object: AnyObject, named name: String, of owner: PersonSession,
    read: @escaping @MainActor (AnyObject) -> (@Sendable () throws -> Data)?
  ) {
    self.object = object
    self.name = name
    self.owner = owner
    self.read = read
  }

  /// Reads the state, and observes its next change.
  @discardableResult func follow() -> (@Sendable () throws -> Data)? {
    withObservationTracking {
      read(object)
    } onChange: { [weak self, weak owner] in
      guard let self, let owner else { return }
      isObserved.store(true, ordering: .relaxed)
      Task { @MainActor in changed(in: owner) }
    }
  }

  /// Writes the latest state, and writes again if it has changed during the write.
  private func changed(in owner: PersonSession) {
    isObserved.store(false, ordering: .relaxed)
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
      resume()
    }
  }

  /// Resumes the calls whose write has ended, or all if no write follows.
  private func resume() {
    let ready = waiting.filter { writing == nil || $0.write <= ended }
    waiting.removeAll { writing == nil || $0.write <= ended }
    for (_, call) in ready { call.resume() }
  }

  private func write(_ encode: @escaping @Sendable () throws -> Data, in owner: PersonSession) async
  {
    defer {
      ended += 1
      resume()
    }
    let data = await Task.detached { Result { try encode() } }.value
    guard !hasStopped else { return }
    switch data {
    case .success(let data):
      problem = await owner.write(data, named: name, again: isUnwritten)
    case .failure(let error): problem = .notEncoded(name: name, reason: "\(error)")
    }
  }

  /// True if a change is not written yet.
  var isWriting: Bool { isObserved.load(ordering: .relaxed) || isChanged || writing != nil }

  /// True if the latest state could not be written, and must be tried again.
  var isUnwritten: Bool {
    if case .notWritten? = problem { true } else { false }
  }

  /// Waits until the present state, or a later one, is written; a failed write is tried once more.
  func saved() async {
    await Task { @MainActor in }.value  // a change that was just observed is handled first
    await untilWritten()
    guard isUnwritten, !hasStopped, let owner else { return }
    // The state has changed during the failed write, or another call tries again.
    guard writing == nil else { return await untilWritten() }
    let again = Task { @MainActor in
      // The next change is observed already.
      if let encode = read(object) { await write(encode, in: owner) }
      writing = nil
      if isChanged { changed(in: owner) }
      resume()  // no write follows if the keeper has stopped
    }
    writing = again
    await again.value
    await untilWritten()
  }

  /// Waits for the running write, and for the next one if the object has changed since.
  ///
  /// It does not wait until no write is running: an object can change without pause.
  private func untilWritten() async {
    guard writing != nil else { return }
    let write = ended + (isChanged ? 2 : 1)
    await withCheckedContinuation { waiting.append((write, $0)) }
  }

  func stop() { hasStopped = true }
}
