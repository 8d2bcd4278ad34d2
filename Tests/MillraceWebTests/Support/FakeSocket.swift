// SPDX-License-Identifier: Apache-2.0

import Synchronization

@testable import MillraceWeb

/// A socket that stores the texts that a session sends.
final class FakeSocket: PageSocket {
  private let state = Mutex<(texts: [String], code: CloseCode?, reason: String)>(([], nil, ""))

  var code: CloseCode? { state.withLock { $0.code } }
  var reason: String { state.withLock { $0.reason } }

  /// Whether nothing was sent since the last `take`.
  var isEmpty: Bool { state.withLock { $0.texts.isEmpty } }

  private let (texts, text) = AsyncStream<String>.makeStream()

  func send(_ text: String) {
    state.withLock { $0.texts.append(text) }
    self.text.yield(text)
  }

  /// The next text that contains `part`.
  ///
  /// Texts before it are skipped.
  func text(with part: String) async -> String {
    for await text in texts where text.contains(part) { return text }
    return ""
  }

  func close(_ code: CloseCode, _ reason: String) {
    state.withLock { state in
      state.code = code
      state.reason = reason
    }
  }

  /// Takes what was sent since the last call.
  func take() -> [String] {
    state.withLock { state in
      defer { state.texts = [] }
      return state.texts
    }
  }
}
