// SPDX-License-Identifier: Apache-2.0

/// Makes sure that the pages of one site are made one at a time, with other work of the main actor
/// between them.
///
/// A site is one IPv4 address, or all IPv6 networks of one organization; see `Network`. If a client
/// requests a thousand large pages at once, a click on another visitor's page waits for at most one
/// of them.
@MainActor final class PageTurns {
  /// The maximum number of pages of one network that wait.
  private let limit: Int
  /// The waiting pages of each site; a site has an entry while one of its pages is being made.
  private var waiting: [String: [(network: String, turn: CheckedContinuation<Void, Never>)]] = [:]
  private var counts = Network.Tally()

  init(limit: Int) { self.limit = limit }

  /// Waits until a page of a network can be made; `end` must be called after it is made.
  ///
  /// - Returns: False at once if too many pages of the network wait; then `end` must not be called.
  func wait(for network: String) async -> Bool {
    let site = Network.site(of: network)
    guard waiting[site] != nil else {
      waiting[site] = []
      return true
    }
    guard Network.bounds(of: network, limit).allSatisfy({ counts[$0.name] < $0.bound }) else {
      return false
    }
    counts.add(1, for: network)
    await withCheckedContinuation { waiting[site, default: []].append((network, $0)) }
    return true
  }

  /// Starts the next page of the site, after the work that the main actor has now.
  func end(for network: String) {
    let site = Network.site(of: network)
    Task { @MainActor in
      guard let next = waiting[site]?.first else { return waiting[site] = nil }
      waiting[site]?.removeFirst()
      counts.add(-1, for: next.network)
      next.turn.resume()
    }
  }
}
