// SPDX-License-Identifier: Apache-2.0

/// The first message that each end of a link, the program and the monitor, sends.
///
/// The message contains the name of its sender and the version of the sender's messages.
package struct LinkOpening: Codable, Equatable, Sendable {
  /// The version of the messages in this file.
  static var version: Int { 1 }

  /// A constant that identifies the protocol.
  var millrace = "link"
  var version = Self.version
  /// The name of the sender.
  ///
  /// The pages of a monitor show the names of programs.
  package var program: String
  /// The id of this run of the program.
  ///
  /// It does not change when the link is opened again. A monitor sends a constant.
  package var run: String
}

/// A message from a program to a monitor.
package enum ProgramMessage: Codable, Equatable, Sendable {
  /// All stores of the program.
  ///
  /// The message is sent when the link has opened, and when a store is added or ends.
  case stores([StoreCard])
  /// The ranges and statuses of the timelines that have changed since the last news.
  case news([StoreNews])
  /// The answer to the question with a number.
  case answer(Int, StoreAnswer)
  /// A keep-alive message.
  case alive
}

/// A message from a monitor to a program.
package enum MonitorMessage: Codable, Equatable, Sendable {
  /// A question to a store, with the number of the question.
  case ask(Int, store: Int, StoreQuestion)
  /// The answer to a keep-alive message.
  case alive
}

/// The description of a store.
///
/// Its id is unique within the program.
package struct StoreCard: Codable, Equatable, Sendable {
  package var id: Int
  package var name: String
  /// True if the monitor can dispatch actions, which requires that they are Decodable.
  package var canDispatch: Bool
  /// True if the store can be exported and imported, and tests of it can be generated.
  package var canExchange: Bool
}

/// The range and the status of the timeline of a store.
///
/// An action is identified by its place on the timeline: the number of actions before it, including
/// dropped ones. A command that rewrites the timeline, such as a reorder or an import, begins
/// another edition of it, in which places can start with zero again. Therefore every question about
/// places contains the edition.
package struct StoreNews: Codable, Equatable, Sendable {
  package var store: Int
  package var edition = 0
  /// The place of the oldest action on the timeline.
  package var first = 0
  package var status = MachineStatus()
  /// The first place whose action or outcome can have changed since the last news over this link.
  ///
  /// It is the end of the timeline if nothing has changed.
  ///
  /// If it is nil or missing in the message, everything can have changed.
  package var changedFrom: Int?

  /// Returns this news, merged with earlier news that was not sent.
  func after(_ earlier: StoreNews) -> StoreNews {
    var news = self
    news.changedFrom = changedFrom.flatMap { place in earlier.changedFrom.map { min(place, $0) } }
    return news
  }
}

/// A question of a monitor to a store.
package enum StoreQuestion: Codable, Hashable, Sendable {
  /// The actions from a place on, up to a maximum number.
  case rows(edition: Int, from: Int, most: Int)
  /// The state before the action at a place, which is the state after the actions before it.
  case state(edition: Int, after: Int)
  /// The changes of the action at a place.
  case changes(edition: Int, at: Int)
  /// The results of a filter for the next actions from a place on, as many as the program answers.
  case verdicts(edition: Int, from: Int, ActionQuestion)
  /// The effects of the store.
  case effects
  /// The selection graph, and the nodes that the action with a number has changed.
  case selections(changedBy: UInt64?)
  /// Starts or stops recording which selections each action changes.
  case noteSelections(Bool)
  /// The reason why the text of an action is invalid, or nil if the action can be dispatched.
  case problem(String)
  /// A command.
  ///
  /// The number in a jump is a place; in the other commands, numbers are ids of actions.
  case command(edition: Int, MonitorCommand)
  /// A request, whose answer can take some time.
  case request(StoreRequest)
}

/// The answer of a store.
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
  /// The question is about an edition, a place or an action that the timeline does not have.
  case outdated
  /// The reason of a failure.
  case failed(String)
}
