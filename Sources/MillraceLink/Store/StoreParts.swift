// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace

/// The status of a time machine.
package struct MachineStatus: Equatable, Codable, Sendable {
  /// The number of actions on the timeline.
  package var count = 0
  /// The number of actions before the state that is shown.
  package var index = 0
  package var isLocked = false
  package var isPaused = false
  /// True if the timeline differs from that of the live run.
  package var isEdited = false
  package var isInPresent = true
  /// The number of actions that are held back; see `TimeMachine.waiting`.
  package var waiting = 0
  /// The number of earlier timelines, which `TimeMachine.branches` contains.
  package var branches = 0
}

/// A command of a page for a time machine.
///
/// `present` shows the state of the store again; `goOn` makes the state that is shown the state of
/// the store.
package enum MonitorCommand: Hashable, Codable, Sendable {
  case reset, rollback, commit, sweep, pause, resume, present, goOn
  case lock(Bool)
  /// Skips the action with an id, or includes it again.
  case toggle(Int)
  /// Shows the state after a number of actions; in a message the number is a place on the timeline,
  /// see `StoreNews`.
  case jump(Int)
  /// Moves the action with an id before the action with another id, or to the end if that is nil.
  case move(Int, before: Int?)
}

/// A request to a store that can fail.
package enum StoreRequest: Hashable, Codable, Sendable {
  /// Dispatches an action that a user has typed.
  case dispatch(String)
  /// Returns the timeline in a file format.
  case export(ExportForm)
  /// Replaces the timeline with that of a file, whose text is the value.
  case load(String)
  /// Returns a test that fails while a part of the state has a value: `PATH=JSON`.
  case test(String)
}

/// The condition of a filter for an action.
package enum ActionQuestion: Hashable, Codable, Sendable {
  /// True if the action has not changed the state.
  case changedNothing
  /// True if the action has changed the part of the state at a path.
  case changed(String)
}

/// A part of the state before and after an action.
///
/// Long values are truncated. A value is nil if the part does not exist in that state.
package struct StateChange: Hashable, Codable, Sendable {
  package var path: String
  package var old: String?
  package var new: String?
}

/// The data of an action in the list of actions.
package struct ActionRow: Equatable, Identifiable, Codable, Sendable {
  /// The result of the action.
  package enum Outcome: Equatable, Codable, Sendable {
    case committed, skipped, interrupted
    case refused(String)
  }

  package var id: Int
  package var number: UInt64?
  package var cause: UInt64?
  package var effect: UInt64?
  package var name: String
  /// The action as JSON; instead of a very long action, a JSON string that contains its length.
  package var action: String
  package var source: String
  /// The client that sent the action, or nil if it is not known.
  package var client: String?
  /// The time in microseconds since 1970.
  package var time: UInt64
  package var outcome: Outcome
  package var cost: ActionCost?

  /// The beginning of the action's JSON.
  package var text: String { String(action.prefix(200)) }
}

/// The cost of an action.
///
/// Each time is at most `UInt32.max`, about 4.3 seconds. For the counted operations see
/// `StoreCounters`.
package struct ActionCost: Equatable, Sendable {
  /// The nanoseconds in middleware.
  package var handling: UInt32 = 0
  /// The nanoseconds in the reducer.
  package var reducing: UInt32 = 0
  /// The nanoseconds in selections.
  package var selecting: UInt32 = 0
  /// The nanoseconds in observers.
  package var notifying: UInt32 = 0
  /// The nanoseconds to start effects.
  package var starting: UInt32 = 0
  /// The number of compared slices.
  package var slices: UInt32 = 0
  /// The number of compared rows.
  package var rows: UInt32 = 0
  /// The number of computed selectors.
  package var selectors: UInt32 = 0
  /// The number of called observers.
  package var observers: UInt32 = 0
  /// The number of view bodies of the same program that ran because of the action.
  ///
  /// A linked program does not count them.
  package var bodies: UInt32 = 0

  /// The sum of the times, in nanoseconds.
  package var total: UInt64 {
    UInt64(handling) + UInt64(reducing) + UInt64(selecting) + UInt64(notifying) + UInt64(starting)
  }
}

extension ActionCost: Codable {
  // A cost is encoded as ten numbers without names, because each action has a cost. Programs of
  // earlier versions send nine numbers, without `bodies`.
  package init(from decoder: any Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    func next() throws -> UInt32 { try numbers.decode(UInt32.self) }
    self.init(
      handling: try next(), reducing: try next(), selecting: try next(), notifying: try next(),
      starting: try next(), slices: try next(), rows: try next(), selectors: try next(),
      observers: try next(), bodies: try numbers.isAtEnd ? 0 : next())
  }

  var numbers: [UInt32] {
    [
      handling, reducing, selecting, notifying, starting, slices, rows, selectors, observers,
      bodies,
    ]
  }

  package func encode(to encoder: any Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    for number in self.numbers { try numbers.encode(number) }
  }
}

/// An effect with its times, in microseconds since 1970.
package struct EffectSpan: Equatable, Identifiable, Codable, Sendable {
  /// The number of the effect in the store.
  package let id: UInt64
  /// The cancel id of the effect as text, or nil.
  package var name: String?
  /// The number of the action that started the effect.
  package var cause: UInt64?
  /// The time at which the action started the effect.
  package var start: UInt64
  /// The time at which the first part of the effect began to run, or nil.
  package var begin: UInt64?
  /// The time at which the effect ended, or nil.
  package var end: UInt64?
  /// The time at which the effect was cancelled, or nil.
  package var cancelled: UInt64?
  /// The first error that the effect threw and that was not caught, or nil.
  package var error: String?
}

/// An observed selection, as a node of the selection graph.
package struct SelectionBox: Equatable, Identifiable, Codable, Sendable {
  /// The id of the selection.
  ///
  /// It does not change while the selection is observed.
  package let id: Int
  package let name: String
  /// The level in the graph: 0 if the selection reads the state itself, otherwise one more than the
  /// maximum rank of its inputs.
  package let rank: Int
  package let observers: Int
  /// The ids of the selections that this selection reads.
  package let inputs: [Int]
}
