// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

/// Recordings of stores whose middleware, effects and observers send further actions.
@MainActor
@Suite struct RecordingFuzzTests {
  private struct Move: Sendable, Equatable {
    struct Refused: Error {}

    let number: Int
    var isRefused = false
    /// The actions that the middleware sends in its effect: at once, or one after the other.
    var effects: [Move] = []
    var isSequence = false
    /// The actions that an observer dispatches after the commit.
    var answers: [Move] = []
  }

  private struct Path: Sendable, Equatable {
    var last = 0
    var sum = 0
  }

  /// An action as an observer of the store hears of it.
  private struct Heard: Equatable {
    let number: Int
    let state: Path
    let isRejected: Bool
    let isEffect: Bool
  }

  private struct Sender: Middleware {
    func handle(
      _ action: Move, from source: ActionSource, state: StateReader<Path>
    ) -> Effect<Move> {
      if action.isSequence { return .sequence(action.effects) }
      return .perform { send in for move in action.effects { send.dispatch(move) } }
    }
  }

  private static let reducer = Reducer<Path, Move> { path, move throws in
    path.sum += path.last + move.number
    path.last = move.number
    if move.isRefused { throw Move.Refused() }
  }

  private struct Generator {
    var random: SeededGenerator
    var last = 0

    mutating func upTo(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

    mutating func move(_ depth: Int = 0) -> Move {
      last += 1
      var move = Move(number: last)
      move.isRefused = upTo(5) == 0
      move.isSequence = upTo(2) == 0
      guard depth < 3 else { return move }
      move.effects = (0..<upTo(3)).map { _ in self.move(depth + 1) }
      move.answers = (0..<upTo(2)).map { _ in self.move(depth + 1) }
      return move
    }
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func recordingHoldsWhatObserversHearAndIsReplayed(seed: UInt64) {
    var generator = Generator(random: SeededGenerator(seed: seed))
    let recorder = RecordingMiddleware<Path, Move>(initialState: Path())
    let isFirst = seed.isMultiple(of: 2)
    let store = Store(
      initialState: Path(), reducer: Self.reducer,
      middleware: isFirst
        ? AnyMiddleware(recorder <> Sender()) : AnyMiddleware(Sender() <> recorder))
    store.onRejection = { _ in }
    var heard: [Heard] = []
    func hear(_ dispatched: DispatchedAction<Move>, _ isRejected: Bool) {
      heard.append(
        Heard(
          number: dispatched.action.number, state: store.state, isRejected: isRejected,
          isEffect: dispatched.source.cause != nil))
      for move in dispatched.action.answers { store.dispatch(move) }
    }
    let subscription = store.subscribeToActions {
      hear($0.dispatched, true)
    } _: {
      hear($0, false)
    }
    var replacements = 0
    for _ in 0..<12 {
      switch generator.upTo(6) {
      case 0:
        replacements += 1
        store.replaceState(with: Path(last: -replacements, sum: generator.upTo(100)))
      case 1:
        store.batch {
          for _ in 0..<generator.upTo(3) { store.dispatch(generator.move()) }
        }
      default: store.dispatch(generator.move())
      }
    }
    let entries = recorder.recording.entries
    let recorded = entries.map {
      Heard(
        number: $0.action.number, state: $0.state, isRejected: $0.rejection != nil,
        isEffect: $0.source.cause != nil)
    }
    #expect(recorded == heard, "seed \(seed)")
    #expect(
      entries.filter { $0.replacement != nil }.count <= replacements, "seed \(seed)")
    #expect(
      recorder.recording.replay(reducer: Self.reducer) == recorder.recording, "seed \(seed)")
    withExtendedLifetime(subscription) {}
  }
}
