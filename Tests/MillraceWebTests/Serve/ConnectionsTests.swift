// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing

@testable import MillraceWeb

@Suite struct ConnectionsTests {
  private let clock = ManualClock()
  private let stopwatch: Stopwatch
  private var limits = WebLimits()

  init() {
    stopwatch = Stopwatch(clock)
    limits.connections = 4
    limits.connectionsPerAddress = 2
  }

  private func connection(_ address: String) -> Connection {
    Connection(
      address: address, channel: EmbeddedChannel(), limits: limits, stopwatch: stopwatch)
  }

  @Test func anAddressHasALimit() throws {
    let connections = Connections(limits: limits)
    let first = connection("a")
    try connections.insert(first, isProxy: false)
    try connections.insert(connection("a"), isProxy: false)
    #expect(throws: Connections.Refusal.fullForAddress(limit: 2)) {
      try connections.insert(connection("a"), isProxy: false)
    }
    try connections.insert(connection("b"), isProxy: false)
    connections.remove(first)
    connections.remove(first)
    try connections.insert(connection("a"), isProxy: false)
    #expect(connections.count == 3)
    #expect(throws: Connections.Refusal.fullForAddress(limit: 2)) {
      try connections.insert(connection("a"), isProxy: false)
    }
  }

  @Test func aProxyHasTheLimitOfAll() throws {
    let connections = Connections(limits: limits)
    for _ in 0..<4 { try connections.insert(connection("proxy"), isProxy: true) }
    for isProxy in [true, false] {
      #expect(throws: Connections.Refusal.full(limit: 4)) {
        try connections.insert(connection("z"), isProxy: isProxy)
      }
    }
  }

  @Test(arguments: [
    ("2001:db8::1", "2001:db8:0:0:ffff::2"), ("2001:0DB8::1", "2001:db8::2"),
  ])
  func aNetworkOfOneHouseholdIsOneAddress(one: String, other: String) throws {
    let connections = Connections(limits: limits)
    for _ in 0..<2 { try connections.insert(connection(one), isProxy: false) }
    #expect(throws: Connections.Refusal.fullForAddress(limit: 2)) {
      try connections.insert(connection(other), isProxy: false)
    }
    try connections.insert(connection("2001:db8:1::1"), isProxy: false)
  }

  @Test func theNetworksOfASiteHaveALimitTogether() throws {
    var limits = limits
    limits.connections = 100
    let connections = Connections(limits: limits)
    let all = (0..<9).map { connection("2001:db8:0:\($0)::1") }
    for connection in all[..<8] { try connections.insert(connection, isProxy: false) }
    #expect(throws: Connections.Refusal.fullForAddress(limit: 8)) {
      try connections.insert(all[8], isProxy: false)
    }
    try connections.insert(connection("2001:db8:1::1"), isProxy: false)
    let proxied = connection("proxy")
    try connections.insert(proxied, isProxy: true)
    #expect(throws: Connections.Refusal.fullForAddress(limit: 8)) {
      try connections.count(proxied, for: "2001:db8:0:ff::1")
    }
    connections.remove(all[0])
    try connections.count(proxied, for: "2001:db8:0:ff::1")
  }

  @Test func aSocketOverAProxyCountsForItsClient() throws {
    let connections = Connections(limits: limits)
    let all = (0..<4).map { _ in connection("proxy") }
    for connection in all { try connections.insert(connection, isProxy: true) }
    for connection in all[..<2] {
      try connections.count(connection, for: "203.0.113.9")
      try connections.count(connection, for: "203.0.113.9")
    }
    #expect(throws: Connections.Refusal.fullForAddress(limit: 2)) {
      try connections.count(all[2], for: "203.0.113.9")
    }
    try connections.count(all[2], for: "198.51.100.1")
    connections.remove(all[0])
    try connections.count(all[3], for: "203.0.113.9")
  }

  /// Connections that answer a request stay open, and `untilEmpty` waits for their end.
  ///
  /// Connections that were passed on to another application stay open too, but `untilEmpty` does
  /// not wait for them.
  @Test func theEndLeavesThoseThatAnswer() async throws {
    let connections = Connections(limits: limits)
    let channels = (0..<4).map { _ in EmbeddedChannel() }
    var all: [Connection] = []
    for (index, channel) in channels.enumerated() {
      try await channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
      let connection = Connection(
        address: "\(index)", channel: channel, limits: limits, stopwatch: stopwatch)
      try connections.insert(connection, isProxy: false)
      all.append(connection)
    }
    all[0].answer()
    all[1].write()
    all[2].pass()
    connections.closeIdle()
    #expect(channels.map(\.isActive) == [true, true, true, false])
    #expect(connections.isEnding)
    for index in [0, 1, 3] { connections.remove(all[index]) }
    await connections.untilEmpty()
    connections.closeAll()
    #expect(channels[2].isActive)
    connections.remove(all[2])
    #expect(connections.count == 0)
  }

  @Test func theEndClosesAllAndTakesNoMore() throws {
    let connections = Connections(limits: limits)
    let channel = EmbeddedChannel()
    try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try connections.insert(
      Connection(address: "a", channel: channel, limits: limits, stopwatch: stopwatch),
      isProxy: false)
    connections.closeAll()
    #expect(!channel.isActive)
    #expect(throws: Connections.Refusal.stopping) {
      try connections.insert(connection("a"), isProxy: false)
    }
    connections.open()
    try connections.insert(connection("a"), isProxy: false)
    #expect(Connections.Refusal.stopping.description == "the server is stopping")
  }

  @Test func thoseWhoseTimeIsUpAreClosed() throws {
    let connections = Connections(limits: limits)
    try connections.insert(connection("old"), isProxy: false)
    clock.advance(by: .seconds(6))
    try connections.insert(connection("new"), isProxy: false)
    clock.advance(by: .seconds(4))
    #expect(connections.sweep(at: stopwatch.elapsed) == ["old"])
  }
}
