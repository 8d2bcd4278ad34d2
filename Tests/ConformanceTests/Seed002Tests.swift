// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

/// The examples of SwiftRex that concern reducers and actions; the number of each test is that of
/// its example.
@MainActor
@Suite struct Seed002Tests {
  private enum VolumeAction: Sendable {
    case louder, quieter, toggleMute
  }

  private struct Volume: Equatable, Sendable {
    var isMute = false
    var volume = 50
  }

  private static let volumeReducer = Reducer<Volume, VolumeAction>.reduce { action, state in
    switch action {
    case .louder: state = Volume(isMute: false, volume: min(100, state.volume + 5))
    case .quieter: state.volume = max(0, state.volume - 5)
    case .toggleMute: state.isMute.toggle()
    }
  }

  @Test func e48reducersChangeInPlaceTheActionFirst() throws {
    let reducer = Reducer<[Int], Int>.reduce { action, state in state.append(action) }
    var state = [1]
    try reducer(&state, 2)
    #expect(state == [1, 2])
  }

  @Test func e49reducersMayReturnTheNextState() throws {
    let reducer = Reducer<Int, Int>.returning({ state, action in state + action })
    var state = 1
    try reducer(&state, 2)
    #expect(state == 3)
  }

  @Test func e49theTraceOfTheText() {
    enum Step { case increment, decrement, half }
    let store = Store(
      initialState: 42,
      reducer: Reducer<Int, Step> { state, action in
        switch action {
        case .increment: state += 1
        case .decrement: state -= 1
        case .half: state /= 2
        }
      })
    var trace = [store.state]
    for step in [Step.increment, .decrement, .half] {
      store.dispatch(step)
      trace.append(store.state)
    }
    #expect(trace == [42, 43, 42, 21])
  }

  @Test func e50theVolumeIsKeptConsistent() throws {
    var state = Volume(isMute: true, volume: 98)
    try Self.volumeReducer(&state, .louder)
    #expect(state == Volume(isMute: false, volume: 100))
    state = Volume(isMute: false, volume: 3)
    try Self.volumeReducer(&state, .quieter)
    #expect(state.volume == 0)
    try Self.volumeReducer(&state, .toggleMute)
    #expect(state.isMute)
  }

  @Test func e51aProjectionTranslatesActionsAndState() {
    let store = Store(initialState: Volume(), reducer: Self.volumeReducer)
    let knob = store.projection(
      action: { (turn: Int) in turn == 0 ? nil : turn > 0 ? VolumeAction.louder : .quieter },
      state: { $0.isMute ? "mute" : "\($0.volume)" })
    knob.dispatch(1)
    knob.dispatch(0)
    knob.dispatch(-1)
    knob.dispatch(-1)
    #expect(knob.state == "45")
    #expect(store.state == Volume(volume: 45))
  }
}

/// Lifting, with the types of the examples: two levels of actions and two of states.
@Suite struct Seed002LiftTests {
  private enum AppAction: Equatable, Sendable, CasePathable {
    case weather(WeatherAction), location(LocationAction), started

    struct CasePaths: Sendable {
      let weather = CasePath(case: AppAction.weather) {
        if case .weather(let action) = $0 { action } else { nil }
      }
      let location = CasePath(case: AppAction.location) {
        if case .location(let action) = $0 { action } else { nil }
      }
    }
    static let casePaths = CasePaths()
    static func caseIndex(of action: AppAction) -> Int {
      switch action {
      case .weather: 0
      case .location: 1
      case .started: 2
      }
    }

    var weather: WeatherAction? { self[case: \.weather] }
    var location: LocationAction? { self[case: \.location] }
  }

  private enum WeatherAction: Equatable, Sendable, CasePathable {
    case gotTemperature(Int), forecast(ForecastAction)

    struct CasePaths: Sendable {
      let forecast = CasePath(case: WeatherAction.forecast) {
        if case .forecast(let action) = $0 { action } else { nil }
      }
    }
    static let casePaths = CasePaths()
    static func caseIndex(of action: WeatherAction) -> Int {
      switch action {
      case .gotTemperature: 0
      case .forecast: 1
      }
    }

    var forecast: ForecastAction? { self[case: \.forecast] }
  }

  private enum ForecastAction: Equatable, Sendable { case add(Int) }
  private enum LocationAction: Equatable, Sendable { case moved(String) }

  private struct AppState: Equatable, Sendable {
    var weather = Weather()
    var location = ""

    struct Weather: Equatable, Sendable {
      var temperature = 0
      var forecast: [Int] = []
    }
  }

  private typealias App = Feature<AppState, AppAction>

  private let weather = Reducer<AppState.Weather, WeatherAction> { state, action in
    if case .gotTemperature(let value) = action { state.temperature = value }
  }
  private let forecast = Reducer<[Int], ForecastAction> { state, action in
    if case .add(let value) = action { state.append(value) }
  }
  private let location = Reducer<String, LocationAction> { state, action in
    if case .moved(let place) = action { state = place }
  }

  private let actions: [AppAction] = [
    .started, .weather(.gotTemperature(21)), .weather(.forecast(.add(3))),
    .location(.moved("Rome")),
    .weather(.forecast(.add(4))),
  ]

  /// Expects the state that all ways of lifting must lead to.
  private func expectTheSame(
    _ app: App, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var state = AppState()
    for action in actions { try app(&state, action) }
    #expect(
      state
        == AppState(weather: .init(temperature: 21, forecast: [3, 4]), location: "Rome"),
      sourceLocation: sourceLocation)
  }

  @Test func e52partsOfTheTreeAreCombinedIntoOne() throws {
    try expectTheSame(
      weather.lift(action: \.weather, state: \.weather)
        <> forecast.lift(action: \.weather.forecast, state: \.weather.forecast)
        <> location.lift(action: \.location, state: \.location))
  }

  @Test func e53aReducerIsGenericOverItsOwnStateAndAction() throws {
    func lifted<State, Action>(
      _ reducer: Reducer<State, Action>, _ action: CasePath<AppAction, Action>,
      _ state: WritableKeyPath<AppState, State> & Sendable
    ) -> App {
      reducer.lift(action: action, state: state)
    }
    let paths = AppAction.casePaths
    try expectTheSame(
      .combine(
        lifted(weather, paths.weather, \.weather), lifted(location, paths.location, \.location),
        lifted(forecast, paths.weather.forecast, \.weather.forecast)))
  }

  @Test func e54liftingByClosures() throws {
    try expectTheSame(
      .combine(
        weather.lift(
          action: { $0.weather }, get: { $0.weather }, set: { $0.weather = $1 }),
        forecast.lift(
          action: { (action: AppAction) -> ForecastAction? in action.weather?.forecast },
          get: { (state: AppState) -> [Int] in state.weather.forecast },
          set: { (state: inout AppState, forecast: [Int]) -> Void in
            state.weather.forecast = forecast
          }),
        location.lift(
          action: { $0.location }, get: { $0.location }, set: { $0.location = $1 })))
  }

  @Test func e55liftingByKeyPaths() throws {
    try expectTheSame(
      .combine(
        weather.lift(action: \AppAction.weather, state: \AppState.weather),
        forecast.lift(action: \AppAction.weather?.forecast, state: \AppState.weather.forecast),
        location.lift(action: \AppAction.location, state: \AppState.location)))
  }

  @Test func e55liftingStepByStep() throws {
    let inner: Feature<AppState.Weather, WeatherAction> =
      weather <> forecast.lift(action: \.forecast, state: \.forecast)
    try expectTheSame(
      .combine(
        inner.lift(action: \.weather, state: \.weather),
        location.lift(action: \.location, state: \.location)))
  }

  @Test func e59anActionThatIsNotMeantIsIgnored() throws {
    let closure: App = forecast.lift(
      action: { $0.weather?.forecast }, state: \.weather.forecast)
    let keyPath = forecast.lift(
      action: \AppAction.weather?.forecast, state: \AppState.weather.forecast)
    for reducer in [closure, keyPath] {
      var state = AppState()
      for action in [AppAction.started, .location(.moved("a")), .weather(.gotTemperature(1))] {
        try reducer(&state, action)
      }
      #expect(state == AppState())
    }
  }

  @Test func e60theStateIsReadAndWrittenAtItsPlace() throws {
    let reducer: App = forecast.lift(
      action: \.weather.forecast, state: \.weather.forecast)
    var state = AppState(weather: .init(temperature: 5, forecast: [1]), location: "Oslo")
    try reducer(&state, .weather(.forecast(.add(2))))
    #expect(
      state == AppState(weather: .init(temperature: 5, forecast: [1, 2]), location: "Oslo"))
  }

  @Test func e61anActionIsWrappedByItsCase() {
    #expect(
      AppAction.weather(.gotTemperature(1)) == AppAction.casePaths.weather(.gotTemperature(1)))
  }

  @Test func e62anActionIsWrappedThroughTwoLevelsAtOnce() {
    let path = AppAction.casePaths.weather.forecast
    #expect(path(.add(1)) == .weather(.forecast(.add(1))))
    #expect(path.extract(from: .weather(.forecast(.add(1)))) == .add(1))
  }

  @Test func e63bothWaysOfTheSnippets() throws {
    let expanded: App = location.lift(
      action: { (action: AppAction) -> LocationAction? in action.location },
      get: { (state: AppState) -> String in state.location },
      set: { (state: inout AppState, value: String) -> Void in state.location = value })
    let keyPath: App = location.lift(action: \AppAction.location, state: \AppState.location)
    var states = (AppState(), AppState())
    for action in actions {
      try expanded(&states.0, action)
      try keyPath(&states.1, action)
    }
    #expect(states.0 == states.1)
    #expect(states.0.location == "Rome")
  }
}
