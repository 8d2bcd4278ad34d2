// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import MillraceCombine
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// The counter of the legacy form of ImmutableData, which has no Observation.
///
/// It is shown through an `ObservableObject`. The numbers are those of its examples.
@MainActor
@Suite struct Seed003PublisherTests {
  private enum Action: Sendable {
    case didTapIncrementButton
    case didTapDecrementButton
  }

  private let store = Store(
    initialState: 0,
    reducer: Reducer<Int, Action>.returning({ state, action in
      switch action {
      case .didTapIncrementButton: state + 1
      case .didTapDecrementButton: state - 1
      }
    }))

  @Test func e71aSelectorWithoutDependenciesDrivesAHostWithoutObservation() throws {
    let value = ObservableSelector(
      store, StateSelector(outputSelector: OutputSelector(select: { $0 }, didChange: { $0 != $1 })))
    var changes = 0
    let cancellable = value.objectWillChange.sink { changes += 1 }
    try store.dispatch(.didTapIncrementButton).get()
    try store.dispatch(.didTapIncrementButton).get()
    try store.dispatch(.didTapDecrementButton).get()
    #expect(value.output == 1 && changes == 3)
    cancellable.cancel()
  }

  @Test func e71bASingleDependencyGatesTheOutput() {
    let value = ObservableSelector(
      store,
      dependencySelector: DependencySelector(select: { $0 / 2 }, didChange: { $0 != $1 }),
      outputSelector: OutputSelector(select: { $0 }, didChange: { $0 != $1 }))
    var shown = [value.output]
    for _ in 0..<4 {
      store.dispatch(.didTapIncrementButton)
      shown.append(value.output)
    }
    #expect(shown == [0, 0, 2, 2, 4])
  }
}
