// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// The laws of a turn, for random observers, middleware and effects that dispatch, open batches,
/// subscribe and cancel wherever they are called: a store does exactly what a plain model says.
@MainActor
@Suite struct TurnFuzzTests {
  @Test func turnsOfRandomObserversRunAsInAPlainModel() {
    let first = EffectFuzzTests.setting("MILLRACE_FUZZ_FIRST") ?? 0
    let count = EffectFuzzTests.setting("MILLRACE_FUZZ_SEEDS") ?? 250
    for seed in first..<first + count {
      var generator = TurnFuzzGenerator(seed: seed)
      let script = generator.script()
      guard difference(of: script) != nil else { continue }
      let shortest = shrink(script)
      let steps = shortest.map { "\($0)" }.joined(separator: "\n")
      Issue.record("Seed \(seed):\n\(steps)\n\(difference(of: shortest) ?? "")")
      return
    }
  }

  /// Runs a script.
  ///
  /// - Returns: The first difference between the store and the model, in words.
  private func difference(of script: [TurnFuzzStep]) -> String? {
    let (real, model) = (TurnFuzzStore(), TurnFuzzModel())
    defer { real.end() }
    for (index, step) in script.enumerated() {
      real.run(step)
      model.run(step)
      if real.log != model.log {
        return "After step \(index)\nis     \(real.log)\nshould \(model.log)"
      }
      real.log = []
      model.log = []
    }
    return nil
  }

  private func shrink(_ script: [TurnFuzzStep]) -> [TurnFuzzStep] {
    var shortest = script
    var index = 0
    while index < shortest.count {
      var shorter = shortest
      shorter.remove(at: index)
      if difference(of: shorter) == nil {
        index += 1
      } else {
        (shortest, index) = (shorter, 0)
      }
    }
    return shortest
  }
}

/// The state, with values that selectors derive from each other and rows that move.
struct TurnFuzzState: Sendable {
  struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var rank: Int
    var text: Int
  }

  var one = 0
  var two = 0
  var rows = EntityTable<Row>(sortedBy: \.rank)
  var kept = EntityTable<Row>(sortedBy: \.rank)
}

/// An action, and what each place that meets it does.
struct TurnFuzzAction: Sendable {
  enum Edit: Sendable {
    case one(Int), two(Int), swap
    case row(TurnFuzzState.Row), rank(Int, Int), text(Int, Int), remove(Int), keep, restore
  }

  enum EffectPart: Sendable {
    case just(TurnFuzzAction)
    case sequence([TurnFuzzAction])
    /// A closure that sends actions, and calls the store itself.
    case perform([(TurnFuzzAction?, TurnFuzzStep?)])
  }

  struct Refused: Error {}

  let number: Int
  var edits: [Edit] = []
  var isRefused = false
  /// The steps of the middleware before the reducer.
  var before: [TurnFuzzStep] = []
  /// The steps of the store's `onRejection`.
  var onRejection: [TurnFuzzStep] = []
  var effects: [EffectPart] = []

  func apply(to state: inout TurnFuzzState) {
    for edit in edits {
      switch edit {
      case .one(let value): state.one = value
      case .two(let value): state.two = value
      case .swap: (state.one, state.two) = (state.two, state.one)
      case .row(let row): state.rows.setOne(row)
      case .rank(let id, let rank): state.rows[id: id]?.rank = rank
      case .text(let id, let text): state.rows[id: id]?.text = text
      case .remove(let id): state.rows.removeOne(id)
      case .keep: state.kept = state.rows
      case .restore: state.rows = state.kept
      }
    }
  }
}

/// What a script, an observer, a middleware or an effect does with the store.
enum TurnFuzzStep: Sendable {
  case dispatch(TurnFuzzAction)
  case batch([TurnFuzzStep])
  /// The observer runs the first list of steps when it is called first, and so on.
  case subscribe(TurnFuzzSubject, [[TurnFuzzStep]], isFiltered: Bool, initial: Bool)
  case cancel(Int)
  case select(TurnFuzzSubject)
}

/// What an observer watches.
enum TurnFuzzSubject: Int, CaseIterable, Sendable {
  case one, sum, parity, mixed, row, text, ids, texts, count, commits, actions, transitions

  func value(_ state: TurnFuzzState) -> String {
    switch self {
    case .one: "\(state.one)"
    case .sum: "\(state.one + state.two)"
    case .parity: "\((state.one + state.two) % 2)"
    case .mixed:
      "\((state.one + state.two) % 2) \(state.rows[id: 1]?.text ?? -1) \(state.rows.map(\.id))"
    case .row: "\(state.rows[id: 1]?.rank ?? -1) \(state.rows[id: 1]?.text ?? -1)"
    case .text: "\(state.rows[id: 2]?.text ?? -1)"
    case .ids: "\(state.rows.map(\.id))"
    case .texts: "\(state.rows.map(\.text))"
    case .count: "\(state.rows.count)"
    case .commits: "\(state.one) \(state.two) \(state.rows.map(\.text))"
    case .actions, .transitions: ""
    }
  }

  static func accepts(_ state: TurnFuzzState, _ action: TurnFuzzAction) -> Bool {
    (state.one + action.number).isMultiple(of: 2)
  }
}

extension TurnFuzzSubject {
  typealias Selector<Output> = StateSelector<TurnFuzzState, Output>

  private enum Recipe {
    static let sum = createSelector(
      \TurnFuzzState.one, \.two, checks: SelectorChecks.off
    ) { $0 + $1 }
    static let parity = createSelector(sum, checks: SelectorChecks.off) { $0 % 2 }
    static let row: Selector<TurnFuzzState.Row?> = .row(1, of: \.rows)
    static let text: Selector<Int?> = .row(2, of: \.rows, \.text)
    static let ids: Selector<[Int]> = .ids(of: \.rows)
    static let count: Selector<Int> = .count(of: \.rows)
    static let texts = createSelector(
      .all(of: \TurnFuzzState.rows), checks: SelectorChecks.off
    ) { rows in rows.map(\.text) }
    static let mixed = createSelector(parity, row, ids, checks: SelectorChecks.off) {
      parity, row, ids in "\(parity) \(row?.text ?? -1) \(ids)"
    }
  }

  @MainActor
  func subscribe(
    _ store: Store<TurnFuzzState, TurnFuzzAction>, isFiltered: Bool, initial: Bool,
    _ call: @escaping (String) -> Void
  ) -> StoreSubscription {
    func watch<Output>(
      _ selector: Selector<Output>, _ text: @escaping (Output) -> String
    ) -> StoreSubscription {
      isFiltered
        ? store.subscribe(to: selector, filter: Self.accepts, initial: initial) { call(text($0)) }
        : store.subscribe(to: selector, initial: initial) { call(text($0)) }
    }
    return switch self {
    case .one: watch(StateSelector(\.one)) { "\($0)" }
    case .sum: watch(Recipe.sum) { "\($0)" }
    case .parity: watch(Recipe.parity) { "\($0)" }
    case .mixed: watch(Recipe.mixed) { $0 }
    case .row: watch(Recipe.row) { "\($0?.rank ?? -1) \($0?.text ?? -1)" }
    case .text: watch(Recipe.text) { "\($0 ?? -1)" }
    case .ids: watch(Recipe.ids) { "\($0)" }
    case .texts: watch(Recipe.texts) { "\($0)" }
    case .count: watch(Recipe.count) { "\($0)" }
    case .commits: store.subscribe { call(TurnFuzzSubject.commits.value($0)) }
    case .actions: store.subscribeToActions { call("\($0.action.number)") }
    case .transitions:
      store.subscribeToTransitions {
        call("\($0.action.number) \($0.oldState.one) \($0.newState.one)")
      }
    }
  }

  @MainActor
  func select(_ store: Store<TurnFuzzState, TurnFuzzAction>) -> String {
    switch self {
    case .one: "\(store.select(\.one))"
    case .sum: "\(store.select(Recipe.sum))"
    case .parity: "\(store.select(Recipe.parity))"
    case .mixed: store.select(Recipe.mixed)
    case .row: store.select(Recipe.row).map { "\($0.rank) \($0.text)" } ?? "-1 -1"
    case .text: "\(store.select(Recipe.text) ?? -1)"
    case .ids: "\(store.select(Recipe.ids))"
    case .texts: "\(store.select(Recipe.texts))"
    case .count: "\(store.select(Recipe.count))"
    case .commits, .actions, .transitions: value(store.state)
    }
  }
}

/// The observers of a store or of the model, by their numbers.
@MainActor
class TurnFuzzObservers {
  var log: [String] = []
  /// The lists of steps that each observer has left.
  private var scripts: [Int: ArraySlice<[TurnFuzzStep]>] = [:]
  /// The observers that can be cancelled.
  private var open: [Int] = []
  private var last = 0

  init() {}

  func run(_ step: TurnFuzzStep) {}

  final func add(_ steps: [[TurnFuzzStep]], _ subscribe: (_ id: Int) -> Void) {
    last += 1
    let id = last
    scripts[id] = steps[...]
    subscribe(id)
    open.append(id)
  }

  final func takeForCancellation(_ number: Int) -> Int? {
    open.isEmpty ? nil : open.remove(at: number % open.count)
  }

  final func called(_ id: Int, _ value: String) {
    log.append("\(id): \(value)")
    for step in scripts[id]?.popFirst() ?? [] { run(step) }
  }
}

/// A store that runs scripts.
final class TurnFuzzStore: TurnFuzzObservers {
  private struct Parts: Middleware {
    unowned let owner: TurnFuzzStore

    func handle(
      _ action: TurnFuzzAction, from source: ActionSource, state: StateReader<TurnFuzzState>
    ) -> Effect<TurnFuzzAction> {
      for step in action.before { owner.run(step) }
      return .merge(
        action.effects.map { part in
          switch part {
          case .just(let action): .just(action)
          case .sequence(let actions): .sequence(actions)
          case .perform(let parts):
            .perform { [unowned owner] send in
              for (action, step) in parts {
                if let action { send.dispatch(action) }
                if let step { owner.run(step) }
              }
            }
          }
        })
    }
  }

  private var store: Store<TurnFuzzState, TurnFuzzAction>!
  private var subscriptions: [Int: StoreSubscription] = [:]

  override init() {
    super.init()
    store = Store(
      initialState: TurnFuzzState(),
      reducer: Reducer { (state: inout TurnFuzzState, action: TurnFuzzAction) throws in
        action.apply(to: &state)
        if action.isRefused { throw TurnFuzzAction.Refused() }
      }, middleware: Parts(owner: self))
    store.onRejection = { [unowned self] rejection in
      for step in rejection.dispatched.action.onRejection { run(step) }
    }
  }

  func end() {
    subscriptions = [:]
    store = nil
  }

  override func run(_ step: TurnFuzzStep) {
    switch step {
    case .dispatch(let action):
      let word =
        switch store.dispatch(action).outcome {
        case .committed: "committed"
        case .rejected: "rejected"
        case .queued: "queued"
        }
      log.append("\(action.number) \(word)")
    case .batch(let steps): store.batch { for step in steps { run(step) } }
    case .subscribe(let subject, let steps, let isFiltered, let initial):
      add(steps) { id in
        subscriptions[id] = subject.subscribe(store, isFiltered: isFiltered, initial: initial) {
          [unowned self] in called(id, $0)
        }
      }
    case .cancel(let number):
      takeForCancellation(number).map { subscriptions.removeValue(forKey: $0)?.cancel() }
    case .select(let subject): log.append("\(subject) \(subject.select(store))")
    }
  }
}

/// What a store must do, in the words of the laws.
final class TurnFuzzModel: TurnFuzzObservers {
  private enum Job { case action(TurnFuzzAction), begin, end }

  private struct Observer {
    let id: Int
    let subject: TurnFuzzSubject
    let isFiltered: Bool
    var isAccepted = false
    /// The value that was delivered last, or the number of commits at that time.
    var last: String
  }

  private var state = TurnFuzzState()
  private var commits = 0
  private var observers: [Observer] = []
  private var jobs: [Job] = []
  private var isBusy = false
  private var depth = 0
  private var isStale = false

  override func run(_ step: TurnFuzzStep) {
    switch step {
    case .dispatch(let action):
      if isBusy {
        jobs.append(.action(action))
        log.append("\(action.number) queued")
      } else {
        isBusy = true
        process(action)
        finish()
        log.append("\(action.number) \(action.isRefused ? "rejected" : "committed")")
      }
    case .batch(let steps): batch(steps)
    case .subscribe(let subject, let steps, let isFiltered, let initial):
      add(steps) { id in
        let value = value(of: subject)
        observers.append(
          Observer(id: id, subject: subject, isFiltered: isFiltered, last: value))
        if initial, subject.rawValue < TurnFuzzSubject.commits.rawValue { called(id, value) }
      }
    case .cancel(let number):
      let id = takeForCancellation(number)
      observers.removeAll { $0.id == id }
    case .select(let subject): log.append("\(subject) \(subject.value(state))")
    }
  }

  private func batch(_ steps: [TurnFuzzStep]) {
    if isBusy { jobs.append(.begin) } else { depth += 1 }
    let wasBusy = isBusy
    for step in steps { run(step) }
    if wasBusy { return jobs.append(.end) }
    isBusy = true
    endBatch()
    finish()
  }

  private func endBatch() {
    depth -= 1
    if depth == 0, isStale { notify() }
  }

  private func finish() {
    while !jobs.isEmpty {
      switch jobs.removeFirst() {
      case .action(let action): process(action)
      case .begin: depth += 1
      case .end: endBatch()
      }
    }
    isBusy = false
  }

  private func process(_ action: TurnFuzzAction) {
    for step in action.before { run(step) }
    let isAccepted = TurnFuzzSubject.accepts(state, action)
    let old = state
    let known = observers.map(\.id)
    guard !action.isRefused else {
      for step in action.onRejection { run(step) }
      return
    }
    action.apply(to: &state)
    commits += 1
    for index in observers.indices where isAccepted { observers[index].isAccepted = true }
    if depth == 0 { notify() } else { isStale = true }
    for id in known {
      switch observers.first(where: { $0.id == id })?.subject {
      case .actions: called(id, "\(action.number)")
      case .transitions: called(id, "\(action.number) \(old.one) \(state.one)")
      default: break
      }
    }
    for effect in action.effects {
      switch effect {
      case .just(let action): jobs.append(.action(action))
      case .sequence(let actions): for action in actions { jobs.append(.action(action)) }
      case .perform(let parts):
        for (action, step) in parts {
          if let action { jobs.append(.action(action)) }
          if let step { run(step) }
        }
      }
    }
  }

  private func value(of subject: TurnFuzzSubject) -> String {
    subject == .commits ? "\(commits)" : subject.value(state)
  }

  private func notify() {
    isStale = false
    var due: [Int] = []
    for index in observers.indices {
      let observer = observers[index]
      if observer.isFiltered, observer.subject != .commits, !observer.isAccepted { continue }
      observers[index].isAccepted = false
      let value = value(of: observer.subject)
      if value == observer.last { continue }
      observers[index].last = value
      due.append(observer.id)
    }
    for id in due {
      guard let observer = observers.first(where: { $0.id == id }) else { continue }
      called(id, observer.subject.value(state))
    }
  }
}

/// Generates random scripts.
private struct TurnFuzzGenerator {
  private var random: SeededGenerator
  private var last = 0
  /// The number of further actions and observers that the script may have.
  private var budget = 120

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func script() -> [TurnFuzzStep] { (0..<upTo(20) + 6).map { _ in step(0) } }

  private mutating func upTo(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
  private mutating func isOne(in number: Int) -> Bool { upTo(number) == 0 }

  private mutating func steps(_ depth: Int) -> [TurnFuzzStep] {
    depth > 4 || budget < 0 ? [] : (0..<upTo(3)).map { _ in step(depth) }
  }

  private mutating func step(_ depth: Int) -> TurnFuzzStep {
    switch upTo(20) {
    case 0..<10: return .dispatch(action(depth + 1))
    case 10..<12: return .batch((0..<upTo(4)).map { _ in step(depth + 1) })
    case 12..<17:
      budget -= 1
      let scripts = (0..<upTo(4)).map { _ in isOne(in: 2) ? [] : steps(depth + 1) }
      return .subscribe(subject(), scripts, isFiltered: isOne(in: 4), initial: isOne(in: 4))
    case 17, 18: return .cancel(upTo(30))
    default: return .select(subject())
    }
  }

  private mutating func subject() -> TurnFuzzSubject {
    TurnFuzzSubject.allCases[upTo(TurnFuzzSubject.allCases.count)]
  }

  private mutating func action(_ depth: Int) -> TurnFuzzAction {
    budget -= 1
    last += 1
    var action = TurnFuzzAction(number: last)
    action.edits = (0..<upTo(3)).map { _ in edit() }
    action.isRefused = isOne(in: 8)
    guard depth < 5, budget > 0 else { return action }
    if isOne(in: 6) { action.before = steps(depth + 1) }
    if isOne(in: 3) { action.onRejection = steps(depth + 1) }
    if isOne(in: 3) { action.effects = (0..<upTo(3)).map { _ in effect(depth + 1) } }
    return action
  }

  private mutating func effect(_ depth: Int) -> TurnFuzzAction.EffectPart {
    switch upTo(3) {
    case 0: return .just(action(depth))
    case 1: return .sequence((0..<upTo(3)).map { _ in action(depth) })
    default:
      var parts: [(TurnFuzzAction?, TurnFuzzStep?)] = []
      for _ in 0..<upTo(4) {
        if isOne(in: 2) {
          parts.append((action(depth), nil))
        } else {
          parts.append((nil, step(depth)))
        }
      }
      return .perform(parts)
    }
  }

  private mutating func edit() -> TurnFuzzAction.Edit {
    switch upTo(12) {
    case 0, 1: .one(upTo(4))
    case 2: .two(upTo(4))
    case 3: .swap
    case 4..<6: .row(TurnFuzzState.Row(id: upTo(4), rank: upTo(3), text: upTo(3)))
    case 6, 7: .rank(upTo(4), upTo(3))
    case 8: .text(upTo(4), upTo(3))
    case 9: .remove(upTo(4))
    case 10: .keep
    default: .restore
    }
  }
}
