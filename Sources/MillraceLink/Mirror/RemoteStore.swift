// SPDX-License-Identifier: Apache-2.0

import MillraceTrace
import Observation

/// A store of another program.
///
/// All actions are fetched. States, changes and other values are requested when a page reads them.
/// The read returns the latest known value, and the page is updated when the answer was received.
@MainActor package final class RemoteStore: MonitoredStore {
  @ObservationIgnored var card: StoreCard
  @ObservationIgnored private weak var program: RemoteProgram?
  @ObservationIgnored private(set) var news: StoreNews
  @ObservationIgnored private var line = RemoteTimeline()
  @ObservationIgnored private var isFetching = false
  @ObservationIgnored private var known = RemoteAnswers()
  /// The pending commands.
  @ObservationIgnored private var pending: [(id: Int, command: MonitorCommand)] = []
  @ObservationIgnored private var lastCommand = 0
  /// True if the program records which selections each action changes, according to its last
  /// answer.
  @ObservationIgnored private var isNoting = false
  /// The latest answered question about a state, and the latest about changes.
  @ObservationIgnored private var answered: [StoreQuestion] = []
  /// The latest parsed states, the newest last.
  @ObservationIgnored private var states: [(question: StoreQuestion, value: TraceValue)] = []

  init(_ card: StoreCard, of program: RemoteProgram, id: Int, name: String) {
    self.card = card
    self.program = program
    news = StoreNews(store: card.id)
    super.init(id: id, name: name)
  }

  // Messages of the program ---------------------------------------------------------------------

  func take(_ news: StoreNews) throws(LinkFailure) {
    let places = 0...RemoteTimeline.lastPlace
    guard places ~= news.first, places ~= news.status.count, places ~= news.edition,
      0...news.status.count ~= news.status.index, places ~= news.changedFrom ?? 0
    else { throw .malformed("a place is out of range") }
    guard news.edition >= self.news.edition else {
      throw .unexpected("edition \(news.edition) came after \(self.news.edition)")
    }
    let isOther = news.edition != self.news.edition
    let isNew = isOther && news.changedFrom == nil
    guard isNew || news.first >= self.news.first && news.first + news.status.count >= end else {
      throw .unexpected("the timeline of a store has become shorter without another edition")
    }
    if isNew {
      // If nothing was received before, the timeline begins at place 0: actions that the program
      // has dropped count as missing. Otherwise it begins at the first place of the new edition.
      line = RemoteTimeline(from: line.next == 0 ? 0 : news.first)
    } else if isOther, let place = news.changedFrom {
      line.change(from: place)
    }
    self.news = news
    line.drop(before: news.first)
    known.begin()
    fetch()
    noteChange()
  }

  private var end: Int { news.first + news.status.count }

  /// Called when the program has sent the list of its stores: after a connection, and when another
  /// store was added or has ended.
  ///
  /// `isFetching` is not reset, because a question for rows can be pending.
  func programConnected() {
    if selectionPages > 0 || isNoting { tellSelectionPages() }
    noteChange()
  }

  func programDisconnected() {
    isFetching = false
    known.forgetAsked()
    noteChange()
  }

  private func ask(
    _ question: StoreQuestion,
    then: @escaping @MainActor (StoreAnswer) throws(LinkFailure) -> Void = { _ in }
  ) {
    guard let program else {
      try? then(.failed("The program is not listed any more."))
      return
    }
    program.ask(card.id, question, then: then)
  }

  /// Requests the next actions, one batch after another, until all are fetched.
  private func fetch() {
    guard !isFetching, program?.isConnected == true, line.next < end else { return }
    isFetching = true
    let edition = news.edition
    ask(.rows(edition: edition, from: line.next, most: LinkLimits.batchRows)) {
      [weak self] answer throws(LinkFailure) in
      guard let self else { return }
      isFetching = false
      switch answer {
      case .rows(edition, let from, let rows):
        guard edition == news.edition else { break }
        try line.append(rows, from: from)
        noteChange()
      case .failed: return
      // The program has begun a newer edition, and its news are not received yet. They will start
      // the next fetch.
      case .outdated where edition == news.edition: return
      case .outdated: break
      default: throw .unexpected("the answer to a question for rows is of another kind")
      }
      fetch()
    }
  }

  // Reads of pages ------------------------------------------------------------------------------

  package override var note: String? {
    guard let program else { return "forgotten" }
    return program.isConnected ? "linked" : "away"
  }
  package override var leftOut: Int { line.leftOut }
  package override var hasEnded: Bool { program == nil }
  package override var edition: Int { news.edition }

  package override var status: MachineStatus {
    var status = news.status
    let index = news.first + status.index - line.first
    let isAtEnd = status.index == status.count
    status.count = line.count
    status.index = isAtEnd ? line.count : max(0, min(index, line.count))
    for (_, command) in pending { show(command, in: &status) }
    return status
  }

  /// Applies a pending command to the status, before the program has answered.
  private func show(_ command: MonitorCommand, in status: inout MachineStatus) {
    switch command {
    case .lock(let isLocked): status.isLocked = isLocked
    case .pause: status.isPaused = true
    case .resume: status.isPaused = false
    case .jump(let place):
      status.index = max(0, min(place - line.first, line.count))
      if status.index < line.count { status.isInPresent = false }
    default: break
    }
  }

  package override func id(at position: Int) -> Int {
    line[position]?.id ?? -1 - position
  }
  package override func position(of id: Int) -> Int? { line.position(of: id) }
  package override func id(ofNumber number: UInt64) -> Int? { line.id(ofNumber: number) }
  package override func row(at position: Int) -> ActionRow? { line[position] }

  package override func link(at position: Int) -> (number: UInt64?, cause: UInt64?) {
    (line[position]?.number, line[position]?.cause)
  }

  package override func action(at position: Int) -> TraceValue {
    line[position].flatMap { try? TraceValue(json: $0.action) } ?? .null
  }

  package override func answer(to question: ActionQuestion, at position: Int) -> Bool? {
    let place = line.first + position
    let edition = news.edition
    if let answer = known.verdict(on: question, at: place, edition) { return answer }
    guard program?.isConnected == true,
      known.start(.verdicts(edition: edition, from: place, question))
    else { return nil }
    ask(.verdicts(edition: edition, from: place, question)) {
      [weak self] answer throws(LinkFailure) in
      guard let self else { return }
      known.end(.verdicts(edition: edition, from: place, question))
      switch answer {
      case .verdicts(let verdicts):
        // Otherwise each frame would ask the same question again.
        guard !verdicts.isEmpty else {
          throw .unexpected("received no results for a filter of the timeline")
        }
        // The program can have run actions for which it has not sent news yet.
        let listed = verdicts.prefix(max(0, end - place))
        known.keep(Array(listed), on: question, from: place, edition, oldest: line.first)
      case .failed: known.keep(answer, to: .verdicts(edition: edition, from: place, question))
      case .outdated: break
      default: throw .unexpected("an answer is to another question")
      }
      noteChange()
    }
    return nil
  }

  package override func changes(at position: Int) -> [StateChange]? {
    let question = question(about: .changes(at: position))
    guard let shown = shown(of: question, \.isAboutChanges),
      case .changes(let changes)? = known.answer(to: shown)
    else { return nil }
    return changes
  }

  package override func state(after count: Int) -> TraceValue? {
    let question = question(about: .state(after: count))
    return shown(of: question, \.isAboutState).flatMap(stateValue)
  }

  /// The question whose answer a pane shows.
  ///
  /// It is `question` once that is answered, and before that the latest answered question of the
  /// same kind.
  ///
  /// If actions arrive faster than answers, each frame asks another question. Therefore only one
  /// question of a kind is pending at a time.
  private func shown(
    of question: StoreQuestion, _ isOfKind: (StoreQuestion) -> Bool
  ) -> StoreQuestion? {
    if !known.isAsked(isOfKind) { _ = answer(to: question) }
    if known.answer(to: question) != nil { return question }
    return known.isAsked(isOfKind) ? answered.last(where: isOfKind) : nil
  }

  /// Parses the state of an answer.
  ///
  /// The latest four states are cached.
  private func stateValue(_ question: StoreQuestion) -> TraceValue? {
    if let shown = states.last(where: { $0.question == question }) { return shown.value }
    guard case .state(let json)? = known.answer(to: question) else { return nil }
    let value = timed {
      (try? TraceValue(json: json)) ?? .string("The program has sent a state that is not JSON.")
    }
    if states.count >= 4 { states.removeFirst() }
    states.append((question, value))
    return value
  }

  package override func failure(toRead part: MonitoredPart) -> String? {
    let question = question(about: part)
    switch known.answer(to: question) {
    case .failed(let reason)?: return reason
    case nil where program?.isConnected != true:
      return "The program is not connected."
    default: return nil
    }
  }

  private func question(about part: MonitoredPart) -> StoreQuestion {
    switch part {
    case .state(let count): .state(edition: news.edition, after: line.first + count)
    case .changes(let position): .changes(edition: news.edition, at: line.first + position)
    }
  }

  package override var canDispatch: Bool { card.canDispatch }
  package override var canExchange: Bool { card.canExchange }

  package override func problem(with text: String) -> String? {
    guard program?.isConnected == true else { return "The program is not connected." }
    guard case .problem(let problem)? = answer(to: .problem(text)) else {
      return "Waiting for the program."
    }
    return problem
  }

  package override var effects: [EffectSpan] {
    guard case .effects(let effects)? = answer(to: .effects) else { return [] }
    return effects
  }

  package override var selections: [SelectionBox] {
    guard case .selections(let boxes, _)? = answer(to: .selections(changedBy: nil)) else {
      return []
    }
    return boxes
  }

  package override func selections(changedBy number: UInt64) -> Set<Int>? {
    guard case .selections(_, let changed)? = answer(to: .selections(changedBy: number)) else {
      return nil
    }
    return changed.map(Set.init)
  }

  override func selectionPagesChanged() { tellSelectionPages() }

  private func tellSelectionPages() {
    let isOn = selectionPages > 0
    ask(.noteSelections(isOn)) { [weak self] answer throws(LinkFailure) in
      if case .text = answer { self?.isNoting = isOn }
    }
  }

  /// The latest answer to a question.
  ///
  /// The question is sent again if the store has sent news since, and the news can have changed the
  /// answer.
  private func answer(to question: StoreQuestion) -> StoreAnswer? {
    if known.start(question) {
      ask(question) { [weak self] (answer) throws(LinkFailure) in
        guard let self else { return }
        known.end(question)
        guard question.isAnswered(by: answer) else {
          throw .unexpected("an answer is to another question")
        }
        guard answer.canBeShown else {
          throw .malformed("an answer has numbers out of range or two equal ids")
        }
        known.keep(answer, to: question)
        switch answer {
        case .state: answered = answered.filter { !$0.isAboutState } + [question]
        case .changes: answered = answered.filter { !$0.isAboutChanges } + [question]
        default: break
        }
        noteChange()
      }
    }
    return known.answer(to: question)
  }

  package override func perform(
    _ command: MonitorCommand, then: @escaping @MainActor (MonitorFailure?) -> Void
  ) {
    var command = command
    if case .jump(let position) = command { command = .jump(line.first + position) }
    lastCommand += 1
    let id = lastCommand
    pending.append((id, command))
    ask(.command(edition: news.edition, command)) { [weak self] answer throws(LinkFailure) in
      self?.end(id)
      switch answer {
      case .text: then(nil)
      case .outdated:
        then(MonitorFailure("The timeline has changed. Look at it and try again."))
      case .failed(let reason): then(MonitorFailure(reason))
      default:
        let failure = LinkFailure.unexpected("an answer is to another question")
        then(MonitorFailure("\(failure)"))
        throw failure
      }
    }
    showCommand()
  }

  /// Removes a command that was answered.
  ///
  /// The program sends the news with the result of the command before the answer.
  private func end(_ command: Int) {
    pending.removeAll { $0.id == command }
    showCommand()
  }

  package override func perform(
    _ request: StoreRequest, then: @escaping @MainActor (Result<String, any Error>) -> Void
  ) {
    guard program?.isConnected == true else {
      return then(.failure(MonitorFailure("The program is not connected.")))
    }
    ask(.request(request)) { answer throws(LinkFailure) in
      switch answer {
      case .text(let text): then(.success(text))
      case .failed(let reason): then(.failure(MonitorFailure(reason)))
      default:
        let failure = LinkFailure.unexpected("an answer is to another question")
        then(.failure(failure))
        throw failure
      }
    }
  }
}
