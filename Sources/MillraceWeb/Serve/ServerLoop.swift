// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import Foundation
import Synchronization

/// Accepts connections, serves each in a task of its own, and sweeps out what is idle.
///
/// FlyingSocks supplies sockets and their event loop. HTTP and WebSocket are read by this module,
/// so that every length is checked before bytes are kept.
struct ServerLoop: Sendable {
  let listener: Listener
  let router: Router
  let limits: WebLimits
  let log: WebLog
  let stopwatch: Stopwatch
  private let links = Links()
  private let isOver = EventsFlag()

  init(
    listener: Listener, router: Router, limits: WebLimits, log: WebLog, stopwatch: Stopwatch
  ) {
    self.listener = listener
    self.router = router
    self.limits = limits
    self.log = log
    self.stopwatch = stopwatch
  }

  /// Runs until its task is cancelled; every connection has ended when it returns.
  func run() async {
    let pool = SocketPool.make(maxEvents: 64)
    do {
      try await pool.prepare()
    } catch {
      log("the server ended, because its event loop could not begin: \(error)")
      try? listener.socket.close()
      return
    }
    let events = Task.detached {
      defer { isOver.raise() }
      try await pool.run()
    }
    await withDiscardingTaskGroup { group in
      group.addTask { await sweep() }
      await accept(pool, into: &group)
      group.cancelAll()
    }
    events.cancel()
    _ = await events.result
    try? listener.socket.close()
  }

  private func accept(_ pool: some AsyncSocketPool, into group: inout DiscardingTaskGroup) async {
    guard let server = try? AsyncSocket(socket: listener.socket, pool: pool) else { return }
    var number = 0
    while !Task.isCancelled {
      let socket: AsyncSocket
      do {
        socket = try await server.accept()
      } catch {
        if Task.isCancelled { return }
        if isOver.isRaised {
          log("the server ended, because its event loop did")
          return
        }
        // The connection has gone again, or the process has no more descriptors: others go on.
        log("could not accept a connection: \(error.localizedDescription)")
        try? await stopwatch.sleep(for: .milliseconds(100))
        continue
      }
      // Small patches must not wait for the acknowledgement of earlier ones.
      try? socket.socket.setValue(
        true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
      number += 1
      let link = Link(number: number, socket: socket, stopwatch: stopwatch)
      guard await links.insert(link, limit: limits.connections) else {
        log("refused a connection, because \(limits.connections) are open")
        link.close()
        continue
      }
      group.addTask {
        await Connection(link: link, router: router, limits: limits, log: log).serve()
        await links.remove(link)
      }
    }
  }

  private func sweep() async {
    let pause = min(limits.neverConnected, limits.disconnected, limits.silence) / 4
    while (try? await stopwatch.sleep(for: max(pause, .milliseconds(10)))) != nil {
      await router.hub.sweep()
      for link in await links.all where link.checkSilence(limit: limits.silence) {
        log("closed a connection, because it said nothing for too long")
      }
    }
  }
}

/// The connections that are open.
private actor Links {
  private var links: [Int: Link] = [:]

  var all: [Link] { Array(links.values) }

  func insert(_ link: Link, limit: Int) -> Bool {
    guard links.count < limit else { return false }
    links[link.number] = link
    return true
  }

  func remove(_ link: Link) { links[link.number] = nil }
}

/// Whether the event loop has ended, without which no connection goes on.
private final class EventsFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  var isRaised: Bool { flag.load(ordering: .relaxed) }
  func raise() { flag.store(true, ordering: .relaxed) }
}
