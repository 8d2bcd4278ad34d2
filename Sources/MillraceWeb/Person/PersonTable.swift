// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews

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
  /// All sessions in memory, also those that are no longer in `sessions` but held by a page that is
  /// being made, or by a value that is being written.
  private var held: [SessionID: Held] = [:]
  private var ledger: PersonLedger
  /// Ids that were ended or replaced, the oldest ones first; their cookies are not valid any more.
  private var ended: (order: [SessionID], all: Set<SessionID>) = ([], [])
  /// Sessions whose browser is fetching a new cookie, by the token of its page.
  private var renewals: [String: Renewal] = [:]
  /// New ids, whose cookies browsers may have already, with the ids that the sessions have until
  /// they take them.
  private var promised: [SessionID: SessionID] = [:]
  /// Called when a session ends before its time: its pages must load anew.
  var onEnd: @MainActor (PersonSession) -> Void = { _ in }
  /// Called when a session has another id: all of its pages but one are cut off.
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

  /// The session with an id that a cookie has proved, or a new one.
  ///
  /// There is one session of an id at a time. One that was let go and is still held, because a page
  /// is being made for it or its values are being written, comes back.
  func session(_ id: SessionID?, from address: String = "") -> PersonSession {
    if let id, let old = promised[id] {
      return session(ended.all.contains(old) ? nil : old, from: address)
    }
    if let id { ledger.use(id) }
    if let id, let there = sessions[id] { return there }
    if sessions.count >= limits.sessions { dropIdle() }
    if let id, let there = held[id]?.session, !there.hasEnded {
      sessions[id] = there
      return there
    }
    let isNew = id == nil
    let session = make(id ?? SessionID())
    guard isNew else { return session }
    let gone = ledger.begin(
      session.id, from: Network.name(of: address), isInUse: { sessions[$0]?.isInUse ?? false },
      isKept: { sessions[$0]?.isStored ?? true })
    session.begin(after: gone.map { end($0) })
    return session
  }

  /// Whether an id has ended, or was replaced.
  func hasEnded(_ id: SessionID) -> Bool { ended.all.contains(id) }

  private func make(_ id: SessionID) -> PersonSession {
    let session = PersonSession(
      id: id, storage: storage, limit: limits.keptBytes, log: log, now: stopwatch.elapsed
    ) { [weak self] session in
      guard let self else { throw SessionRenewalError.noPage }
      try await renew(session)
    } onEnd: { [weak self] session in
      guard let self else { return }
      forget(session.id)
      if session.pages > 0 { onEnd(session) }
    }
    sessions[id] = session
    if held.count >= 2 * sessions.count + 64 { held = held.filter { $0.value.session != nil } }
    held[id] = Held(session: session)
    return session
  }

  /// Makes an id invalid.
  private func forget(_ id: SessionID) {
    sessions[id] = nil
    held[id] = nil
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
    let session = sessions[id] ?? held[id]?.session ?? make(id)
    return Task { await session.end() }
  }

  /// What the cookies of a request prove; nil if they prove nothing.
  func proved(by cookies: [String: String], isSecure: Bool) -> SessionKey.Cookie? {
    guard let value = cookies[cookieName(isSecure: isSecure)],
      let cookie = key.cookie(value, at: now, age: age), !ended.all.contains(cookie.id)
    else { return nil }
    return cookie
  }

  /// Whether the cookie of a request is that of a person; nil if the request has none that proves
  /// anything.
  ///
  /// The cookie of a new id counts from the moment in which the browser may have it. That of HTTPS
  /// counts and that of HTTP, as a proxy may say of a page and not of its socket which of them it
  /// is: a cookie that was planted is not this person's.
  func isCookie(of person: PersonSession, in request: PageRequest) -> Bool? {
    let cookies = request.cookies
    let proved = [true, false].compactMap { self.proved(by: cookies, isSecure: $0) }
    if proved.isEmpty { return nil }
    return proved.contains { $0.id == person.id || promised[$0.id] == person.id }
  }

  /// The one name that a cookie has: where the browser vouches that this host alone has set it, no
  /// other cookie counts, as a neighbouring host may have planted that.
  private func cookieName(isSecure: Bool) -> String {
    isSecure && path.isEmpty ? "__Host-millrace" : "millrace"
  }

  /// The header that gives a browser its cookie.
  func cookie(of id: SessionID, isSecure: Bool) -> String {
    let name = cookieName(isSecure: isSecure)
    return "\(name)=\(key.signed(id.text, at: now)); Path=\(path.isEmpty ? "/" : path)"
      + "; HttpOnly; SameSite=Lax; Max-Age=\(age)" + (isSecure ? "; Secure" : "")
  }

  /// Lets those go from memory that no page has used for a while; what they keep stays kept, and
  /// what could not be kept is tried again.
  func sweep() async {
    // A disk that is full fails for all: the first one that fails again ends the attempt. In random
    // order, so that one that fails for a reason of its own does not always block the others.
    for session in sessions.values.filter({ !$0.isSaved }).shuffled() {
      await session.saved()
      if !session.isSaved { break }
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

  /// Notes that a page of a session has ended; one that keeps nothing is forgotten with its last.
  func leave(_ session: PersonSession) {
    session.leave(at: stopwatch.elapsed)
    if session.pages == 0, !session.keepsAnything { letGo(session) }
  }

  /// Lets the tenth go that no page has used for longest.
  ///
  /// A write that is going on holds its session until it has ended. Those of which a write has
  /// failed go last, when no others are left: with them goes what is not written.
  private func dropIdle() {
    let idle = sessions.values.filter { $0.pages == 0 }
      .sorted { ($0.isSaved ? 0 : 1, $0.idleSince) < ($1.isSaved ? 0 : 1, $1.idleSince) }
    for session in idle.prefix(max(1, limits.sessions / 10)) { letGo(session) }
  }

  private func letGo(_ session: PersonSession) {
    sessions[session.id] = nil
    if !session.isStored { ledger.forget(session.id) }
  }

  /// Returns when all that has changed is kept, also by sessions that were let go meanwhile.
  func saved() async {
    for session in held.values.compactMap(\.session) { await session.saved() }
  }
}

// A new id at a log-in ------------------------------------------------------------------------

extension PersonTable {
  /// A browser that is fetching the cookie of a new id.
  @MainActor private final class Renewal {
    let person: PersonSession
    let old: SessionID
    let id = SessionID()
    let page: Session
    var isMoving = false
    let (answers, answer) = AsyncStream<Result<Void, any Error>>.makeStream()
    var result: Task<Void, any Error>?

    init(_ person: PersonSession, _ page: Session) {
      self.person = person
      self.page = page
      old = person.id
    }

    /// Whether the session still has the id that it had.
    var isOpen: Bool { !person.hasEnded && person.id == old }
  }

  /// Whether a browser is to have an id in the place of its session's one, and has yet to show it.
  func isBeingGiven(_ id: SessionID) -> Bool {
    renewals.values.contains { $0.id == id && $0.isOpen }
  }

  /// Gives a session a new id, for the browser of the page whose work asks for it.
  private func renew(_ person: PersonSession) async throws {
    if let visit = PageWork.current?.visit, visit.person === person {
      try visit.check()
      guard visit.givesCookie else { throw visit.again }
      let new = SessionID()
      try await move(person, to: new, for: nil)
      visit.belongs(to: new)
    } else if let page = PageWork.current?.page, page.person === person {
      try await renew(person, at: page)
    } else {
      throw SessionRenewalError.noPage
    }
  }

  /// Lets a page fetch the cookie of a new id; a second click waits for the first.
  ///
  /// Pages of a session may be in several browsers. The one that has the new cookie first has the
  /// session; the others are cut off, and their renewals fail.
  private func renew(_ person: PersonSession, at page: Session) async throws {
    let other = renewals.values.first { $0.person === person && $0.page === page && $0.isOpen }
    if let other { return try await other.result?.value ?? () }
    let renewal = Renewal(person, page)
    let result = Task { try await fetch(renewal) }
    renewal.result = result
    try await result.value
  }

  private func fetch(_ renewal: Renewal) async throws {
    let token = SessionID().text
    renewals[token] = renewal
    defer { renewals[token] = nil }
    let patience = Task { [stopwatch, limits] in
      try await stopwatch.sleep(for: limits.headTimeout)
      renewal.answer.yield(.failure(SessionRenewalError.noAnswer))
    }
    defer { patience.cancel() }
    renewal.page.fetchCookie(token)
    for await answer in renewal.answers { return try answer.get() }
    throw CancellationError()
  }

  /// The answer to a page that fetches the cookie of a new id.
  enum RenewalAnswer: Equatable {
    /// The header with the cookie; the page comes again to show that it has it.
    case cookie(String)
    case done
    case refused
  }

  /// Answers a page with a token: first with the cookie, then, when its browser sends it, with
  /// `done`.
  func fetched(
    _ token: String, cookies: [String: String], isSecure: Bool
  ) async -> RenewalAnswer {
    guard let renewal = renewals[token], !renewal.person.hasEnded else { return .refused }
    guard renewal.person.id != renewal.id, !renewal.isMoving else { return .done }
    guard renewal.isOpen else { return .refused }
    guard proved(by: cookies, isSecure: isSecure)?.id == renewal.id else {
      if promised.count >= limits.sessions { promised = [:] }
      promised[renewal.id] = renewal.old
      return .cookie(cookie(of: renewal.id, isSecure: isSecure))
    }
    renewal.isMoving = true
    do {
      try await move(renewal.person, to: renewal.id, for: renewal.page)
      renewal.answer.yield(.success(()))
      return .done
    } catch {
      log("session \(renewal.person.id): could not be renewed: \(error)", level: .error)
      renewal.answer.yield(.failure(error))
      return .refused
    }
  }

  private func move(
    _ person: PersonSession, to new: SessionID, for page: Session?
  ) async throws {
    let old = person.id
    try await person.move(from: old, to: new)
    promised[new] = nil
    guard !person.hasEnded, person.id == new else {
      forget(new)
      throw person.hasEnded ? SessionRenewalError.hasEnded : .noAnswer
    }
    ledger.rename(old, to: new)
    forget(old)
    sessions[new] = person
    held[new] = Held(session: person)
    onRenew(person, page)
  }
}

/// Whose work is being done: that of a page that is being made, or of one that is open.
///
/// Tasks and effects that it starts inherit it, and may outlive the page: it holds nothing.
@MainActor final class PageWork {
  private(set) weak var visit: Visit?
  private(set) weak var page: Session?

  init(visit: Visit) { self.visit = visit }

  init(page: Session) { self.page = page }

  @TaskLocal static var current: PageWork?
}

/// A session that is there as long as something holds it.
private struct Held {
  weak var session: PersonSession?
}

/// The session of one request, which is looked for, or made, when the page first asks for it.
@MainActor final class Visit {
  private let table: PersonTable
  private let address: String
  private let proved: SessionKey.Cookie?
  /// Where the browser is sent if the session has got another id meanwhile.
  private let target: String
  /// Whether the answer to the request can carry a cookie; that of a socket cannot.
  let givesCookie: Bool
  private(set) var person: PersonSession?
  /// The id that this request's browser has, or gets.
  private var id: SessionID?
  /// Whether the session has ended by the work of this request.
  private var endsItself = false
  /// Whether the session is one that the browser has no cookie of yet.
  private(set) var isUnproved = false
  /// Whether the id that the browser has proved has ended since.
  private var isReplaced = false

  init(_ table: PersonTable, _ request: PageRequest, givesCookie: Bool = true) {
    self.table = table
    self.givesCookie = givesCookie
    target = PageAddress(path: request.parts, query: request.query).text
    address = request.clientAddress
    proved = table.proved(by: request.cookies, isSecure: request.isSecure)
  }

  func session() -> PersonSession {
    if let person, !person.hasEnded { return person }
    let isEnded = person != nil
    if isEnded ? !endsItself : proved.map({ table.hasEnded($0.id) }) == true { isReplaced = true }
    endsItself = false
    isUnproved = isEnded || isReplaced || proved == nil
    let session = table.session(isUnproved ? nil : proved?.id, from: address)
    person = session
    id = session.id
    return session
  }

  /// Whether the browser has the cookie of a session that has not ended.
  var provesSession: Bool { proved.map { !table.hasEnded($0.id) } ?? false }

  /// Notes that this request's browser gets a new id of the session.
  func belongs(to new: SessionID) { id = new }

  /// Notes that the work of this request ends the session.
  func ends(_ session: PersonSession) { if session === person { endsItself = true } }

  /// Whether the session has got another id since, for another browser or by another request, or
  /// has ended by another request.
  private var isOutdated: Bool {
    guard let person else { return false }
    return isReplaced || (person.hasEnded ? !endsItself : person.id != id)
  }

  /// Refuses what is done for a browser whose id of the session is not valid any more: it may be
  /// a stranger's.
  ///
  /// - Throws: ``PageAnswer/redirect(to:)``: the browser asks again, with the cookie that it has.
  func check() throws {
    if isOutdated { throw again }
  }

  /// Refuses a page that comes by its socket to a session which its browser has no cookie of.
  func checkCookie() throws {
    if !givesCookie, person != nil, isUnproved { throw again }
  }

  /// Has the browser ask again by HTTP.
  fileprivate var again: PageAnswer { .redirect(to: target) }

  /// Makes a page as the work of this visit; if it cannot because the id is outdated, says so.
  func asItsWork<Made>(_ make: () async throws -> Made) async throws -> Made {
    do {
      return try await PageWork.$current.withValue(PageWork(visit: self), operation: make)
    } catch {
      try check()
      throw error
    }
  }

  /// The header that gives the browser its cookie; nil if it has it, or if no page asked.
  ///
  /// A cookie is given anew when a tenth of its time is over. That of a new id, which another page
  /// of the browser is fetching for this session, stays.
  func cookie(isSecure: Bool) -> String? {
    guard let person, !isOutdated else { return nil }
    if let proved, table.isBeingGiven(proved.id) { return nil }
    if let proved, proved.id == person.id, table.now - proved.moment < max(1, table.age / 10) {
      return nil
    }
    return table.cookie(of: person.id, isSecure: isSecure)
  }
}
