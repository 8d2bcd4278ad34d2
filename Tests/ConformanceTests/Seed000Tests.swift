// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import MillraceUI
import MillraceViews
import TestSupport
import Testing

private struct LibraryStoreKey: EnvironmentKey {
  static let defaultValue: Store<Seed000Tests.Library, Seed000Tests.Action> = missingProvider(
    for: "\\.libraryStore")
}

extension EnvironmentValues {
  fileprivate var libraryStore: Store<Seed000Tests.Library, Seed000Tests.Action> {
    get { self[LibraryStoreKey.self] }
    set { self[LibraryStoreKey.self] = newValue }
  }
}

/// The examples of ImmutableUI; the number of each test is that of its example.
@MainActor
@Suite struct Seed000Tests {
  fileprivate struct Library: Equatable, Sendable {
    var titles = [1: "Emma", 2: "Ulysses", 3: "Middlemarch"]
    var shelf = "A"
    var visits = 0
  }

  fileprivate enum Action: Equatable, Sendable {
    case rename(Int, String), move(String), visit
  }

  private typealias LibraryStore = Store<Library, Action>
  private typealias Dependency<Value> = DependencySelector<Library, Value>
  private typealias Output<Value> = OutputSelector<Library, Value>

  private static let reducer = Reducer<Library, Action> { library, action in
    switch action {
    case .rename(let id, let title): library.titles[id] = title
    case .move(let shelf): library.shelf = shelf
    case .visit: library.visits += 1
    }
  }

  private let store = LibraryStore(initialState: Library(), reducer: reducer)
  private let log = Log()

  /// A view that shows one title, with the number of times that its body ran.
  private struct Title: View {
    let runs: Log
    @Selected<LibraryStore, String?> var title: String?

    init(_ id: Int, runs: Log, log: Log = Log(), label: String? = nil, hasID: Bool = true) {
      self.runs = runs
      let output = Output<String?>(
        select: {
          log.append("select \(id)")
          return $0.titles[id]
        }, didChange: { $0 != $1 })
      let dependency = Dependency(select: { $0.titles }, didChange: { $0 != $1 })
      _title =
        hasID
        ? Selected(
          \.libraryStore, id: id, label: label, dependencySelector: dependency,
          outputSelector: output)
        : Selected(
          \.libraryStore, label: label, dependencySelector: dependency, outputSelector: output)
    }

    var body: some View {
      let _ = runs.append("run")
      Text(title ?? "none")
    }
  }

  private func host(_ content: some View) -> ViewHost {
    ViewHost(Provider(\.libraryStore, store) { content })
  }

  private func tap(_ host: ViewHost) throws {
    let pattern = try Regex("<button data-n=\"(\\d+)\"", as: (Substring, Substring).self)
    let button = try #require(host.html().firstMatch(of: pattern))
    try host.handle(ViewEvent(node: NodeID(rawValue: #require(Int(button.1))), kind: .tap))
  }

  @Test func e1aProviderPutsAStoreIntoTheEnvironmentUnderAKeyPath() {
    struct Reader: View {
      @Environment(\.libraryStore) var store
      var body: some View { Text("shelf \(store.shelf)") }
    }
    let host = host(VStack { Reader() })
    #expect(host.html().contains("shelf A"))
    store.dispatch(.move("B"))
    _ = host.flush()
    #expect(host.html().contains("shelf B"))
  }

  @Test func e2aDispatcherIsAHandlerOfActionsAndRunsNoBody() throws {
    struct Mover: View {
      let runs: Log
      @Dispatcher(\.libraryStore) var dispatcher
      var body: some View {
        let _ = runs.append("run")
        Button("Move") { move(dispatcher) }
      }

      private func move(_ handler: some ActionHandler<Action>) { handler.dispatch(.move("C")) }
    }
    let host = host(Mover(runs: log))
    try tap(host)
    #expect(store.state.shelf == "C")
    #expect(host.flush().isEmpty && log.lines == ["run"])
  }

  @Test func e3selectorsAreASelectionAndARule() {
    let dependency = Dependency(
      select: { $0.titles.count }, didChange: { old, new in new > old })
    let output = Output(select: { $0.shelf }, didChange: { $0 != $1 })
    #expect(dependency.select(Library()) == 3)
    #expect(dependency.didChange(3, 4) && !dependency.didChange(4, 3))
    #expect(output.select(Library()) == "A")
    #expect(output.didChange("A", "B") && !output.didChange("A", "A"))
  }

  @Test func e4anObservableValueDrivesTheView() {
    let host = host(Title(1, runs: log))
    #expect(host.html().contains("Emma"))
    store.dispatch(.rename(2, "Dubliners"))
    #expect(host.flush().isEmpty && log.lines == ["run"])
    store.dispatch(.rename(1, "Persuasion"))
    #expect(host.flush().count == 1 && log.lines == ["run", "run"])
    #expect(host.html().contains("Persuasion"))
  }

  @Test func e5aListenerHasAnyNumberOfDependencies() {
    struct Page: View {
      static let output = Output(select: { $0.visits }, didChange: { $0 != $1 })
      static let shelf = Dependency(\.shelf)
      @Selected(\.libraryStore, outputSelector: output) var none
      @Selected(\.libraryStore, dependencySelector: shelf, outputSelector: output) var one
      @Selected(
        \.libraryStore, dependencySelector: shelf, Dependency(\.titles), Dependency(\.titles.count),
        outputSelector: output) var three

      var body: some View { Text("\(none) \(one) \(three)") }
    }
    let host = host(Page())
    func shown(after action: Action) -> String {
      store.dispatch(action)
      _ = host.flush()
      return host.html()
    }
    #expect(shown(after: .visit).contains("1 0 0"))
    #expect(shown(after: .rename(1, "Emma II")).contains("1 0 1"))
    #expect(shown(after: .move("B")).contains("1 1 1"))
  }

  @Test func e6readingTooEarlyIsAnErrorOfTheProgramWithAClearMessage() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let shelf = Selected(
          \.libraryStore, outputSelector: OutputSelector<Library, String>(select: { $0.shelf }))
        _ = shelf.wrappedValue
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("asked the environment for \\.libraryStore"))
    #expect(output.contains("Wrap it: Provider(\\.libraryStore, store) { ... }"))
  }

  @Test func e7aLabelledLogTellsOfUpdates() {
    let log = log
    SelectedLog.report = { log.append($0) }
    defer { SelectedLog.report = nil }
    let host = host(
      VStack {
        Title(1, runs: Log(), label: "Title")
        Title(2, runs: Log())
      })
    _ = host.html()
    store.dispatch(.visit)
    store.dispatch(.rename(2, "Dubliners"))
    store.dispatch(.rename(1, "Persuasion"))
    #if DEBUG
      #expect(
        log.lines == [
          "Millrace: @Selected \"Title\" published Optional(\"Emma\")",
          "Millrace: @Selected \"Title\" published Optional(\"Persuasion\")",
        ])
    #else
      #expect(log.lines.isEmpty)
    #endif
  }

  /// A dependency that logs its calls.
  private func logged<Value: Equatable & SendableMetatype>(
    _ name: String, _ select: @escaping @Sendable (Library) -> Value
  ) -> Dependency<Value> {
    let log = log
    return Dependency(
      select: {
        log.append("select \(name)")
        return select($0)
      },
      didChange: {
        log.append("compare \(name)")
        return $0 != $1
      })
  }

  private var loggedOutput: Output<Int> {
    let log = log
    return Output(
      select: {
        log.append("output")
        return $0.visits
      }, didChange: { $0 != $1 })
  }

  @Test func e8manyAreSelectedAndComparedUpToTheFirstChange() {
    let selector = StateSelector(
      dependencySelector: logged("shelf") { $0.shelf }, logged("titles") { $0.titles },
      outputSelector: loggedOutput)
    let watch = store.subscribe(to: selector) { _ in }
    log.clear()
    store.dispatch(.visit)
    #expect(log.lines == ["select shelf", "select titles", "compare shelf", "compare titles"])
    log.clear()
    store.dispatch(.move("B"))
    #expect(log.lines == ["select shelf", "select titles", "compare shelf", "output"])
    watch.cancel()
  }

  @Test func e9dependenciesAreUpdatedFirst() {
    let selector = StateSelector(
      dependencySelector: logged("shelf") { $0.shelf }, outputSelector: loggedOutput)
    let watch = store.subscribe(to: selector, initial: true) { _ in }
    #expect(log.lines.first == "select shelf" && log.lines.contains("output"))
    watch.cancel()
  }

  @Test func e10theOutputIsSelectedOnlyIfADependencyChanged() {
    var heard: [Int] = []
    let selector = StateSelector(
      dependencySelector: logged("shelf") { $0.shelf }, outputSelector: loggedOutput)
    let watch = store.subscribe(to: selector) { heard.append($0) }
    log.clear()
    store.dispatch(.visit)
    #expect(!log.lines.contains("output") && heard.isEmpty)
    store.dispatch(.move("B"))
    #expect(log.lines.filter { $0 == "output" }.count == 1 && heard == [1])
    watch.cancel()
  }

  @Test func e11withoutDependenciesTheOutputIsSelectedEveryTime() {
    var heard: [Int] = []
    let watch = store.subscribe(to: StateSelector(outputSelector: loggedOutput)) {
      heard.append($0)
    }
    log.clear()
    for action in [Action.move("B"), .visit, .move("C")] { store.dispatch(action) }
    #expect(log.lines == ["output", "output", "output"])
    #expect(heard == [1])
    watch.cancel()
  }

  @Test func e12aFilterSeesTheOldStateAndTheAction() {
    let log = log
    let filter: (Library, Action) -> Bool = { old, action in
      log.append("filter \(old.visits)")
      return action == .visit && old.visits < 2
    }
    var heard: [Int] = []
    let selector = StateSelector(
      dependencySelector: logged("visits") { $0.visits }, outputSelector: loggedOutput)
    let watch = store.subscribe(to: selector, filter: filter) { heard.append($0) }
    log.clear()
    store.dispatch(.move("B"))
    #expect(log.lines == ["filter 0"])
    for _ in 0..<4 { store.dispatch(.visit) }
    #expect(heard == [1, 2])
    #expect(log.lines.filter { $0 == "output" }.count == 2)
    watch.cancel()
  }

  /// A page that shows one title and goes on to the next one.
  private struct Page: View {
    let runs: Log
    let log: Log
    let hasID: Bool
    @State private var id = 1
    @State private var taps = 0

    var body: some View {
      Button("tapped \(taps)") {
        taps += 1
        if taps > 1 { id += 1 }
      }
      Title(id, runs: runs, log: log, hasID: hasID)
    }
  }

  @Test func e13theSameIDKeepsTheListener() throws {
    let host = host(Page(runs: Log(), log: log, hasID: true))
    _ = host.html()
    #expect(log.lines == ["select 1"])
    // The parent runs and makes the view again, with new closures and the same id.
    try tap(host)
    _ = host.flush()
    #expect(host.html().contains("tapped 1") && host.html().contains("Emma"))
    #expect(log.lines == ["select 1"])
  }

  @Test(arguments: [true, false])
  func e14aNewIDBuildsTheListenerAnewAndWithoutOneTheFirstClosuresStay(hasID: Bool) throws {
    let host = host(Page(runs: Log(), log: log, hasID: hasID))
    try tap(host)
    try tap(host)
    _ = host.flush()
    #expect(host.html().contains(hasID ? "Ulysses" : "Emma"))
    #expect(log.lines == (hasID ? ["select 1", "select 2"] : ["select 1"]))
    store.dispatch(.rename(2, "Dubliners"))
    _ = host.flush()
    #expect(host.html().contains(hasID ? "Dubliners" : "Emma"))
  }

  @Test func e15anotherStoreStartsTheListenerAnew() throws {
    struct Parent: View {
      let stores: [LibraryStore]
      let runs: Log
      @State private var index = 0

      var body: some View {
        Button("Next") { index = 1 }
        Provider(\.libraryStore, stores[index]) { Title(1, runs: runs) }
      }
    }
    let other = LibraryStore(
      initialState: Library(titles: [1: "Walden"]), reducer: Self.reducer)
    let host = ViewHost(Parent(stores: [store, other], runs: log))
    #expect(host.html().contains("Emma"))
    try tap(host)
    _ = host.flush()
    #expect(host.html().contains("Walden"))
    store.dispatch(.rename(1, "Persuasion"))
    #expect(host.flush().isEmpty)
    other.dispatch(.rename(1, "Civil Disobedience"))
    _ = host.flush()
    #expect(host.html().contains("Civil Disobedience"))
  }

  @Test func e16theReleaseOfAListenerEndsIt() {
    var host: ViewHost? = host(Title(1, runs: log, log: log))
    _ = host?.html()
    host?.close()
    host = nil
    log.clear()
    store.dispatch(.rename(1, "Persuasion"))
    #expect(log.lines.isEmpty)
    let called = store.counters.observersCalled
    store.dispatch(.rename(1, "Emma"))
    #expect(store.counters.observersCalled == called)
  }

  @Test func e17selectedIsAWrapperInAView() {
    struct Shelf: View {
      @Selected(
        \.libraryStore, label: "Shelf", filter: { _, action in action != .visit },
        dependencySelector: Dependency(\.shelf), Dependency(\.visits),
        outputSelector: Output(select: { "\($0.shelf) \($0.visits)" }, didChange: { $0 != $1 })
      ) var text
      var body: some View { Text("shelf \(text)") }
    }
    let host = host(Shelf())
    store.dispatch(.visit)
    #expect(host.html().contains("shelf A 0"))
    store.dispatch(.move("B"))
    _ = host.flush()
    #expect(host.html().contains("shelf B 1"))
  }

  @Test func e18itIsUpToDateBeforeEveryRunOfTheBody() throws {
    struct Parent: View {
      let store: LibraryStore
      let runs: Log
      @State private var id = 1

      var body: some View {
        Button("Next") {
          // A new id and a new title for it, both before the next run.
          id = 3
          store.dispatch(.rename(3, "Silas Marner"))
        }
        Title(id, runs: runs)
      }
    }
    let host = host(Parent(store: store, runs: log))
    _ = host.html()
    try tap(host)
    _ = host.flush()
    #expect(host.html().contains("Silas Marner"))
    #expect(log.lines == ["run", "run"])
  }
}
