// SPDX-License-Identifier: Apache-2.0

import Observation
import TestSupport
import Testing

@testable import Millrace

/// Random actions, subscriptions and reads, against a model that compares everything every time.
@MainActor
@Suite struct SelectionGraphPropertyTests {
  private struct App: Sendable {
    var count = 0
    var other = 0
    var text = ""
    var numbers: [Int] = []
    var entries = EntityTable<Entry>(sortedBy: \.value)
    var kept = EntityTable<Entry>()
  }

  private struct Change: Sendable {
    let number: Int
    let apply: @Sendable (inout App) -> Void
  }

  private typealias AppStore = Store<App, Change>

  /// One selector: how to observe and read it, and how to compute its value without a graph.
  private struct Subject {
    let value: (App) -> String
    var differs: (String, String) -> Bool = { $0 != $1 }
    var isFiltered = false
    let subscribe: @MainActor (AppStore, @escaping (String) -> Void) -> StoreSubscription
    let select: @MainActor (AppStore) -> String
    let read: @MainActor (AppStore) -> String
  }

  private static func filter(_ app: App, _ change: Change) -> Bool {
    (app.count + change.number).isMultiple(of: 2)
  }

  private static func subject<Output>(
    _ selector: StateSelector<App, Output>, isFiltered: Bool = false,
    _ value: @escaping (App) -> Output
  ) -> Subject {
    Subject(
      value: { "\(value($0))" }, isFiltered: isFiltered,
      subscribe: { store, body in
        isFiltered
          ? store.subscribe(to: selector, filter: filter) { body("\($0)") }
          : store.subscribe(to: selector) { body("\($0)") }
      }, select: { "\($0.select(selector))" }, read: { "\($0.read(selector))" })
  }

  private static func row<Output: Equatable & SendableMetatype>(
    _ id: Int, _ keyPath: KeyPath<Entry?, Output> & Sendable
  ) -> Subject {
    func part(_ store: AppStore) -> StoreProjection<Entry?, Change> {
      store.projection(action: { $0 }, row: id, of: \.entries)
    }
    return Subject(
      value: { "\($0.entries[id: id][keyPath: keyPath])" },
      subscribe: { store, body in part(store).subscribe(to: keyPath) { body("\($0)") } },
      select: { "\(part($0).select(keyPath))" },
      read: { "\(part($0).read(StateSelector(keyPath)))" })
  }

  private static func subjects() -> [Subject] {
    let sum = createSelector(\App.count, \.other, checks: SelectorChecks.off) { $0 + $1 }
    let parity = createSelector(sum, checks: SelectorChecks.off) { $0 % 2 }
    let text = createSelector(
      parity, StateSelector(\App.text), sum, checks: SelectorChecks.off
    ) { parity, text, sum in "\(parity) \(text) \(sum)" }
    let family = SelectorFamily { (limit: Int) in
      createSelector(\App.numbers, checks: SelectorChecks.off) { numbers in
        numbers.filter { $0 < limit }
      }
    }
    let first: StateSelector<App, Entry?> = .row(1, of: \.entries)
    let second: StateSelector<App, Int?> = .row(2, of: \.entries, \.value)
    let ids: StateSelector<App, [Int]> = .ids(of: \.entries)
    let mixed = createSelector(first, ids, second, sum, checks: SelectorChecks.off) {
      one, ids, two, sum in "\(one?.value ?? -1) \(ids) \(two ?? -1) \(sum)"
    }
    let total = createSelector(.all(of: \App.entries), parity, checks: SelectorChecks.off) {
      entries, parity in entries.reduce(0) { $0 + $1.value } + parity
    }
    let each = createSelector(parity, memoized: false, checks: SelectorChecks.off) { $0 + 5 }
    let step = StateSelector<App, Int>(\.count, didChange: { abs($0 - $1) >= 2 })
    let dependent = StateSelector(
      dependencySelector: StateSelector(\App.count), StateSelector(\App.numbers.count),
      outputSelector: StateSelector({ "\($0.count) \($0.numbers.count)" }))
    var stepped = subject(step) { $0.count }
    stepped.differs = { abs((Int($0) ?? 0) - (Int($1) ?? 0)) >= 2 }
    return [
      subject(StateSelector(\.count)) { $0.count },
      subject(StateSelector(\.text)) { $0.text },
      subject(StateSelector(\.numbers)) { $0.numbers },
      subject(StateSelector(\.numbers.count)) { $0.numbers.count },
      subject(StateSelector { $0.count * 3 }) { $0.count * 3 },
      subject(sum) { $0.count + $0.other },
      subject(parity) { ($0.count + $0.other) % 2 },
      subject(text) { "\(($0.count + $0.other) % 2) \($0.text) \($0.count + $0.other)" },
      subject(family(3)) { $0.numbers.filter { $0 < 3 } },
      subject(family(6)) { $0.numbers.filter { $0 < 6 } },
      subject(.row(1, of: \.entries)) { $0.entries[id: 1] },
      subject(.row(2, of: \.entries, \.value)) { $0.entries[id: 2]?.value },
      subject(.contains(3, in: \.entries)) { $0.entries.contains(id: 3) },
      subject(.ids(of: \.entries)) { $0.entries.map(\.id) },
      subject(.count(of: \.entries)) { $0.entries.count },
      subject(mixed) { app in
        "\(app.entries[id: 1]?.value ?? -1) \(app.entries.map(\.id)) "
          + "\(app.entries[id: 2]?.value ?? -1) \(app.count + app.other)"
      },
      subject(total) { $0.entries.reduce(0) { $0 + $1.value } + ($0.count + $0.other) % 2 },
      subject(each) { ($0.count + $0.other) % 2 + 5 },
      subject(dependent) { "\($0.count) \($0.numbers.count)" },
      subject(sum, isFiltered: true) { $0.count + $0.other },
      row(1, \.?.value), row(4, \.?.name), stepped,
    ]
  }

  private static func change(_ generator: inout SeededGenerator) -> Change {
    let (kind, number) = (
      Int.random(in: 0..<17, using: &generator), Int.random(in: 0..<6, using: &generator)
    )
    return Change(number: number) { app in
      switch kind {
      case 0, 1: app.count += number - 2
      case 2: app.other += number - 2
      case 3: app.text = number < 3 ? "short" : String(repeating: "long ", count: number)
      case 4: app.numbers.append(number)
      case 5: if !app.numbers.isEmpty { app.numbers[0] = number }
      case 6: app.numbers = Array(app.numbers)
      case 7: (app.count, app.other) = (app.other, app.count)
      case 8, 9: app.entries[id: number]?.value += 1
      case 10: app.entries.addOne(Entry(id: number, value: number * 7 % 5))
      case 11: app.entries.removeOne(number)
      case 12: app.entries.setAll((0..<number).map { Entry(id: $0, value: $0 * 3 % 4) })
      case 13: app.kept = app.entries
      case 14: app.entries = app.kept
      case 15: app.entries.setMany((0..<600).map { Entry(id: $0 % 6, value: number + $0 % 6) })
      default: app.text += ""
      }
    }
  }

  /// An observer, in the model.
  private struct Watcher {
    let id: Int
    let subject: Int
    var last: String
    var isWanted = false
    var isAlive = true
  }

  /// Runs the store and the model side by side.
  @MainActor
  private final class Run {
    let store: AppStore
    let subjects = SelectionGraphPropertyTests.subjects()
    let isGated: Bool
    var generator: SeededGenerator
    var app = App()
    var emitted = App()
    var isInBatch = false
    var isStale = false
    /// Whether observers have been notified of the present state.
    var isHeard = true
    var nextID = 0
    var watchers: [Watcher] = []
    var subscriptions: [Int: StoreSubscription] = [:]
    var heard: [String] = []
    var expected: [String] = []
    /// Wrong answers.
    var answers: [String] = []
    /// The reads inside tracked scopes, until a change is reported for them.
    var tracked: [(subject: Int, value: String, isTold: Log)] = []

    init(seed: UInt64) {
      generator = SeededGenerator(seed: seed)
      isGated = Bool.random(using: &generator)
      let reducer = Reducer<App, Change> { $1.apply(&$0) }
      store = AppStore(initialState: App(), reducer: reducer)
      if isGated { store.notifyObservers { $0.other != $1.other } }
    }

    func random(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    func dispatch() {
      let change = SelectionGraphPropertyTests.change(&generator)
      for index in watchers.indices where subjects[watchers[index].subject].isFiltered {
        if SelectionGraphPropertyTests.filter(app, change) { watchers[index].isWanted = true }
      }
      change.apply(&app)
      isHeard = false
      if isInBatch { isStale = true } else { notify() }
      store.dispatch(change)
    }

    /// Adds the calls that observers must get, in the order of subscription.
    func notify() {
      isStale = false
      if isGated {
        guard app.other != emitted.other else { return }
        emitted = app
      }
      isHeard = true
      for index in watchers.indices {
        let subject = subjects[watchers[index].subject]
        if subject.isFiltered && !watchers[index].isWanted { continue }
        watchers[index].isWanted = false
        let value = subject.value(app)
        guard subject.differs(watchers[index].last, value) else { continue }
        watchers[index].last = value
        expected.append("\(watchers[index].id): \(value)")
      }
    }

    func batch() {
      store.batch {
        isInBatch = true
        for _ in 0..<random(6) { step(isDeep: true) }
        isInBatch = false
        // The batch ends when this closure returns.
        if isStale { notify() }
      }
    }

    func subscribe() {
      nextID += 1
      let (id, index) = (nextID, random(subjects.count))
      watchers.append(Watcher(id: id, subject: index, last: subjects[index].value(app)))
      subscriptions[id] = subjects[index].subscribe(store) { [unowned self] in
        heard.append("\(id): \($0)")
      }
    }

    func cancel() {
      guard !watchers.isEmpty else { return }
      let watcher = watchers.remove(at: random(watchers.count))
      subscriptions.removeValue(forKey: watcher.id)?.cancel()
    }

    func track() {
      let index = random(subjects.count)
      // The last subject has a rule of its own, which may ignore changes.
      guard index != subjects.count - 1 else { return }
      let log = Log()
      withObservationTracking {
        tracked.append((index, subjects[index].read(store), log))
      } onChange: {
        log.append("told")
      }
    }

    func step(isDeep: Bool) {
      switch random(20) {
      case 0..<9: dispatch()
      case 9..<12: subscribe()
      case 12: cancel()
      case 13 where !isDeep: batch()
      case 14: track()
      case 15 where !isDeep: subscriptions.count > 12 ? (0..<9).forEach { _ in cancel() } : ()
      default:
        let index = random(subjects.count)
        let (answer, value) = (subjects[index].select(store), subjects[index].value(app))
        if answer != value { answers.append("select of \(index) is \(answer), not \(value)") }
      }
    }

    /// The conditions that must always be true and are not.
    func violations() -> [String] {
      var wrong = answers
      if heard != expected { wrong.append("heard \(heard), expected \(expected)") }
      (heard, expected) = ([], [])
      if isHeard {
        for read in tracked where read.isTold.lines.isEmpty {
          let value = subjects[read.subject].value(app)
          if value != read.value { wrong.append("\(read.value) is \(value) without a call") }
        }
        tracked.removeAll { !$0.isTold.lines.isEmpty }
      }
      let graph = store.engine.observers.graph
      func isAscending(_ numbers: [UInt64]) -> Bool { numbers == numbers.sorted() }
      if !isAscending(graph.roots.map(\.liveSince)) { wrong.append("roots") }
      for node in graph.nodes.values {
        let dependents = node.dependents.map { $0.takeUnretainedValue().liveSince }
        if !isAscending(dependents) { wrong.append("dependents") }
        if !isAscending(node.observers.map(\.id)) { wrong.append("observers") }
      }
      if graph.queue.contains(where: { !$0.isEmpty }) { wrong.append("something is queued") }
      return wrong
    }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func aStoreDoesWhatComparingEverythingWouldDo(seed: UInt64) {
    let run = Run(seed: seed)
    for step in 0..<400 {
      run.step(isDeep: false)
      let wrong = run.violations()
      if !wrong.isEmpty {
        Issue.record("seed \(seed), step \(step): \(wrong)")
        break
      }
    }
    run.store.engine.shutDown()
    let graph = run.store.engine.observers.graph
    #expect(graph.roots.isEmpty && graph.observers.isEmpty, "seed \(seed)")
    #expect(graph.nodes.values.allSatisfy { !$0.isLive }, "seed \(seed)")
  }
}
