// SPDX-License-Identifier: Apache-2.0

/// Lets the pages of one site be made one at a time, with the main actor's other work in between.
///
/// A stranger that asks for a thousand large pages at once waits for them; a click on another
/// visitor's page waits for one of them at most.
@MainActor final class PageTurns {
  /// How many pages of one network may wait.
  private let limit: Int
  /// The pages that wait, of each site of which one is being made.
  private var waiting: [String: [(network: String, turn: CheckedContinuation<Void, Never>)]] = [:]
  private var counts = Network.Tally()

  init(limit: Int) { self.limit = limit }

  /// Returns when a page of a network may be made; `end` must follow.
  ///
  /// - Returns: False at once if too many pages of the network wait; nothing follows then.
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

  /// Lets the next page be made, after the work that waits for the main actor now.
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
