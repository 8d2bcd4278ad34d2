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
  /// How much a network may have when all networks together have reached the limit.
  private let spare: Int
  private let state = NIOLockedValueBox(State())

  private struct State {
    var total = 0
    var networks = Network.Tally()
  }

  init(limit: Int = .max, perNetwork: Int, spare: Int = 0) {
    self.limit = limit
    self.perNetwork = perNetwork
    self.spare = spare
  }

  /// Counts bytes, which may be a part of something that has `whole` of them; false if there is no
  /// room for them.
  ///
  /// What is larger than the limit of its network is taken if the network has nothing else, and
  /// there is room for it among all.
  func take(_ bytes: Int, of whole: Int = 0, for network: String) -> Bool {
    state.withLockedValue { state in
      guard hasRoom(bytes, of: max(whole, bytes), for: network, state) else { return false }
      state.total += bytes
      state.networks.add(bytes, for: network)
      return true
    }
  }

  /// Whether bytes would be taken now.
  func hasRoom(_ bytes: Int, for network: String) -> Bool {
    state.withLockedValue { hasRoom(bytes, of: bytes, for: network, $0) }
  }

  private func hasRoom(_ bytes: Int, of whole: Int, for network: String, _ state: State) -> Bool {
    let bound = bytes <= limit - state.total ? max(perNetwork, whole) : spare
    return Network.bounds(of: network, bound, ofAll: limit)
      .allSatisfy { state.networks[$0.name] + bytes <= $0.bound }
  }

  /// Counts bytes that are in memory already, until the returned share is released.
  func hold(_ bytes: Int, for network: String) -> Share {
    state.withLockedValue { state in
      state.total += bytes
      state.networks.add(bytes, for: network)
    }
    return Share(reserve: self, bytes: bytes, network: network)
  }

  /// Whether a network has taken all that it may.
  func isFull(for network: String) -> Bool {
    state.withLockedValue { state in
      Network.bounds(of: network, state.total < limit ? perNetwork : spare, ofAll: limit)
        .contains { state.networks[$0.name] >= $0.bound }
    }
  }

  /// Counts bytes no more that were taken.
  func give(_ bytes: Int, for network: String) {
    state.withLockedValue { state in
      state.total -= bytes
      state.networks.add(-bytes, for: network)
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
