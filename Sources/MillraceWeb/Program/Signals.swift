// SPDX-License-Identifier: Apache-2.0

@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Handles SIGINT and SIGTERM, the signals that request the end of a program.
///
/// The first signal requests the end. The process ends at once at a second signal, or after
/// `patience`, so that a view that does not return cannot keep the process alive. The signals are
/// handled on a separate queue, on which no view runs. While there is no such object, the signals
/// end the process at once.
final class Signals: Sendable {
  /// The maximum time from the first signal to the end of the program.
  static let patience: DispatchTimeInterval = .seconds(10)

  private typealias Waiter = (input: AsyncStream<Void>.Continuation, wasAsked: Bool)

  private static let queue = DispatchQueue(label: "millrace.signals")
  /// The objects of the process.
  private static let waiters = Mutex<[ObjectIdentifier: Waiter]>([:])
  /// The sources, which are never cancelled: Dispatch on Linux installs its handler of a signal
  /// only once in a process.
  private static let sources = Task { await installed() }

  private let asked: AsyncStream<Void>

  /// Returns when the signals are handled; until then, if this is the first object of the process,
  /// a signal ends the program.
  init() async {
    let (asked, input) = AsyncStream<Void>.makeStream()
    self.asked = asked
    Self.waiters.withLock { $0[ObjectIdentifier(self)] = (input, false) }
    _ = await Self.sources.value
  }

  deinit { Self.waiters.withLock { $0[ObjectIdentifier(self)] = nil } }

  private static func installed() async -> [any DispatchSourceSignal] {
    let (ready, isReady) = AsyncStream<Void>.makeStream()
    let sources = [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handle(number) }
      #if canImport(Darwin)
        signal(number, SIG_IGN)  // on Linux the source installs a handler of its own
      #endif
      source.setRegistrationHandler { isReady.yield() }
      source.resume()
      return source
    }
    var waiting = sources.count
    for await _ in ready {
      waiting -= 1
      if waiting == 0 { break }
    }
    return sources
  }

  private static func handle(_ number: Int32) {
    let isFirst = waiters.withLock { waiters in
      defer { waiters = waiters.mapValues { ($0.input, true) } }
      for waiter in waiters.values { waiter.input.yield() }
      return !waiters.isEmpty && !waiters.values.contains(where: \.wasAsked)
    }
    guard isFirst else { return quit(number) }
    queue.asyncAfter(deadline: .now() + patience) { quit(number) }
  }

  /// Returns when SIGINT or SIGTERM has arrived or the task is cancelled.
  func untilAsked() async {
    for await _ in asked { break }
  }

  /// Ends the process as the signal does by default.
  private static func quit(_ number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
    _exit(128 + number)
  }
}
