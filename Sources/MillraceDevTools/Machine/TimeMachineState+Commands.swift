// SPDX-License-Identifier: Apache-2.0

public import Millrace
import MillraceTrace

extension TimeMachineState {
  /// The reducer of the commands.
  public static var commands: Reducer<TimeMachineState, TimeMachineCommand<State, Action>> {
    Reducer { state, command in state.apply(command) }
  }

  /// Executes a command.
  ///
  /// Complexity: `jumpToState` and `lock` are O(1), and `jumpToAction` costs one ``position(of:)``.
  /// `perform` costs one run of the reducer, and one ``state(at:)`` if the last state is not known;
  /// neither with a result of the store on the timeline of the live run. A full timeline costs one
  /// more run, for the oldest action. `pause`, `commit` and `resume` without a state cost one
  /// ``state(at:)``. The other commands are linear in the number of actions. `trim` costs one run
  /// for each merged action. An edit costs one ``state(at:)``, and one run for each action from the
  /// first one whose state can change.
  public mutating func apply(_ command: TimeMachineCommand<State, Action>) {
    switch command {
    case .perform(let dispatched, let time, let live): perform(dispatched, time, live)
    case .reset: begin(with: initialState, isEdited: true)
    case .rollback: begin(with: committedState, isEdited: isEdited || count > 0)
    case .commit: begin(with: state, isEdited: isEdited || !isAtEnd)
    case .sweep: sweep()
    case .toggle(let id):
      guard let position = position(of: id) else { return }
      if skipped.remove(id) == nil { skipped.insert(id) }
      edit(from: position)
    case .setActive(let ids, let isActive):
      let changed = timeline.indices.filter {
        ids.contains(timeline[$0].id) && skipped.contains(timeline[$0].id) == isActive
      }
      guard let first = changed.first else { return }
      skipped.formSymmetricDifference(changed.map { timeline[$0].id })
      edit(from: first - timeline.startIndex)
    case .jumpToState(let index): if (0...count).contains(index) { self.index = index }
    case .jumpToAction(let id): if let position = position(of: id) { index = position + 1 }
    case .reorder(let id, let other): reorder(id, before: other)
    case .trim(let most): trim(to: max(0, most))
    case .load(let history): load(history)
    case .lock(let isLocked): self.isLocked = isLocked
    case .pause:
      tail = state(at: count)
      isPaused = true
    case .resume(let live):
      isPaused = false
      begin(with: live ?? state(at: count), isEdited: live == nil && isEdited)
    }
  }

  private mutating func perform(
    _ dispatched: DispatchedAction<Action>, _ time: UInt64,
    _ live: TimeMachineCommand<State, Action>.Live?
  ) {
    if isLocked { return }
    if isPaused {
      guard errorPlace == nil, var state = tail else { return }
      tail = nil
      reducer.step(&state, dispatched.action)
      tail = state
      return
    }
    let wasAtEnd = isAtEnd
    let place = timeline.endIndex
    timeline.append(Entry(id: nextID, dispatched: dispatched, time: time))
    nextID += 1
    if let live, !isEdited {
      tail = nil
      // The store has run the action, therefore its result is not computed here.
      refusals[timeline[place].id] = live.refusal
      if let state = live.state, errorPlace == nil {
        keep(state, at: timeline.endIndex)
      }
    } else if errorPlace == nil {
      var state = tail ?? state(at: count - 1)
      tail = nil
      compute(place, &state)
      tail = state
    }
    if wasAtEnd { index = count }
    while count > maxAge { commitFirst() }
  }

  /// Runs an action and records its outcome.
  private mutating func compute(_ place: Int, _ state: inout State) {
    let entry = timeline[place]
    let isInterrupted = errorPlace.map { place > $0 } ?? false
    if !isInterrupted, !skipped.contains(entry.id),
      let error = reducer.step(&state, entry.dispatched.action)
    {
      recordRejection(place, "\(error)")
    }
    let isDue = place + 1 - (checkpoints.last?.place ?? timeline.startIndex) >= Self.stride
    if isDue { keep(state, at: place + 1) }
  }

  /// Stores the state at a place, which is after the places of all stored states.
  ///
  /// If there are too many states, one is removed.
  private mutating func keep(_ state: State, at place: Int) {
    checkpoints.append(Checkpoint(place: place, state: state))
    guard checkpoints.count > Self.mostStates else { return }
    // The first state of the timeline is stored too and has index 0 here.
    let spare = TraceHistory<State, Action>.spare(of: checkpoints.count + 1) {
      $0 == 0 ? timeline.startIndex : checkpoints[$0 - 1].place
    }
    checkpoints.remove(at: spare - 1)
  }

  private mutating func recordRejection(_ place: Int, _ reason: String) {
    refusals[timeline[place].id] = reason
    if stopsAtErrors, errorPlace == nil { errorPlace = place }
  }

  /// Merges the first action into the first state.
  ///
  /// If it has interrupted the actions after it, they remain interrupted.
  private mutating func commitFirst() {
    let place = timeline.startIndex
    // Not with `apply(_:to:)`: it would get a copy of `self`, whose reference to the storage of the
    // first state makes the reducer copy what it changes.
    if runs(place) { reducer.step(&committedState, timeline[place].dispatched.action) }
    let id = timeline[place].id
    timeline.removeFirst()
    skipped.remove(id)
    refusals[id] = nil
    while let first = checkpoints.first, first.place <= timeline.startIndex {
      checkpoints.removeFirst()
    }
    index = max(0, index - 1)
  }

  private mutating func trim(to most: Int) {
    guard count > most else { return }
    while count > most { commitFirst() }
    // Reallocates the slice. Until then its buffer contains the removed elements too.
    timeline.reserveCapacity(timeline.capacity + 1)
  }

  /// Removes all actions, and starts with a state.
  private mutating func begin(with state: State, isEdited: Bool) {
    committedState = state
    timeline = []
    skipped = []
    refusals = [:]
    checkpoints = []
    errorPlace = nil
    tail = isPaused ? state : nil
    index = 0
    isReordered = false
    self.isEdited = isEdited
  }

  private mutating func sweep() {
    guard let first = timeline.firstIndex(where: { skipped.contains($0.id) }) else { return }
    let position = first - timeline.startIndex
    let sweptBefore = timeline.prefix(index).count(where: { skipped.contains($0.id) })
    rebuild(timeline.filter { !skipped.contains($0.id) })
    skipped = []
    index -= sweptBefore
    edit(from: position)
  }

  private mutating func reorder(_ id: Int, before other: Int?) {
    guard let old = position(of: id), id != other else { return }
    var entries = entries
    let entry = entries.remove(at: old)
    var new = entries.count
    if let other {
      guard let found = entries.firstIndex(where: { $0.id == other }) else { return }
      new = found
    }
    guard new != old else { return }
    entries.insert(entry, at: new)
    rebuild(entries)
    isReordered = true
    edit(from: min(old, new))
  }

  /// Replaces the actions.
  ///
  /// The places then begin with zero.
  private mutating func rebuild(_ entries: [Entry]) {
    let start = timeline.startIndex
    timeline = ArraySlice(entries)
    checkpoints = checkpoints.map { Checkpoint(place: $0.place - start, state: $0.state) }
    errorPlace = errorPlace.map { $0 - start }
  }

  private mutating func load(_ history: TimeMachineHistory<State, Action>) {
    begin(with: history.state, isEdited: true)
    for entry in history.entries {
      if entry.isSkipped { skipped.insert(nextID) }
      timeline.append(Entry(id: nextID, dispatched: entry.dispatched, time: entry.time))
      nextID += 1
    }
    index = max(0, min(history.index ?? count, count))
    tail = nil
    edit(from: 0)
    while count > maxAge { commitFirst() }
  }

  /// Computes the outcomes and the stored states from a position on.
  ///
  /// If the machine stops at errors and the timeline was that of the live run, the computation
  /// begins at the first rejected action at the latest, because from now on that action interrupts
  /// the actions after it. While the machine is paused, the last state does not change, because
  /// it also results from actions that are not on the timeline.
  private mutating func edit(from position: Int) {
    var position = position
    if stopsAtErrors, !isEdited,
      let rejected = timeline.firstIndex(
        where: { refusals[$0.id] != nil && !skipped.contains($0.id) })
    {
      position = min(position, rejected - timeline.startIndex)
    }
    isEdited = true
    let last = isPaused ? tail : nil
    tail = nil
    let first = timeline.startIndex + position
    if let errorPlace, errorPlace >= first { self.errorPlace = nil }
    for place in first..<timeline.endIndex { refusals[timeline[place].id] = nil }
    checkpoints.removeAll { $0.place > first }
    var state = state(at: position)
    for place in first..<timeline.endIndex { compute(place, &state) }
    tail = last ?? state
  }
}
