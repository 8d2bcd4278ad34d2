// SPDX-License-Identifier: Apache-2.0

/// The first message of both ends.
package struct LinkOpening: Codable, Equatable, Sendable {
  /// The version that is spoken.
  static var version: Int { 1 }

  var millrace = "link"
  var version = Self.version
  /// The program, in words.
  package var program: String
  /// One run of the program: the same when it comes back.
  package var run: String
}

/// What a program says.
package enum ProgramMessage: Codable, Equatable, Sendable {
  /// All of its stores.
  case stores([StoreCard])
  /// What has become of those that did something.
  case news([StoreNews])
  /// The answer to the question with a number.
  case answer(Int, StoreAnswer)
  /// It is still there.
  case alive
}

/// What a monitor says.
package enum MonitorMessage: Codable, Equatable, Sendable {
  /// A question with its number, to a store.
  case ask(Int, store: Int, StoreQuestion)
  /// It is still there.
  case alive
}

/// A store of a program.
package struct StoreCard: Codable, Equatable, Sendable {
  package var id: Int
  package var name: String
  package var canDispatch: Bool
  package var canExchange: Bool
}

/// What a store is at.
///
/// An action has a place on the line: how many were before it, also those that were dropped since.
/// With another edition the line is another one, and places begin anew.
package struct StoreNews: Codable, Equatable, Sendable {
  package var store: Int
  package var edition = 0
  /// The place of the oldest action.
  package var first = 0
  package var status = MachineStatus()
}

/// What a monitor asks of a store.
package enum StoreQuestion: Codable, Hashable, Sendable {
  /// The actions from a place on.
  case rows(edition: Int, from: Int, most: Int)
  case state(edition: Int, after: Int)
  case changes(edition: Int, at: Int)
  /// Answers to a question about the actions from a place on.
  case verdicts(edition: Int, from: Int, ActionQuestion)
  case effects
  case selections(changedBy: UInt64?)
  /// Note from now on which selections an action changes, or no more.
  case noteSelections(Bool)
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
  /// The line is another one by now.
  case outdated
  /// Why it could not be done.
  case failed(String)
}
