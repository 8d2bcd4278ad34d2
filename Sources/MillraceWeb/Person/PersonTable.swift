// SPDX-License-Identifier: Apache-2.0

/// The sessions of persons that are in use or were a while ago.
@MainActor final class PersonTable {
  let key: SessionKey
  private let storage: any SessionStorage
  private let log: WebLog
  private let stopwatch: Stopwatch
  private let limits: WebLimits
  private var sessions: [SessionID: PersonSession] = [:]
  /// Called when a session ends before its time: its pages must load anew.
  var onEnd: @MainActor (SessionID) -> Void = { _ in }

  init(
    key: SessionKey, storage: any SessionStorage, limits: WebLimits, stopwatch: Stopwatch,
    log: WebLog
  ) {
    self.key = key
    self.storage = storage
    self.limits = limits
    self.stopwatch = stopwatch
    self.log = log
  }

  var count: Int { sessions.count }

  /// The session with an id that a cookie has proved, or a new one.
  func session(_ id: SessionID?) -> PersonSession {
    if let id, let there = sessions[id] { return there }
    if sessions.count >= limits.sessions { dropIdle() }
    let id = id ?? SessionID()
    let session = PersonSession(id: id, storage: storage, log: log, now: stopwatch.elapsed) {
      [weak self] id in
      self?.sessions[id] = nil
      self?.onEnd(id)
    }
    sessions[id] = session
    return session
  }

  /// Lets those go from memory that no page has used for a while; what they keep stays kept.
  func sweep() async {
    let now = stopwatch.elapsed
    let idle = sessions.values.filter { $0.pages == 0 && now - $0.idleSince >= limits.disconnected }
    for session in idle {
      await session.saved()
      if session.pages == 0 { sessions[session.id] = nil }
    }
  }

  /// Notes that a page of a session has ended; one that keeps nothing is forgotten with its last.
  func leave(_ session: PersonSession) {
    session.leave(at: stopwatch.elapsed)
    if session.pages == 0, !session.keepsAnything { sessions[session.id] = nil }
  }

  /// Lets the tenth go that no page has used for longest.
  ///
  /// What they keep is written by tasks that go on.
  private func dropIdle() {
    let idle = sessions.values.filter { $0.pages == 0 }.sorted { $0.idleSince < $1.idleSince }
    for session in idle.prefix(max(1, limits.sessions / 10)) { sessions[session.id] = nil }
  }

  /// Returns when all that has changed is kept.
  func saved() async {
    for session in sessions.values { await session.saved() }
  }
}

/// One request's way to the session of its person, which begins when it is first asked for.
@MainActor final class Visit {
  private let table: PersonTable
  private let proved: SessionID?
  private(set) var person: PersonSession?

  init(_ table: PersonTable, cookies: [String: String], isSecure: Bool) {
    self.table = table
    let names = isSecure ? ["__Host-millrace", "millrace"] : ["millrace"]
    proved = names.lazy.compactMap { cookies[$0] }.compactMap { table.key.id(in: $0) }.first
  }

  func session() -> PersonSession {
    if let person, !person.hasEnded { return person }
    let session = table.session(proved)
    person = session
    return session
  }

  /// The header that gives the browser its cookie; nil if it has it, or if no page asked.
  func cookie(path: String, isSecure: Bool) -> String? {
    guard let person, person.id != proved else { return nil }
    let name = isSecure && path.isEmpty ? "__Host-millrace" : "millrace"
    return "\(name)=\(table.key.signed(person.id.text)); Path=\(path.isEmpty ? "/" : path)"
      + "; HttpOnly; SameSite=Lax; Max-Age=2592000" + (isSecure ? "; Secure" : "")
  }
}
