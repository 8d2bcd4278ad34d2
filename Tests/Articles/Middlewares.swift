// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of Middlewares.md needs; see bin/support/articles.py.

import Millrace
import MillraceMacros
import Synchronization

struct Books: Sendable {}
enum BookAction: Equatable, Sendable { case search(String), found }

struct Weather: Sendable {}
enum WeatherAction: Sendable { case refresh }

struct Screen: Sendable { var weather = Weather() }

struct AppState: Sendable {
  var balance = 0
  var library = Books()
  var weather = Weather()
  var screen = Screen()
}

@CasePathable
enum AppAction: Sendable { case library(BookAction), weather(WeatherAction) }

// block 1

struct Sync: Middleware {
  func handle(
    _ action: AppAction, from source: ActionSource, state: StateReader<AppState>
  ) -> Effect<AppAction> { .none }
}

struct Library: Middleware {
  func handle(
    _ action: BookAction, from source: ActionSource, state: StateReader<Books>
  ) -> Effect<BookAction> { .none }
}

struct Forecast: Middleware {
  func handle(
    _ action: WeatherAction, from source: ActionSource, state: StateReader<Weather>
  ) -> Effect<WeatherAction> { .none }
}

struct Metrics: Middleware {
  func handle(
    _ action: AppAction, from source: ActionSource, state: StateReader<Void>
  ) -> Effect<Never> { .none }
}

@MainActor func compose(library: Library, sync: Sync, isOnline: Bool) {
  // block 2
}

@MainActor func lift(weather: Forecast, audit: Audit, metrics: Metrics) {
  let _ = ComposedMiddleware<AppAction, AppAction, AppState> {
    // block 3
  }
}

// block 4

// block 5

@MainActor func test(middleware: Library) {
  // block 6
}
