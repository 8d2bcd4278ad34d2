// SPDX-License-Identifier: Apache-2.0

@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Listens for the signals that ask a program to end.
///
/// The first one asks. A second one ends the process at once, and so does a time after the first
/// one: a view that does not end must not keep the process alive. Both are decided on a queue of
/// their own, where no view runs.
final class Signals: Sendable {
  /// How long the program may take to end after the first signal.
  static let patience: DispatchTimeInterval = .seconds(10)

  private let asked: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  /// Returns once the system delivers the signals here; before that they end the program at once.
  init() async {
    let (asked, input) = AsyncStream<Void>.makeStream()
    let (ready, isReady) = AsyncStream<Void>.makeStream()
    self.asked = asked
    let queue = DispatchQueue(label: "millrace.signals")
    let isAgain = Repeated()
    sources = [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if isAgain.next() { Self.quit(number) }
        input.yield()
        queue.asyncAfter(deadline: .now() + Self.patience) { Self.quit(number) }
      }
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
  }

  /// Returns when SIGINT or SIGTERM has arrived or the task is cancelled.
  func untilAsked() async {
    for await _ in asked { break }
  }

  /// Ends the process as the signal does that was not heeded.
  private static func quit(_ number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
    _exit(128 + number)
  }
}

/// Says from the second time on that it was asked before.
private final class Repeated: Sendable {
  private let wasAsked = Atomic<Bool>(false)
  func next() -> Bool { wasAsked.exchange(true, ordering: .relaxed) }
}
