// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The request that has opened a socket, as long as it is of use.
///
/// It is indirect: a socket that has let go of it takes the space of a pointer and no more.
indirect enum Opening {
  case by(PageRequest)
  case done
}

/// Brings what sockets say to the main actor, in order and in one hop per burst.
final class Exchange: Sendable {
  enum News: Sendable {
    /// The socket is open; the request has opened it.
    case opened(PageRequest)
    case texts([String])
    case closed
  }

  private struct State {
    var news: [(line: SocketLine, news: News)] = []
    var isScheduled = false
  }

  private let state = Mutex(State())
  private let handle: @MainActor @Sendable ([(line: SocketLine, news: News)]) -> Void

  /// Creates an exchange whose news a closure handles, a burst at a time.
  init(handle: @escaping @MainActor @Sendable ([(line: SocketLine, news: News)]) -> Void) {
    self.handle = handle
  }

  func post(_ news: News, from line: SocketLine) {
    let isFirst = state.withLock { state in
      state.news.append((line, news))
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { Task { @MainActor in deliver() } }
  }

  /// One burst; other work of the main actor gets its turn between two.
  @MainActor private func deliver() {
    let news = state.withLock { state in
      defer { state = State() }
      return state.news
    }
    handle(news)
  }
}
