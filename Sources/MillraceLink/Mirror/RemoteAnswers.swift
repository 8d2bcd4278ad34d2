// SPDX-License-Identifier: Apache-2.0

/// A cache of the latest answers of a store in another program, and its pending questions.
struct RemoteAnswers {
  /// The maximum number of cached answers.
  ///
  /// They are removed in the order in which their questions were first answered.
  static let most = 48
  /// The maximum number of bytes of the cached answers, unless there is only one.
  static let mostBytes = 64 << 20

  private struct Kept {
    var answer: StoreAnswer
    var round: Int
  }

  /// A number that increases with each news of the store.
  ///
  /// An answer of an earlier round can be outdated. Its question is sent again, once in each round.
  private var round = 0
  /// The pending questions.
  private var asked: Set<StoreQuestion> = []
  private var kept: [StoreQuestion: Kept] = [:]
  /// The questions of the cached answers, in the order in which they were first answered.
  private var order: [StoreQuestion] = []
  /// The bytes of the cached answers.
  private var bytes = 0
  /// The latest results of each filter: one for each action, beginning at the place `first`.
  private var verdicts: [ActionQuestion: (edition: Int, first: Int, answers: [Bool])] = [:]

  /// Begins a round.
  ///
  /// Called when the store has sent news.
  mutating func begin() { round += 1 }

  /// Removes the pending questions.
  ///
  /// Called when the connection is lost.
  mutating func forgetAsked() { asked = [] }

  /// Marks a question as pending until `end`, if it must be sent.
  ///
  /// - Returns: False if the question is pending already, or if there is a valid answer.
  mutating func start(_ question: StoreQuestion) -> Bool {
    if let known = kept[question], known.round == round || question.isAnswerLasting(known.answer) {
      return false
    }
    return asked.insert(question).inserted
  }

  mutating func end(_ question: StoreQuestion) { asked.remove(question) }

  /// True if a pending question fulfils a condition.
  func isAsked(_ isSought: (StoreQuestion) -> Bool) -> Bool { asked.contains(where: isSought) }

  func answer(to question: StoreQuestion) -> StoreAnswer? { kept[question]?.answer }

  /// Stores an answer for this round.
  ///
  /// A failure does not replace an earlier answer, but the question is not sent again in this
  /// round.
  mutating func keep(_ answer: StoreAnswer, to question: StoreQuestion) {
    if case .failed = answer, kept[question] != nil {
      kept[question]?.round = round
      return
    }
    if let old = kept.updateValue(Kept(answer: answer, round: round), forKey: question) {
      bytes -= old.answer.bytes
    } else {
      order.append(question)
    }
    bytes += answer.bytes
    while order.count > Self.most || bytes > Self.mostBytes && order.count > 1 {
      bytes -= kept.removeValue(forKey: order.removeFirst())?.answer.bytes ?? 0
    }
  }

  func verdict(on question: ActionQuestion, at place: Int, _ edition: Int) -> Bool? {
    guard let known = verdicts[question], known.edition == edition, place >= known.first,
      place - known.first < known.answers.count
    else { return nil }
    return known.answers[place - known.first]
  }

  /// Stores the results of a filter for the actions from `place` on.
  ///
  /// The results for actions before `oldest`, which the timeline does not hold any more, are
  /// removed when they are more than half of the results.
  mutating func keep(
    _ answers: [Bool], on question: ActionQuestion, from place: Int, _ edition: Int, oldest: Int
  ) {
    if let known = verdicts[question], known.edition == edition,
      known.first + known.answers.count == place
    {
      let old = min(oldest - known.first, known.answers.count)
      // Not one by one: to remove the first results moves all others.
      if old > known.answers.count / 2 {
        verdicts[question]?.answers.removeFirst(old)
        verdicts[question]?.first += old
      }
      verdicts[question]?.answers += answers
    } else {
      // Each letter that a user types into a filter makes another question. The results of the old
      // questions are not needed.
      if verdicts.count > 4 { verdicts = [:] }
      verdicts[question] = (edition, place, answers)
    }
  }
}

extension StoreQuestion {
  var isAboutState: Bool { if case .state = self { true } else { false } }
  var isAboutChanges: Bool { if case .changes = self { true } else { false } }

  /// True if the kind of an answer matches this question.
  ///
  /// Not for rows, filters, commands and requests, whose answers are checked elsewhere.
  func isAnswered(by answer: StoreAnswer) -> Bool {
    switch (self, answer) {
    case (_, .outdated), (_, .failed), (.state, .state), (.changes, .changes),
      (.effects, .effects), (.selections, .selections), (.problem, .problem):
      true
    default: false
    }
  }

  /// True if news of the store cannot change an answer: it is about a state or a change in one
  /// edition of the timeline, or about a text.
  func isAnswerLasting(_ answer: StoreAnswer) -> Bool {
    switch (self, answer) {
    case (_, .outdated), (_, .failed): false
    case (.state, _), (.changes, _), (.problem, _): true
    default: false
    }
  }
}

extension StoreAnswer {
  /// The size of the answer in memory, approximately.
  ///
  /// Complexity: linear in the number of changes, effects or selections.
  fileprivate var bytes: Int {
    func size(_ text: String?) -> Int { text?.utf8.count ?? 0 }
    var bytes = 0
    switch self {
    case .state(let text), .text(let text), .failed(let text): bytes = size(text)
    case .problem(let text): bytes = size(text)
    case .changes(let changes):
      bytes = changes.count * MemoryLayout<StateChange>.stride
      for change in changes { bytes += size(change.path) + size(change.old) + size(change.new) }
    case .effects(let effects):
      bytes = effects.count * MemoryLayout<EffectSpan>.stride
      for effect in effects { bytes += size(effect.name) + size(effect.error) }
    case .selections(let boxes, let changed):
      bytes = boxes.count * MemoryLayout<SelectionBox>.stride
      for box in boxes { bytes += size(box.name) + box.inputs.count * MemoryLayout<Int>.stride }
      bytes += (changed?.count ?? 0) * MemoryLayout<Int>.stride
    // Rows and results of filters are stored elsewhere.
    case .rows, .verdicts, .outdated: break
    }
    return bytes
  }

  /// True if a page can show the answer, which comes from another program: its numbers are in
  /// range, and its ids are unique.
  var canBeShown: Bool {
    switch self {
    case .changes(let changes):
      changes.count <= StateChange.most + 1 && Set(changes.map(\.path)).count == changes.count
    case .effects(let effects):
      Set(effects.map(\.id)).count == effects.count
        && effects.allSatisfy { effect in
          let times = [effect.start, effect.begin, effect.end, effect.cancelled].compactMap { $0 }
          return times.allSatisfy { effect.start <= $0 && $0 <= LinkLimits.time }
        }
    case .selections(let boxes, _):
      boxes.count <= LinkLimits.selections && Set(boxes.map(\.id)).count == boxes.count
        && boxes.allSatisfy { 0...1_000 ~= $0.rank }
    default: true
    }
  }
}
