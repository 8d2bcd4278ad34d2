// SPDX-License-Identifier: Apache-2.0

import Synchronization

@testable import MillraceWeb

/// Keeps what a session sends.
final class FakeSocket: PageSocket {
  private let state = Mutex<(texts: [String], code: CloseCode?)>(([], nil))

  var code: CloseCode? { state.withLock { $0.code } }

  func send(_ text: String) { state.withLock { $0.texts.append(text) } }
  func close(_ code: CloseCode) { state.withLock { $0.code = code } }

  /// Takes what was sent since the last call.
  func take() -> [String] {
    state.withLock { state in
      defer { state.texts = [] }
      return state.texts
    }
  }
}
