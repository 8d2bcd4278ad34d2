// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Listens for the signals that ask a program to end, from its creation on.
@MainActor final class Signals {
  private let asked: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (asked, input) = AsyncStream<Void>.makeStream()
    self.asked = asked
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { input.yield() }
      source.resume()
      return source
    }
  }

  /// Returns when SIGINT or SIGTERM has arrived or the task is cancelled.
  func untilAsked() async {
    for await _ in asked { break }
    for source in sources { source.cancel() }
  }
}
