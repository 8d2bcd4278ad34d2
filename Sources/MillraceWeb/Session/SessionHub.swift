// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import NIOConcurrencyHelpers
import NIOCore

/// All sessions of a server: begins them, finds them, and ends them after their timeouts.
@MainActor final class SessionHub {
  let pages: PageList
  let persons: PersonTable
  let encoder = PatchEncoder()
  private let stopwatch: Stopwatch
  private let log: WebLog
  private let telemetry: Telemetry
  /// The maximum size of the files that the page of one session sends.
  private let fileBytes: Int
  /// Counts the files of all sessions on the disk.
  private let keptFiles: ByteReserve
  private let basePath: String
  private let language: String
  private let turns: PageTurns
  /// Counts the output that visitors have not read.
  let unread: ByteReserve
  /// The gate at which texts for many pages are delayed.
  let gate = OutboxGate()
  private var table: SessionTable
  private var sessions: [SessionID: Session] = [:]
  /// The ids of these sessions, for the event loops.
  private let ids = NIOLockedValueBox<Set<SessionID>>([])
  /// The number of sessions that have begun.
  private var begun = 0
  /// Sessions with changes that were not caused by their own events, in the order of the changes.
  private var changed: [Session] = []
  private var isFlushScheduled = false
  /// The number of calls of `endAll`; a page whose preparation began before the latest call gets no
  /// session that lasts.
  private var ends = 0
  /// True after the site has stopped, until it starts again; meanwhile no session lasts.
  var isStopped = false
  /// The running sweep of persons' sessions.
  ///
  /// A sweep of pages does not wait for it, because a storage can be slow.
  private var sweepOfPersons: Task<Void, Never>?

  init(
    pages: PageList, rules: SessionTable.Rules, persons: PersonTable, stopwatch: Stopwatch,
    log: WebLog, basePath: String = "", language: String = "en", fileBytes: Int = 0,
    keptFiles: ByteReserve = ByteReserve(perNetwork: .max),
    unread: ByteReserve = ByteReserve(perNetwork: .max),
    telemetry: Telemetry = Telemetry { _, _, _ in }
  ) {
    self.basePath = basePath
    self.language = language
    self.unread = unread
    self.fileBytes = fileBytes
    self.keptFiles = keptFiles
    turns = PageTurns(limit: rules.waitingPerAddress)
    self.telemetry = telemetry
    self.pages = pages
    self.persons = persons
    self.stopwatch = stopwatch
    self.log = log
    table = SessionTable(rules: rules)
    persons.onEnd = { [weak self] in self?.end(of: $0, .reload) }
    persons.onSubstitute = { [weak self] in self?.end(of: $0, .tryLater) }
    persons.onRenew = { [weak self] person, page in
      page?.hasShownCookie = true
      self?.end(of: person, .goingAway, except: page)
    }
  }

  var count: Int { sessions.count }

  /// The reason why a page gets no session.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case noPage
    /// The maximum number of sessions, `limit`, or the maximum size of the pages of the address is
    /// reached, and no session that waits for a socket can end for the new one.
    case full(limit: Int)
    /// Too much output for the address is not read yet.
    case unread
    /// Too many pages wait for the address.
    case busy
    /// The server has begun to stop, and the page of a socket is not made any more.
    case stopping
    /// Another socket of the same page has opened since.
    case replaced

    var description: String {
      switch self {
      case .noPage: "there is no page at its address"
      case .full(let limit):
        "the maximum number of sessions (\(limit)), or the maximum size of the pages of its "
          + "address, is reached"
      case .unread: "too much output for its address is not read yet"
      case .busy: "too many pages wait for its address"
      case .stopping: "the server is stopping"
      case .replaced: "its page has opened another socket"
      }
    }
  }

  /// Begins a session of the page that a request asks for.
  ///
  /// - Throws: `Refusal`, `CancellationError`, or an error of the page, such as a `PageAnswer`.
  func begin(_ request: PageRequest) async throws -> Session {
    try await begin(request) { $0 }
  }

  /// Begins a session and runs `work` with it; other pages of the client's site, see `PageTurns`,
  /// are made after that.
  ///
  /// If the server stops meanwhile, the session ends after `work`, and the page connects to the
  /// next server; with `needsSocket` the page is refused instead.
  func begin<Result>(
    _ request: PageRequest, needsSocket: Bool = false, _ work: (Session) throws -> Result
  ) async throws -> Result {
    guard let (page, match) = pages.find(request) else { throw Refusal.noPage }
    let ends = ends
    func isStopping() -> Bool { isStopped || ends != self.ends }
    guard !needsSocket || !isStopped else { throw Refusal.stopping }
    // The page's closure can still refuse the request. Therefore no other session ends here.
    guard table.room(for: request.clientAddress) != .full else {
      throw Refusal.full(limit: table.rules.count)
    }
    var request = request
    request.parameters = match.parameters
    let visit: Visit
    if let given = request.visit {
      visit = given
    } else {
      visit = await Visit(persons, request)
    }
    request.visit = visit
    var made = request
    made.language = language
    // A page that reconnects sends its own path and the address below it separately.
    if let below = request.address?.path, !below.isEmpty {
      made.path = (request.path == "/" ? "" : request.path) + "/" + below.joined(separator: "/")
    }
    let network = Network.name(of: request.clientAddress)
    let address = request.address ?? PageAddress(path: match.rest, query: request.query)
    let host = try await telemetry.making(page.path, for: request.clientAddress) {
      let host = try await visit.asItsWork { try await page.prepare(made) }
      try Task.checkCancellation()
      guard await turns.wait(for: network) else { throw Refusal.busy }
      do {
        // Other pages may have been made meanwhile, and the server may have stopped.
        guard !needsSocket || !isStopping() else { throw Refusal.stopping }
        guard !unread.isFull(for: network) else { throw Refusal.unread }
        try Task.checkCancellation()
        try visit.check()
        try visit.checkCookie()
      } catch {
        turns.end(for: network)
        throw error
      }
      return host(address, basePath)
    }
    defer { turns.end(for: network) }
    if let failure = host.failure { throw failure }
    do {
      try visit.check()  // the views may have asked for the session
      switch table.room(for: request.clientAddress) {
      case .free: break
      case .evict(let id): end(id, why: "there are too many sessions")
      case .full: throw Refusal.full(limit: table.rules.count)
      }
    } catch {
      host.close()
      throw error
    }
    begun += 1
    let session = Session(
      page: page, path: match.own, host: host, number: begun, client: request.clientAddress,
      uploads: Uploads(limit: fileBytes, of: keptFiles, for: network), hub: self, log: log)
    session.visit = visit
    tell(.began, session)
    sessions[session.id] = session
    ids.withLockedValue { _ = $0.insert(session.id) }
    visit.onSession = { [weak self, weak session, weak visit] person in
      guard let self, let session, let visit else { return }
      found(person, by: session, in: visit)
    }
    if let person = visit.person { found(person, by: session, in: visit) }
    table.begin(session.id, from: request.clientAddress, at: stopwatch.elapsed)
    defer { if isStopping() { end(session.id, why: "the server is stopping") } }
    return try work(session)
  }

  /// Gives a page the session of its person, which the page or its work has found.
  ///
  /// A page can find it after it was made, for example in a button's action. Nothing changes if the
  /// page has ended, or if it has a person's session that has not ended.
  private func found(_ person: PersonSession, by page: Session, in visit: Visit) {
    guard sessions[page.id] === page, page.person?.hasEnded ?? true else { return }
    if let old = page.person { persons.leave(old) }
    let isNew = visit.isUnproved
    page.belongs(to: person, hasCookie: !isNew, lacksCookie: isNew && visit.isTooLate)
    persons.enter(person)
  }

  /// Records the size of a session's HTML, and ends waiting sessions of its address if they exceed
  /// their limit.
  func note(_ session: Session, bytes: Int) {
    table.note(session.id, bytes: bytes)
    endExcess(beside: session)
  }

  private func endExcess(beside session: Session) {
    while let id = table.excess(beside: session.id) {
      end(id, why: "the waiting pages of its address are too large")
    }
  }

  /// Connects a page that has sent its hello.
  ///
  /// The page gets its session if that still exists and the request comes from its browser.
  /// Otherwise it gets a new session, which opens the address that the page shows.
  ///
  /// - Throws: As `begin(_:)`.
  func attach(
    _ socket: any PageSocket, session id: String, request: PageRequest, seen: Int
  ) async throws -> Session {
    if let known = SessionID(id).flatMap({ sessions[$0] }), known.path == request.parts,
      isOwn(known, request)
    {
      let network = Network.name(of: request.clientAddress)
      let needsTurn = !known.isCurrent(seen)
      known.setLatest(socket)
      if needsTurn { try await waitForTurn(of: known, for: socket, network) }
      defer { if needsTurn { turns.end(for: network) } }
      // The person's cookie can have been renewed during the wait.
      if sessions[known.id] === known, !needsTurn || isOwn(known, request) {
        table.connect(known.id)
        tell(.connected, known)
        known.attach(socket, seen: seen, isNew: false, address: request.address)
        note(known, bytes: known.htmlBytes)
        return known
      }
    }
    var request = request
    request.visit = await Visit(persons, request, givesCookie: false)
    return try await begin(request, needsSocket: true) { session in
      log(
        "session \(session.id): begun for a page whose session has ended (\(request.path.oneLine))",
        from: request.clientAddress, level: .info)
      table.connect(session.id)
      tell(.connected, session)
      session.attach(socket, seen: seen, isNew: true)
      note(session, bytes: session.htmlBytes)
      return session
    }
  }

  /// True if a request that names a session comes from the browser that has the page open.
  ///
  /// The id of a session can leak, as with a saved copy of the page. Therefore the page of a person
  /// also needs the person's cookie, and so does a page whose work can still ask for the session of
  /// its request's cookie. A page without a person needs only its id. The id is also enough if the
  /// browser had no cookie when it requested the page, until that browser sends the cookie that it
  /// got. If no response gave the browser a cookie, it can have that of another session.
  private func isOwn(_ session: Session, _ request: PageRequest) -> Bool {
    guard let person = session.person ?? session.visit?.provedPerson else { return true }
    let isOwn = persons.isCookie(of: person, in: request)
    if isOwn == true { session.hasShownCookie = true }
    let mayLackCookie = session.person != nil && !session.hasShownCookie
    guard isOwn == true || mayLackCookie && (isOwn == nil || session.lacksCookie) else {
      log(
        "session \(session.id): refused a request, because it has no cookie of the page's person",
        from: request.clientAddress)
      return false
    }
    return true
  }

  /// Waits until the whole page of a session can be made for a socket; `turns.end` must be called
  /// after it is made.
  ///
  /// - Throws: `Refusal` or `CancellationError` if the page must not be made; then `turns.end` must
  ///   not be called.
  private func waitForTurn(
    of session: Session, for socket: any PageSocket, _ network: String
  ) async throws {
    let ends = ends
    guard await turns.wait(for: network) else { throw Refusal.busy }
    do {
      try Task.checkCancellation()
      guard session.isLatest(socket) else { throw Refusal.replaced }
      guard ends == self.ends else { throw Refusal.stopping }
      guard !unread.isFull(for: network) else { throw Refusal.unread }
    } catch {
      turns.end(for: network)
      throw error
    }
  }

  /// Called when a socket has closed; the session then waits for a new socket.
  func detach(_ socket: any PageSocket, from session: Session) {
    guard session.detach(socket) else { return }
    table.disconnect(session.id, at: stopwatch.elapsed)
    tell(.disconnected, session)
    endExcess(beside: session)
  }

  private func tell(_ news: SessionNews, _ session: Session) {
    telemetry.tell(news, page: session.page.path, client: session.client)
  }

  /// Passes events that arrived together to a session.
  func receive(
    _ events: [(seq: Int, event: ViewEvent?)], from socket: any PageSocket, in session: Session
  ) -> Session.Verdict {
    let start = stopwatch.elapsed
    let verdict = session.receive(events, from: socket)
    if !events.isEmpty { telemetry.handled(events.count, in: stopwatch.elapsed - start) }
    return verdict
  }

  /// True if a session with this id exists; it can be called on any thread.
  nonisolated func hasSession(_ id: String) -> Bool {
    SessionID(id).map { id in ids.withLockedValue { $0.contains(id) } } ?? false
  }

  /// Stores a file that the page of a session has sent; returns the name that the page uses for it.
  func take(
    _ bytes: ByteBuffer, named name: String, for id: String, by request: PageRequest
  ) async throws -> String {
    guard let session = SessionID(id).flatMap({ sessions[$0] }), session.isConnected,
      isOwn(session, request)
    else { throw Uploads.Refusal.noSession }
    return try await session.uploads.take(bytes, named: name)
  }

  /// Called when a session has changes to send; all such sessions send together in a later task.
  func changed(_ session: Session) {
    changed.append(session)
    guard !isFlushScheduled else { return }
    isFlushScheduled = true
    Task { @MainActor [weak self] in self?.flush() }
  }

  /// Sends the changes of all changed sessions.
  func flush() {
    isFlushScheduled = false
    let sessions = changed
    changed = []
    for first in stride(from: 0, to: sessions.count, by: OutboxGate.pages) {
      let next = sessions[first..<min(first + OutboxGate.pages, sessions.count)]
      if next.count > 1 { gate.close() }
      for session in next { session.flush() }
      gate.open()
    }
  }

  /// Ends the sessions whose timeout has passed, and starts a sweep of persons' sessions.
  func sweep() {
    for id in table.expired(at: stopwatch.elapsed) { end(id, why: "no page uses it any more") }
    guard sweepOfPersons == nil else { return }
    sweepOfPersons = Task {
      await persons.sweep()
      sweepOfPersons = nil
    }
  }

  /// Ends all sessions; the pages reconnect, each after another delay within `spread`.
  ///
  /// - Returns: The tasks that delete the files that pages have sent.
  @discardableResult
  func endAll(within spread: Duration = .zero) -> [Task<Void, Never>] {
    ends += 1
    var removals: [Task<Void, Never>?] = []
    // Removed first, so that a view that disappears gives its page no session.
    let all = sessions
    sessions = [:]
    ids.withLockedValue { $0 = [] }
    let part = max(.zero, spread) / max(1, all.count)
    for (index, session) in all.values.enumerated() {
      if let person = session.person { persons.leave(person) }
      tell(.ended, session)
      let moment = (part * index + part * Double.random(in: 0..<1)).components
      removals.append(
        session.end(
          .restart, String(moment.seconds * 1_000 + moment.attoseconds / 1_000_000_000_000_000)))
    }
    changed = []
    table = SessionTable(rules: table.rules)
    return removals.compactMap(\.self)
  }

  /// Ends a session that no page will use: that of a `HEAD` request, or of a response that failed.
  func end(_ session: Session) { end(session.id, why: "no page uses it") }

  /// Called when a session has ended because of an error in its views.
  func failed(_ session: Session, _ failure: ViewFailure) {
    log("page \(session.page.path): \(failure)", from: session.client, level: .error)
    end(session.id, why: "a view has failed")
  }

  private func removed(_ id: SessionID) -> Session? {
    ids.withLockedValue { _ = $0.remove(id) }
    return sessions.removeValue(forKey: id)
  }

  private func end(_ id: SessionID, why: String) {
    table.end(id)
    guard let session = removed(id) else { return }
    session.end()
    if let person = session.person { persons.leave(person) }
    tell(.ended, session)
    log("session \(id): ended, because \(why)", level: .info)
  }

  /// Ends the pages of a person's session, except one.
  ///
  /// When the person's session has ended, as at a log-out, the pages load again. When its cookie
  /// was renewed, the pages reconnect with the cookie of their browser. When it could not be read,
  /// they reconnect later.
  private func end(of person: PersonSession, _ code: CloseCode, except page: Session? = nil) {
    // A page that has asked for a session that could not be read is found by its request.
    let pages = sessions.values.filter { ($0.person ?? $0.visit?.person) === person && $0 !== page }
    for session in pages {
      table.end(session.id)
      _ = removed(session.id)
      session.end(code)
      if session.person != nil { persons.leave(person) }
      tell(.ended, session)
    }
  }
}

/// The pages of a server, ordered by how specific their paths are.
struct PageList: Sendable {
  let all: [Page]
  /// The routes for sockets of programs, by their paths.
  let sockets: [String: SocketRoute]
  /// The pages, the most specific path first; of equally specific ones, the page that was declared
  /// first.
  private let ordered: [(path: PagePath, page: Page)]

  init(_ pages: [Page]) {
    all = pages
    sockets = Dictionary(
      uniqueKeysWithValues: pages.compactMap { page in page.socket.map { (page.path, $0) } })
    // `sorted` promises no order of equal elements.
    ordered = pages.enumerated().map { (place: $0, path: PagePath($1.path), page: $1) }
      .sorted { ($1.path.rank, $0.place) < ($0.path.rank, $1.place) }
      .map { ($0.path, $0.page) }
  }

  /// The page of a request, and the match of its path with the page's pattern.
  ///
  /// A page that reconnects sends its own path and the address below it separately. The same path
  /// can also be that of another page: `/` is the own path of the page `/*` too.
  func find(_ request: PageRequest) -> (page: Page, match: PagePath.Match)? {
    if let below = request.address?.path, !below.isEmpty,
      let found = find(request.parts + below), found.match.own == request.parts
    {
      return found
    }
    return find(request.parts)
  }

  /// The page at the decoded parts of a path, and the match of the path with the page's pattern.
  ///
  /// Linear in the number of pages.
  func find(_ path: [String]) -> (page: Page, match: PagePath.Match)? {
    for (pattern, page) in ordered {
      if let match = pattern.match(path) { return (page, match) }
    }
    return nil
  }
}
