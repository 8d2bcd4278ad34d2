// SPDX-License-Identifier: Apache-2.0

/// Knows when a session's time is up and which one goes when there are too many.
///
/// Times are durations since the server began. It decides only; ending a session is the hub's work.
struct SessionTable: Sendable {
  /// How long sessions live without a socket, and how many there may be.
  struct Rules: Equatable, Sendable {
    var connectTimeout: Duration = .seconds(30)
    var reconnectTimeout: Duration = .seconds(120)
    var count = 10_000
    var waitingPerAddress = 200
    var waitingPageBytesPerAddress = 16 * 1024 * 1024
    var pageBytesPerAddress = 128 * 1024 * 1024
  }

  private enum Life: Equatable {
    case rendered(at: Duration)
    case connected
    case waiting(since: Duration)

    /// Since when the session waits for a socket; nil while it has one.
    var since: Duration? {
      switch self {
      case .connected: nil
      case .rendered(let at): at
      case .waiting(let from): from
      }
    }
  }

  private struct Entry {
    var life: Life
    let network: String
    let site: String
    /// How much HTML the session has made for its first page.
    var bytes = 0
  }

  let rules: Rules
  private var entries: [SessionID: Entry] = [:]
  /// How many sessions wait for a socket.
  private var waiting = Network.Tally()
  /// How much HTML they have made.
  private var waitingBytes = Network.Tally()
  /// How much HTML all sessions have made, with a socket or without.
  private var made = Network.Tally()

  init(rules: Rules) { self.rules = rules }

  var count: Int { entries.count }

  /// Whether there is room for another session, and which one must end first.
  enum Room: Equatable, Sendable {
    case free
    case evict(SessionID)
    case full
  }

  /// Whether there is room for one more session of an address.
  ///
  /// An address that has as many waiting sessions as it may have loses its own oldest one, and so
  /// does one whose pages are too large together, until none waits; then there is no room. When
  /// the table is full, the oldest one of the address goes that has most of them waiting: pages
  /// that are opened in a loop drive out each other and no other visitor's. Linear in the
  /// sessions, only in these two cases.
  func room(for address: String) -> Room {
    let network = Network.name(of: address)
    let full =
      Network.bounds(of: network, rules.waitingPerAddress).first { waiting[$0.name] >= $0.bound }
      ?? Network.bounds(of: network, rules.pageBytesPerAddress).first { made[$0.name] >= $0.bound }
    if let full { return oldest(of: full.name).map { .evict($0) } ?? .full }
    guard entries.count >= rules.count else { return .free }
    return waiting.most.flatMap { oldest(of: $0) }.map { .evict($0) } ?? .full
  }

  /// The session of a network, or of a site, that waits longest.
  private func oldest(of name: String) -> SessionID? {
    var oldest: (id: SessionID, since: Duration)?
    for (id, entry) in entries where entry.network == name || entry.site == name {
      guard let since = entry.life.since else { continue }
      if oldest.map({ since < $0.since }) ?? true { oldest = (id, since) }
    }
    return oldest?.id
  }

  mutating func begin(_ id: SessionID, from address: String, at now: Duration) {
    end(id)
    let network = Network.name(of: address)
    entries[id] = Entry(
      life: .rendered(at: now), network: network, site: Network.site(of: network))
    waiting.add(1, for: network)
  }

  /// Notes how much HTML a session has made.
  mutating func note(_ id: SessionID, bytes: Int) {
    guard let entry = entries[id] else { return }
    entries[id]?.bytes = bytes
    made.add(bytes - entry.bytes, for: entry.network)
    if entry.life.since != nil { waitingBytes.add(bytes - entry.bytes, for: entry.network) }
  }

  /// The session that must end because those of its address that wait have made too much; one
  /// alone may be as large as it is.
  ///
  /// Linear in the sessions, only if one must end.
  func excess(beside id: SessionID) -> SessionID? {
    guard let network = entries[id]?.network else { return nil }
    return Network.bounds(of: network, rules.waitingPageBytesPerAddress)
      .first { waiting[$0.name] > 1 && waitingBytes[$0.name] > $0.bound }
      .flatMap { oldest(of: $0.name) }
  }

  mutating func connect(_ id: SessionID) { change(id, to: .connected) }

  mutating func disconnect(_ id: SessionID, at now: Duration) {
    change(id, to: .waiting(since: now))
  }

  mutating func end(_ id: SessionID) {
    change(id, to: .connected)
    guard let entry = entries.removeValue(forKey: id), entry.bytes > 0 else { return }
    made.add(-entry.bytes, for: entry.network)
  }

  private mutating func change(_ id: SessionID, to life: Life) {
    guard let entry = entries[id] else { return }
    entries[id]?.life = life
    let change = (life.since == nil ? 0 : 1) - (entry.life.since == nil ? 0 : 1)
    guard change != 0 else { return }
    waiting.add(change, for: entry.network)
    waitingBytes.add(change * entry.bytes, for: entry.network)
  }

  /// The sessions whose time is up.
  ///
  /// Linear in the sessions.
  func expired(at now: Duration) -> [SessionID] {
    entries.compactMap { id, entry in
      switch entry.life {
      case .connected: nil
      case .rendered(let at): now - at >= rules.connectTimeout ? id : nil
      case .waiting(let since): now - since >= rules.reconnectTimeout ? id : nil
      }
    }
  }
}
