// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import NIOCore

/// Keeps all sessions of a server: begins them, finds them, ends those whose time is up.
@MainActor final class SessionHub {
  let pages: PageList
  let persons: PersonTable
  let encoder = PatchEncoder()
  private let stopwatch: Stopwatch
  private let log: WebLog
  private let telemetry: Telemetry
  /// How many bytes of files a session may have sent.
  private let fileBytes: Int
  /// What files all sessions keep.
  private let keptFiles: ByteReserve
  private let basePath: String
  private let turns: PageTurns
  /// What visitors have not read of what is sent to them.
  let unread: ByteReserve
  /// Where texts for many pages gather.
  let gate = OutboxGate()
  private var table: SessionTable
  private var sessions: [SessionID: Session] = [:]
  /// How many sessions have begun.
  private var begun = 0
  /// Sessions that something outside of their own events has changed, in the order of the changes.
  private var changed: [Session] = []
  private var isFlushScheduled = false
  /// How often all sessions have ended: a page that was prepared before that is not made.
  private var ends = 0
  /// A storage may take its time; the limits of pages and connections do not wait for it.
  private var sweepOfPersons: Task<Void, Never>?

  init(
    pages: PageList, rules: SessionTable.Rules, persons: PersonTable, stopwatch: Stopwatch,
    log: WebLog, basePath: String = "", fileBytes: Int = 0,
    keptFiles: ByteReserve = ByteReserve(perNetwork: .max),
    unread: ByteReserve = ByteReserve(perNetwork: .max),
    telemetry: Telemetry = Telemetry { _, _, _ in }
  ) {
    self.basePath = basePath
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
    persons.onRenew = { [weak self] person, page in
      page?.hasShownCookie = true
      self?.end(of: person, .goingAway, except: page)
    }
  }

  var count: Int { sessions.count }

  /// Why no session could be begun.
  enum Refusal: Error, Equatable {
    case noPage
    case full(limit: Int)
    /// Much waits for the address: pages to be made, or what it does not read. Or the server ends.
    case unread
    /// Another socket of the same page has come since.
    case replaced
  }

  /// Begins a session of the page that a request asks for.
  ///
  /// - Throws: `Refusal`, or what the page itself answers.
  func begin(_ request: PageRequest) async throws -> Session {
    try await begin(request) { $0 }
  }

  /// Begins a session, and does with it at once what takes long; other pages of its network are
  /// made after that.
  func begin<Result>(
    _ request: PageRequest, _ work: (Session) throws -> Result
  ) async throws -> Result {
    guard let (page, match) = pages.find(request.parts) else { throw Refusal.noPage }
    try makeRoom(for: request.clientAddress)
    var request = request
    request.parameters = match.parameters
    let visit = request.visit ?? Visit(persons, request)
    request.visit = visit
    var made = request
    // A page that comes back by its socket says its own path and what is below it apart.
    if let below = request.address?.path, !below.isEmpty {
      made.path = (request.path == "/" ? "" : request.path) + "/" + below.joined(separator: "/")
    }
    let network = Network.name(of: request.clientAddress)
    let address = request.address ?? PageAddress(path: match.rest, query: request.query)
    let host = try await telemetry.making(page.path, for: request.clientAddress) {
      let ends = ends
      let host = try await visit.asItsWork { try await page.prepare(made) }
      try Task.checkCancellation()
      guard await turns.wait(for: network) else { throw Refusal.unread }
      // Others may have been made meanwhile, and the visitor or the server may have gone.
      guard !unread.isFull(for: network), ends == self.ends else {
        turns.end(for: network)
        throw Refusal.unread
      }
      do {
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
      try makeRoom(for: request.clientAddress)  // others came while the page was made
    } catch {
      host.close()
      throw error
    }
    begun += 1
    let session = Session(
      page: page, path: match.own, host: host, number: begun, client: request.clientAddress,
      person: visit.person, uploads: Uploads(limit: fileBytes, of: keptFiles, for: network),
      hub: self, log: log)
    session.hasShownCookie = !visit.isUnproved
    session.person?.enter()
    tell(.began, session)
    sessions[session.id] = session
    table.begin(session.id, from: request.clientAddress, at: stopwatch.elapsed)
    return try work(session)
  }

  /// Notes how much HTML a session has made, and ends others that its address has waiting.
  func note(_ session: Session, bytes: Int) {
    table.note(session.id, bytes: bytes)
    endExcess(beside: session)
  }

  private func endExcess(beside session: Session) {
    while let id = table.excess(beside: session.id) {
      end(id, why: "its address has too large pages waiting")
    }
  }

  private func makeRoom(for address: String) throws(Refusal) {
    switch table.room(for: address) {
    case .free: break
    case .evict(let id): end(id, why: "there are too many")
    case .full: throw .full(limit: table.rules.count)
    }
  }

  /// Connects a page that says hello: to its session if that is still there and of its browser, or
  /// to a new one, which opens the address that the page shows.
  func attach(
    _ socket: any PageSocket, session id: String, request: PageRequest, seen: Int
  ) async throws -> Session {
    if let known = SessionID(id).flatMap({ sessions[$0] }), known.path == request.parts,
      isOwn(known, request)
    {
      let network = Network.name(of: request.clientAddress)
      let needsTurn = !known.isCurrent(seen)
      known.comes(socket)
      if needsTurn { try await turn(of: known, for: socket, network) }
      defer { if needsTurn { turns.end(for: network) } }
      if sessions[known.id] === known {
        table.connect(known.id)
        tell(.connected, known)
        known.attach(socket, seen: seen, isNew: false, address: request.address)
        note(known, bytes: known.htmlBytes)
        return known
      }
    }
    var request = request
    request.visit = Visit(persons, request, givesCookie: false)
    return try await begin(request) { session in
      log(
        "session \(session.id): begun for a page whose session is gone (\(request.path.oneLine))",
        from: request.clientAddress, level: .info)
      table.connect(session.id)
      tell(.connected, session)
      session.attach(socket, seen: seen, isNew: true)
      note(session, bytes: session.htmlBytes)
      return session
    }
  }

  /// Whether a request that names a session comes from the browser that has the page open.
  ///
  /// The id of a session may become known, as with a copy of the page; it opens no page of a person
  /// without that person's cookie. A page that has no person is known by its id alone. So is one
  /// whose browser had no cookie when it asked for the page, until it shows the one that it got.
  private func isOwn(_ session: Session, _ request: PageRequest) -> Bool {
    guard let person = session.person else { return true }
    let isOwn = persons.isCookie(of: person, in: request)
    if isOwn == true { session.hasShownCookie = true }
    guard isOwn ?? !session.hasShownCookie else {
      log(
        "session \(session.id): refused a request, because it has no cookie of the page's person",
        from: request.clientAddress)
      return false
    }
    return true
  }

  /// Returns when the whole page of a session may be made for a socket; the end of the turn must
  /// follow.
  ///
  /// - Throws: `Refusal` if it need not be made any more, and then nothing follows.
  private func turn(
    of session: Session, for socket: any PageSocket, _ network: String
  ) async throws {
    let ends = ends
    guard await turns.wait(for: network) else { throw Refusal.unread }
    do {
      try Task.checkCancellation()
      guard session.isLast(socket) else { throw Refusal.replaced }
      guard !unread.isFull(for: network), ends == self.ends else { throw Refusal.unread }
    } catch {
      turns.end(for: network)
      throw error
    }
  }

  /// Notes that a socket has closed; the session waits for its page to come back.
  func detach(_ socket: any PageSocket, from session: Session) {
    guard session.detach(socket) else { return }
    table.disconnect(session.id, at: stopwatch.elapsed)
    tell(.disconnected, session)
    endExcess(beside: session)
  }

  private func tell(_ news: SessionNews, _ session: Session) {
    telemetry.tell(news, page: session.page.path, client: session.client)
  }

  /// Lets a session handle events that came together.
  func receive(
    _ events: [(seq: Int, event: ViewEvent?)], from socket: any PageSocket, in session: Session
  ) -> Session.Verdict {
    let start = stopwatch.elapsed
    let verdict = session.receive(events, from: socket)
    if !events.isEmpty { telemetry.handled(events.count, in: stopwatch.elapsed - start) }
    return verdict
  }

  /// Keeps a file that the page of a session has sent; the answer is its name for the page.
  func take(
    _ bytes: ByteBuffer, named name: String, for id: String, by request: PageRequest
  ) async throws -> String {
    guard let session = SessionID(id).flatMap({ sessions[$0] }), session.isConnected,
      isOwn(session, request)
    else { throw Uploads.Refusal.noSession }
    return try await session.uploads.take(bytes, named: name)
  }

  /// Notes that a session has something to send; all such sessions send in one go.
  func changed(_ session: Session) {
    changed.append(session)
    guard !isFlushScheduled else { return }
    isFlushScheduled = true
    Task { @MainActor [weak self] in self?.flush() }
  }

  /// Sends what has changed to the pages.
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

  /// Ends the sessions whose time is up.
  func sweep() {
    for id in table.expired(at: stopwatch.elapsed) { end(id, why: "no page uses it any more") }
    guard sweepOfPersons == nil else { return }
    sweepOfPersons = Task {
      await persons.sweep()
      sweepOfPersons = nil
    }
  }

  /// Ends all sessions; pages are told to come back, each in its own part of a time.
  ///
  /// - Returns: What ends when the files that pages have sent are gone.
  @discardableResult
  func endAll(within spread: Duration = .zero) -> [Task<Void, Never>] {
    ends += 1
    var removals: [Task<Void, Never>?] = []
    let part = max(.zero, spread) / max(1, sessions.count)
    for (index, session) in sessions.values.enumerated() {
      if let person = session.person { persons.leave(person) }
      tell(.ended, session)
      let moment = (part * index + part * Double.random(in: 0..<1)).components
      removals.append(
        session.end(
          .restart, String(moment.seconds * 1_000 + moment.attoseconds / 1_000_000_000_000_000)))
    }
    sessions = [:]
    changed = []
    table = SessionTable(rules: table.rules)
    return removals.compactMap(\.self)
  }

  /// Ends a session that no page will use.
  func end(_ session: Session) { end(session.id, why: "only its head was asked for") }

  /// A session has ended by itself.
  func failed(_ session: Session, _ failure: ViewFailure) {
    log("page \(session.page.path): \(failure)", from: session.client, level: .error)
    end(session.id, why: "a view has failed")
  }

  private func end(_ id: SessionID, why: String) {
    table.end(id)
    guard let session = sessions.removeValue(forKey: id) else { return }
    session.end()
    if let person = session.person { persons.leave(person) }
    tell(.ended, session)
    log("session \(id): ended, because \(why)", level: .info)
  }

  /// The session of a person has ended, as at a log-out, and the person's pages load anew; or it
  /// has a new id, and all of its pages but one come back with what cookie they have.
  private func end(of person: PersonSession, _ code: CloseCode, except page: Session? = nil) {
    for session in sessions.values where session.person === person && session !== page {
      table.end(session.id)
      sessions[session.id] = nil
      session.end(code)
      persons.leave(person)
      tell(.ended, session)
    }
  }
}

/// The pages of a server, the most exact path first.
struct PageList: Sendable {
  let all: [Page]
  /// What takes sockets of programs, by their paths.
  let sockets: [String: SocketRoute]
  private let ordered: [(path: PagePath, page: Page)]

  init(_ pages: [Page]) {
    all = pages
    sockets = Dictionary(
      uniqueKeysWithValues: pages.compactMap { page in page.socket.map { (page.path, $0) } })
    ordered = pages.map { (PagePath($0.path), $0) }
      .sorted { PagePath.isFirst($0.path, $1.path) }
  }

  /// The page at the decoded parts of a path, and how the path fits.
  ///
  /// Linear in the number of pages.
  func find(_ path: [String]) -> (page: Page, match: PagePath.Match)? {
    for (pattern, page) in ordered {
      if let match = pattern.match(path) { return (page, match) }
    }
    return nil
  }
}
