// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// Counts the memory that visitors take for one purpose, with a limit for all of them and one for
/// each network.
///
/// One counts uploads: what has come of each, as one that is only announced takes no memory. One
/// counts responses that visitors do not read, until the system has taken them.
final class ByteReserve: Sendable {
  private let limit: Int
  private let perNetwork: Int
  private let state = NIOLockedValueBox(State())

  private struct State {
    var total = 0
    var networks: [String: Int] = [:]
  }

  init(limit: Int = .max, perNetwork: Int) {
    self.limit = limit
    self.perNetwork = perNetwork
  }

  /// Counts bytes, which may be a part of something that has `whole` of them; false if there is no
  /// room for them.
  ///
  /// What is larger than the limit of its network is taken if the network has nothing else.
  func take(_ bytes: Int, of whole: Int = 0, for network: String) -> Bool {
    state.withLockedValue { state in
      guard hasRoom(bytes, of: max(whole, bytes), for: network, state) else { return false }
      state.total += bytes
      state.networks[network, default: 0] += bytes
      return true
    }
  }

  /// Whether bytes would be taken now.
  func hasRoom(_ bytes: Int, for network: String) -> Bool {
    state.withLockedValue { hasRoom(bytes, of: bytes, for: network, $0) }
  }

  private func hasRoom(_ bytes: Int, of whole: Int, for network: String, _ state: State) -> Bool {
    bytes <= limit - state.total
      && state.networks[network, default: 0] + bytes <= max(perNetwork, whole)
  }

  /// Counts bytes that are in memory already, until the returned share is released.
  func hold(_ bytes: Int, for network: String) -> Share {
    state.withLockedValue { state in
      state.total += bytes
      state.networks[network, default: 0] += bytes
    }
    return Share(reserve: self, bytes: bytes, network: network)
  }

  /// Whether a network has taken all that it may.
  func isFull(for network: String) -> Bool {
    state.withLockedValue { $0.networks[network, default: 0] >= perNetwork }
  }

  /// Counts bytes no more that were taken.
  func give(_ bytes: Int, for network: String) {
    state.withLockedValue { state in
      state.total -= bytes
      let own = state.networks[network, default: 0] - bytes
      state.networks[network] = own > 0 ? own : nil
    }
  }

  /// Bytes that count as long as this is held.
  final class Share: Sendable {
    private let reserve: ByteReserve
    private let bytes: Int
    private let network: String

    fileprivate init(reserve: ByteReserve, bytes: Int, network: String) {
      self.reserve = reserve
      self.bytes = bytes
      self.network = network
    }

    deinit { reserve.give(bytes, for: network) }
  }
}
