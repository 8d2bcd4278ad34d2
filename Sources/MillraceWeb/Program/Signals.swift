// SPDX-License-Identifier: Apache-2.0

@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Handles SIGINT and SIGTERM, the signals that request the end of a program.
///
/// The first signal requests the end. The process ends at once at a second signal, or after
/// `patience`, so that a view that does not return cannot keep the process alive. The signals are
/// handled on a separate queue, on which no view runs. After the object is released, the signals
/// end the process again as they do by default.
final class Signals: Sendable {
  /// The maximum time from the first signal to the end of the program.
  static let patience: DispatchTimeInterval = .seconds(10)

  private let asked: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  /// Installs the handlers, and returns when they are active; before that a signal ends the
  /// program.
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

  deinit {
    for source in sources {
      signal(CInt(source.handle), SIG_DFL)
      source.cancel()
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

/// Distinguishes the first call of `next` from later ones.
private final class Repeated: Sendable {
  private let wasCalled = Atomic<Bool>(false)
  /// Returns false for the first call, and true for all later calls.
  func next() -> Bool { wasCalled.exchange(true, ordering: .relaxed) }
}
