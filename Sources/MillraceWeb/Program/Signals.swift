// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Listens for the signals that ask a program to end.
@MainActor final class Signals {
  private let asked: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  /// Returns once the system delivers the signals here; before that they end the program at once.
  init() async {
    let (asked, input) = AsyncStream<Void>.makeStream()
    let (ready, isReady) = AsyncStream<Void>.makeStream()
    self.asked = asked
    sources = [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { input.yield() }
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
    for source in sources { source.cancel() }
  }
}
