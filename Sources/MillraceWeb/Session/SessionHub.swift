// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// Keeps all sessions of a server: begins them, finds them, ends those whose time is up.
@MainActor final class SessionHub {
  private let pages: [String: Page]
  private let stopwatch: Stopwatch
  private let log: WebLog
  private var table: SessionTable
  private var sessions: [SessionID: Session] = [:]

  init(pages: [Page], rules: SessionTable.Rules, stopwatch: Stopwatch, log: WebLog) {
    self.pages = Dictionary(pages.map { ($0.path, $0) }) { first, _ in first }
    self.stopwatch = stopwatch
    self.log = log
    table = SessionTable(rules: rules)
  }

  var count: Int { sessions.count }

  func hasPage(at path: String) -> Bool { pages[path] != nil }

  /// Why no session could be begun.
  enum Refusal: Error, Equatable {
    case noPage
    case full(limit: Int)
  }

  /// Begins a session of the page at a path.
  func begin(path: String) throws(Refusal) -> Session {
    guard let page = pages[path] else { throw .noPage }
    switch table.room() {
    case .free: break
    case .evict(let id): end(id, why: "there are \(table.rules.count) sessions")
    case .full: throw .full(limit: table.rules.count)
    }
    let session = Session(page: page, log: log)
    sessions[session.id] = session
    table.begin(session.id, at: stopwatch.elapsed)
    return session
  }

  /// Connects a page that says hello: to its session if that is still there, or to a new one.
  func attach(
    _ socket: any PageSocket, session id: String, path: String, seen: Int
  ) throws(Refusal) -> Session {
    let known = SessionID(id).flatMap { sessions[$0] }
    let session: Session
    if let known, known.page.path == path {
      session = known
    } else {
      session = try begin(path: path)
      log("session \(session.id): begun for a page whose session is gone (\(path.oneLine))")
    }
    table.connect(session.id)
    session.attach(socket, seen: seen, isNew: session !== known)
    return session
  }

  /// Notes that a socket has closed; the session waits for its page to come back.
  func detach(_ socket: any PageSocket, from session: Session) {
    guard session.detach(socket) else { return }
    table.disconnect(session.id, at: stopwatch.elapsed)
  }

  /// Ends the sessions whose time is up.
  func sweep() {
    for id in table.expired(at: stopwatch.elapsed) { end(id, why: "no page uses it any more") }
  }

  /// Ends all sessions.
  func endAll() {
    for session in sessions.values { session.end() }
    sessions = [:]
    table = SessionTable(rules: table.rules)
  }

  private func end(_ id: SessionID, why: String) {
    table.end(id)
    guard let session = sessions.removeValue(forKey: id) else { return }
    session.end()
    log("session \(id): ended, because \(why)")
  }
}
