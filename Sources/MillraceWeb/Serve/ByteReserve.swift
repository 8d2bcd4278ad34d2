// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How much memory strangers take for one purpose: a limit for all, and one for each network.
///
/// A file is counted from its head on by the length that it announces: a stranger may announce one
/// and send it slowly, and only the whole of it shows whether a page waits for it. What a visitor
/// does not read is counted until the system takes it.
final class ByteReserve: Sendable {
  private let limit: Int
  private let perNetwork: Int
  private let state = Mutex<(total: Int, networks: [String: Int])>((0, [:]))

  init(limit: Int = .max, perNetwork: Int) {
    self.limit = limit
    self.perNetwork = perNetwork
  }

  /// Counts bytes; false if there is no room for them.
  ///
  /// What is larger than the limit of a network has its place if it is the only one.
  func take(_ bytes: Int, for network: String) -> Bool {
    state.withLock { state in
      let own = state.networks[network, default: 0] + bytes
      guard bytes <= limit - state.total, own <= max(perNetwork, bytes) else { return false }
      state.total += bytes
      state.networks[network] = own
      return true
    }
  }

  /// Counts bytes that are there already, until the answer is let go.
  func hold(_ bytes: Int, for network: String) -> Share {
    state.withLock { state in
      state.total += bytes
      state.networks[network, default: 0] += bytes
    }
    return Share(reserve: self, bytes: bytes, network: network)
  }

  /// Whether a network has taken all that it may.
  func isFull(for network: String) -> Bool {
    state.withLock { $0.networks[network, default: 0] >= perNetwork }
  }

  /// Notes that bytes take no memory any more.
  func give(_ bytes: Int, for network: String) {
    state.withLock { state in
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
