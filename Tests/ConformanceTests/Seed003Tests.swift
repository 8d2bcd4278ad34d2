// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import MillraceUI
import MillraceViews
import TestSupport
import Testing

private enum CounterAction: Sendable {
  case didTapIncrementButton
  case didTapDecrementButton
  case didTapForbiddenButton
}

private struct Forbidden: Error {}

private enum CounterReducer {
  @Sendable static func reduce(state: Int, action: CounterAction) throws -> Int {
    switch action {
    case .didTapIncrementButton: state + 1
    case .didTapDecrementButton: state - 1
    case .didTapForbiddenButton: throw Forbidden()
    }
  }
}

private struct CounterStoreKey: EnvironmentKey {
  static let defaultValue: Store<Int, CounterAction> = missingProvider(for: "\\.counterStore")
}

extension EnvironmentValues {
  fileprivate var counterStore: Store<Int, CounterAction> {
    get { self[CounterStoreKey.self] }
    set { self[CounterStoreKey.self] = newValue }
  }
}

/// The counter of ImmutableData-Legacy; the number of each test is that of its example.
@MainActor
@Suite struct Seed003Tests {
  private struct CounterContent: View {
    let log: Log
    @Selected(
      \.counterStore, outputSelector: OutputSelector(select: { $0 }, didChange: { $0 != $1 })
    ) var value
    @Dispatcher(\.counterStore) var dispatcher

    var body: some View {
      VStack {
        Button("Increment") { send(.didTapIncrementButton) }
        Text("Value: \(value)")
        Button("Decrement") { send(.didTapDecrementButton) }
        Button("Forbidden") { send(.didTapForbiddenButton) }
      }
    }

    private func send(_ action: CounterAction) {
      do {
        try dispatcher.dispatch(action).get()
      } catch {
        log.append("\(error)")
      }
    }
  }

  private let log = Log()
  private let store = Store(
    initialState: 0, reducer: Reducer.returning(CounterReducer.reduce))

  private func tap(_ index: Int, in host: ViewHost) throws {
    let pattern = try Regex("<button data-n=\"(\\d+)\"", as: (Substring, Substring).self)
    let buttons = host.html().matches(of: pattern)
    try #require(buttons.indices.contains(index))
    try host.handle(
      ViewEvent(node: NodeID(rawValue: #require(Int(buttons[index].1))), kind: .tap))
    _ = host.flush()
  }

  @Test func e68theStateIsAnIntAndTheReducerReturnsTheNextOne() throws {
    #expect(try CounterReducer.reduce(state: 1, action: .didTapIncrementButton) == 2)
    store.dispatch(.didTapIncrementButton)
    store.dispatch(.didTapIncrementButton)
    store.dispatch(.didTapDecrementButton)
    #expect(store.state == 1)
  }

  @Test func e69theDefaultStoreOfTheKeySaysThatNoneWasProvided() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = EnvironmentValues().counterStore.dispatch(.didTapIncrementButton) }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("no Provider above it supplies one"))
    #expect(output.contains("Provider(\\.counterStore, store) { ... }"))
  }

  @Test func e70theAppProvidesItsStore() {
    struct CounterApp: View {
      let log: Log
      @State var store: Store<Int, CounterAction>
      var body: some View {
        Provider(\.counterStore, store) { CounterContent(log: log) }
      }
    }
    let host = ViewHost(CounterApp(log: log, store: store))
    #expect(host.html().contains("Value: 0"))
    store.dispatch(.didTapIncrementButton)
    _ = host.flush()
    #expect(host.html().contains("Value: 1"))
  }

  @Test func e71theContentShowsWhatItSelects() throws {
    let host = ViewHost(Provider(\.counterStore, store) { CounterContent(log: log) })
    try tap(0, in: host)
    try tap(0, in: host)
    try tap(1, in: host)
    #expect(host.html().contains("Value: 1"))
    #expect(store.state == 1)
  }

  @Test func e72dispatchMayThrowAndTheViewCatches() throws {
    let host = ViewHost(Provider(\.counterStore, store) { CounterContent(log: log) })
    try tap(2, in: host)
    #expect(log.lines == ["Forbidden()"])
    try tap(0, in: host)
    #expect(log.lines.count == 1)
    #expect(host.html().contains("Value: 1"))
  }
}
