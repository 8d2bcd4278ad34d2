// SPDX-License-Identifier: Apache-2.0
// A middleware that sends no actions is passed to a store without a composition.

import Millrace
import MillracePersistence
import MillraceTesting

struct Audit: Middleware {
  func handle(
    _ action: CounterAction, from source: ActionSource, state: StateReader<CounterState>
  ) -> Effect<Never> { .none }
}

@MainActor func stores() {
  // error: This middleware sends no actions: write 'ComposedMiddleware { logger }' around it.
  _ = Store(initialState: CounterState(), reducer: counter, middleware: Audit())
  // error: This middleware sends no actions: write 'ComposedMiddleware { logger }' around it.
  _ = Store(initialState: CounterState(), feature: counter.feature, middleware: Audit())
  _ = Store(
    initialState: CounterState(), reducer: counter, middleware: ComposedMiddleware { Audit() })
}

@MainActor func tests() {
  // error: This middleware sends no actions: write 'ComposedMiddleware { logger }' around it.
  _ = TestStore(initialState: CounterState(), reducer: counter, middleware: Audit())
  // error: This middleware sends no actions: write 'ComposedMiddleware { logger }' around it.
  _ = TestStore(initialState: CounterState(), feature: counter.feature, middleware: Audit())
}

@MainActor func recover(_ journal: Journal<CounterState, CounterAction>) async throws {
  // error: This middleware sends no actions: write 'ComposedMiddleware { logger }' around it.
  _ = try await Store(
    recovering: journal, initialState: CounterState(), reducer: counter, middleware: Audit())
  // error: This middleware sends no actions: write 'ComposedMiddleware { logger }' around it.
  _ = try await Store(
    recovering: journal, initialState: CounterState(), feature: counter.feature,
    middleware: Audit())
  // error: This middleware sends no actions: write 'ComposedMiddleware { logger }' around it.
  _ = try await Store(
    recovering: journal, initialState: CounterState(), reducer: counter, middleware: Audit(),
    snapshot: .never, sync: .always)
  // error: This middleware sends no actions: write 'ComposedMiddleware { logger }' around it.
  _ = try await Store(
    recovering: journal, initialState: CounterState(), feature: counter.feature,
    middleware: Audit(), backlog: .bytes(1 << 20), clock: ContinuousClock(), onFailure: { _ in })
}
