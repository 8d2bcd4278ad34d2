// SPDX-License-Identifier: Apache-2.0

/// The last answers of a store in another program, and the questions that it has not answered yet.
struct RemoteAnswers {
  /// How many answers are kept, and how many bytes of states in them; the oldest ones go first.
  static let most = 48
  static let mostBytes = 64 << 20

  private struct Kept {
    var answer: StoreAnswer
    var round: Int
  }

  /// Grows with each news of the store: an answer of an earlier round may be out of date, and is
  /// asked for again, once in each round.
  private var round = 0
  private var asked: Set<StoreQuestion> = []
  private var kept: [StoreQuestion: Kept] = [:]
  private var order: [StoreQuestion] = []
  private var bytes = 0
  private var verdicts: [ActionQuestion: (edition: Int, first: Int, answers: [Bool])] = [:]

  /// The store has sent news.
  mutating func begin() { round += 1 }

  /// The connection is lost: the questions on their way will not be answered.
  mutating func forgetAsked() { asked = [] }

  /// Whether a question must be sent now: there is no answer that holds, and it is not on its way.
  ///
  /// If so, it counts as on its way until `end`.
  mutating func start(_ question: StoreQuestion) -> Bool {
    if let known = kept[question], known.round == round || question.isAnswerLasting(known.answer) {
      return false
    }
    return asked.insert(question).inserted
  }

  mutating func end(_ question: StoreQuestion) { asked.remove(question) }

  /// Whether a question that a test is true of is on its way.
  func isAsked(_ isSought: (StoreQuestion) -> Bool) -> Bool { asked.contains(where: isSought) }

  func answer(to question: StoreQuestion) -> StoreAnswer? { kept[question]?.answer }

  /// Keeps an answer, but a failure in place of nothing only; in this round it is not asked again.
  mutating func keep(_ answer: StoreAnswer, to question: StoreQuestion) {
    if case .failed = answer, kept[question] != nil {
      kept[question]?.round = round
      return
    }
    if let old = kept.updateValue(Kept(answer: answer, round: round), forKey: question) {
      bytes -= old.answer.stateBytes
    } else {
      order.append(question)
    }
    bytes += answer.stateBytes
    while order.count > Self.most || bytes > Self.mostBytes && order.count > 1 {
      bytes -= kept.removeValue(forKey: order.removeFirst())?.answer.stateBytes ?? 0
    }
  }

  func verdict(on question: ActionQuestion, at place: Int, _ edition: Int) -> Bool? {
    guard let known = verdicts[question], known.edition == edition, place >= known.first,
      place - known.first < known.answers.count
    else { return nil }
    return known.answers[place - known.first]
  }

  mutating func keep(
    _ answers: [Bool], on question: ActionQuestion, from place: Int, _ edition: Int
  ) {
    if let known = verdicts[question], known.edition == edition,
      known.first + known.answers.count == place
    {
      verdicts[question]?.answers += answers
    } else {
      // A filter that is typed makes a question with each letter; old ones are not asked again.
      if verdicts.count > 4 { verdicts = [:] }
      verdicts[question] = (edition, place, answers)
    }
  }
}

extension StoreQuestion {
  var isAboutState: Bool { if case .state = self { true } else { false } }
  var isAboutChanges: Bool { if case .changes = self { true } else { false } }

  /// Whether an answer is of the kind that this question asks for.
  func isAnswered(by answer: StoreAnswer) -> Bool {
    switch (self, answer) {
    case (_, .outdated), (_, .failed), (.state, .state), (.changes, .changes),
      (.effects, .effects), (.selections, .selections), (.problem, .problem):
      true
    default: false
    }
  }

  /// Whether an answer holds forever: it is about one place of one edition, or about a text.
  func isAnswerLasting(_ answer: StoreAnswer) -> Bool {
    switch (self, answer) {
    case (_, .outdated), (_, .failed): false
    case (.state, _), (.changes, _), (.problem, _): true
    default: false
    }
  }
}

extension StoreAnswer {
  fileprivate var stateBytes: Int { if case .state(let json) = self { json.utf8.count } else { 0 } }

  /// Whether a page can show it, as it comes from outside: its numbers are small enough to
  /// calculate with, and no id is there twice.
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
