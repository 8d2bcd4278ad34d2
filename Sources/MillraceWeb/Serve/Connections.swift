// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// The connections that are open, within a limit for all and one for each address.
final class Connections: Sendable {
  private struct State {
    /// Each with the network for which it counts.
    var open: [ObjectIdentifier: (connection: Connection, network: String)] = [:]
    var perAddress = Network.Tally()
    var isClosed = false
    /// Is told when the last one has ended.
    var emptied: AsyncStream<Void>.Continuation?

    /// The bound that an address, or its site, has reached.
    func reached(by network: String, _ bound: Int) -> Int? {
      Network.bounds(of: network, bound).first { perAddress[$0.name] >= $0.bound }?.bound
    }
  }

  /// Why a connection was not taken.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case full(limit: Int)
    case fullForAddress(limit: Int)
    case stopping

    var description: String {
      switch self {
      case .full(let limit): "\(limit) are open"
      case .fullForAddress(let limit): "\(limit) are open from its address or its site"
      case .stopping: "the server stops"
      }
    }
  }

  private let limits: WebLimits
  private let state = NIOLockedValueBox(State())

  init(limits: WebLimits) { self.limits = limits }

  var count: Int { state.withLockedValue { $0.open.count } }

  /// Takes a connection in; those of trusted proxies count for all addresses together only.
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

  /// Counts a connection of a trusted proxy for the client that has opened a socket over it.
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

  /// Closes those whose time is up and answers with their addresses.
  ///
  /// Linear in the connections; it runs a few times a second on no actor.
  func sweep(at now: Duration) -> [String] {
    let open = state.withLockedValue { $0.open.values.map(\.connection) }
    return open.filter { $0.check(at: now) }.map(\.address)
  }

  /// Takes connections again after the end.
  func open() { state.withLockedValue { $0.isClosed = false } }

  /// Takes no more; what is answered from now on is the last answer of its connection.
  func end() { state.withLockedValue { $0.isClosed = true } }

  /// Whether no more are taken.
  var isEnding: Bool { state.withLockedValue { $0.isClosed } }

  /// Takes no more, and closes all on which no request is being answered.
  ///
  /// Those whose request belongs to another application are left to it, and counted no more.
  func closeIdle() {
    for connection in ended() where !connection.closeIfIdle() { remove(connection) }
  }

  /// Closes all and takes no more.
  func closeAll() { for connection in ended() { connection.close() } }

  private func ended() -> [Connection] {
    state.withLockedValue { state in
      state.isClosed = true
      return state.open.values.map(\.connection)
    }
  }

  /// Returns when none is open any more, or the task is cancelled.
  func untilEmpty() async {
    let (stream, input) = AsyncStream<Void>.makeStream()
    state.withLockedValue { state in
      if state.open.isEmpty { input.finish() } else { state.emptied = input }
    }
    for await _ in stream {}
  }
}
