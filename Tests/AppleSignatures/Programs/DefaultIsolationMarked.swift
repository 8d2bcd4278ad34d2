// SPDX-License-Identifier: Apache-2.0
// Expect: ok
// Flags: -default-isolation MainActor

// The feature of DefaultIsolationPlain.swift with `nonisolated` before its state and its actions.
// No other change is necessary.

import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

nonisolated struct CounterState: Equatable, Sendable {
  var count = 0
  var name = ""
  var isOn = false
}
nonisolated enum CounterAction: Sendable {
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
