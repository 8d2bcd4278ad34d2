// SPDX-License-Identifier: Apache-2.0
// The declarations that the programs in `Mistakes/` use.

import Millrace

struct CounterState: Equatable, Sendable {
  var count = 0
}

enum CounterAction: Sendable {
  case increment
  case set(Int)
}

struct LoginState: Equatable, Sendable {
  var name = ""
}

enum LoginAction: Sendable {
  case rename(String)
  case submit
}

struct AppState: Equatable, Sendable {
  var counter = CounterState()
  var login = LoginState()
  var isBusy = false
}

enum AppAction: CasePathable, Sendable {
  case counter(CounterAction)
  case login(LoginAction)
  case load
  case loaded(String)

  struct CasePaths: Sendable {
    let counter = CasePath(case: AppAction.counter) {
      if case .counter(let action) = $0 { action } else { nil }
    }
    let login = CasePath(case: AppAction.login) {
      if case .login(let action) = $0 { action } else { nil }
    }
  }
  static let casePaths = CasePaths()
}

let counter = Reducer<CounterState, CounterAction> { state, action in
  switch action {
  case .increment: state.count += 1
  case .set(let count): state.count = count
  }
}

let login = Feature<LoginState, LoginAction> { state, action in
  if case .rename(let name) = action { state.name = name }
  return .none
}

func download() async -> String { "" }

final class Session {
  var user = ""
}
