// SPDX-License-Identifier: Apache-2.0
// Expect: ok
// Flags: -default-isolation MainActor
// Flags: AS_IN_XCODE

// The typical declarations of an app, in a module whose default isolation is the main actor, and
// with all settings of a new app in Xcode.

import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

nonisolated struct Person: Equatable, Identifiable, Sendable {
  var id: Int
  var name: String
}
nonisolated struct AppState: Equatable, Sendable {
  var people = EntityTable<Person>()
  var query = ""
  var counter = Counter()
}
nonisolated struct Counter: Equatable, Sendable { var count = 0 }
nonisolated enum CounterAction: Sendable { case up }
nonisolated enum AppAction: Sendable {
  case search(String)
  case loaded([Person])
  case failed, load
  case counter(CounterAction)
}

protocol Api { func people() async throws -> [Person] }
struct LiveApi: Api { func people() async throws -> [Person] { [] } }

let counterReducer = Reducer<Counter, CounterAction> { state, action in state.count += 1 }

let appReducer = Reducer<AppState, AppAction> { state, action in
  switch action {
  case .search(let q): state.query = q
  case .loaded(let all): state.people.setMany(all)
  case .failed, .load, .counter: break
  }
}

let selectMatches = StateSelector<AppState, [Int]> { state in
  state.people.filter { $0.name.contains(state.query) }.map(\.id)
}

let api = LiveApi()
let loading = AnyMiddleware<AppAction, AppAction, AppState> { action, _, _ in
  guard case .load = action else { return .none }
  return .none
}

struct AppStoreKey: EnvironmentKey {
  static let defaultValue: Store<AppState, AppAction> = missingProvider(for: "\\.appStore")
}
extension EnvironmentValues {
  var appStore: Store<AppState, AppAction> {
    get { self[AppStoreKey.self] }
    set { self[AppStoreKey.self] = newValue }
  }
}

struct Row: View {
  @Selected<Store<AppState, AppAction>, Person?> private var person: Person?
  init(id: Int) { _person = Selected(\.appStore, .row(id, of: \.people)) }
  var body: some View { Text(person?.name ?? "") }
}
struct People: View {
  @Selected(\.appStore, selectMatches) private var ids
  @Selected(
    \.appStore, label: "q", dependencySelector: StateSelector(\.query),
    outputSelector: StateSelector { $0.query.count }) private var length
  @Environment(\.appStore) private var store
  var body: some View {
    List {
      TextField("Search", text: store.binding(\.query) { .search($0) })
      Text(store.query)
      ForEach(ids, id: \.self) { Row(id: $0) }
    }
    .task { store.dispatch(.load) }
    .onAppear { store.dispatch(.load) }
  }
}
