// SPDX-License-Identifier: Apache-2.0

import MillraceDevTools
import MillraceTrace

/// A store of this program that is linked to a monitor in another program.
@MainActor protocol LinkedStore: MonitoredStore {
  var card: StoreCard { get }
  /// Returns the news for the monitor.
  ///
  /// Its `changedFrom` covers the changes since the last call.
  func nextNews() -> StoreNews
  /// Sets `changedFrom` of the next news to nil: the monitor can have missed earlier news.
  func markAllChanged()
  /// Reads the values for the answer to a question.
  ///
  /// Returns a closure that encodes the answer on any thread.
  func reply(to question: StoreQuestion) -> @Sendable () -> StoreAnswer
}

extension LocalStore: LinkedStore {
  var card: StoreCard {
    StoreCard(
      id: id, name: name.linkName(or: "store"), canDispatch: canDispatch, canExchange: canExchange)
  }

  func nextNews() -> StoreNews {
    let first = line.firstPlace
    let changed = changedFrom.map { min($0, first + line.count) }
    changedFrom = .max
    return StoreNews(
      store: id, edition: edition, first: first, status: status, changedFrom: changed)
  }

  func markAllChanged() { changedFrom = nil }

  func reply(to question: StoreQuestion) -> @Sendable () -> StoreAnswer {
    switch question {
    case .rows(let edition, let from, let most):
      guard edition == self.edition else { break }
      return rows(from: from, most: most)
    case .state(let edition, let after):
      guard let position = position(ofPlace: after, edition) else { break }
      let state = line.state(at: position)
      return { [coding] in .state(coding.state(state).json) }
    case .changes(let edition, let at):
      guard let position = position(ofPlace: at, edition),
        let (old, new) = states(around: position)
      else { break }
      return { [coding] in .changes(coding.stateChanges(from: old, to: new)) }
    case .verdicts(let edition, let from, let question):
      guard let position = position(ofPlace: from, edition) else { break }
      let answer = StoreAnswer.verdicts(verdicts(question, from: position))
      return { answer }
    case .effects:
      let answer = StoreAnswer.effects(effects)
      return { answer }
    case .selections(let number):
      let changed = number.flatMap { selections(changedBy: $0) }
      // A monitor refuses more. Inputs come before the selections that read them.
      let shown = Array(selections.prefix(LinkLimits.selections))
      let answer = StoreAnswer.selections(shown, changed: changed.map(Array.init))
      return { answer }
    case .noteSelections(let isOn):
      selectionPages = isOn ? 1 : 0
      return { .text("") }
    case .problem(let text):
      let answer = StoreAnswer.problem(problem(with: text))
      return { answer }
    case .command(let edition, var command):
      switch command {
      case .jump(let place):
        // A toggle begins a new edition, but does not change the places.
        guard placesEdition...self.edition ~= edition,
          let position = position(ofPlace: place, self.edition)
        else { return { .outdated } }
        command = .jump(position)
      // An id belongs to the same action in all editions.
      case .toggle(let id):
        guard position(of: id) != nil else { return { .outdated } }
      case .move(let id, let other):
        guard position(of: id) != nil, other.map({ position(of: $0) != nil }) ?? true
        else { return { .outdated } }
      default: break
      }
      let answer = execute(command).map { StoreAnswer.failed($0.description) } ?? .text("")
      return { answer }
    // `LinkEngine` answers a request when the work is done.
    case .request: break
    }
    return { .outdated }
  }

  /// The position of a place, or nil if the place is not on the timeline of that edition.
  ///
  /// The end of the timeline is a valid place.
  private func position(ofPlace place: Int, _ edition: Int) -> Int? {
    let line = line
    guard edition == self.edition, place >= line.firstPlace,
      place - line.firstPlace <= line.count
    else { return nil }
    return place - line.firstPlace
  }

  private func rows(from place: Int, most: Int) -> @Sendable () -> StoreAnswer {
    let line = line
    let end = line.firstPlace + line.count
    let start = min(max(place, line.firstPlace), end)
    let stop = min(start + max(0, min(most, LinkLimits.batchRows)), end)
    let drafts = (start..<stop).map { draft(at: $0 - line.firstPlace, on: line) }
    return { [coding, edition] in
      var rows: [ActionRow] = []
      var size = 0
      for draft in drafts where size < LinkLimits.batch {
        let row = draft.row(coding.action, limit: LinkLimits.action)
        size += row.size
        rows.append(row)
      }
      return .rows(edition: edition, from: start, rows)
    }
  }

  /// The results of a filter for the actions from a position on.
  ///
  /// The search ends after 8 ms.
  private func verdicts(_ question: ActionQuestion, from position: Int) -> [Bool] {
    let start = ContinuousClock.now
    var answers: [Bool] = []
    for position in position..<line.count {
      if !answers.isEmpty, ContinuousClock.now - start > .milliseconds(8) { break }
      answers.append(answer(to: question, at: position) ?? false)
    }
    return answers
  }
}
