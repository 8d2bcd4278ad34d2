// SPDX-License-Identifier: Apache-2.0

/// Knows when a session's time is up and which one goes when there are too many.
///
/// Times are durations since the server began. It decides only; ending a session is the hub's work.
struct SessionTable: Sendable {
  /// How long sessions live without a socket, and how many there may be.
  struct Rules: Equatable, Sendable {
    var neverConnected: Duration = .seconds(30)
    var disconnected: Duration = .seconds(120)
    var count = 10_000
  }

  private enum Life: Equatable {
    case rendered(at: Duration)
    case connected
    case waiting(since: Duration)
  }

  let rules: Rules
  private var lives: [SessionID: Life] = [:]

  init(rules: Rules) { self.rules = rules }

  var count: Int { lives.count }

  /// Whether there is room for another session, and which one must end first.
  enum Room: Equatable, Sendable {
    case free
    case evict(SessionID)
    case full
  }

  /// Whether there is room for one more.
  ///
  /// Linear in the sessions, only when the table is full.
  func room() -> Room {
    guard lives.count >= rules.count else { return .free }
    var oldest: (id: SessionID, since: Duration)?
    for (id, life) in lives {
      let since: Duration
      switch life {
      case .connected: continue
      case .rendered(let at): since = at
      case .waiting(let from): since = from
      }
      if oldest.map({ since < $0.since }) ?? true { oldest = (id, since) }
    }
    return oldest.map { .evict($0.id) } ?? .full
  }

  mutating func begin(_ id: SessionID, at now: Duration) { lives[id] = .rendered(at: now) }

  mutating func connect(_ id: SessionID) {
    if lives[id] != nil { lives[id] = .connected }
  }

  mutating func disconnect(_ id: SessionID, at now: Duration) {
    if lives[id] != nil { lives[id] = .waiting(since: now) }
  }

  mutating func end(_ id: SessionID) { lives[id] = nil }

  /// The sessions whose time is up.
  ///
  /// Linear in the sessions.
  func expired(at now: Duration) -> [SessionID] {
    lives.compactMap { id, life in
      switch life {
      case .connected: nil
      case .rendered(let at): now - at >= rules.neverConnected ? id : nil
      case .waiting(let since): now - since >= rules.disconnected ? id : nil
      }
    }
  }
}
