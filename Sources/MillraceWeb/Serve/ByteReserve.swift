// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// Counts the bytes that visitors use for one purpose, with a limit for all visitors together and
/// one for each network.
///
/// A `WebSite` has three reserves. The first counts the bytes of uploads that have arrived, until
/// they are on the disk; bytes that are only announced do not count. The second counts the files on
/// the disk. The third counts responses, and the messages of sockets with more than 64 KB of them,
/// until the system has taken them. The socket of a program has a reserve of its own, without a
/// limit.
final class ByteReserve: Sendable {
  private let limit: Int
  private let perNetwork: Int
  /// The limit of each network while all networks together have reached `limit`.
  private let spare: Int
  /// The number of bytes beyond `limit` that all networks together can take.
  private let spareOfAll: Int
  private let state = NIOLockedValueBox(State())

  private struct State {
    var total = 0
    var networks = Network.Tally()
  }

  init(limit: Int = .max, perNetwork: Int, spare: Int = 0, spareOfAll: Int = .max) {
    self.limit = limit
    self.perNetwork = perNetwork
    self.spare = spare
    self.spareOfAll = spareOfAll
  }

  /// Counts bytes of an item that has `whole` bytes in all; returns false, and counts nothing, if
  /// they exceed a limit.
  ///
  /// An item that is larger than the limit of its network is accepted if the network and its site
  /// use nothing else, and the limit for all is not exceeded.
  func take(_ bytes: Int, of whole: Int = 0, for network: String) -> Bool {
    state.withLockedValue { state in
      guard hasRoom(bytes, of: max(whole, bytes), for: network, state) else { return false }
      state.total += bytes
      state.networks.add(bytes, for: network)
      return true
    }
  }

  /// True if `take` would accept the bytes now.
  func hasRoom(_ bytes: Int, for network: String) -> Bool {
    state.withLockedValue { hasRoom(bytes, of: bytes, for: network, $0) }
  }

  private func hasRoom(_ bytes: Int, of whole: Int, for network: String, _ state: State) -> Bool {
    let free = limit - state.total
    guard bytes <= free || bytes - free <= spareOfAll else { return false }
    let bound = bytes <= free ? max(perNetwork, whole) : spare
    return Network.bounds(of: network, bound, ofAll: limit)
      .allSatisfy { state.networks[$0.name] + bytes <= $0.bound }
  }

  /// Counts bytes without a check of the limits, until the returned share is released.
  func hold(_ bytes: Int, for network: String) -> Share {
    state.withLockedValue { state in
      state.total += bytes
      state.networks.add(bytes, for: network)
    }
    return Share(reserve: self, bytes: bytes, network: network)
  }

  /// True if a network, or its site, has reached its limit.
  func isFull(for network: String) -> Bool {
    state.withLockedValue { state in
      Network.bounds(of: network, state.total < limit ? perNetwork : spare, ofAll: limit)
        .contains { state.networks[$0.name] >= $0.bound }
    }
  }

  /// Stops counting bytes that `take` or `hold` has counted.
  func give(_ bytes: Int, for network: String) {
    state.withLockedValue { state in
      state.total -= bytes
      state.networks.add(-bytes, for: network)
    }
  }

  /// Bytes that are counted until the share is released.
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
