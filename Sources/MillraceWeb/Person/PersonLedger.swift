// SPDX-License-Identifier: Apache-2.0

/// Which persons each network has begun here, in the order of their last use, within a limit.
///
/// It decides only; ending a person's session is the table's work. Persons that were begun before
/// the process are not in it: the storage has limits of its own.
struct PersonLedger {
  private struct Entry {
    /// The network, and its site.
    let names: Set<String>
    var use: Int
  }

  /// How many persons one network may have.
  private let limit: Int
  /// How many are known in all; with more of them the counting begins anew.
  private let most: Int
  private var entries: [SessionID: Entry] = [:]
  /// The persons of each network and of each site.
  private var networks: [String: Set<SessionID>] = [:]
  private var uses = 0

  init(limit: Int, most: Int = 200_000) {
    self.limit = limit
    self.most = most
  }

  var count: Int { entries.count }

  /// Notes a person that a network begins; the answer is which ones of the network must go for it.
  ///
  /// Those go that were used longest ago, of those that are not in use now, and first those of
  /// which nothing is kept: one, or more of them after many were in use. Linear in the persons of
  /// the network for each that goes.
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

  /// Notes that a person is there again.
  mutating func use(_ id: SessionID) {
    uses += 1
    entries[id]?.use = uses
  }

  mutating func forget(_ id: SessionID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    for name in entry.names {
      networks[name]?.remove(id)
      if networks[name]?.isEmpty == true { networks[name] = nil }
    }
  }
}
