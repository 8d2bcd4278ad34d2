// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import MillraceTrace
import Testing

@Suite struct ChangedPathsTests {
  /// The expected result of `Trace.paths`, computed in the simplest way.
  private func paths(from old: TraceValue, to new: TraceValue) -> [String] {
    var paths = old.changes(to: new).map(\.path.steps)
    while paths.count > 8, let depth = paths.map(\.count).max(), depth > 1 {
      var shorter: [[TracePath.Step]] = []
      for path in paths where shorter.last != Array(path.prefix(depth - 1)) {
        shorter.append(Array(path.prefix(depth - 1)))
      }
      paths = shorter
    }
    return (paths.count > 8 ? [[]] : paths).map { TracePath($0).description }
  }

  private func random(_ depth: Int, using random: inout SeededGenerator) -> TraceValue {
    let count = Int.random(in: 0..<12, using: &random)
    switch depth > 3 ? 0 : Int.random(in: 0..<4, using: &random) {
    case 1: return .array((0..<count).map { _ in self.random(depth + 1, using: &random) })
    case 2, 3:
      let parts = (0..<count).map { ("m\($0)", self.random(depth + 1, using: &random)) }
      return .object(Dictionary(uniqueKeysWithValues: parts))
    default: return .number("\(count % 3)")
    }
  }

  private func changed(
    _ value: TraceValue, _ chance: Int, using random: inout SeededGenerator
  ) -> TraceValue {
    if Int.random(in: 0..<100, using: &random) < chance { return self.random(2, using: &random) }
    switch value {
    case .array(let elements):
      return .array(elements.map { changed($0, chance, using: &random) })
    case .object(let members):
      var members = members
      for name in members.keys.sorted() {
        members[name] = members[name].map { changed($0, chance, using: &random) }
      }
      return .object(members)
    default: return value
    }
  }

  @Test func whatIsTooManyIsNamedByWhatHoldsIt() {
    for seed in UInt64(0)..<600 {
      var random = SeededGenerator(seed: seed)
      let old = self.random(0, using: &random)
      let new = changed(old, [2, 10, 40].randomElement(using: &random) ?? 0, using: &random)
      #expect(Trace.paths(from: old, to: new) == paths(from: old, to: new), "seed \(seed)")
    }
  }
}
