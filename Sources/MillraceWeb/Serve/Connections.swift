// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// The connections that are open, within a limit for all and one for each address.
final class Connections: Sendable {
  private struct State {
    var open: [ObjectIdentifier: Connection] = [:]
    var perAddress: [String: Int] = [:]
    var isClosed = false
  }

  /// Why a connection was not taken.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case full(limit: Int)
    case fullForAddress(limit: Int)
    case stopping

    var description: String {
      switch self {
      case .full(let limit): "\(limit) are open"
      case .fullForAddress(let limit): "\(limit) are open from its address"
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
      let there = state.perAddress[connection.network, default: 0]
      guard isProxy || there < limits.connectionsPerAddress else {
        return .fullForAddress(limit: limits.connectionsPerAddress)
      }
      state.perAddress[connection.network] = there + 1
      state.open[ObjectIdentifier(connection)] = connection
      return nil
    }
    if let refusal { throw refusal }
  }

  func remove(_ connection: Connection) {
    state.withLockedValue { state in
      guard state.open.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
      let left = state.perAddress[connection.network, default: 1] - 1
      state.perAddress[connection.network] = left == 0 ? nil : left
    }
  }

  /// Closes those whose time is up and answers with their addresses.
  ///
  /// Linear in the connections; it runs a few times a second on no actor.
  func sweep(at now: Duration) -> [String] {
    let open = state.withLockedValue { Array($0.open.values) }
    return open.filter { $0.check(at: now) }.map(\.address)
  }

  /// Takes connections again after `closeAll`.
  func open() { state.withLockedValue { $0.isClosed = false } }

  /// Closes all and takes no more.
  func closeAll() {
    let open = state.withLockedValue { state in
      state.isClosed = true
      return Array(state.open.values)
    }
    for connection in open { connection.close() }
  }
}
