// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

/// The examples of SwiftRex that lift middleware, and its laws.
///
/// The number of each test is that of its example.
@MainActor
@Suite struct Seed002MiddlewareLiftTests {
  private enum WeatherAction: Equatable, Sendable {
    case request(String)
    case got(Int)
  }

  private enum ScreenAction: Equatable, Sendable {
    case weather(WeatherAction)
    case closed

    var weather: WeatherAction? { if case .weather(let action) = self { action } else { nil } }
  }

  private enum AppAction: Equatable, Sendable {
    case screen(ScreenAction)
    case location(String)
    case started

    var screen: ScreenAction? { if case .screen(let action) = self { action } else { nil } }
    var location: String? { if case .location(let name) = self { name } else { nil } }
  }

  private struct AppState: Equatable, Sendable {
    struct Screen: Equatable, Sendable {
      var degrees: [String: Int] = [:]
      var last = 0
    }

    var screen = Screen()
    var place = ""
  }

  private let reducer = Reducer<AppState, AppAction> { state, action in
    switch action {
    case .screen(.weather(.got(let degrees))): state.screen.last = degrees
    case .location(let name): state.place = name
    default: break
    }
  }

  /// Looks the weather up in its state.
  private let weather = AnyMiddleware<WeatherAction, WeatherAction, [String: Int]> {
    action, _, state in
    guard case .request(let place) = action else { return .pure() }
    return IO { output in output.dispatch(.got(state()[place] ?? -1)) }
  }

  private func store(
    _ middleware: some Middleware<AppAction, AppAction, AppState>
  ) -> Store<AppState, AppAction> {
    Store(
      initialState: AppState(screen: .init(degrees: ["Oslo": 7])), reducer: reducer,
      middleware: middleware)
  }

  private func expectTheWeather(
    _ middleware: some Middleware<AppAction, AppAction, AppState>
  ) {
    let store = store(middleware)
    for action in [
      AppAction.started, .screen(.closed), .location("Rome"), .screen(.weather(.got(3))),
    ] {
      store.dispatch(action)
    }
    #expect(store.state.screen.last == 3)
    store.dispatch(.screen(.weather(.request("Oslo"))))
    #expect(store.state.screen.last == 7)
  }

  @Test func e52partsOfTheAppMeetInOneMiddleware() {
    let log = Log()
    let location = AnyMiddleware<String, Never, Void> { name, _, _ in
      IO { _ in log.append(name) }
    }
    let store = store(
      weather.lift(
        inputAction: \AppAction.screen?.weather,
        outputAction: { AppAction.screen(.weather($0)) }, state: \AppState.screen.degrees)
        <> location.lift(inputAction: \.location, outputAction: Lift.absurd, state: Lift.ignore))
    store.dispatch(.location("Oslo"))
    store.dispatch(.screen(.weather(.request("Oslo"))))
    #expect(log.lines == ["Oslo"])
    #expect(store.state.screen.last == 7)
  }

  @Test func e56aMiddlewareIsGenericOverInputOutputAndState() {
    let log = Log()
    weather.handle(.request("Oslo"), from: ActionSource(), state: StateReader { ["Oslo": 2] })
      .runDetached(Send { log.append("\($0.action)") })
    #expect(log.lines == ["got(2)"])
  }

  @Test func e57liftingByClosures() {
    expectTheWeather(
      weather.lift(
        inputAction: { (action: AppAction) -> WeatherAction? in action.screen?.weather },
        outputAction: { (action: WeatherAction) -> AppAction in .screen(.weather(action)) },
        state: { (state: AppState) -> [String: Int] in state.screen.degrees }))
  }

  @Test func e58liftingByKeyPathsStepByStep() {
    expectTheWeather(
      weather.lift(
        inputAction: \AppAction.screen?.weather, outputAction: ScreenAction.weather,
        state: \AppState.screen.degrees
      )
      .lift(outputAction: AppAction.screen))
  }

  @Test func e58liftingByACasePathThroughTwoLevels() {
    let screen = CasePath(case: AppAction.screen) { $0.screen }
    let path = screen.appending(path: CasePath(case: ScreenAction.weather) { $0.weather })
    expectTheWeather(weather.lift(action: path, state: \AppState.screen.degrees))
  }

  @Test func e59anActionThatIsNotMeantIsIgnored() {
    let log = Log()
    let base = AnyMiddleware<WeatherAction, WeatherAction, Void> { action, _, _ in
      log.append("\(action)")
      return .pure()
    }
    let store = store(
      base.lift(
        inputAction: \AppAction.screen?.weather,
        outputAction: { AppAction.screen(.weather($0)) }, state: Lift.ignore))
    store.dispatch(.started)
    store.dispatch(.screen(.closed))
    store.dispatch(.screen(.weather(.got(1))))
    #expect(log.lines == ["got(1)"])
  }

  @Test func e60theStateIsReadOnlyAtItsPlace() {
    let log = Log()
    let base = AnyMiddleware<AppAction, AppAction, Int> { _, _, state in
      log.append("before \(state())")
      return IO { _ in log.append("after \(state())") }
    }
    store(base.lift(state: \AppState.screen.last)).dispatch(.screen(.weather(.got(5))))
    #expect(log.lines == ["before 0", "after 5"])
  }

  @Test func e61andE62anOutputIsWrappedLevelByLevelOrAtOnce() {
    let base = AnyMiddleware<AppAction, WeatherAction, AppState> { action, _, _ in
      action == .started ? IO(.just(.got(9))) : .pure()
    }
    let step = store(
      base.lift(outputAction: ScreenAction.weather).lift(outputAction: AppAction.screen))
    let once = store(base.lift(outputAction: { AppAction.screen(.weather($0)) }))
    for store in [step, once] {
      store.dispatch(.started)
      #expect(store.state.screen.last == 9)
    }
  }

  @Test func e63identityIgnoreAndAbsurd() {
    let log = Log()
    let quiet = AnyMiddleware<AppAction, Never, Void> { action, _, _ in
      IO { _ in log.append("\(action)") }
    }
    let store = store(
      quiet.lift(inputAction: Lift.identity, outputAction: Lift.absurd, state: Lift.ignore))
    store.dispatch(.started)
    #expect(log.lines == ["started"])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func lawsCompositionIsAMonoid(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let numbers = MiddlewareScript.numbers(3, using: &generator)
    let left = MiddlewareScript.trace { log in
      let parts = numbers.map { MiddlewareScript.part($0, log) }
      return (parts[0] <> parts[1]) <> parts[2]
    }
    let right = MiddlewareScript.trace { log in
      let parts = numbers.map { MiddlewareScript.part($0, log) }
      return parts[0] <> (parts[1] <> (IdentityMiddleware() <> parts[2]))
    }
    #expect(left == right, "seed \(seed)")
  }
}
