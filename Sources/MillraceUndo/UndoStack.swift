// SPDX-License-Identifier: Apache-2.0

/// The steps of one person: those that are done, those that were taken back, and other branches.
@usableFromInline
struct UndoStack: Equatable, Sendable {
  /// Steps that were taken back before others were made in their place.
  struct Branch: Equatable, Sendable {
    /// The step after which it begins.
    var base: Int
    /// In the order of `undone`: the step to make again first is the last element.
    var steps: UndoSteps
  }

  struct Gesture: Equatable, Codable, Sendable {
    var title: String
    /// Its step, once there is one.
    var step: Int?
  }

  @usableFromInline var done = UndoSteps()
  /// The step to make again next is the last element; of its changes the last one is made first.
  @usableFromInline var undone = UndoSteps()
  /// Oldest first.
  var branches: [Branch] = []
  var gesture: Gesture?
  /// The last step that was forgotten because there were too many.
  @usableFromInline var start = 0
  /// The number of the newest step that was ever made; no undo changes it.
  var last = 0

  @usableFromInline
  init() {}

  /// The step after which the state is now.
  var current: Int { done.lastNumber ?? start }

  /// The step before that one.
  var previous: Int { done.count > 1 ? done.records[done.records.end - 2].number : start }

  /// Adds a change to the step that an action makes, and begins it with the first one.
  ///
  /// Complexity: O(1); O(number of branches) where there are some.
  @_alwaysEmitIntoClient
  mutating func add<Change: UndoChange>(
    _ change: consuming Change, _ field: Int, to draft: inout UndoDraft, number: Int
  ) {
    if draft.state == .new, belongsToLast(draft) { draft.state = .joined }
    if draft.state != .new {
      if !done.join(change, field) { dropLast(&draft) }
      return
    }
    let part = done.append(change, field)
    begin(&draft, number, part)
  }

  /// Makes a step of what an action changed first.
  @usableFromInline
  mutating func begin(_ draft: inout UndoDraft, _ number: Int, _ part: UndoPart) {
    if undone.count > 0 {
      branches.append(Branch(base: current, steps: undone))
      undone = UndoSteps()
    }
    draft.state = .made
    last = number
    let record = UndoRecord(number: number, time: draft.time, first: part)
    if let gesture, !gesture.title.isEmpty {
      done.append(record, gesture.title, group: draft.group)
    } else {
      done.append(record, draft.title, group: draft.group)
    }
    gesture?.step = number
    forget(draft.limits.steps)
  }

  /// Removes the last step, of which nothing is left; further changes of the action are a new step.
  ///
  /// The steps that could be made again before it can be made again now.
  @usableFromInline
  mutating func dropLast(_ draft: inout UndoDraft) {
    guard let step = done.popLast() else { return }
    if undone.count == 0, let last = branches.last, last.base == current {
      undone = branches.removeLast().steps
    }
    rebase(step.record.number)
    draft.state = .new
  }

  /// Makes the branches that began after a removed step begin here.
  private mutating func rebase(_ number: Int) {
    for place in branches.indices where branches[place].base == number {
      branches[place].base = current
    }
  }

  /// Whether the changes of an action belong to the last step.
  @usableFromInline
  mutating func belongsToLast(_ draft: borrowing UndoDraft) -> Bool {
    if gesture == nil, draft.group == nil { return false }
    guard let last = done.records.last, last.isOpen, undone.count == 0 else { return false }
    if let gesture {
      if gesture.step != last.number { return false }
    } else {
      guard let group = draft.group, done.label(of: last).group == group else { return false }
      if let within = draft.within {
        guard let time = draft.time, let before = last.time else { return false }
        // A time may come from a client: two that are too far apart must not stop the program.
        let pause = time.attoseconds.subtractingReportingOverflow(before.attoseconds)
        if pause.overflow || pause.partialValue > within.attoseconds { return false }
      }
    }
    if let time = draft.time { done.withLast { $0.time = time } }
    return true
  }

  /// Forgets the oldest steps beyond a limit: branches first.
  ///
  /// A branch that begins after a step of another branch is the older one of the two, since that
  /// step was no part of a branch then: no branch is left without the step after which it begins.
  private mutating func forget(_ limit: Int) {
    let limit = max(0, limit)
    if !branches.isEmpty {
      var count = done.count + branches.reduce(0) { $0 + $1.steps.count }
      while count > limit, !branches.isEmpty { count -= branches.removeFirst().steps.count }
    }
    while done.count > limit { start = done.removeFirst() }
  }

  /// Takes out the step to take back or to make again; nil: there is none before that number.
  ///
  /// Its changes are still there, and are taken out one by one.
  @usableFromInline
  mutating func pop(isUndo: Bool, to limit: Int?) -> (record: UndoRecord, label: UndoLabel)? {
    guard let next = isUndo ? done.lastNumber : undone.lastNumber else { return nil }
    if let limit, isUndo ? next <= limit : next > limit { return nil }
    return isUndo ? done.popLast() : undone.popLast()
  }

  /// Puts a step among those that were taken back, or those that are done.
  ///
  /// A step of which nothing is left is dropped, and its branches begin here.
  ///
  /// - Returns: Whether something is left.
  @usableFromInline
  mutating func put(_ record: consuming UndoRecord, _ label: UndoLabel, isUndo: Bool) -> Bool {
    record.isOpen = false
    done.withLast { $0.isOpen = false }
    if record.first == nil {
      rebase(record.number)
      return false
    }
    if isUndo {
      undone.append(record, label.title, group: label.group)
    } else {
      done.append(record, label.title, group: label.group)
    }
    return true
  }

  /// Whether a step is left by taking others back, rather than by making them again; nil: there is
  /// no such step.
  @usableFromInline
  func isUndo(to number: Int) -> Bool? {
    let isUndo = number <= current
    let isThere =
      number <= start || (isUndo ? done : undone).records.contains { $0.number == number }
    return isThere ? isUndo : nil
  }

  /// The branches that begin where the state is now.
  var here: [UndoSteps] { branches.filter { $0.base == current }.map(\.steps) }

  /// Makes another branch the one that `redo` follows.
  ///
  /// - Returns: Whether it begins here.
  @usableFromInline
  mutating func choose(_ branch: Int) -> Bool {
    if undone.lastNumber == branch { return true }
    let (base, old) = (current, undone)
    let place = branches.firstIndex { $0.base == base && $0.steps.lastNumber == branch }
    guard let place else { return false }
    undone = branches.remove(at: place).steps
    if old.count > 0 { branches.append(Branch(base: base, steps: old)) }
    return true
  }
}

/// The most that a history holds.
@usableFromInline
struct UndoLimits: Sendable {
  /// Steps of one person.
  @usableFromInline let steps: Int
  /// People beside the one whose name is empty.
  @usableFromInline let people: Int

  @_alwaysEmitIntoClient
  init(steps: Int, people: Int) {
    (self.steps, self.people) = (steps, people)
  }
}

/// The step that an action may make, while the action runs.
@usableFromInline
struct UndoDraft: ~Copyable {
  @usableFromInline
  enum State {
    /// Nothing was changed so far.
    case new
    /// It is a step of its own.
    case made
    /// It is a part of the last one.
    case joined
  }

  @usableFromInline let title: String
  @usableFromInline let group: String?
  @usableFromInline let time: Duration?
  @usableFromInline let person: String
  @usableFromInline let within: Duration?
  @usableFromInline let limits: UndoLimits
  @usableFromInline var state = State.new

  @_alwaysEmitIntoClient
  init(
    _ title: consuming String, by person: consuming String, group: consuming String?,
    within: Duration?, at time: Duration?, limits: UndoLimits
  ) {
    (self.title, self.group, self.time) = (title, group, time)
    (self.person, self.within, self.limits) = (person, within, limits)
  }
}

/// The steps of each person.
@usableFromInline
struct UndoStacks: Equatable, Sendable {
  /// Those of an app for one person, whose name is empty: they are found without a look-up.
  @usableFromInline var own = UndoStack()
  @usableFromInline var others: [String: UndoStack] = [:]

  init() {}

  init(_ all: [String: UndoStack], lastNumber: Int) {
    (others, self.lastNumber) = (all, lastNumber)
    own = others.removeValue(forKey: "") ?? UndoStack()
  }

  /// The number of the newest step that was ever made, by any person.
  @usableFromInline var lastNumber = 0

  /// By the names of the people.
  var all: [String: UndoStack] {
    own == UndoStack() ? others : others.merging(["": own]) { old, _ in old }
  }

  @usableFromInline subscript(person: String) -> UndoStack? {
    person.isEmpty ? own : others[person]
  }

  /// Changes the steps of a person, if there are some.
  @_alwaysEmitIntoClient @discardableResult
  mutating func change<Result>(
    _ person: String, _ body: (inout UndoStack) -> Result
  ) -> Result? {
    if person.isEmpty { return body(&own) }
    guard let index = others.index(forKey: person) else { return nil }
    return body(&others.values[index])
  }

  /// Adds a change to the step that an action makes.
  @_alwaysEmitIntoClient
  mutating func add<Change: UndoChange>(
    _ change: consuming Change, _ field: Int, to draft: inout UndoDraft
  ) {
    let number = lastNumber + 1
    let isNew = draft.state == .new
    if draft.person.isEmpty {
      own.add(change, field, to: &draft, number: number)
    } else {
      others[draft.person, default: UndoStack()].add(change, field, to: &draft, number: number)
      if others.count > draft.limits.people { forgetPeople(but: draft.person, draft.limits) }
    }
    if isNew, draft.state == .made { lastNumber = number }
  }

  /// Forgets the steps of people, those first whose last step is the oldest.
  @usableFromInline @inline(never)
  mutating func forgetPeople(but person: String, _ limits: UndoLimits) {
    while others.count > max(1, limits.people) {
      // By name where the numbers are the same: a replay forgets the same people.
      let oldest = others.lazy.filter { $0.key != person }
        .min { ($0.value.last, $0.key) < ($1.value.last, $1.key) }
      guard let oldest else { return }
      others[oldest.key] = nil
    }
  }

  /// Begins or ends a gesture, or forgets steps.
  @usableFromInline
  mutating func perform(_ action: UndoAction, _ limits: UndoLimits) {
    switch action {
    case .begin(let title, let person):
      if !person.isEmpty, others[person] == nil {
        others[person] = UndoStack()
        forgetPeople(but: person, limits)
      }
      change(person) { $0.gesture = UndoStack.Gesture(title: title) }
    case .end(let person):
      change(person) { stack in
        stack.gesture = nil
        stack.done.withLast { $0.isOpen = false }
      }
    case .clear(nil): (own, others) = (UndoStack(), [:])
    case .clear(""): own = UndoStack()
    case .clear(let person?): others[person] = nil
    case .undo, .redo: break
    }
  }
}
