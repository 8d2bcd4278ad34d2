// SPDX-License-Identifier: Apache-2.0

/// Decides which sessions have timed out, and which session ends when there are too many.
///
/// Times are durations since the server was created. The table only decides; the hub ends the
/// sessions. A session waits while it has no socket.
struct SessionTable: Sendable {
  /// The timeouts of sessions without a socket, and the limits; see `WebLimits`.
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

    /// The time at which the session began to wait for a socket, or nil if it has one.
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
    /// The size of the latest HTML of the session's whole page.
    var bytes = 0
  }

  let rules: Rules
  private var entries: [SessionID: Entry] = [:]
  /// The number of sessions that wait for a socket, of each network.
  private var waiting = Network.Tally()
  /// The size of the HTML of the sessions that wait for a socket, of each network.
  private var waitingBytes = Network.Tally()
  /// The size of the HTML of all sessions, of each network.
  private var made = Network.Tally()

  init(rules: Rules) { self.rules = rules }

  var count: Int { entries.count }

  /// Says if one more session can begin.
  enum Room: Equatable, Sendable {
    /// A session can begin.
    case free
    /// A session can begin if this one ends.
    case evict(SessionID)
    /// No session can begin.
    case full
  }

  /// Decides if one more session of an address can begin.
  ///
  /// If the address has the maximum number of waiting sessions, or the maximum size of pages, its
  /// own oldest waiting session must end. If none of its sessions waits, there is no room. If the
  /// table is full, the oldest waiting session of the site with the most waiting sessions must end.
  /// Therefore pages that are opened in a loop displace each other, and not the pages of other
  /// visitors. Linear in the number of sessions, and only if a limit is reached.
  func room(for address: String) -> Room {
    let network = Network.name(of: address)
    let full =
      Network.bounds(of: network, rules.waitingPerAddress).first { waiting[$0.name] >= $0.bound }
      ?? Network.bounds(of: network, rules.pageBytesPerAddress).first { made[$0.name] >= $0.bound }
    if let full { return oldest(of: full.name).map { .evict($0) } ?? .full }
    guard entries.count >= rules.count else { return .free }
    return waiting.most.flatMap { oldest(of: $0) }.map { .evict($0) } ?? .full
  }

  /// The session of a network, or of a site, that has waited for the longest time.
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

  /// Records the size of a session's HTML.
  mutating func note(_ id: SessionID, bytes: Int) {
    guard let entry = entries[id] else { return }
    entries[id]?.bytes = bytes
    made.add(bytes - entry.bytes, for: entry.network)
    if entry.life.since != nil { waitingBytes.add(bytes - entry.bytes, for: entry.network) }
  }

  /// The session that must end because the waiting pages of an address are too large, or nil.
  ///
  /// A single waiting session can be of any size. Linear in the number of sessions, and only if one
  /// must end.
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

  /// The sessions whose timeout has passed.
  ///
  /// Linear in the number of sessions.
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
