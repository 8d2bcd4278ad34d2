// SPDX-License-Identifier: Apache-2.0

/// The steps of one person: the done steps, the undone steps, and other branches.
@usableFromInline
struct UndoStack: Equatable, Sendable {
  /// Undone steps that were set aside when another step was made or another branch was chosen.
  struct Branch: Equatable, Sendable {
    /// The number of the step after which the branch begins, or `start`.
    var base: Int
    /// The steps in the order of `undone`: the last element is redone first.
    var steps: UndoSteps
    /// The number of the step that made these undone steps a branch, or 0 if they became a branch
    /// when another branch was chosen.
    var maker = 0
  }

  struct Gesture: Equatable, Codable, Sendable {
    var title: String
    /// The number of the gesture's step, or nil if no action has changed a field yet.
    var step: Int?
  }

  /// The steps that can be undone.
  ///
  /// The last element is undone first.
  @usableFromInline var done = UndoSteps()
  /// The steps that can be redone.
  ///
  /// The last element is redone first, and so is the last change of a step.
  @usableFromInline var undone = UndoSteps()
  /// The other branches, the oldest first.
  var branches: [Branch] = []
  var gesture: Gesture?
  /// The number of the last done step that was removed because there were too many, or 0.
  @usableFromInline var start = 0
  /// The number of the newest step that was ever made.
  ///
  /// An undo does not change it.
  var last = 0

  @usableFromInline
  init() {}

  /// The number of the last done step, or `start`.
  var current: Int { done.lastNumber ?? start }

  /// The number of the done step before the last one, or `start`.
  var previous: Int { done.count > 1 ? done.records[done.records.end - 2].number : start }

  /// Adds a change to the step of the running action.
  ///
  /// The first change begins a step, or is added to the last step.
  ///
  /// Complexity: for a new step amortized O(1), or O(number of branches) if there are branches; for
  /// an added change that of `UndoChange.append(_:)`.
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

  /// Begins a step with the first change of an action.
  @usableFromInline
  mutating func begin(_ draft: inout UndoDraft, _ number: Int, _ part: UndoPart) {
    if undone.count > 0 {
      branches.append(Branch(base: current, steps: undone, maker: number))
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

  /// Removes the last step, which has no change any more.
  ///
  /// A further change of the action is processed like its first change. If this step had made the
  /// undone steps a branch, they are the undone steps again.
  @usableFromInline
  mutating func dropLast(_ draft: inout UndoDraft) {
    guard let step = done.popLast() else { return }
    let made = branches.lastIndex { $0.maker == step.record.number }
    if let made { undone = branches.remove(at: made).steps }
    rebase(step.record.number)
    draft.state = .new
  }

  /// Moves the branches that began after a removed step to the current step.
  private mutating func rebase(_ number: Int) {
    for place in branches.indices where branches[place].base == number {
      branches[place].base = current
    }
  }

  /// True if the changes of an action are added to the last step.
  ///
  /// Then the time of the step is updated.
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
        // A time can come from a client. An overflow must not end the process.
        let pause = time.attoseconds.subtractingReportingOverflow(before.attoseconds)
        if pause.overflow || pause.partialValue > within.attoseconds { return false }
      }
    }
    if let time = draft.time { done.withLast { $0.time = time } }
    return true
  }

  /// Removes steps until a limit is met: first branches, the oldest first, then done steps, the
  /// oldest first.
  ///
  /// A branch can begin after a step that is now in another branch. When the first branch was
  /// created, that step was still a done step, therefore the first branch is older than the other
  /// one. So a branch is always removed before the step after which it begins.
  private mutating func forget(_ limit: Int) {
    let limit = max(0, limit)
    if !branches.isEmpty {
      var count = done.count + branches.reduce(0) { $0 + $1.steps.count }
      while count > limit, !branches.isEmpty { count -= branches.removeFirst().steps.count }
    }
    while done.count > limit { start = done.removeFirst() }
  }

  /// Removes and returns the next step to undo or redo.
  ///
  /// The changes of the step are not removed.
  ///
  /// - Parameters:
  ///   - isUndo: True for an undo, false for a redo.
  ///   - limit: The number of the last step that remains done, or nil for no limit.
  /// - Returns: The step, or nil if there is none, or if the limit is reached.
  @usableFromInline
  mutating func pop(isUndo: Bool, to limit: Int?) -> (record: UndoRecord, label: UndoLabel)? {
    guard let next = isUndo ? done.lastNumber : undone.lastNumber else { return nil }
    if let limit, isUndo ? next <= limit : next > limit { return nil }
    return isUndo ? done.popLast() : undone.popLast()
  }

  /// Appends a step to the undone steps after an undo, or to the done steps after a redo.
  ///
  /// If the step has no change any more, it is dropped, and its branches are moved to the current
  /// step.
  ///
  /// - Returns: False if the step was dropped.
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

  /// True if the state after a step is reached by undoing steps, false if by redoing steps.
  ///
  /// Nil if there is no such step.
  @usableFromInline
  func isUndo(to number: Int) -> Bool? {
    let isUndo = number <= current
    let isThere =
      number <= start || (isUndo ? done : undone).records.contains { $0.number == number }
    return isThere ? isUndo : nil
  }

  /// The branches that begin at the current step.
  var currentBranches: [UndoSteps] { branches.filter { $0.base == current }.map(\.steps) }

  /// Exchanges the undone steps with another branch, which is redone next.
  ///
  /// - Parameter branch: The number of the first step of the branch.
  /// - Returns: False if no such branch begins at the current step.
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

/// The limits of a history.
@usableFromInline
struct UndoLimits: Sendable {
  /// The maximum number of steps of one person.
  @usableFromInline let steps: Int
  /// The maximum number of people with steps or a gesture, without the person with an empty name.
  @usableFromInline let people: Int

  @_alwaysEmitIntoClient
  init(steps: Int, people: Int) {
    (self.steps, self.people) = (steps, people)
  }
}

/// The attributes of the step that a running action can make.
@usableFromInline
struct UndoDraft: ~Copyable {
  @usableFromInline
  enum State {
    /// The action has no step: it has changed nothing so far, or its step was dropped.
    case new
    /// The action has begun a new step.
    case made
    /// The changes of the action are added to the last step.
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
  /// The steps of the person with an empty name, which need no dictionary look-up.
  @usableFromInline var own = UndoStack()
  @usableFromInline var others: [String: UndoStack] = [:]
  /// The order in which people are removed; it is not part of the value.
  var ages = UndoAges()

  init() {}

  init(_ all: [String: UndoStack], lastNumber: Int) {
    (others, self.lastNumber) = (all, lastNumber)
    own = others.removeValue(forKey: "") ?? UndoStack()
  }

  /// The number of the newest step that was ever made, by any person.
  @usableFromInline var lastNumber = 0

  /// The steps by the names of the people.
  var all: [String: UndoStack] {
    own == UndoStack() ? others : others.merging(["": own]) { old, _ in old }
  }

  @usableFromInline subscript(person: String) -> UndoStack? {
    person.isEmpty ? own : others[person]
  }

  /// Calls a closure with the steps of a person.
  ///
  /// Returns nil if the person has none.
  @_alwaysEmitIntoClient @discardableResult
  mutating func change<Result>(
    _ person: String, _ body: (inout UndoStack) -> Result
  ) -> Result? {
    if person.isEmpty { return body(&own) }
    guard let index = others.index(forKey: person) else { return nil }
    return body(&others.values[index])
  }

  /// Adds a change to the step of the running action.
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
      if others.count > draft.limits.people { forgetPeople(except: draft.person, draft.limits) }
    }
    if isNew, draft.state == .made { lastNumber = number }
  }

  /// Removes the steps of people until the limit is met or only one person remains.
  ///
  /// The person whose last step is the oldest is removed first.
  ///
  /// Complexity: O(log n) for each removed person, amortized over the steps of n people.
  @usableFromInline @inline(never)
  mutating func forgetPeople(except person: String, _ limits: UndoLimits) {
    var spared: UndoAges.Age?
    while others.count > max(1, limits.people) {
      if ages.list.isEmpty {
        spared = nil
        ages = UndoAges(others)
      }
      let oldest = ages.list.removeLast()
      // An element of an earlier step can follow: the steps of the person were cleared since.
      guard others[oldest.person]?.last == oldest.last else { continue }
      if oldest.person == person { spared = oldest } else { others[oldest.person] = nil }
    }
    if let spared { ages.list.append(spared) }
  }

  /// Begins a gesture, ends a gesture, or removes steps.
  @usableFromInline
  mutating func perform(_ action: UndoAction, _ limits: UndoLimits) {
    switch action {
    case .begin(let title, let person):
      if !person.isEmpty, others[person] == nil {
        others[person] = UndoStack()
        ages.insert(person, among: others.count)
        forgetPeople(except: person, limits)
      }
      change(person) { $0.gesture = UndoStack.Gesture(title: title) }
    case .end(let person):
      change(person) { stack in
        stack.gesture = nil
        stack.done.withLast { $0.isOpen = false }
      }
    case .clear(nil): (own, others, ages) = (UndoStack(), [:], UndoAges())
    case .clear(""): own = UndoStack()
    case .clear(let person?): others[person] = nil
    case .undo, .redo: break
    }
  }
}

/// A list of people in the order of their last steps, made when people must be removed.
///
/// A step of a person does not change the list. An element is therefore used only if its number is
/// that of the last step of the person. The people that are not in the list have newer steps. So
/// each list serves many removals.
struct UndoAges: Equatable, Sendable {
  struct Age: Comparable, Sendable {
    let last: Int
    let person: String

    /// Equal numbers are ordered by name, therefore a replay removes the same people.
    static func < (one: Age, other: Age) -> Bool {
      (one.last, one.person) < (other.last, other.person)
    }
  }

  /// The person whose last step is the oldest is the last element.
  var list: [Age] = []

  init() {}

  init(_ stacks: [String: UndoStack]) {
    list = stacks.map { Age(last: $1.last, person: $0) }.sorted(by: >)
  }

  /// Inserts a person without steps, unless the list must be made again.
  ///
  /// - Parameters:
  ///   - person: The person.
  ///   - count: The number of people. A much longer list is removed.
  mutating func insert(_ person: String, among count: Int) {
    if list.count > 2 * count + 16 { list = [] }
    if list.isEmpty { return }
    let age = Age(last: 0, person: person)
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] > age { low = middle + 1 } else { high = middle }
    }
    list.insert(age, at: low)
  }

  /// The list follows from the steps, so two histories with equal steps are equal.
  static func == (one: UndoAges, other: UndoAges) -> Bool { true }
}
