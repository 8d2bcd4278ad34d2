// SPDX-License-Identifier: Apache-2.0

/// The first message of each end of a link, the program and the monitor: its name and the version
/// of its messages.
package struct LinkOpening: Codable, Equatable, Sendable {
  /// The version of the messages in this file.
  static var version: Int { 1 }

  var millrace = "link"
  var version = Self.version
  /// The name of the program, as a page shows it.
  package var program: String
  /// An id of this run of the program: the same when the link is opened again.
  package var run: String
}

/// What a program sends to a monitor.
package enum ProgramMessage: Codable, Equatable, Sendable {
  /// All of its stores: when the link is open, and when one begins or ends.
  case stores([StoreCard])
  /// The stores that have run actions since the last news, and how far they are.
  case news([StoreNews])
  /// The answer to the question with a number.
  case answer(Int, StoreAnswer)
  /// A sign of life.
  case alive
}

/// What a monitor sends to a program.
package enum MonitorMessage: Codable, Equatable, Sendable {
  /// A question with its number, to a store.
  case ask(Int, store: Int, StoreQuestion)
  /// A sign of life.
  case alive
}

/// A store of a program, by an id that is the program's own.
package struct StoreCard: Codable, Equatable, Sendable {
  package var id: Int
  package var name: String
  package var canDispatch: Bool
  package var canExchange: Bool
}

/// How far the history of a store is.
///
/// An action is known by its place in the history: the number of actions before it, dropped ones
/// included. A command that rewrites the history, as a reorder or an import does, begins another
/// edition of it, in which places may count from zero again. So every question about places says
/// which edition it means.
package struct StoreNews: Codable, Equatable, Sendable {
  package var store: Int
  package var edition = 0
  /// The place of the oldest action that is kept.
  package var first = 0
  package var status = MachineStatus()
  /// The first place whose action may have become another one, or have another outcome, since the
  /// last news over this link: the end if none has.
  ///
  /// All may have if it is nil, as it is from a program that does not know this field.
  package var changedFrom: Int?

  /// The same, with what earlier news would have told that is not sent.
  func after(_ earlier: StoreNews) -> StoreNews {
    var news = self
    news.changedFrom = changedFrom.flatMap { place in earlier.changedFrom.map { min(place, $0) } }
    return news
  }
}

/// What a monitor asks of a store.
package enum StoreQuestion: Codable, Hashable, Sendable {
  /// The actions from a place on, at most so many.
  case rows(edition: Int, from: Int, most: Int)
  /// The state before the action at a place.
  case state(edition: Int, after: Int)
  /// What the action at a place has changed.
  case changes(edition: Int, at: Int)
  /// Yes or no, as to a filter of a page, for each of the actions from a place on.
  case verdicts(edition: Int, from: Int, ActionQuestion)
  case effects
  /// The selection graph, and which of its nodes the action with a number has changed.
  case selections(changedBy: UInt64?)
  /// Begin or stop to record which selections each action changes.
  case noteSelections(Bool)
  /// What is wrong with the JSON of an action that is being typed; nil if it can be dispatched.
  case problem(String)
  /// A command; the number of a jump is a place.
  case command(edition: Int, MonitorCommand)
  case request(StoreRequest)
}

/// What a store answers.
package enum StoreAnswer: Codable, Equatable, Sendable {
  case rows(edition: Int, from: Int, [ActionRow])
  /// A state as JSON.
  case state(String)
  case changes([StateChange])
  case verdicts([Bool])
  case effects([EffectSpan])
  case selections([SelectionBox], changed: [Int]?)
  case problem(String?)
  case text(String)
  /// The question is about an edition of the history that is no more.
  case outdated
  /// Why it could not be done.
  case failed(String)
}
