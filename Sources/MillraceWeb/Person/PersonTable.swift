// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The sessions of persons that are in use or were a while ago.
@MainActor final class PersonTable {
  let key: SessionKey
  /// How many seconds a cookie is valid.
  let age: Int
  private let storage: any SessionStorage
  private let log: WebLog
  /// The path for which its cookies are: that of the site.
  private let path: String
  private let stopwatch: Stopwatch
  private let limits: WebLimits
  private let date: @Sendable () -> Date
  private var sessions: [SessionID: PersonSession] = [:]
  /// All sessions in memory; no id has two.
  ///
  /// Some are not in `sessions`, but held by a request, by a page that is being made, or by a value
  /// that is being written.
  private var held: [SessionID: Held] = [:]
  /// The number of them with which those that are gone are looked for.
  private var mostHeld = 64
  private var ledger: PersonLedger
  /// Ids that were ended, the oldest ones first; their cookies are not valid any more.
  private var ended: (order: [SessionID], all: Set<SessionID>) = ([], [])
  /// Sessions whose browser is fetching a new cookie, by the token of its page.
  private var renewals: [String: Renewal] = [:]
  /// Called when a session ends before its time: its pages must load anew.
  var onEnd: @MainActor (PersonSession) -> Void = { _ in }
  /// Called when a page has asked for a session that could not be read, with its substitute.
  var onSubstitute: @MainActor (PersonSession) -> Void = { _ in }
  /// Called when a session's cookie was renewed: all of its pages but one are cut off.
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
    ledger = PersonLedger(limit: limits.personsPerAddress)
  }

  var count: Int { sessions.count }

  /// Seconds since 1970.
  var now: Int { Int(date().timeIntervalSince1970) }

  /// The session that a request has proved, or a new one, for a page that asks for it.
  ///
  /// One that was let go and is still held comes back.
  func session(_ known: PersonSession?, from address: String = "") -> PersonSession {
    if let known {
      ledger.use(known.id)
      if sessions[known.id] != nil { return known }
    }
    if sessions.count >= limits.sessions { dropIdle() }
    let session = known ?? make(SessionID(), isNew: true)
    sessions[session.id] = session
    guard known == nil else { return session }
    let gone = ledger.begin(
      session.id, from: Network.name(of: address), isInUse: { sessions[$0]?.isInUse ?? false },
      isKept: { sessions[$0]?.isStored ?? true })
    session.begin(after: gone.map { end($0) })
    return session
  }

  /// The session of an id, which the caller holds; it is read from the storage if it is not in
  /// memory.
  private func person(_ id: SessionID) -> PersonSession {
    sessions[id] ?? held[id]?.session ?? make(id, isNew: false)
  }

  /// The session of a signed cookie, or nil if the cookie's mark is not valid any more.
  ///
  /// - Throws: an error of the storage.
  func person(showing cookie: SessionKey.Cookie) async throws -> PersonSession? {
    let person = person(cookie.id)
    try await person.readMarks()
    return person.shows(cookie.mark) ? person : nil
  }

  /// The error for a request whose session could not be read; the log says it here.
  func fault(
    reading id: SessionID, for request: PageRequest, _ error: any Error
  ) -> SessionReadFault {
    log(
      "page \(request.path.oneLine): session \(id): could not be read, and is read again by the "
        + "next request: \(error)", from: request.clientAddress, level: .error)
    return SessionReadFault(id: id, reason: error)
  }

  /// The session that a page gets if that of its browser cannot be read: it is in no table, and all
  /// that it should keep fails.
  ///
  /// A page that was made without it, and asks for it later, comes back and reads again.
  func substitute(for fault: SessionReadFault) -> PersonSession {
    let session = PersonSession(
      id: SessionID(), storage: UnreadStorage(fault: fault), log: log, now: stopwatch.elapsed
    ) { _ in
      throw fault
    } onEnd: { [log] _ in
      log("session \(fault.id): is not ended, because it could not be read", level: .error)
    }
    // Not before the caller has it: then its page can be found.
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

  /// Ends the session of a person that has to go, in memory or not.
  private func end(_ id: SessionID) -> Task<Void, Never> {
    log("session \(id): ended, because its address has begun too many", level: .info)
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

  /// Whether the cookie of a request is a valid one of a person; nil if the request has none that
  /// is signed.
  ///
  /// That of HTTPS counts and that of HTTP, as a proxy may say of a page and not of its socket
  /// which of them it is: a cookie that was planted is not this person's.
  func isCookie(of person: PersonSession, in request: PageRequest) -> Bool? {
    let cookies = request.cookies
    let signed = [true, false].compactMap { self.signed(by: cookies, isSecure: $0) }
    if signed.isEmpty { return nil }
    return signed.contains { $0.id == person.id && person.shows($0.mark) }
  }

  /// The one name that a cookie has: where the browser vouches that this host alone has set it, no
  /// other cookie counts, as a neighbouring host may have planted that.
  private func cookieName(isSecure: Bool) -> String {
    isSecure && path.isEmpty ? "__Host-millrace" : "millrace"
  }

  /// The header that gives a browser its cookie.
  func cookie(of id: SessionID, mark: String = "", isSecure: Bool) -> String {
    let (name, value) = (cookieName(isSecure: isSecure), key.signed(id.text, mark: mark, at: now))
    return "\(name)=\(value); Path=\(path.isEmpty ? "/" : path)"
      + "; HttpOnly; SameSite=Lax; Max-Age=\(age)" + (isSecure ? "; Secure" : "")
  }

  /// Lets those go from memory that no page has used for a while; what they keep stays kept, and
  /// what could not be kept is tried again.
  func sweep() async {
    // A disk that is full fails for all: the first one that fails again ends the attempt. In random
    // order, so that one that fails for a reason of its own does not always block the others.
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

  /// Notes that a page of a session has begun; the session can have been let go while it was made.
  func enter(_ session: PersonSession) {
    session.enter()
    if !session.hasEnded { sessions[session.id] = session }
  }

  /// Notes that a page of a session has ended; one that keeps nothing is forgotten with its last.
  func leave(_ session: PersonSession) {
    session.leave(at: stopwatch.elapsed)
    if session.pages == 0, !session.keepsAnything, session.isSaved { letGo(session) }
  }

  /// Lets the tenth go that no page has used for longest.
  ///
  /// A write that is going on holds its session until it has ended. Those of which a write has
  /// failed go last, when no others are left: with them goes what is not written. Before them go
  /// those that have ended and could not be forgotten.
  private func dropIdle() {
    func order(_ session: PersonSession) -> (Int, Duration) {
      (session.isSaved ? 0 : session.hasEnded ? 1 : 2, session.idleSince)
    }
    let idle = sessions.values.filter { $0.pages == 0 }.sorted { order($0) < order($1) }
    for session in idle.prefix(max(1, limits.sessions / 10)) {
      if session.hasEnded, !session.isSaved {
        log(
          "session \(session.id): has ended, and is not tried to be forgotten any more, because "
            + "there are too many sessions", level: .error)
      }
      letGo(session)
    }
  }

  private func letGo(_ session: PersonSession) {
    sessions[session.id] = nil
    if !session.isStored { ledger.forget(session.id) }
  }

  /// Returns when all that has changed is kept, also by sessions that were let go meanwhile, and
  /// then those that have ended are forgotten.
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
    /// The mark that the new one is to replace.
    let old: String
    let mark = SessionID().text
    let page: Session
    /// Whether the browser has shown the cookie, which is being written: it is not too late then.
    var isShown = false
    let token = SessionID().text
    let (answers, answer) = AsyncStream<Result<Void, any Error>>.makeStream()
    var result: Task<Void, any Error>?

    init(_ person: PersonSession, _ page: Session) {
      self.person = person
      self.page = page
      old = person.marks.current
    }

    /// Whether no other renewal has been completed, and the session has not ended.
    var isOpen: Bool { !person.hasEnded && person.marks.current == old }
  }

  /// Whether a page is fetching a new cookie of a session.
  func isBeingRenewed(_ person: PersonSession) -> Bool {
    renewals.values.contains { $0.person === person && $0.isOpen }
  }

  /// Renews a session's cookie, for the browser of the page whose work asks for it.
  private func renew(_ person: PersonSession) async throws {
    if let visit = PageWork.current?.visit, visit.person === person {
      try await visit.renew()
    } else if let page = PageWork.current?.page, page.person === person {
      try await renew(person, at: page)
    } else {
      throw SessionRenewalError.noPage
    }
  }

  /// Lets a page fetch the new cookie; a second click waits for the first.
  ///
  /// Pages of a session may be in several browsers. The one that shows its new cookie first has the
  /// session; the others are cut off, and their renewals fail.
  private func renew(_ person: PersonSession, at page: Session) async throws {
    let other = renewals.values.first { $0.person === person && $0.page === page && $0.isOpen }
    if let other { return try await other.result?.value ?? () }
    let renewal = Renewal(person, page)
    // Before the task begins: a second call finds it.
    renewals[renewal.token] = renewal
    let result = Task { try await fetch(renewal) }
    renewal.result = result
    try await result.value
  }

  private func fetch(_ renewal: Renewal) async throws {
    defer { renewals[renewal.token] = nil }
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
    /// The header with the cookie; the page comes again to show that it has it.
    case cookie(String)
    case done
    /// The same as `done`, and the header with the cookie that the browser has shown.
    case doneWith(String)
    case refused
  }

  /// Answers a page with a token: first with the cookie, then, when its browser sends it, with
  /// `done`.
  ///
  /// The new mark is valid beside the old one before the browser can have its cookie, and is the
  /// only one when the browser has shown that. Another page may have given the same browser its
  /// cookie after this one was shown, and that is not valid any more: then the browser gets
  /// the cookie that it has shown once more.
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
          guard marks.current == old else { throw SessionRenewalError.noAnswer }
          marks.add(mark)
        }
        renewal.page.visit?.belongs(to: mark, of: person)
        return .cookie(cookie(of: person.id, mark: mark, isSecure: isSecure))
      }
      renewal.isShown = true
      let isAlone = renewals.values.allSatisfy { $0 === renewal || $0.person !== person }
      try await person.changeMarks { marks in
        guard marks.current != mark else { return }
        guard marks.current == old, marks.isValid(mark) else { throw SessionRenewalError.noAnswer }
        marks.replace(by: mark)
      } then: { [self] in
        completed(person, renewal)
      }
      return isAlone ? .done : .doneWith(cookie(of: person.id, mark: mark, isSecure: isSecure))
    } catch {
      log("session \(person.id): could not be renewed: \(error)", level: .error)
      renewal.answer.yield(.failure(error))
      return .refused
    }
  }

  /// Ends what belongs to a session's former marks: other renewals, and all pages but one.
  func completed(_ person: PersonSession, _ renewal: Renewal? = nil) {
    if let renewal {
      renewal.page.visit?.belongs(to: renewal.mark, of: person)
      renewal.answer.yield(.success(()))
    }
    for other in renewals.values where other.person === person && other !== renewal {
      other.answer.yield(.failure(SessionRenewalError.noAnswer))
    }
    onRenew(person, renewal?.page)
  }
}

/// The record of a session could not be read; the log has said so.
struct SessionReadFault: Error, CustomStringConvertible {
  let id: SessionID
  let reason: any Error

  var description: String { "the session could not be read: \(reason)" }
}

/// Stands for the storage of a session that could not be read.
private struct UnreadStorage: SessionStorage {
  let fault: SessionReadFault

  func value(named name: String, of session: String) throws -> Data? { throw fault }
  func keep(_ value: Data, named name: String, of session: String) throws { throw fault }
  func forget(_ session: String) {}
}

/// A session that is there as long as something holds it.
private struct Held {
  weak var session: PersonSession?
}
