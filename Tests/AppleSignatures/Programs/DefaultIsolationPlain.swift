// SPDX-License-Identifier: Apache-2.0
// Expect: does not conform to the 'Sendable'
// Flags: -default-isolation MainActor

// A feature in a module whose default isolation is the main actor, without `nonisolated`. The
// compiler requires it before the state and the actions, because a reducer is not isolated.

import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

struct CounterState: Equatable, Sendable {
  var count = 0
  var name = ""
  var isOn = false
}
enum CounterAction: Sendable {
  case increment, decrement
  case rename(String)
  case turn(Bool)
  case load
}

let counterReducer = Reducer<CounterState, CounterAction> { state, action in
  switch action {
  case .increment: state.count += 1
  case .decrement: state.count -= 1
  case .rename(let n): state.name = n
  case .turn(let b): state.isOn = b
  case .load: break
  }
}

struct CounterStoreKey: EnvironmentKey {
  static let defaultValue: Store<CounterState, CounterAction> = missingProvider(
    for: "\\.counterStore")
}

extension EnvironmentValues {
  var counterStore: Store<CounterState, CounterAction> {
    get { self[CounterStoreKey.self] }
    set { self[CounterStoreKey.self] = newValue }
  }
}

struct CounterContent: View {
  @Selected(\.counterStore, \.count) var count
  @Dispatcher(\.counterStore) var dispatcher
  @Environment(\.counterStore) private var store
  var body: some View {
    VStack {
      Text("Value: \(count)")
      Button("Increment") { dispatcher.dispatch(.increment) }
      TextField("Name", text: store.binding(\.name) { .rename($0) })
      Toggle("On", isOn: store.binding(\.isOn) { .turn($0) })
    }
  }
}

let store = Store(initialState: CounterState(), reducer: counterReducer)
let root = Provider(\.counterStore, store) { CounterContent() }
