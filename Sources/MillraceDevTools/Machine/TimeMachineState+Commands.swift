// SPDX-License-Identifier: Apache-2.0

public import Millrace
import MillraceTrace

extension TimeMachineState {
  /// The reducer of the commands.
  public static var commands: Reducer<TimeMachineState, TimeMachineCommand<State, Action>> {
    Reducer { state, command in state.apply(command) }
  }

  /// Does what a command says.
  ///
  /// Complexity: O(1) for an action that comes, a jump, a lock and a pause; one run of the reducer
  /// for each action from the first one on whose state may change for the others.
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
      let chosen = line.indices.filter { ids.contains(line[$0].id) }
      guard let first = chosen.first else { return }
      for place in chosen {
        if isActive { skipped.remove(line[place].id) } else { skipped.insert(line[place].id) }
      }
      edit(from: first - line.startIndex)
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
    let place = line.endIndex
    line.append(Entry(id: nextID, dispatched: dispatched, time: time))
    nextID += 1
    if let live, !isEdited {
      tail = nil
      // The store went on, whatever a line that the machine computes would do.
      refusals[line[place].id] = live.refusal
      if let state = live.state, errorPlace == nil {
        keep(state, at: line.endIndex)
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

  /// Runs an action whose outcome is not known yet.
  private mutating func compute(_ place: Int, _ state: inout State) {
    let entry = line[place]
    let isInterrupted = errorPlace.map { place > $0 } ?? false
    if !isInterrupted, !skipped.contains(entry.id),
      let error = reducer.step(&state, entry.dispatched.action)
    {
      refuse(place, "\(error)")
    }
    let isDue = place + 1 - (checkpoints.last?.place ?? line.startIndex) >= Self.stride
    if isDue { keep(state, at: place + 1) }
  }

  /// Keeps the state at a place behind all that are kept; of too many one goes.
  private mutating func keep(_ state: State, at place: Int) {
    checkpoints.append(Checkpoint(place: place, state: state))
    guard checkpoints.count > Self.mostStates else { return }
    // The start of the line, whose state is known too, counts as the first.
    let spare = TraceHistory<State, Action>.spare(of: checkpoints.count + 1) {
      $0 == 0 ? line.startIndex : checkpoints[$0 - 1].place
    }
    checkpoints.remove(at: spare - 1)
  }

  private mutating func refuse(_ place: Int, _ reason: String) {
    refusals[line[place].id] = reason
    if stopsAtErrors, errorPlace == nil { errorPlace = place }
  }

  /// Makes the first action a part of the first state.
  ///
  /// If it is the one that interrupts the others they stay interrupted, though it is gone.
  private mutating func commitFirst() {
    let place = line.startIndex
    apply(place, to: &committedState)
    let id = line[place].id
    line.removeFirst()
    skipped.remove(id)
    refusals[id] = nil
    while let first = checkpoints.first, first.place <= line.startIndex {
      checkpoints.removeFirst()
    }
    index = max(0, index - 1)
  }

  private mutating func trim(to most: Int) {
    guard count > most else { return }
    while count > most { commitFirst() }
    // A slice holds what was taken from its front as long as it stays where it is.
    line.reserveCapacity(line.capacity + 1)
  }

  /// Begins a line without actions.
  private mutating func begin(with state: State, isEdited: Bool) {
    committedState = state
    line = []
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
    guard let first = line.firstIndex(where: { skipped.contains($0.id) }) else { return }
    let position = first - line.startIndex
    let goneBefore = line.prefix(index).count(where: { skipped.contains($0.id) })
    rebuild(line.filter { !skipped.contains($0.id) })
    skipped = []
    index -= goneBefore
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

  /// Puts other actions on the line; its places begin with zero then.
  private mutating func rebuild(_ entries: [Entry]) {
    let start = line.startIndex
    line = ArraySlice(entries)
    checkpoints = checkpoints.map { Checkpoint(place: $0.place - start, state: $0.state) }
    errorPlace = errorPlace.map { $0 - start }
  }

  private mutating func load(_ history: TimeMachineHistory<State, Action>) {
    begin(with: history.state, isEdited: true)
    for entry in history.entries {
      if entry.isSkipped { skipped.insert(nextID) }
      line.append(Entry(id: nextID, dispatched: entry.dispatched, time: entry.time))
      nextID += 1
    }
    index = max(0, min(history.index ?? count, count))
    tail = nil
    edit(from: 0)
    while count > maxAge { commitFirst() }
  }

  /// Computes again what comes from a position on.
  ///
  /// On a line that the machine computes an action that is refused interrupts the others; on the
  /// line of the live run it has not, so that all after it is computed now. While the machine is
  /// paused the last state stays: actions have led to it that are not on the line.
  private mutating func edit(from position: Int) {
    var position = position
    if stopsAtErrors, !isEdited,
      let refused = line.firstIndex(where: { refusals[$0.id] != nil && !skipped.contains($0.id) })
    {
      position = min(position, refused - line.startIndex)
    }
    isEdited = true
    let last = isPaused ? tail : nil
    tail = nil
    let first = line.startIndex + position
    if let errorPlace, errorPlace >= first { self.errorPlace = nil }
    for place in first..<line.endIndex { refusals[line[place].id] = nil }
    checkpoints.removeAll { $0.place > first }
    var state = state(at: position)
    for place in first..<line.endIndex { compute(place, &state) }
    tail = last ?? state
  }
}
