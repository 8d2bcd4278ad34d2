// SPDX-License-Identifier: Apache-2.0

@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Handles SIGINT and SIGTERM, the signals that request the end of a program.
///
/// The first signal requests the end. The process ends at once at a second signal, or if this
/// object still exists after `patience`, so that a view that does not return cannot keep the
/// process alive. The signals are handled on a separate queue, on which no view runs. While there
/// is no such object, the signals end the process at once.
final class Signals: Sendable {
  /// The maximum time from the first signal to the end of the program.
  static let patience: DispatchTimeInterval = .seconds(10)

  /// Runs a closure when the patience has ended.
  typealias Timer = @Sendable (@escaping @Sendable () -> Void) -> Void

  private struct Waiter {
    let input: AsyncStream<Void>.Continuation
    let timer: Timer
    var wasAsked = false
  }

  private static let queue = DispatchQueue(label: "millrace.signals")
  /// The objects of the process, by their numbers.
  private static let waiters = Mutex<[Int: Waiter]>([:])
  private static let count = Atomic<Int>(0)
  /// The sources, which are never cancelled: Dispatch on Linux installs its handler of a signal
  /// only once in a process.
  private static let sources = Task { await installed() }

  private let asked: AsyncStream<Void>
  /// A number that no other object of the process has had.
  private let number = Signals.count.add(1, ordering: .relaxed).newValue

  /// Returns when the signals are handled; until then, if this is the first object of the process,
  /// a signal ends the program.
  init(
    timer: @escaping Timer = { queue.asyncAfter(deadline: .now() + patience, execute: $0) }
  ) async {
    let (asked, input) = AsyncStream<Void>.makeStream()
    self.asked = asked
    Self.waiters.withLock { $0[number] = Waiter(input: input, timer: timer) }
    _ = await Self.sources.value
  }

  deinit { Self.waiters.withLock { $0[number] = nil } }

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
    let (isFirst, all) = waiters.withLock { waiters in
      let all = waiters
      for waiter in all.values { waiter.input.yield() }
      for key in all.keys { waiters[key]?.wasAsked = true }
      return (!all.isEmpty && !all.values.contains(where: \.wasAsked), all)
    }
    guard isFirst else { return quit(number) }
    for (key, waiter) in all {
      // A process can go on after its program has returned.
      waiter.timer { if waiters.withLock({ $0[key] != nil }) { quit(number) } }
    }
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
