// SPDX-License-Identifier: Apache-2.0

import Synchronization

@testable import MillraceWeb

/// Collects log lines, and lets a test wait for one.
final class LogSink: Sendable {
  private let stream: AsyncStream<String>
  private let collected = Mutex<[String]>([])
  private let input: AsyncStream<String>.Continuation

  init() { (stream, input) = AsyncStream.makeStream() }

  var log: WebLog {
    WebLog { [self] line in
      collected.withLock { $0.append(line) }
      input.yield(line)
    }
  }

  var lines: [String] { collected.withLock { $0 } }

  /// The next line that holds a text; lines before it are passed over.
  func line(with text: String) async -> String {
    for await line in stream where line.contains(text) { return line }
    return ""
  }
}
