// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// The open connections, with a limit for all and one for each address.
final class Connections: Sendable {
  private struct State {
    /// The open connections, each with the network for which it counts.
    var open: [ObjectIdentifier: (connection: Connection, network: String)] = [:]
    var perAddress = Network.Tally()
    var isClosed = false
    /// Finished when the last connection is removed.
    var emptied: AsyncStream<Void>.Continuation?

    /// The limit that a network, or its site, has reached, or nil.
    func reached(by network: String, _ bound: Int) -> Int? {
      Network.bounds(of: network, bound).first { perAddress[$0.name] >= $0.bound }?.bound
    }
  }

  /// The reason why a connection is refused.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case full(limit: Int)
    case fullForAddress(limit: Int)
    case stopping

    var description: String {
      switch self {
      case .full(let limit): "the maximum number of connections (\(limit)) is reached"
      case .fullForAddress(let limit):
        "the maximum number of connections of its address or network (\(limit)) is reached"
      case .stopping: "the server is stopping"
      }
    }
  }

  private let limits: WebLimits
  private let state = NIOLockedValueBox(State())

  init(limits: WebLimits) { self.limits = limits }

  var count: Int { state.withLockedValue { $0.open.count } }

  /// Adds a connection.
  ///
  /// The limit of an address does not apply to a trusted proxy.
  func insert(_ connection: Connection, isProxy: Bool) throws(Refusal) {
    let refusal = state.withLockedValue { state -> Refusal? in
      guard !state.isClosed else { return .stopping }
      guard state.open.count < limits.connections else { return .full(limit: limits.connections) }
      let full = state.reached(by: connection.network, limits.connectionsPerAddress)
      if let full, !isProxy { return .fullForAddress(limit: full) }
      state.perAddress.add(1, for: connection.network)
      state.open[ObjectIdentifier(connection)] = (connection, connection.network)
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Counts a connection for a client that has opened a socket over it, instead of its proxy.
  func count(_ connection: Connection, for client: String) throws(Refusal) {
    let network = Network.name(of: client)
    let full = state.withLockedValue { state -> Int? in
      guard let there = state.open[ObjectIdentifier(connection)], there.network != network else {
        return nil
      }
      if let full = state.reached(by: network, limits.connectionsPerAddress) { return full }
      state.perAddress.add(1, for: network)
      state.perAddress.add(-1, for: there.network)
      state.open[ObjectIdentifier(connection)] = (connection, network)
      return nil
    }
    if let full { throw .fullForAddress(limit: full) }
  }

  func remove(_ connection: Connection) {
    state.withLockedValue { state in
      guard let gone = state.open.removeValue(forKey: ObjectIdentifier(connection)) else { return }
      state.perAddress.add(-1, for: gone.network)
      if state.open.isEmpty { state.emptied?.finish() }
    }
  }

  /// Closes the connections whose deadline has passed, but sends a ping to a socket first.
  ///
  /// Linear in the number of connections. With the default limits it runs about twice a second,
  /// outside of any actor.
  ///
  /// - Returns: The addresses of the closed connections.
  func sweep(at now: Duration) -> [String] {
    let open = state.withLockedValue { $0.open.values.map(\.connection) }
    return open.filter { $0.check(at: now) }.map(\.address)
  }

  /// Accepts connections again after `end`.
  func open() { state.withLockedValue { $0.isClosed = false } }

  /// Accepts no more connections.
  ///
  /// Each open connection closes after the next response of the site.
  func end() { state.withLockedValue { $0.isClosed = true } }

  /// True if no more connections are accepted.
  var isEnding: Bool { state.withLockedValue { $0.isClosed } }

  /// Accepts no more connections, and closes those on which no request is being answered.
  ///
  /// A connection whose request was passed on to another application stays open and is not counted
  /// any more.
  func closeIdle() {
    for connection in allAtEnd() where !connection.closeIfIdle() { remove(connection) }
  }

  /// Accepts no more connections, and closes all.
  func closeAll() { for connection in allAtEnd() { connection.close() } }

  /// Accepts no more connections, and returns the open ones.
  private func allAtEnd() -> [Connection] {
    state.withLockedValue { state in
      state.isClosed = true
      return state.open.values.map(\.connection)
    }
  }

  /// Returns when no connection is open, or the task is cancelled.
  func untilEmpty() async {
    let (stream, input) = AsyncStream<Void>.makeStream()
    state.withLockedValue { state in
      if state.open.isEmpty { input.finish() } else { state.emptied = input }
    }
    for await _ in stream {}
  }
}
