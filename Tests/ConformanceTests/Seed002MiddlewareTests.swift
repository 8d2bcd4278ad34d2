// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import MillraceTesting
import TestSupport
import Testing

/// The examples of SwiftRex that concern the app, the store and middleware.
///
/// The number of each test is that of its example. Reducers and actions are in `Seed002Tests`.
@MainActor
@Suite struct Seed002MiddlewareTests {
  // MARK: The app

  @Test func e39actionsAreNestedEnums() {
    let store = MovieApp.store(MovieApp.World(movies: { _ in [] }))
    store.dispatch(.movies(.gotList(["Alien"])))
    #expect(store.state.movies == .loaded(["Alien"]))
    #expect(!store.state.isActive)
  }

  @Test func e40theStateIsATreeOfValuesAndLoadingIsAStateMachine() async {
    let gate = Gate()
    let store = MovieApp.store(
      MovieApp.World(
        movies: { text in
          await gate.wait()
          return ["Alien", text]
        }))
    #expect(store.state.movies == .neverLoaded)
    let receipt = store.dispatch(.movies(.requestList("a")))
    #expect(store.state.movies == .loading)
    await gate.open()
    await receipt.finish()
    #expect(store.state.movies == .loaded(["Alien", "a"]))
    store.dispatch(.filter("a"))
    #expect(store.state.filter.text == "a")
  }

  @Test func e41theAppOwnsOneStoreAndStartsIt() {
    @MainActor final class App {
      let store = MovieApp.store(MovieApp.World(movies: { _ in ["Alien"] }))
      init() { store.dispatch(.started) }
    }
    #expect(App().store.state.isActive)
  }

  @Test func e42aStoreIsMadeOfReducerMiddlewareAndEmitsValue() async {
    let store = MovieApp.store(MovieApp.World(movies: { ["Alien", $0] }))
    var heard = 0
    let subscription = store.subscribe { _ in heard += 1 }
    await store.dispatch(.movies(.requestList("x"))).finish()
    #expect(store.state.movies == .loaded(["Alien", "x"]))
    // Two changes: loading and loaded. No observer is called for an action that changes nothing.
    #expect(heard == 2)
    store.dispatch(.movies(.gotList(["Alien", "x"])))
    #expect(heard == 2)
    subscription.cancel()
  }

  @Test func e43aProjectionHasAViewStateAndViewActions() {
    let store = MovieApp.store(MovieApp.World(movies: { _ in [] }))
    let view = store.projection(
      action: { (action: ViewAction) in action.appAction },
      state: { ViewState(title: "Movies, \($0.filter.text)") })
    view.dispatch(.appeared)
    view.dispatch(.scrolled)
    #expect(store.state.isActive)
    #expect(view.state.title == "Movies, ")
  }

  @Test func e44onlyRelevantChangesReachTheView() {
    let store = MovieApp.store(MovieApp.World(movies: { _ in [] }))
    let view = store.projection(
      action: { (action: ViewAction) in action.appAction },
      state: { ViewState(title: "Movies, \($0.filter.text)") })
    var titles: [String] = []
    let subscription = view.subscribe(to: \.title) { titles.append($0) }
    store.dispatch(.started)
    store.dispatch(.filter("a"))
    #expect(titles == ["Movies, a"])
    subscription.cancel()
  }

  // MARK: Middleware

  @Test func e45anIODispatchesNowAndLater() async {
    let clock = TestClock()
    let popup = AnyMiddleware<Popup, Popup, Bool> { action, _, _ in
      guard action == .requested else { return .pure() }
      return IO { output in output.dispatch(.show) }
        <> IO(.just(.hide).delay(for: .seconds(3)))
    }
    let store = Store(
      initialState: false,
      reducer: Reducer<Bool, Popup> { state, action in
        switch action {
        case .requested: break
        case .show: state = true
        case .hide: state = false
        }
      },
      middleware: popup, clock: clock)
    let receipt = store.dispatch(.requested)
    #expect(store.state)
    clock.advance(by: .seconds(3))
    await receipt.finish()
    #expect(!store.state)
  }

  @Test func e46aLoggerSeesBeforeAndAfterAndTheSource() {
    let log = Log()
    let store = Store(
      initialState: Favorites(),
      reducer: Favorites.reducer,
      middleware: FavoritesLogger(log: log).lift(outputAction: Lift.absurd))
    store.dispatch(.changed("Alien", isFavorite: true), info: "a button")
    let line = #line - 1
    #expect(log.lines == ["[] -> [\"Alien\"] from \(#fileID):\(line), a button"])
  }

  @Test(arguments: [true, false])
  func e46anAPIMiddlewareSucceedsAndFails(isReachable: Bool) async {
    let store = Store(
      initialState: Favorites(), reducer: Favorites.reducer,
      middleware: FavoritesAPIMiddleware(isReachable: isReachable))
    await store.dispatch(.toggle("Alien")).finish()
    #expect(store.state.ids == (isReachable ? ["Alien"] : []))
    #expect(store.state.failures == (isReachable ? 0 : 1))
    await store.dispatch(.toggle("Alien")).finish()
    #expect(store.state.ids == [])
  }

  @Test func e47anEffectMiddlewareHasTokensAndDependencies() async {
    let gate = Gate()
    let middleware = Favorites.effects.inject(
      FavoritesAPI { id, isFavorite in
        await gate.wait()
        return id != "Broken"
      })
    let store = Store(
      initialState: Favorites(), reducer: Favorites.reducer, middleware: middleware)
    // The second request for the same movie takes the place of the first.
    let receipts = ["Alien", "Alien", "Heat", "Broken"].map { store.dispatch(.toggle($0)) }
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.ids == ["Alien", "Heat"])
    #expect(store.state.changes == 2)
    #expect(store.state.failures == 1)
  }
}

private enum Popup: Sendable { case requested, show, hide }

private struct ViewState: Equatable, Sendable {
  var title: String
}

private enum ViewAction: Sendable {
  case appeared, scrolled

  var appAction: MovieApp.Action? { self == .appeared ? .started : nil }
}

private enum MovieApp {
  enum Action: Equatable, Sendable {
    case started
    case filter(String)
    case movies(Movies)
  }

  enum Movies: Equatable, Sendable {
    case requestList(String)
    case gotList([String])
  }

  struct State: Equatable, Sendable {
    var isActive = false
    var movies = Loadable<[String]>.neverLoaded
    var filter = Filter()
  }

  struct Filter: Equatable, Sendable {
    var text = ""
  }

  enum Loadable<Value: Equatable & Sendable>: Equatable, Sendable {
    case neverLoaded, loading
    case loaded(Value)
  }

  struct World: Sendable {
    var movies: @Sendable (String) async -> [String]
  }

  @MainActor
  static func store(_ world: World) -> Store<State, Action> {
    Store(
      initialState: State(),
      reducer: Reducer { state, action in
        switch action {
        case .started: state.isActive = true
        case .filter(let text): state.filter.text = text
        case .movies(.requestList): state.movies = .loading
        case .movies(.gotList(let list)): state.movies = .loaded(list)
        }
      },
      middleware: middleware.inject(world), emitsValue: .whenDifferent)
  }

  static let middleware = EffectMiddleware<Action, Action, State, World>.onAction {
    action, _, _ in
    guard case .movies(.requestList(let text)) = action else { return .none }
    return .run(token: "list") { context, send in
      await send(.movies(.gotList(await context.dependencies.movies(text))))
    }
  }
}

private struct Favorites: Equatable, Sendable {
  var ids: Set<String> = []
  var changes = 0
  var failures = 0

  enum Action: Equatable, Sendable {
    case toggle(String)
    case changed(String, isFavorite: Bool)
    case failed(String)
  }

  static let reducer = Reducer<Favorites, Action> { state, action in
    switch action {
    case .toggle: break
    case .changed(let id, true):
      state.ids.insert(id)
      state.changes += 1
    case .changed(let id, false):
      state.ids.remove(id)
      state.changes += 1
    case .failed: state.failures += 1
    }
  }

  static let effects = EffectMiddleware<Action, Action, Favorites, FavoritesAPI>.onAction {
    action, _, state in
    guard case .toggle(let id) = action else { return .none }
    let isFavorite = !state().ids.contains(id)
    return .run(token: id) { context, send in
      let isDone = await context.dependencies.change(id, isFavorite)
      await send(isDone ? .changed(id, isFavorite: isFavorite) : .failed(id))
    }
  }
}

private struct FavoritesAPI: Sendable {
  var change: @Sendable (String, Bool) async -> Bool
}

private struct FavoritesLogger: Middleware {
  let log: Log

  func handle(
    _ action: Favorites.Action, from source: ActionSource, state: StateReader<Favorites>
  ) -> IO<Never> {
    let before = state.ids
    return IO { _ in
      log.append(
        "\(before) -> \(state.ids) from \(source.fileID):\(source.line), \(source.info ?? "-")")
    }
  }
}

private struct FavoritesAPIMiddleware: Middleware {
  let isReachable: Bool

  func handle(
    _ action: Favorites.Action, from source: ActionSource, state: StateReader<Favorites>
  ) -> IO<Favorites.Action> {
    guard case .toggle(let id) = action else { return .pure() }
    let isFavorite = !state.ids.contains(id)
    return IO(
      .run { send in
        if isReachable {
          await send(.changed(id, isFavorite: isFavorite), info: "API callback")
        } else {
          await send(.failed(id), info: "API callback")
        }
      })
  }
}
