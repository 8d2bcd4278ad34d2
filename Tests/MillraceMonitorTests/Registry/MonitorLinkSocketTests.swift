// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTesting
import MillraceWeb
import Observation
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor

/// A program and a monitor over real sockets.
@MainActor @Suite(.timeLimit(.minutes(10))) struct MonitorLinkSocketTests {
  /// A server with a monitor whose clock a test moves.
  @MainActor private final class Host {
    let clock = TestClock()
    let monitor: Monitor
    let server: WebServer

    init(port: Int = 0, token: String = "secret-of-the-tests") throws {
      monitor = try Monitor(token: token, clock: clock)
      var options = WebOptions()
      // A program with the token may have more unread bytes than this limit.
      options.limits.unreadBytesPerAddress = 128 * 1024
      server = try WebServer(port: port, pages: monitor.pages, options: options)
    }

    func start() async throws -> URL {
      try await server.start()
      return try #require(URL(string: monitor.linkAddress(on: server.address)))
    }

    var stores: [MonitoredStore] { monitor.registry.stores }
  }

  private func link(
    to url: URL, _ store: CartStore, _ clock: TestClock, token: String = "secret-of-the-tests"
  ) -> MonitorLink {
    let link = MonitorLink(
      to: url, token: token, as: "phone", clock: clock, carrier: SystemCarrier.best,
      frame: .zero)
    link.add(store, named: "Cart")
    return link
  }

  /// Returns when a condition on observable values is true.
  private func until(_ isTrue: @escaping @MainActor () -> Bool) async {
    while !isTrue() {
      let (stream, input) = AsyncStream<Void>.makeStream()
      withObservationTracking {
        _ = isTrue()
      } onChange: {
        input.finish()
      }
      for await _ in stream {}
    }
  }

  /// Returns when the only store has `count` actions, without waiting for frames.
  private func listed(_ count: Int, in host: Host) async {
    await until { host.stores.count == 1 }
    guard let store = host.stores.first else { return }
    let (stream, input) = AsyncStream<Void>.makeStream()
    store.onChange = { store in
      if store.status.count == count { input.finish() }
      return false
    }
    if store.status.count == count { input.finish() }
    for await _ in stream {}
  }

  @Test func aStoreIsListedOverASocketAndActsOnWhatIsTyped() async throws {
    let (host, store, clock) = (try Host(), cartStore(), TestClock())
    let link = link(to: try await host.start(), store, clock)
    for price in 1...2_400 { store.dispatch(.add("pen", price: price)) }
    await listed(2_400, in: host)
    let remote = try #require(host.stores.first)
    #expect(remote.name == "Cart (phone)")
    #expect(remote.row(at: 2_399)?.number == 2_400)
    let text = try await withCheckedThrowingContinuation { answer in
      remote.perform(.dispatch("look")) { answer.resume(with: $0) }
    }
    #expect(text == "")
    await listed(2_401, in: host)
    // A file that is longer than a text of the socket, in both directions.
    let file = try await host.monitor.registry.file(store: "\(remote.id)", form: "trace")
    #expect(file.bytes.count > LinkLimits.part)
    _ = try await withCheckedThrowingContinuation { answer in
      remote.perform(.load(String(decoding: file.bytes, as: UTF8.self))) {
        answer.resume(with: $0)
      }
    }
    link.stop()
    await host.server.stop()
  }

  @Test func aMonitorThatRestartsGetsAllAgain() async throws {
    let (first, store, clock) = (try Host(), cartStore(), TestClock())
    let link = link(to: try await first.start(), store, clock)
    store.dispatch(.look)
    await listed(1, in: first)
    let port = first.server.port
    await first.server.stop()
    store.dispatch(.look)
    let second = try Host(port: port)
    await until { if case .waiting = link.status { true } else { false } }
    _ = try await second.start()
    await clock.untilAsleep()
    clock.advance(by: LinkEngine.longestPause)
    await listed(2, in: second)
    #expect(second.stores.first?.row(at: 1)?.number == 2)
    link.stop()
    await second.server.stop()
  }

  @Test func aWrongTokenIsRefused() async throws {
    let (host, store, clock) = (try Host(), cartStore(), TestClock())
    let link = link(to: try await host.start(), store, clock, token: "secret-of-the-tests2")
    await until { if case .waiting = link.status { true } else { false } }
    guard case .waiting(.refused) = link.status else {
      Issue.record("\(link.status)")
      return
    }
    #expect(host.stores.isEmpty)
    link.stop()
    await host.server.stop()
  }

  @Test func aMonitorThatIsNotThereIsUnreachable() async throws {
    let (host, store, clock) = (try Host(), cartStore(), TestClock())
    let url = try await host.start()
    await host.server.stop()
    let link = link(to: url, store, clock)
    await until { if case .waiting = link.status { true } else { false } }
    guard case .waiting(.unreachable) = link.status else {
      Issue.record("\(link.status)")
      return
    }
    link.stop()
  }

  #if os(Linux)
    @Test(arguments: [
      ("ws://a", "/"), ("ws://a/", "/"), ("ws://a/b%20c/%C3%A9%2F", "/b%20c/%C3%A9%2F"),
      ("ws://a/b?c=%26d&e#f", "/b?c=%26d&e"), ("ws://a?c", "/?c"),
    ])
    func aLinkAsksForThePathAndTheQueryAsTheyAreWritten(address: String, target: String) throws {
      #expect(NIOCarrier.target(of: try #require(URL(string: address))) == target)
    }

    @Test func anAddressThatIsNotOneOfALinkIsNamed() async throws {
      let url = try #require(URL(string: "ftp://localhost/monitor/link"))
      for carrier in [NIOCarrier(), URLSessionCarrier()] as [any LinkCarrier] {
        await #expect {
          try await carrier.connect(to: url, token: "secret-of-the-tests")
        } throws: { error in
          "\(error)".contains("the address must begin with ws://")
        }
      }
    }

    @Test func aMonitorThatDoesNotAnswerIsUnreachable() async throws {
      // The system opens connections to it, and no code accepts them.
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(listener) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isOpen = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, size) == 0 && listen(listener, 8) == 0
            && getsockname(listener, $0, &size) == 0
        }
      }
      try #require(isOpen)
      let port = UInt16(bigEndian: address.sin_port)
      let url = try #require(URL(string: "ws://127.0.0.1:\(port)/monitor/link"))
      let carrier = NIOCarrier(answerTimeout: .milliseconds(50))
      await #expect {
        try await carrier.connect(to: url, token: "secret-of-the-tests")
      } throws: { error in
        if case LinkFailure.unreachable = error { true } else { false }
      }
    }
  #endif
}
