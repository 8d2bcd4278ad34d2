// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceTrace

import MillraceDevTools

/// The expected time machine, computed from its whole list after each command.
struct TimeMachineModel {
  struct Entry {
    let id: Int
    let action: TallyAction
    var isSkipped = false
    /// Whether the outcome comes from a store.
    var isLive = false
  }

  let maxAge: Int
  let stopsAtErrors: Bool
  let initial = Tally()
  var first = Tally()
  var list: [Entry] = []
  var index = 0
  var isLocked = false
  var isEdited = false
  /// The current state while the machine is paused and adds no actions.
  var paused: Tally?
  /// Whether an action that interrupts all later ones was removed from the line.
  var isStopped = false
  var nextID = 1

  /// The states, the outcomes of the actions, and whether one of them interrupts later ones.
  var run: (states: [Tally], outcomes: [Machine.Outcome], isStopped: Bool) {
    var (state, isStopped) = (first, isStopped)
    var states = [first]
    var outcomes: [Machine.Outcome] = []
    for entry in list {
      if entry.isSkipped {
        outcomes.append(.skipped)
      } else if isStopped {
        outcomes.append(.interrupted)
      } else if let error = Reducer.tally.step(&state, entry.action) {
        outcomes.append(.refused("\(error)"))
        isStopped = stopsAtErrors && !entry.isLive
      } else {
        outcomes.append(.committed)
      }
      states.append(state)
    }
    if let paused { states[states.count - 1] = paused }
    return (states, outcomes, isStopped)
  }

  /// Applies a random command to the model, and returns it for the machine.
  mutating func next(using random: inout SeededGenerator) -> Command {
    func some() -> Int {
      Bool.random(using: &random)
        ? list.randomElement(using: &random)?.id ?? 0 : Int.random(in: 0...nextID, using: &random)
    }
    switch Int.random(in: 0..<32, using: &random) {
    case 0..<14: return perform(.random(using: &random), using: &random)
    case 14, 15:
      let id = some()
      guard let place = list.firstIndex(where: { $0.id == id }) else { return .toggle(id) }
      list[place].isSkipped.toggle()
      edit()
      return .toggle(id)
    case 16:
      let low = Int.random(in: 0...nextID, using: &random)
      let ids = low..<Int.random(in: low...nextID, using: &random)
      let isActive = Bool.random(using: &random)
      let changed = list.indices.filter {
        ids.contains(list[$0].id) && list[$0].isSkipped == isActive
      }
      for place in changed { list[place].isSkipped = !isActive }
      if !changed.isEmpty { edit() }
      return .setActive(ids, isActive)
    case 17, 18:
      let (id, other) = (some(), Bool.random(using: &random) ? some() : nil)
      reorder(id, other)
      return .reorder(id, before: other)
    case 19:
      if list.contains(where: \.isSkipped) {
        index -= list.prefix(index).count(where: \.isSkipped)
        list.removeAll(where: \.isSkipped)
        edit()
      }
      return .sweep
    case 20, 21, 22:
      let count = Int.random(in: -1...list.count + 1, using: &random)
      if 0...list.count ~= count { index = count }
      return .jumpToState(count)
    case 23:
      let id = some()
      if let place = list.firstIndex(where: { $0.id == id }) { index = place + 1 }
      return .jumpToAction(id)
    case 24:
      let most = Int.random(in: 0...30, using: &random)
      while list.count > most { commitFirst() }
      return .trim(to: most)
    case 25:
      begin(with: run.states[index], isEdited: isEdited || index < list.count)
      return .commit
    case 26:
      begin(with: first, isEdited: isEdited || !list.isEmpty)
      return .rollback
    case 27:
      begin(with: initial, isEdited: true)
      return .reset
    case 28:
      isLocked = !isLocked && Bool.random(using: &random)
      return .lock(isLocked)
    case 29:
      paused = run.states[list.count]
      return .pause
    case 30:
      let live = Bool.random(using: &random) ? Tally(value: nextID) : nil
      let state = live ?? run.states[list.count]
      paused = nil
      begin(with: state, isEdited: live == nil && isEdited)
      return .resume(live)
    default: return load(using: &random)
    }
  }

  private mutating func perform(
    _ action: TallyAction, using random: inout SeededGenerator
  ) -> Command {
    let dispatched = DispatchedAction(action)
    let now = run
    var state = now.states[list.count]
    let error = Reducer.tally.step(&state, action)
    var live: Command.Live?
    if Bool.random(using: &random) {
      live = .init(
        refusal: error.map { "\($0)" }, state: Bool.random(using: &random) ? state : nil)
    }
    let command = Command.perform(dispatched, at: 0, live: live)
    if isLocked { return command }
    if paused != nil {
      if !now.isStopped { paused = state }
      return command
    }
    let wasAtEnd = index == list.count
    list.append(Entry(id: nextID, action: action, isLive: live != nil && !isEdited))
    nextID += 1
    if wasAtEnd { index = list.count }
    while list.count > maxAge { commitFirst() }
    return command
  }

  private mutating func load(using random: inout SeededGenerator) -> Command {
    let state = Tally(value: Int.random(in: 0...9, using: &random))
    let entries = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      TimeMachineHistory<Tally, TallyAction>.Entry(
        DispatchedAction(.random(using: &random)), time: 0,
        isSkipped: Int.random(in: 0..<4, using: &random) == 0)
    }
    let place = Bool.random(using: &random) ? Int.random(in: -2...14, using: &random) : nil
    begin(with: state, isEdited: true)
    for entry in entries {
      list.append(
        Entry(id: nextID, action: entry.dispatched.action, isSkipped: entry.isSkipped))
      nextID += 1
    }
    index = max(0, min(place ?? list.count, list.count))
    edit()
    if paused != nil {
      paused = nil
      paused = run.states[list.count]
    }
    while list.count > maxAge { commitFirst() }
    return .load(.init(state: state, entries: entries, index: place))
  }

  private mutating func reorder(_ id: Int, _ other: Int?) {
    guard id != other, let old = list.firstIndex(where: { $0.id == id }) else { return }
    var moved = list
    let entry = moved.remove(at: old)
    guard let new = other == nil ? moved.count : moved.firstIndex(where: { $0.id == other }),
      new != old
    else { return }
    moved.insert(entry, at: new)
    list = moved
    edit()
  }

  private mutating func edit() {
    isEdited = true
    for place in list.indices { list[place].isLive = false }
  }

  private mutating func begin(with state: Tally, isEdited: Bool) {
    first = state
    list = []
    index = 0
    isStopped = false
    self.isEdited = isEdited
    if paused != nil { paused = state }
  }

  private mutating func commitFirst() {
    let entry = list.removeFirst()
    index = max(0, index - 1)
    guard !entry.isSkipped, !isStopped else { return }
    if Reducer.tally.step(&first, entry.action) != nil {
      isStopped = stopsAtErrors && !entry.isLive
    }
  }
}
