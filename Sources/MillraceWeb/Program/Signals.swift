// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Waits for the signals that ask a program to end.
enum Signals {
  /// Returns when SIGINT or SIGTERM arrives or the task is cancelled.
  static func untilAsked() async {
    let (asked, input) = AsyncStream<Void>.makeStream()
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { input.yield() }
      source.resume()
      return source
    }
    for await _ in asked { break }
    for source in sources { source.cancel() }
  }
}
