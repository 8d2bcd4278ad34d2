// SPDX-License-Identifier: Apache-2.0

/// The persons' sessions that each network has begun in this process, and when each was last used.
///
/// A session that had stored nothing when it left the memory is forgotten. It counts again when it
/// returns, for the network that it returns from.
///
/// The limit of a network is not strict: a session with a connected page does not end for a new
/// one. A site has four times the limit; see `Network`. The ledger only decides; the table ends the
/// sessions. Sessions of earlier processes do not count, until they have a cookie of this process.
/// The limits of the storage apply to them.
struct PersonLedger {
  private struct Entry {
    /// The names of the network and of its site.
    let names: Set<String>
    /// The number of the latest use.
    var use: Int
  }

  /// The number of sessions of one network at which a new one ends others.
  private let limit: Int
  /// The number of sessions of all networks at which the ledger is emptied.
  private let most: Int
  private var entries: [SessionID: Entry] = [:]
  /// The sessions of each network and of each site.
  private var networks: [String: Set<SessionID>] = [:]
  private var uses = 0

  init(limit: Int, most: Int = 200_000) {
    self.limit = limit
    self.most = most
  }

  var count: Int { entries.count }

  /// Adds a session that a network begins, and returns the sessions that must end.
  ///
  /// If the network or its site has reached its limit, sessions end until the new one fits: first
  /// those that store nothing, then the least recently used ones, and none with a connected page.
  /// Mostly it is one session. It can be several after many had connected pages.
  ///
  /// Complexity: O(1) below the limits; otherwise O(n) in the sessions of the site for each
  /// returned session, and also if none can end.
  mutating func begin(
    _ id: SessionID, from network: String, isInUse: (SessionID) -> Bool,
    isKept: (SessionID) -> Bool = { _ in true }
  ) -> [SessionID] {
    if entries.count >= most { (entries, networks) = ([:], [:]) }
    var gone: [SessionID] = []
    for (name, bound) in Network.bounds(of: network, limit) {
      while let own = networks[name], own.count >= bound,
        let oldest = own.filter({ !isInUse($0) })
          .map({ (id: $0, order: (isKept($0) ? 1 : 0, entries[$0]?.use ?? 0)) })
          .min(by: { $0.order < $1.order })?.id
      {
        forget(oldest)
        gone.append(oldest)
      }
    }
    uses += 1
    entries[id] = Entry(names: [network, Network.site(of: network)], use: uses)
    for name in entries[id]?.names ?? [] { networks[name, default: []].insert(id) }
    return gone
  }

  /// Makes a session the most recently used one; returns false if it is not in the ledger.
  @discardableResult mutating func use(_ id: SessionID) -> Bool {
    uses += 1
    entries[id]?.use = uses
    return entries[id] != nil
  }

  /// Removes a session that has ended, or that has left the memory and stores nothing.
  mutating func forget(_ id: SessionID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    for name in entry.names {
      networks[name]?.remove(id)
      if networks[name]?.isEmpty == true { networks[name] = nil }
    }
  }
}
