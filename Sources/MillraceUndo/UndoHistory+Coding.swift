// SPDX-License-Identifier: Apache-2.0

extension UndoHistory: Codable {
  private enum Key: String, CodingKey {
    case people, last
    case done, undone, branches, base, steps, maker, gesture, start
    case number, title, group, time, isOpen, changes
  }

  /// Encodes the steps of all people.
  ///
  /// Complexity: O(number of changed rows and values in the steps).
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The error of the encoder or of a value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(stacks.lastNumber, forKey: .last)
    try container.encode(stacks.all.mapValues(CodedStack.init), forKey: .people)
  }

  /// Decodes a history.
  ///
  /// The changes of fields that are not in ``UndoableState/undoable`` are left out: see
  /// ``unknownFields``. A step without another change is removed.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: The error of the decoder or of a value. `DecodingError` if the number of a step is
  ///   negative, greater than that of the last step, or greater than `Int.max / 2`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let coded = try container.decode([String: CodedStack].self, forKey: .people)
    let people = coded.mapValues(\.stack)
    let last = try container.decode(Int.self, forKey: .last)
    // Half of the maximum: each new step adds one, which must not overflow.
    let range = 0...max(0, min(last, Int.max / 2))
    let numbers = [last] + people.values.flatMap(\.numbers)
    if let number = numbers.first(where: { !range.contains($0) }) {
      throw DecodingError.dataCorruptedError(
        forKey: .last, in: container,
        debugDescription: """
          A history contains the number \(number), and its last step has the number \(last). \
          Numbers must be from 0 to that of the last step, which is at most \(Int.max / 2). \
          Probably the data was not written by a history, or it was changed since. Decode the \
          state without its history.
          """)
    }
    stacks = UndoStacks(people, lastNumber: last)
    unknownFields = coded.values.reduce(into: []) { $0.formUnion($1.unknown) }
  }

  private struct CodedStack: Codable {
    var stack: UndoStack
    var unknown: Set<String> = []

    init(_ stack: UndoStack) { self.stack = stack }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      stack = UndoStack()
      let done = try container.decode(CodedSteps.self, forKey: .done)
      let undone = try container.decode(CodedSteps.self, forKey: .undone)
      let branches = try container.decode([CodedBranch].self, forKey: .branches)
      (stack.done, stack.undone) = (done.steps, undone.steps)
      stack.branches = branches.map(\.branch)
      stack.gesture = try container.decodeIfPresent(UndoStack.Gesture.self, forKey: .gesture)
      stack.start = try container.decode(Int.self, forKey: .start)
      // Earlier versions did not write this number.
      let all = [stack.done, stack.undone] + stack.branches.map(\.steps)
      stack.last =
        try container.decodeIfPresent(Int.self, forKey: .last)
        ?? all.flatMap(\.records).map(\.number).max() ?? stack.start
      unknown = ([done.unknown, undone.unknown] + branches.map(\.unknown))
        .reduce(into: []) { $0.formUnion($1) }
      if !unknown.isEmpty { stack.removeSteps { record, _, _ in record.first == nil } }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(CodedSteps(steps: stack.done), forKey: .done)
      try container.encode(CodedSteps(steps: stack.undone), forKey: .undone)
      try container.encode(stack.branches.map(CodedBranch.init), forKey: .branches)
      try container.encodeIfPresent(stack.gesture, forKey: .gesture)
      try container.encode(stack.start, forKey: .start)
      try container.encode(stack.last, forKey: .last)
    }
  }

  private struct CodedBranch: Codable {
    var branch: UndoStack.Branch
    var unknown: Set<String> = []

    init(_ branch: UndoStack.Branch) { self.branch = branch }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let coded = try container.decode(CodedSteps.self, forKey: .steps)
      unknown = coded.unknown
      branch = UndoStack.Branch(
        base: try container.decode(Int.self, forKey: .base), steps: coded.steps,
        // Earlier versions did not write this number.
        maker: try container.decodeIfPresent(Int.self, forKey: .maker) ?? 0)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(branch.base, forKey: .base)
      try container.encode(CodedSteps(steps: branch.steps), forKey: .steps)
      if branch.maker != 0 { try container.encode(branch.maker, forKey: .maker) }
    }
  }

  private struct CodedSteps: Codable {
    var steps: UndoSteps
    /// The names of the fields whose changes were left out.
    var unknown: Set<String> = []

    init(steps: UndoSteps) { self.steps = steps }

    init(from decoder: any Decoder) throws {
      steps = UndoSteps()
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        try decode(container.nestedContainer(keyedBy: Key.self))
      }
    }

    private mutating func decode(_ container: KeyedDecodingContainer<Key>) throws {
      var record = UndoRecord(
        number: try container.decode(Int.self, forKey: .number),
        time: try container.decodeIfPresent(Duration.self, forKey: .time),
        isOpen: try container.decode(Bool.self, forKey: .isOpen))
      var parts = try container.nestedUnkeyedContainer(forKey: .changes)
      while !parts.isAtEnd {
        let part = try parts.nestedContainer(keyedBy: UndoKey.self)
        let name = try part.decode(String.self, forKey: .field)
        guard let field = State.undoable.firstIndex(where: { $0.name == name }) else {
          unknown.insert(name)
          continue
        }
        record.append(try State.undoable[field].decode(part, &steps, field))
      }
      steps.append(
        record, try container.decode(String.self, forKey: .title),
        group: try container.decodeIfPresent(String.self, forKey: .group))
    }

    func encode(to encoder: any Encoder) throws {
      var all = encoder.unkeyedContainer()
      for record in steps.records {
        var container = all.nestedContainer(keyedBy: Key.self)
        try container.encode(record.number, forKey: .number)
        try container.encode(steps.label(of: record).title, forKey: .title)
        try container.encodeIfPresent(steps.label(of: record).group, forKey: .group)
        try container.encodeIfPresent(record.time, forKey: .time)
        try container.encode(record.isOpen, forKey: .isOpen)
        var parts = container.nestedUnkeyedContainer(forKey: .changes)
        for part in record.parts {
          var coded = parts.nestedContainer(keyedBy: UndoKey.self)
          try coded.encode(State.undoable[part.field].name, forKey: .field)
          try coded.encode(steps.change(part), forKey: .change)
        }
      }
    }
  }
}

extension UndoStack {
  /// All numbers of steps in the stack.
  fileprivate var numbers: [Int] {
    let all = [done, undone] + branches.map(\.steps)
    var numbers = all.flatMap(\.records).map(\.number)
    numbers += branches.flatMap { [$0.base, $0.maker] }
    numbers += [start, last, gesture?.step ?? 0]
    return numbers
  }
}
