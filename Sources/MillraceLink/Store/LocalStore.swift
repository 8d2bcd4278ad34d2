// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceDevTools
import MillraceTrace

/// A store of this program, with its time machine and a probe.
@MainActor package final class LocalStore<State: Sendable, Action: Sendable>: MonitoredStore {
  package let machine: TimeMachine<State, Action>
  let probe: MonitorProbe
  let coding: StoreCoding<State, Action>
  let store: () -> Store<State, Action>?
  /// The name of the program if the monitor is in another program, or nil.
  private let program: String?
  private var subscriptions: [StoreSubscription] = []
  private var lastEdition = 0
  /// The edition since which the places of the actions have not changed.
  private(set) var placesEdition = 0
  /// The first place whose action can have changed since the last news, or nil if all can.
  var changedFrom: Int? = .max
  /// The latest encoded states, by edition and place.
  private var read: [(edition: Int, place: Int, value: TraceValue)] = []
  /// The latest changes of an action that were read.
  private var lastChanges: (edition: Int, place: Int, changes: [StateChange])?
  /// The state and the place up to which a filter has run the actions.
  ///
  /// With it, a filter that reads the actions in order runs each of them once. At any other place,
  /// the state is computed from a stored one.
  private var walk: (edition: Int, place: Int, state: State, part: Part?)?
  /// A part of the state that a filter has read.
  private typealias Part = (path: TracePath, value: TraceValue?)
  /// The number of pending exports, imports and generated tests.
  private var files = 0
  private var lastSelection = 0
  private var selectionIDs: [SelectorIdentity: Int] = [:]
  /// The number of ids at which those of selections that have ended are removed.
  private var mostSelectionIDs = 10_000
  private var changedSelections: [UInt64: Set<Int>] = [:]
  /// The maximum number of bytes of the actions.
  let maxBytes: Int
  /// The counted bytes of the actions.
  var bytes = TimelineBytes()
  /// The task that counts bytes on another thread, or nil.
  var counting: Task<Void, Never>?

  package init(
    _ store: Store<State, Action>, id: Int, name: String, of program: String? = nil, maxAge: Int,
    maxBytes: Int = .max, coding: StoreCoding<State, Action>
  ) {
    self.coding = coding
    self.program = program
    self.maxBytes = max(0, maxBytes)
    self.store = { [weak store] in store }
    let probe = MonitorProbe(
      limit: min(maxAge, 100_000),
      clock: { TraceClock.now &* 1_000 },
      counters: { [weak store] in store?.counters ?? StoreCounters() },
      name: { [weak store] in store?.runningEffects(after: $0 - 1).first?.id })
    self.probe = probe
    // Observers are called in the order of subscription. Therefore `before` is called before the
    // observer of the machine, and the one that is added below is called after it.
    let before = store.subscribeToActions(onReplacement: { probe.noteReplacement() }) { _ in
      probe.pauseObservers()
    }
    machine = TimeMachine(store, maxAge: maxAge)
    super.init(id: id, name: name)
    store.attach(probe)
    probe.onSelections = { [weak self] in self?.noteSelections($0) }
    probe.onEffects = { [weak self] in self?.noteChange() }
    subscriptions = [
      before,
      store.subscribeToActions { [weak self] _ in
        self?.noteChange()
        probe.resumeObservers()
      },
      machine.control.subscribeToActions { [weak self] in self?.noteCommand($0.action) },
      StoreSubscription { [weak store] in store?.detach(probe) },
    ]
  }

  private func noteSelections(_ number: UInt64) {
    guard selectionPages > 0, let store = store() else { return }
    if changedSelections.count >= 1_000 { changedSelections = [:] }
    changedSelections[number] = Set(
      store.liveSelections.filter(\.hasChanged).map { id(of: $0.id) })
  }

  private func id(of selection: SelectorIdentity) -> Int {
    if let known = selectionIDs[selection] { return known }
    lastSelection += 1
    // Over time a store can have any number of selections, but only few of them at one time.
    if selectionIDs.count >= mostSelectionIDs {
      let live = Set(store()?.liveSelections.map(\.id) ?? [])
      selectionIDs = selectionIDs.filter { live.contains($0.key) }
      mostSelectionIDs = max(mostSelectionIDs, 2 * selectionIDs.count)
    }
    selectionIDs[selection] = lastSelection
    return lastSelection
  }

  private func noteCommand(_ command: TimeMachineCommand<State, Action>) {
    switch command {
    case .perform, .jumpToState, .jumpToAction, .lock, .pause, .trim: break
    case .toggle(let id):
      guard let position = position(of: id) else { break }
      lastEdition += 1
      changedFrom = changedFrom.map { min($0, line.firstPlace + position) }
    default:
      lastEdition += 1
      placesEdition = lastEdition
      changedFrom = nil
    }
    noteChange()
  }

  /// The timeline, read without Observation tracking.
  ///
  /// Views follow `revision`, which changes with each frame.
  var line: TimeMachineState<State, Action> { machine.untracked.line }

  /// Called with the number of an action before its observers are called, and with nil afterwards.
  package var onObservers: ((UInt64?) -> Void)? {
    get { probe.onObservers }
    set { probe.onObservers = newValue }
  }

  /// Counts the body of a view that has run because of an action.
  package func countBody(of number: UInt64) {
    probe.countBody(of: number)
    noteChange()
  }

  package override var countsBodies: Bool { probe.onObservers != nil }
  package override var hasEnded: Bool { store() == nil }
  package override func countBytes() { countLine() }
  package override var edition: Int { lastEdition }

  package override var status: MachineStatus {
    let (line, isInPresent) = machine.untracked
    return MachineStatus(
      count: line.count, index: line.index, isLocked: line.isLocked, isPaused: line.isPaused,
      isEdited: line.isEdited, isInPresent: isInPresent, waiting: machine.waiting.count,
      branches: machine.branches.count)
  }

  package override func id(at position: Int) -> Int {
    let line = line
    return 0..<line.count ~= position ? line[position].id : -1 - position
  }

  package override func position(of id: Int) -> Int? { line.position(of: id) }

  package override func id(ofNumber number: UInt64) -> Int? {
    let line = line
    // The numbers increase if the timeline was not edited.
    let position = (0..<line.count).firstPosition {
      line[$0].dispatched.source.number ?? 0 >= number
    }
    if position < line.count, line[position].dispatched.source.number == number {
      return line[position].id
    }
    guard line.isEdited else { return nil }
    return (0..<line.count).first { line[$0].dispatched.source.number == number }
      .map { line[$0].id }
  }

  package override func row(at position: Int) -> ActionRow? {
    guard 0..<line.count ~= position else { return nil }
    return draft(at: position, on: line).row(coding.action, limit: .max)
  }

  func draft(
    at position: Int, on line: TimeMachineState<State, Action>
  ) -> ActionDraft<Action> {
    let entry = line[position]
    let outcome: ActionRow.Outcome =
      switch line.outcome(at: position) {
      case .committed: .committed
      case .skipped: .skipped
      case .interrupted: .interrupted
      case .refused(let reason): .refused(reason.beginning(LinkLimits.reason))
      }
    return ActionDraft(
      entry: entry, outcome: outcome, cost: entry.dispatched.source.number.flatMap(probe.cost))
  }

  package override func link(at position: Int) -> (number: UInt64?, cause: UInt64?) {
    let line = line
    guard 0..<line.count ~= position else { return (nil, nil) }
    let source = line[position].dispatched.source
    return (source.number, source.cause)
  }

  package override func action(at position: Int) -> TraceValue {
    let line = line
    guard 0..<line.count ~= position else { return .null }
    return coding.action(line[position].dispatched.action)
  }

  package override func answer(to question: ActionQuestion, at position: Int) -> Bool? {
    let line = line
    guard 0..<line.count ~= position else { return question == .changedNothing }
    let place = line.firstPlace + position
    let known = walk.flatMap { $0.edition == edition && $0.place == place ? $0 : nil }
    walk = nil
    guard line.outcome(at: position) == .committed else {
      if let known { walk = (edition, place + 1, known.state, known.part) }
      return question == .changedNothing
    }
    let before = known?.state ?? line.state(at: position)
    var state = before
    line.reducer.step(&state, line[position].dispatched.action)
    walk = (edition, place + 1, state, nil)
    guard case .changed(let text) = question else { return areEqual(before, state) }
    guard let path = TracePath(text) else { return false }
    // Only this part of the state is encoded: for actions that are read in order, once for each.
    let old = known?.part?.path == path ? known?.part?.value : coding.part(before, path)
    let new = coding.part(state, path)
    walk?.part = (path, new)
    return old != new
  }

  package override func changes(at position: Int) -> [StateChange]? {
    let place = line.firstPlace + position
    if let known = lastChanges, known.edition == edition, known.place == place {
      return known.changes
    }
    guard 0..<line.count ~= position else { return [] }
    let changes = timed {
      states(around: position).map { coding.stateChanges(from: $0.old, to: $0.new) } ?? []
    }
    lastChanges = (edition, place, changes)
    return changes
  }

  /// The states before and after an action.
  ///
  /// The new state is computed from the old one. Therefore the change logs of its tables contain
  /// the changes of the action.
  func states(around position: Int) -> (old: State, new: State)? {
    let line = line
    guard 0..<line.count ~= position else { return nil }
    let old = line.state(at: position)
    var new = old
    if line.outcome(at: position) == .committed {
      line.reducer.step(&new, line[position].dispatched.action)
    }
    return (old, new)
  }

  private func areEqual(_ one: State, _ two: State) -> Bool {
    func compare<Value: Equatable>(_ one: Value) -> Bool { (two as? Value) == one }
    if let one = one as? any Equatable { return compare(one) }
    return coding.state(one) == coding.state(two)
  }

  package override func state(after count: Int) -> TraceValue? {
    let line = line
    let place = line.firstPlace + count
    if let known = read.last(where: { $0.edition == edition && $0.place == place }) {
      return known.value
    }
    let value = timed { coding.state(line.state(at: count)) }
    if read.count >= 4 { read.removeFirst() }
    read.append((edition, place, value))
    return value
  }

  package override var canDispatch: Bool { coding.decode != nil }
  package override var canExchange: Bool { coding.export != nil }

  package override func problem(with text: String) -> String? {
    do {
      _ = try action(of: text)
      return nil
    } catch {
      return (try? TraceValue(action: text)).map { TraceError.reason(error, decoding: $0) }
        ?? TraceError.reason(error)
    }
  }

  private func action(of text: String) throws -> Action {
    guard let decode = coding.decode else {
      throw MonitorFailure("\(Action.self) is not Decodable, therefore no action can be read.")
    }
    return try decode(try TraceValue(action: text))
  }

  func dispatch(_ text: String) throws {
    let action = try action(of: text)
    guard let store = store() else { throw MonitorFailure("The store has ended.") }
    let receipt = store.dispatch(action, source: ActionSource(info: "sent by the monitor"))
    if case .rejected(let error) = receipt.outcome {
      throw MonitorFailure("The reducer rejected the action: \(error)")
    }
  }

  package override func perform(
    _ command: MonitorCommand, then: @escaping @MainActor (MonitorFailure?) -> Void
  ) {
    then(execute(command))
  }

  /// Executes a command of the time machine, and returns the failure, or nil.
  func execute(_ command: MonitorCommand) -> MonitorFailure? {
    var failure: MonitorFailure?
    switch command {
    case .reset: machine(.reset)
    case .rollback: machine(.rollback)
    case .commit: machine(.commit)
    case .sweep: machine(.sweep)
    case .pause: machine(.pause)
    case .resume: machine(.resume(nil))
    case .present: machine.returnToPresent()
    case .goOn:
      if !machine.goOn() {
        failure = MonitorFailure(
          """
          The store has not replaced its state: it has ended, or other actions are running. Try \
          again.
          """)
      }
    case .lock(let isLocked): machine(.lock(isLocked))
    case .toggle(let id): machine(.toggle(id))
    case .jump(let count): machine(.jumpToState(count))
    case .move(let id, let other): machine(.reorder(id, before: other))
    }
    noteChange()
    showCommand()
    return failure
  }

  package override func perform(
    _ request: StoreRequest, then: @escaping @MainActor (Result<String, any Error>) -> Void
  ) {
    let line = line
    switch request {
    case .dispatch(let text):
      then(
        Result {
          try dispatch(text)
          return ""
        })
    case .load(let text):
      runInBackground(coding.read, { try $0(line, text) }) { [weak self] result in
        then(
          result.map { file in
            self?.machine(.load(file.history))
            return file.check.line
          })
      }
    case .export(let form):
      runInBackground(coding.export, { [program] in try $0(line, form, program) }, then)
    case .test(let text):
      guard let condition = TraceCondition(text) else {
        return then(.failure(MonitorFailure("'\(text)' is not of the form PATH=JSON.")))
      }
      runInBackground(coding.test, { try $0(line, condition) }, then)
    }
  }

  /// Runs work that takes long on another thread.
  ///
  /// The work of all stores runs one after the other.
  ///
  /// The work references the timeline. Therefore the next action copies the storage of the timeline
  /// once.
  private func runInBackground<Work: Sendable, Value: Sendable>(
    _ work: Work?, _ run: @escaping @Sendable (Work) throws -> Value,
    _ then: @escaping @MainActor (Result<Value, any Error>) -> Void
  ) {
    guard let work else {
      let failure = MonitorFailure(
        """
        \(State.self) and \(Action.self) are not both Codable, or their conformances are isolated \
        to the main actor: write `nonisolated` before the two types.
        """)
      return then(.failure(failure))
    }
    guard files < LinkLimits.files else {
      let failure = MonitorFailure(
        "\(files) files of this store are being written or read. Try again when one is done.")
      return then(.failure(failure))
    }
    files += 1
    Task {
      let result = await FileQueue.shared.run { try run(work) }
      files -= 1
      then(result)
    }
  }

  package override var effects: [EffectSpan] { probe.effects }

  package override var selections: [SelectionBox] {
    (store()?.liveSelections ?? []).map {
      SelectionBox(
        id: id(of: $0.id), name: $0.name, rank: $0.rank, observers: $0.observers,
        inputs: $0.inputs.map(id))
    }
  }

  package override func selections(changedBy number: UInt64) -> Set<Int>? {
    changedSelections[number]
  }
}

/// Runs the work on files and tests, one after another, outside the main actor.
private actor FileQueue {
  static let shared = FileQueue()

  func run<Value: Sendable>(_ work: @Sendable () throws -> Value) -> Result<Value, any Error> {
    Result { try work() }
  }
}

/// The content of a row whose action is not encoded yet.
struct ActionDraft<Action: Sendable>: Sendable {
  let id: Int
  let dispatched: DispatchedAction<Action>
  let time: UInt64
  let outcome: ActionRow.Outcome
  let cost: ActionCost?

  init<State>(
    entry: TimeMachineState<State, Action>.Entry, outcome: ActionRow.Outcome, cost: ActionCost?
  ) {
    id = entry.id
    dispatched = entry.dispatched
    time = entry.time
    self.outcome = outcome
    self.cost = cost
  }

  /// Creates the row.
  ///
  /// If the action has more than `limit` bytes, only their number is written. A long name, source
  /// or client is truncated.
  func row(_ write: (Action) -> TraceValue, limit: Int) -> ActionRow {
    let (source, value) = (dispatched.source, write(dispatched.action))
    var json = value.json
    if json.utf8.count > limit {
      json = TraceValue.string("an action of \(json.utf8.count) bytes, which is too long").json
    }
    let client = source.client.map { $0.beginning(LinkLimits.name) }
    return ActionRow(
      id: id, number: source.number, cause: source.cause, effect: source.effect,
      name: value.actionName.beginning(LinkLimits.name), action: json,
      source: "\(source)".beginning(LinkLimits.reason), client: client,
      time: min(time, LinkLimits.time), outcome: outcome, cost: cost)
  }
}

extension String {
  /// The first Unicode scalars of the string.
  ///
  /// The length is not counted in characters, because a character can have any number of scalars.
  func beginning(_ count: Int) -> String { String(unicodeScalars.prefix(count)) }

  /// A valid name of a program or a store: the first scalars that fit into `LinkLimits.name` bytes,
  /// or `other` if the string is empty.
  func linkName(or other: String) -> String {
    guard !isEmpty else { return other }
    var end = utf8.index(startIndex, offsetBy: LinkLimits.name, limitedBy: endIndex) ?? endIndex
    // The name must not end within a scalar, whose further bytes begin with the bits 10.
    while end < endIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}

extension StateChange {
  /// The maximum number of changes that are shown.
  package static let most = 100

  init(_ change: TraceChange) {
    self.init(
      path: change.path.description, old: change.old?.short, new: change.new?.short)
  }
}

extension StoreCoding {
  /// The differences between two states: at most one more than are shown, which marks a longer
  /// list.
  func stateChanges(from old: State, to new: State) -> [StateChange] {
    changes(old, new, StateChange.most + 1).map(StateChange.init)
  }
}

extension TraceValue {
  /// The value as JSON, truncated if it is long.
  ///
  /// Complexity: constant for a text.
  package var short: String {
    // Only the beginning of a long text is written as JSON.
    if case .string(let text) = self { return Self.short(TraceValue.string(text.start).json) }
    return Self.short(json)
  }

  /// Truncates a text if it is long.
  static func short(_ text: String) -> String { text.shortened(to: 300) }
}

extension String {
  /// The text, or as much of its beginning as ``TraceValue/short`` needs.
  fileprivate var start: String { utf8.count > 1_000 ? String(prefix(301)) : self }
}

extension TraceValue {
  /// Reads an action that a user has typed: JSON, or the name of a case without values.
  init(action text: String) throws {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let isName =
      text.first.map { $0.isLetter || $0 == "_" } ?? false
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    self = isName ? .object([text: .object([:])]) : try TraceValue(json: text)
  }
}
