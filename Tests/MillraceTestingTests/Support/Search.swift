// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting

/// A search that waits for a pause in typing; not Equatable, as states need not be.
struct Search: Sendable {
  var text = ""
  var hits: [String] = []
  var failure: Failure?
  var isSearching = false

  struct Failure: Error, Equatable {
    var reason: String
  }

  static let reducer = Reducer<Search, SearchAction> {
    (search: inout Search, action: SearchAction) throws in
    switch action {
    case .type(let text):
      guard !text.contains("!") else { throw Failure(reason: "no shouting") }
      search.text = text
    case .search: search.isSearching = true
    case .found(let hits):
      search.isSearching = false
      search.hits = hits
    case .failed(let failure):
      search.isSearching = false
      search.failure = failure
    case .tick, .stop: break
    }
  }

  /// Searches 300 ms after the last keystroke; an empty text ends this wait.
  static func middleware(
    _ find: @escaping @Sendable (String) async throws(Failure) -> [String]
  ) -> AnyMiddleware<SearchAction, SearchAction, Search> {
    AnyMiddleware { action, _, state in
      switch action {
      case .type(""): .cancel(id: "search")
      case .type: .just(.search).debounce(id: "search", for: .milliseconds(300))
      case .search:
        .run { [text = state.text] send in
          do throws(Failure) {
            await send(.found(try await find(text)))
          } catch {
            await send(.failed(error))
          }
        }
      case .tick:
        .just(.tick).delay(for: .seconds(1)).cancellable(id: "ticks")
      case .stop: .cancel(id: "ticks")
      case .found, .failed: .none
      }
    }
  }
}

enum SearchAction: Sendable, CasePathable {
  case type(String)
  case search
  case found([String])
  case failed(Search.Failure)
  case tick
  case stop

  struct CasePaths: Sendable {
    let type = CasePath(case: SearchAction.type) {
      if case .type(let text) = $0 { text } else { nil }
    }
    let search = CasePath(case: { SearchAction.search }) {
      if case .search = $0 { () } else { nil }
    }
    let found = CasePath(case: SearchAction.found) {
      if case .found(let hits) = $0 { hits } else { nil }
    }
    let failed = CasePath(case: SearchAction.failed) {
      if case .failed(let failure) = $0 { failure } else { nil }
    }
    let tick = CasePath(case: { SearchAction.tick }) { if case .tick = $0 { () } else { nil } }
  }

  static let casePaths = CasePaths()
}

extension TestStore where State == Search, Action == SearchAction {
  /// A search that finds its own text, twice.
  static func search(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ find: @escaping @Sendable (String) async throws(Search.Failure) -> [String] = { [$0, $0] }
  ) -> TestStore {
    TestStore(
      initialState: Search(), reducer: Search.reducer, middleware: Search.middleware(find),
      fileID: fileID, line: line)
  }
}
