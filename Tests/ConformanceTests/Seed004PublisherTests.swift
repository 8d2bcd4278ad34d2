// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceCombine
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

private struct AppState: Equatable, Sendable {
  var values: [String]?
  var foo: Int?
  var bar: Int?
}

private enum AppAction: Sendable {
  case setValues([String]?), setFoo(Int?), setBar(Int?)
}

private struct Projected: Equatable, Sendable {
  var foo: Int
  var bar: Int
}

private let selectValues = StateSelector { (state: AppState) in state.values }

private let selectProjected = createSelector(
  \AppState.foo, \AppState.bar,
  transformation: { foo, bar -> Projected? in
    if let foo, let bar { Projected(foo: foo, bar: bar) } else { nil }
  })

extension Store where State == AppState {
  fileprivate func selectFilteredValues() -> AnyPublisher<[String], Never> {
    select(selectValues).compactMap { $0 }.eraseToAnyPublisher()
  }

  fileprivate func selectLastTransitions(_ count: Int) -> AnyPublisher<[Projected], Never> {
    select(selectProjected).compactMap { $0 }.keepingLast(count).eraseToAnyPublisher()
  }
}

/// The examples of ReCombine that select with publishers; the number of each test is that of its
/// example.
@MainActor
@Suite struct Seed004PublisherTests {
  private let store = Store<AppState, AppAction>(
    initialState: AppState(),
    reducer: Reducer { state, action in
      switch action {
      case .setValues(let values): state.values = values
      case .setFoo(let foo): state.foo = foo
      case .setBar(let bar): state.bar = bar
      }
    })

  private func change() {
    for values in [nil, ["a"], ["a"], nil, ["a", "b"]] { store.dispatch(.setValues(values)) }
  }

  @Test func e76aStateIsMappedWithOperatorsAlone() {
    var received: [[String]] = []
    let cancellable =
      store.publisher.map { selectValues($0) }.compactMap { $0 }.removeDuplicates()
      .sink { received.append($0) }
    change()
    #expect(received == [["a"], ["a", "b"]])
    cancellable.cancel()
  }

  @Test func e77selectIsAPublisherWithoutDuplicates() {
    var received: [[String]] = []
    let cancellable = store.select(selectValues).compactMap { $0 }.sink { received.append($0) }
    change()
    // A repeated value is a duplicate, unless another value, such as nil, came in between.
    #expect(received == [["a"], ["a", "b"]])
    store.dispatch(.setFoo(1))
    store.dispatch(.setValues(nil))
    store.dispatch(.setValues(["a", "b"]))
    #expect(received == [["a"], ["a", "b"], ["a", "b"]])
    cancellable.cancel()
  }

  @Test func e78aPipelineIsPackagedAsAnExtensionOfTheStore() {
    var received: [[String]] = []
    let cancellable = store.selectFilteredValues().sink { received.append($0) }
    change()
    #expect(received == [["a"], ["a", "b"]])
    cancellable.cancel()
  }

  @Test func e79theProjectionIsNilUntilBothPartsExist() {
    var received: [Projected?] = []
    let cancellable = store.select(selectProjected).sink { received.append($0) }
    store.dispatch(.setFoo(1))
    #expect(received == [nil])
    store.dispatch(.setBar(2))
    store.dispatch(.setFoo(nil))
    #expect(received == [nil, Projected(foo: 1, bar: 2), nil])
    cancellable.cancel()
  }

  @Test func e80theLastTransitionsAreTheLastOnes() {
    var received: [[Projected]] = []
    let cancellable = store.selectLastTransitions(2).sink { received.append($0) }
    store.dispatch(.setFoo(0))
    for bar in 1...3 { store.dispatch(.setBar(bar)) }
    let all = (1...3).map { Projected(foo: 0, bar: $0) }
    #expect(received == [[all[0]], [all[0], all[1]], [all[1], all[2]]])
    cancellable.cancel()
  }

  @Test func e81fiveOfThem() {
    var last: [Projected] = []
    let cancellable = store.selectLastTransitions(5).sink { last = $0 }
    store.dispatch(.setFoo(0))
    for bar in 1...9 { store.dispatch(.setBar(bar)) }
    #expect(last.map(\.bar) == [5, 6, 7, 8, 9])
    cancellable.cancel()
  }
}
