// SPDX-License-Identifier: Apache-2.0
// A middleware that sends no actions is passed to a store without a composition.

import Millrace

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
