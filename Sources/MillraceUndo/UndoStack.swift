// SPDX-License-Identifier: Apache-2.0

/// The steps of one person: those that are done, those that were taken back, and other ways on.
struct UndoStack: Equatable, Sendable {
  /// Steps that were taken back before others were made in their place.
  struct Branch: Equatable, Sendable {
    /// The step after which it begins.
    var base: Int
    /// The first one is the last.
    var steps: UndoSteps
  }

  struct Gesture: Equatable, Codable, Sendable {
    var title: String
    /// Its step, once there is one.
    var step: Int?
  }

  var done = UndoSteps()
  /// The next one is the last.
  var undone = UndoSteps()
  /// Oldest first.
  var branches: [Branch] = []
  var gesture: Gesture?
  /// The last step that was forgotten since there were too many.
  var start = 0

  /// The step after which the state is now.
  var current: Int { done.lastNumber ?? start }

  /// Makes what was changed a step, or part of the last one.
  ///
  /// Complexity: O(number of changes).
  mutating func push(
    _ record: consuming UndoRecord, within: Duration?, limit: Int, _ join: Join
  ) {
    if belongsToLast(record, within: within) {
      let (time, parts) = (record.time, record.parts)
      done.withLast { last in
        last.time = time ?? last.time
        for part in parts.all { join(&last.parts, part) }
      }
      return
    }
    if undone.count > 0 {
      branches.append(Branch(base: current, steps: undone))
      undone = UndoSteps()
    }
    if let gesture {
      if !gesture.title.isEmpty { record.title = gesture.title }
      self.gesture?.step = record.number
    }
    done.append(record)
    forget(limit)
  }

  private func belongsToLast(_ record: borrowing UndoRecord, within: Duration?) -> Bool {
    if gesture == nil, record.group == nil { return false }
    guard let last = done.last, last.isOpen, undone.count == 0 else { return false }
    if let gesture { return gesture.step == last.number }
    guard let group = record.group, last.group == group else { return false }
    guard let within else { return true }
    guard let time = record.time, let before = last.time else { return false }
    return time - before <= within
  }

  /// Lets the oldest go: branches first.
  private mutating func forget(_ limit: Int) {
    if branches.isEmpty, done.count <= limit { return }
    while done.count + branches.reduce(0, { $0 + $1.steps.count }) > max(0, limit) {
      if branches.isEmpty {
        start = done.removeFirst()
      } else {
        branches.removeFirst()
        dropUnreachable()
      }
    }
  }

  /// Takes out the step to take back or to make again; nil: there is none before that number.
  mutating func pop(isUndo: Bool, to limit: Int?) -> UndoRecord? {
    guard let next = isUndo ? done.lastNumber : undone.lastNumber else { return nil }
    if let limit, isUndo ? next <= limit : next > limit { return nil }
    return isUndo ? done.popLast() : undone.popLast()
  }

  /// Puts a step where it is now; one of which nothing is left goes, and its branches begin here.
  mutating func put(_ record: UndoRecord, isUndo: Bool) {
    var record = record
    record.isOpen = false
    done.withLast { $0.isOpen = false }
    if record.parts.isEmpty {
      for place in branches.indices where branches[place].base == record.number {
        branches[place].base = current
      }
    } else if isUndo {
      undone.append(record)
    } else {
      done.append(record)
    }
  }

  /// Lets branches go that begin after a step which there is no more.
  mutating func dropUnreachable() {
    while true {
      var bases: Set = [start]
      bases.formUnion(done.all.map(\.number))
      bases.formUnion(undone.all.map(\.number))
      for branch in branches { bases.formUnion(branch.steps.all.map(\.number)) }
      let count = branches.count
      branches.removeAll { !bases.contains($0.base) }
      if branches.count == count { return }
    }
  }

  /// The branches that begin where the state is now.
  var here: [UndoRecord] {
    branches.filter { $0.base == current }.compactMap(\.steps.last)
  }

  /// Makes another branch the way on.
  ///
  /// - Returns: Whether it begins here.
  mutating func choose(_ branch: Int) -> Bool {
    if undone.last?.number == branch { return true }
    let (base, old) = (current, undone)
    let place = branches.firstIndex { $0.base == base && $0.steps.last?.number == branch }
    guard let place else { return false }
    undone = branches.remove(at: place).steps
    if old.count > 0 { branches.append(Branch(base: base, steps: old)) }
    return true
  }

  /// Adds a change to those of a step.
  typealias Join = (inout UndoParts, UndoParts.Part) -> Void
}

/// The steps of each person.
struct UndoStacks: Equatable, Sendable {
  /// Those of an app for one person, whose name is empty: they are found without a look-up.
  private var own = UndoStack()
  private var others: [String: UndoStack] = [:]

  init() {}

  init(_ all: [String: UndoStack]) {
    others = all
    own = others.removeValue(forKey: "") ?? UndoStack()
  }

  /// By the names of the people.
  var all: [String: UndoStack] {
    own == UndoStack() ? others : others.merging(["": own]) { old, _ in old }
  }

  subscript(person: String) -> UndoStack? {
    person.isEmpty ? own : others[person]
  }

  /// Changes the steps of a person, if there are some.
  mutating func change<Result>(
    _ person: String, _ body: (inout UndoStack) -> Result
  ) -> Result? {
    if person.isEmpty { return body(&own) }
    guard let index = others.index(forKey: person) else { return nil }
    return body(&others.values[index])
  }

  /// The steps of a person, to add one; there may be none before.
  subscript(adding person: String) -> UndoStack {
    get { self[person] ?? UndoStack() }
    _modify {
      if person.isEmpty { yield &own } else { yield &others[person, default: UndoStack()] }
    }
  }

  /// Forgets the steps of a person.
  mutating func remove(_ person: String) {
    if person.isEmpty { own = UndoStack() } else { others[person] = nil }
  }
}
