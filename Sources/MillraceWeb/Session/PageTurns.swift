// SPDX-License-Identifier: Apache-2.0

/// Lets one network's pages be made one at a time, with the main actor's other work in between.
///
/// A stranger that asks for a thousand large pages at once waits for them; a click on another
/// visitor's page waits for one of them at most.
@MainActor final class PageTurns {
  /// How many pages of one network may wait.
  private let limit: Int
  /// The pages that wait, of each network of which one is being made.
  private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

  init(limit: Int) { self.limit = limit }

  /// Returns when a page of a network may be made; `end` must follow.
  ///
  /// - Returns: False at once if too many pages of the network wait; nothing follows then.
  func wait(for network: String) async -> Bool {
    guard let others = waiting[network] else {
      waiting[network] = []
      return true
    }
    guard others.count < limit else { return false }
    await withCheckedContinuation { waiting[network, default: []].append($0) }
    return true
  }

  /// Lets the next page be made, after the work that waits for the main actor now.
  func end(for network: String) {
    Task { @MainActor in
      guard let next = waiting[network]?.first else { return waiting[network] = nil }
      waiting[network]?.removeFirst()
      next.resume()
    }
  }
}
