// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace
import MillraceDevTools
import MillraceTrace

/// The command `bisect` on a trace of 10,000 actions, 16 of which lead to the requested value.
///
/// The time includes reading the file.
enum R4 {
  struct State: Codable, Sendable {
    var handled = 0
    var marks: [Int] = []
    var groups = [Int](repeating: 0, count: 16)
  }

  enum Action: Codable, Sendable {
    case add(Int)
    case mark(Int)
  }

  private static let reducer = Reducer<State, Action> { state, action in
    state.handled += 1
    switch action {
    case .add(let number): state.groups[number & 15] += 1
    case .mark(let number): state.marks.append(number)
    }
  }

  private static let count = 10_000
  private static let marks = 16

  @MainActor
  static let scenarios = [
    Scenario(name: "R4") { sampler in
      let text = try trace()
      let command = TraceCommand(TraceProgram(reducer))
      let condition = "marks=[\((0..<marks).map { "\($0)" }.joined(separator: ","))]"
      var (ours, replays): ([Double], [Double]) = ([], [])
      for _ in 0..<(sampler.repeats > 10 ? 5 : 3) {
        ours.append(
          try time { command.run(["trace", "file", "bisect", condition]) { _ in text } })
        replays.append(try time { command.run(["trace", "file", "replay"]) { _ in text } })
      }
      return Row(
        name: "R4", operation: "bisect 10,000 actions; baseline: replay them", value: ours.median,
        unit: "ns", ratio: ours.median / replays.median)
    }
  ]

  @MainActor
  private static func trace() throws -> String {
    let store = Store(initialState: State(), reducer: reducer)
    let recorder = TraceRecorder(store)
    var next = 0
    for number in 0..<count {
      // The marks are far apart, and the last mark is the last action.
      if number % (count / marks) == 17 || number == count - 1, next < marks {
        store.dispatch(.mark(next))
        next += 1
      } else {
        store.dispatch(.add(number))
      }
    }
    return try recorder.trace().text
  }

  private static func time(_ body: () -> TraceCommand.Answer) throws -> Double {
    let start = Stopwatch.processor.now()
    let answer = body()
    let time = Double(Stopwatch.processor.now() - start)
    let lines = answer.text.split(separator: "\n").count
    guard answer.code == 0, lines == marks || lines == 1 else { throw BisectFailure(answer.text) }
    return time
  }
}

/// The command failed, or its answer has the wrong number of lines.
struct BisectFailure: Error, CustomStringConvertible {
  let description: String

  init(_ text: String) { description = "R4: 'bisect' or 'replay' answered: \(text.prefix(500))" }
}
