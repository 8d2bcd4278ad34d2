// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace

/// Which state of its line a time machine shows, and in what mode it is.
package struct MachineStatus: Equatable, Codable, Sendable {
  /// How many actions are on the line, and after how many of them the state is that is looked at.
  package var count = 0
  package var index = 0
  package var isLocked = false
  package var isPaused = false
  /// Whether the line differs from that of the live run.
  package var isEdited = false
  package var isInPresent = true
  /// How many actions wait for the return to the present, and how many lines are kept as branches.
  package var waiting = 0
  package var branches = 0
}

/// What can be done with a machine from a page.
package enum MonitorCommand: Hashable, Codable, Sendable {
  case reset, rollback, commit, sweep, pause, resume, present, goOn
  case lock(Bool)
  case toggle(Int)
  case jump(Int)
  case move(Int, before: Int?)
}

/// What is asked of a store and may fail.
package enum StoreRequest: Hashable, Codable, Sendable {
  /// Dispatch an action that was typed.
  case dispatch(String)
  /// Write the line to a file.
  case export(ExportForm)
  /// Look at the line of a file.
  case load(String)
  /// Write a test that fails as long as a part of the state has a value: `PATH=JSON`.
  case test(String)
}

/// What a filter asks about an action.
package enum ActionQuestion: Hashable, Codable, Sendable {
  /// Has it left the state as it was?
  case changedNothing
  /// Has it changed the part of the state at a path, a part of that, or what that is a part of?
  case changed(String)
}

/// A part of the state before and after an action, shortened.
package struct StateChange: Hashable, Codable, Sendable {
  package var path: String
  package var old: String?
  package var new: String?
}

/// What a list shows of an action.
package struct ActionRow: Equatable, Identifiable, Codable, Sendable {
  /// What became of it.
  package enum Outcome: Equatable, Codable, Sendable {
    case committed, skipped, interrupted
    case refused(String)
  }

  package var id: Int
  package var number: UInt64?
  package var cause: UInt64?
  package var effect: UInt64?
  package var name: String
  /// The action as JSON.
  package var action: String
  package var source: String
  /// Which of several clients sent it, if that is known.
  package var client: String?
  /// Microseconds since 1970.
  package var time: UInt64
  package var outcome: Outcome
  package var cost: ActionCost?

  /// The beginning of its JSON.
  package var text: String { String(action.prefix(200)) }
}

/// What an action has cost.
package struct ActionCost: Equatable, Sendable {
  /// Nanoseconds in middleware, in the reducer, in selections, in observers and until effects had
  /// started.
  package var handling: UInt32 = 0
  package var reducing: UInt32 = 0
  package var selecting: UInt32 = 0
  package var notifying: UInt32 = 0
  package var starting: UInt32 = 0
  /// How many slices and rows were compared, selectors computed and observers called; see
  /// `StoreCounters`.
  package var slices: UInt32 = 0
  package var rows: UInt32 = 0
  package var selectors: UInt32 = 0
  package var observers: UInt32 = 0
  /// Bodies of views in the same program; a program that is linked does not count them.
  package var bodies: UInt32 = 0

  /// All of the time, in nanoseconds.
  package var total: UInt64 {
    UInt64(handling) + UInt64(reducing) + UInt64(selecting) + UInt64(notifying) + UInt64(starting)
  }
}

extension ActionCost: Codable {
  // Ten numbers without names, because each action has one of these. Programs of before `bodies`
  // send nine.
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

/// An effect and its time.
package struct EffectSpan: Equatable, Identifiable, Codable, Sendable {
  /// Its number in the store.
  package let id: UInt64
  /// Its cancel id in words.
  package var name: String?
  /// The action that started it.
  package var cause: UInt64?
  /// Microseconds: when the action started it, when its turn came, and when it ended or was
  /// cancelled.
  package var start: UInt64
  package var begin: UInt64?
  package var end: UInt64?
  package var cancelled: UInt64?
  /// What it threw and nothing caught; the first, if parts of it threw more.
  package var error: String?
}

/// A selection that is watched, as it is drawn.
package struct SelectionBox: Equatable, Identifiable, Codable, Sendable {
  /// Stays the same as long as the selection is watched.
  package let id: Int
  package let name: String
  /// 0 for a slice of the state; one more than the greatest rank of its inputs for a selector.
  package let rank: Int
  package let observers: Int
  /// The selections that it reads.
  package let inputs: [Int]
}
