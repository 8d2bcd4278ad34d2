// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The persons' sessions in memory: those that are in use, or were until recently.
@MainActor final class PersonTable {
  let key: SessionKey
  /// The number of seconds for which a cookie is valid.
  let age: Int
  private let storage: any SessionStorage
  private let log: WebLog
  /// The path of the cookies, which is the base path of the site.
  private let path: String
  private let stopwatch: Stopwatch
  private let limits: WebLimits
  private let date: @Sendable () -> Date
  /// The time at which the table was made, in seconds since 1970.
  private let start: Int
  private var sessions: [SessionID: PersonSession] = [:]
  /// All sessions in memory; no id has two.
  ///
  /// Some of them are not in `sessions`: only a request, a page that is being made, or the write of
  /// a value retains them.
  private var held: [SessionID: Held] = [:]
  /// The number of entries at which those of released sessions are removed.
  private var mostHeld = 64
  private var ledger: PersonLedger
  /// The ids of ended sessions, the oldest ones first; their cookies are invalid.
  private var ended: (order: [SessionID], all: Set<SessionID>) = ([], [])
  /// Sessions whose browser is fetching a new cookie, by the token of its page.
  private var renewals: [String: Renewal] = [:]
  /// Called when a session with pages is ended: its pages must load again.
  var onEnd: @MainActor (PersonSession) -> Void = { _ in }
  /// Called with the substitute of a session that could not be read, for which a page has asked.
  var onSubstitute: @MainActor (PersonSession) -> Void = { _ in }
  /// Called when a session's cookie was renewed: all of its pages except one are disconnected.
  var onRenew: @MainActor (PersonSession, _ except: Session?) -> Void = { _, _ in }

  init(
    key: SessionKey, storage: any SessionStorage, limits: WebLimits, stopwatch: Stopwatch,
    log: WebLog, path: String = "", age: Duration = .seconds(30 * 86_400),
    date: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.key = key
    self.storage = storage
    self.limits = limits
    self.stopwatch = stopwatch
    self.log = log
    self.path = path
    self.age = max(1, Int(clamping: age.components.seconds))
    self.date = date
    start = Int(date().timeIntervalSince1970)
    ledger = PersonLedger(limit: limits.personsPerAddress)
  }

  var count: Int { sessions.count }

  /// Seconds since 1970.
  var now: Int { Int(date().timeIntervalSince1970) }

  /// The session whose cookie a request has, or a new one if `known` is nil.
  ///
  /// A known session that was removed from `sessions` is added again. If the ledger has forgotten
  /// it, it counts again, for `address`; but not if its cookie was signed, at `moment` in seconds
  /// since 1970, by an earlier process.
  func session(
    _ known: PersonSession?, from address: String = "", signed moment: Int = .min
  ) -> PersonSession {
    let isCounted = known.map { ledger.use($0.id) } ?? false
    let session = known ?? make(SessionID(), isNew: true)
    if sessions[session.id] == nil {
      if sessions.count >= limits.sessions { dropIdle() }
      sessions[session.id] = session
    }
    guard !isCounted, known == nil || moment >= start else { return session }
    let gone = ledger.begin(
      session.id, from: Network.name(of: address), isInUse: { sessions[$0]?.isInUse ?? false },
      isKept: { sessions[$0]?.isStored ?? true })
    session.begin(after: gone.map { end($0) })
    return session
  }

  /// The session of an id; if none is in memory, one that reads the storage, and that only the
  /// caller retains.
  private func person(_ id: SessionID) -> PersonSession {
    sessions[id] ?? held[id]?.session ?? make(id, isNew: false)
  }

  /// The session of a signed cookie, or nil if the mark of the cookie is not valid.
  ///
  /// - Throws: an error of the storage.
  func person(showing cookie: SessionKey.Cookie) async throws -> PersonSession? {
    let person = person(cookie.id)
    try await person.readMarks()
    return person.shows(cookie.mark) ? person : nil
  }

  /// The text of an error with only the beginning of each id of a session in memory: the page's
  /// closure can throw an error of the storage.
  func shortened(in error: any Error) -> String {
    let whole = "\(error)"
    var text = whole
    let words = whole.utf8.split { !SessionID.alphabet.contains($0) }
    for word in words where word.count >= 32 {
      for start in word.indices.dropLast(31) {
        let part = String(Substring(word[start...].prefix(32)))
        guard let id = SessionID(part), held[id] != nil else { continue }
        text = id.shortened(in: text)
      }
    }
    return text
  }

  /// Logs that the session of a request could not be read, and returns the error.
  func fault(
    reading id: SessionID, for request: PageRequest, _ error: any Error
  ) -> SessionReadFault {
    log(
      "page \(request.path.oneLine): session \(id): could not be read, and is read again by the "
        + "next request: \(id.shortened(in: error))", from: request.clientAddress, level: .error)
    return SessionReadFault(id: id, reason: error)
  }

  /// The session that a page gets if that of its browser cannot be read: it is in no table, and it
  /// can neither read nor write a value.
  ///
  /// A page that was made without a session and asks for it later is disconnected. When it
  /// reconnects, the session is read again.
  func substitute(for fault: SessionReadFault) -> PersonSession {
    let session = PersonSession(
      id: SessionID(), storage: UnreadStorage(fault: fault), log: log, now: stopwatch.elapsed
    ) { _ in
      throw fault
    } onEnd: { [log] _ in
      log(
        "session \(fault.id): could not be ended, because its record could not be read",
        level: .error)
    }
    // In a later task, because the page is found by the session that the caller gets.
    Task { onSubstitute(session) }
    return session
  }

  private func make(_ id: SessionID, isNew: Bool) -> PersonSession {
    let session = PersonSession(
      id: id, isNew: isNew, storage: storage, limit: limits.keptBytes, log: log,
      now: stopwatch.elapsed
    ) { [weak self] session in
      guard let self else { throw SessionRenewalError.noPage }
      try await renew(session)
    } onEnd: { [weak self] session in
      guard let self else { return }
      invalidate(session.id)
      sessions[session.id] = session  // until it is forgotten
      if session.pages > 0 { onEnd(session) }
    } onForget: { [weak self] session in
      self?.sessions[session.id] = nil
      self?.held[session.id] = nil
    }
    if held.count >= mostHeld {
      held = held.filter { $0.value.session != nil }
      mostHeld = 2 * held.count + 64
    }
    held[id] = Held(session: session)
    return session
  }

  /// Makes an id invalid.
  private func invalidate(_ id: SessionID) {
    ledger.forget(id)
    if ended.order.count >= limits.sessions {
      let oldest = ended.order.prefix(max(1, limits.sessions / 2))
      ended.all.subtract(oldest)
      ended.order.removeFirst(oldest.count)
    }
    if ended.all.insert(id).inserted { ended.order.append(id) }
  }

  /// Ends a session for a new one of its address; it need not be in memory.
  private func end(_ id: SessionID) -> Task<Void, Never> {
    log("session \(id): ended, because its address has begun too many sessions", level: .info)
    let session = person(id)
    return Task { await session.end() }
  }

  /// The cookie of a request, if the key has signed it and its session has not ended.
  func signed(by cookies: [String: String], isSecure: Bool) -> SessionKey.Cookie? {
    guard let value = cookies[cookieName(isSecure: isSecure)],
      let cookie = key.cookie(value, at: now, age: age), !ended.all.contains(cookie.id)
    else { return nil }
    return cookie
  }

  /// True if a request has a valid cookie of a person's session; nil if it has no signed cookie.
  ///
  /// The cookie for HTTPS and the one for HTTP are both accepted, because a proxy can send
  /// `X-Forwarded-Proto` for a page and not for its socket. That is safe here: a planted cookie is
  /// not one of this session.
  func isCookie(of person: PersonSession, in request: PageRequest) -> Bool? {
    let cookies = request.cookies
    let signed = [true, false].compactMap { self.signed(by: cookies, isSecure: $0) }
    if signed.isEmpty { return nil }
    return signed.contains { $0.id == person.id && person.shows($0.mark) }
  }

  /// The name of the cookie.
  ///
  /// With the prefix `__Host-` the browser guarantees that this host has set the cookie. Then a
  /// cookie with another name gives no page its session: a neighbouring host could have planted it.
  private func cookieName(isSecure: Bool) -> String {
    isSecure && path.isEmpty ? "__Host-millrace" : "millrace"
  }

  /// The value of the header that gives a browser its cookie.
  func cookie(of id: SessionID, mark: String = "", isSecure: Bool) -> String {
    let (name, value) = (cookieName(isSecure: isSecure), key.signed(id.text, mark: mark, at: now))
    return "\(name)=\(value); Path=\(path.isEmpty ? "/" : path)"
      + "; HttpOnly; SameSite=Lax; Max-Age=\(age)" + (isSecure ? "; Secure" : "")
  }

  /// Tries failed calls of the storage again, then removes idle sessions from memory; their values
  /// stay stored.
  func sweep() async {
    // If a disk is full, all writes fail: the first failure ends the attempt. The order is random,
    // so that a session that always fails does not always block the others.
    for hasEnded in [false, true] {
      let unsaved = sessions.values.filter { !$0.isSaved && $0.hasEnded == hasEnded }
      for session in unsaved.shuffled() {
        await session.saved()
        if !session.isSaved { break }
      }
    }
    let now = stopwatch.elapsed
    let idle = sessions.values.filter {
      $0.pages == 0 && now - $0.idleSince >= limits.reconnectTimeout
    }
    for session in idle where session.isSaved {
      await session.saved()
      if session.pages == 0, session.isSaved { letGo(session) }
    }
  }

  /// Called when a page of a session has begun; the session can have been removed from `sessions`
  /// while the page was made.
  func enter(_ session: PersonSession) {
    session.enter()
    if !session.hasEnded { sessions[session.id] = session }
  }

  /// Called when a page of a session has ended; after its last page, a session without objects is
  /// removed from memory.
  func leave(_ session: PersonSession) {
    session.leave(at: stopwatch.elapsed)
    if session.pages == 0, !session.keepsAnything, session.isSaved { letGo(session) }
  }

  /// Removes sessions without a page, at most a tenth of the limit, the longest unused ones first.
  ///
  /// A write that has begun retains its session until its end. Sessions with a failed write are
  /// removed last, because their unwritten changes are lost with them. Ended sessions whose values
  /// could not be deleted are removed just before those.
  private func dropIdle() {
    func order(_ session: PersonSession) -> (Int, Duration) {
      (session.isSaved ? 0 : session.hasEnded ? 1 : 2, session.idleSince)
    }
    let idle = sessions.values.filter { $0.pages == 0 }.sorted { order($0) < order($1) }
    for session in idle.prefix(max(1, limits.sessions / 10)) {
      if session.hasEnded, !session.isSaved {
        log(
          "session \(session.id): its values were not deleted, and this is not tried again, "
            + "because there are too many sessions", level: .error)
      }
      letGo(session)
    }
  }

  private func letGo(_ session: PersonSession) {
    sessions[session.id] = nil
    if !session.isStored { ledger.forget(session.id) }
  }

  /// Waits until all changes are stored, also those of sessions that are not in `sessions`, and
  /// then until the values of ended sessions are deleted; each failed call is tried once more.
  func saved() async {
    let all = held.values.compactMap(\.session)
    for session in all where !session.hasEnded { await session.saved() }
    for session in all where session.hasEnded { await session.saved() }
  }
}

// A new mark at a log-in -----------------------------------------------------------------------

extension PersonTable {
  /// A browser that is fetching a cookie with a new mark.
  @MainActor final class Renewal {
    let person: PersonSession
    /// The mark that the new one replaces.
    let old: String
    let mark = SessionID().text
    let page: Session
    /// True if the browser has sent the new cookie back; its mark is being written, and the renewal
    /// does not time out.
    var isShown = false
    let token = SessionID().text
    let (answers, answer) = AsyncStream<Result<Void, any Error>>.makeStream()
    var result: Task<Void, any Error>?

    init(_ person: PersonSession, _ page: Session) {
      self.person = person
      self.page = page
      old = person.marks.current
    }

    /// True if no renewal of the session, also not this one, has been completed since, and the
    /// session has not ended.
    var isOpen: Bool { !person.hasEnded && person.marks.current == old }
  }

  /// True if a page is fetching a new cookie of a session.
  func isBeingRenewed(_ person: PersonSession) -> Bool {
    renewals.values.contains { $0.person === person && $0.isOpen }
  }

  /// Renews a session's cookie for the browser of the page whose work calls this.
  private func renew(_ person: PersonSession) async throws {
    if let visit = PageWork.current?.visit, visit.person === person {
      try await visit.renew()
    } else if let page = PageWork.current?.page, page.person === person {
      try await renew(person, at: page)
    } else {
      throw SessionRenewalError.noPage
    }
  }

  /// Makes a page fetch the new cookie; a second call for the same page waits for the first one.
  ///
  /// A session can have pages in several browsers, for example if its cookie was planted. The
  /// browser that first sends its new cookie back keeps the session. The others are disconnected,
  /// and their renewals fail.
  private func renew(_ person: PersonSession, at page: Session) async throws {
    let other = renewals.values.first { $0.person === person && $0.page === page && $0.isOpen }
    if let other { return try await other.result?.value ?? () }
    let renewal = Renewal(person, page)
    // Added before the task begins, so that a second call finds it.
    renewals[renewal.token] = renewal
    let result = Task { try await fetch(renewal) }
    renewal.result = result
    try await result.value
  }

  private func fetch(_ renewal: Renewal) async throws {
    defer {
      renewals[renewal.token] = nil
      renewal.page.forgetCookie(renewal.token)
    }
    let patience = Task { [stopwatch, limits] in
      try await stopwatch.sleep(for: limits.headTimeout)
      if !renewal.isShown { renewal.answer.yield(.failure(SessionRenewalError.noAnswer)) }
    }
    defer { patience.cancel() }
    renewal.page.fetchCookie(renewal.token)
    for await answer in renewal.answers { return try answer.get() }
    throw CancellationError()
  }

  /// The answer to a page that fetches a new cookie.
  enum RenewalAnswer: Equatable {
    /// The value of the header with the cookie; the page then sends a second request with it.
    case cookie(String)
    case done
    /// The same as `done`, and the header gives the browser the cookie that it has sent again.
    case doneWith(String)
    case refused
  }

  /// The answer to a request of a page with a token: first the cookie, then, when the browser sends
  /// that cookie, `done`.
  ///
  /// Before the browser gets the cookie, its mark becomes valid, and the old mark stays valid. When
  /// the browser has sent the cookie back, its mark is the only valid one. Another page of the
  /// browser can have replaced the cookie since, by one that is now invalid. Therefore, if another
  /// renewal is pending, the browser gets the valid cookie again.
  func fetched(
    _ token: String, cookies: [String: String], isSecure: Bool
  ) async -> RenewalAnswer {
    guard let renewal = renewals[token], !renewal.person.hasEnded else { return .refused }
    let (person, old, mark) = (renewal.person, renewal.old, renewal.mark)
    guard person.marks.current != mark else { return .done }
    guard renewal.isOpen else { return .refused }
    do {
      let shown = signed(by: cookies, isSecure: isSecure)
      guard shown?.id == person.id, shown?.mark == mark else {
        try await person.changeMarks { marks in
          guard marks.current == old else { throw SessionRenewalError.replaced }
          marks.add(mark)
        }
        renewal.page.visit?.belongs(to: mark, of: person)
        return .cookie(cookie(of: person.id, mark: mark, isSecure: isSecure))
      }
      renewal.isShown = true
      let isAlone = renewals.values.allSatisfy { $0 === renewal || $0.person !== person }
      try await person.changeMarks { marks in
        guard marks.current != mark else { return }
        guard marks.current == old else { throw SessionRenewalError.replaced }
        guard marks.isValid(mark) else { throw SessionRenewalError.noAnswer }
        marks.replace(by: mark)
      } then: { [self] in
        completed(person, renewal)
      }
      return isAlone ? .done : .doneWith(cookie(of: person.id, mark: mark, isSecure: isSecure))
    } catch {
      let reason = person.id.shortened(in: error)
      log("session \(person.id): could not be renewed: \(reason)", level: .error)
      renewal.answer.yield(.failure(error))
      return .refused
    }
  }

  /// Called when a mark has become the only valid one: ends the other renewals of the session, and
  /// all of its pages except that of the completed renewal.
  func completed(_ person: PersonSession, _ renewal: Renewal? = nil) {
    if let renewal {
      renewal.page.visit?.belongs(to: renewal.mark, of: person)
      renewal.answer.yield(.success(()))
    }
    for other in renewals.values where other.person === person && other !== renewal {
      other.answer.yield(.failure(SessionRenewalError.replaced))
    }
    onRenew(person, renewal?.page)
  }
}

/// The error if the record of a session could not be read, which is already logged.
struct SessionReadFault: Error, CustomStringConvertible {
  let id: SessionID
  let reason: any Error

  var description: String { "the session could not be read: \(id.shortened(in: reason))" }
}

/// The storage of a substitute for a session that could not be read.
private struct UnreadStorage: SessionStorage {
  let fault: SessionReadFault

  func value(named name: String, of session: String) throws -> Data? { throw fault }
  func keep(_ value: Data, named name: String, of session: String) throws { throw fault }
  func forget(_ session: String) {}
}

/// A weak reference to a session.
private struct Held {
  weak var session: PersonSession?
}
