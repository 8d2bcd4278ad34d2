// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import Testing

@Suite struct ActionGeneratorTests {
  private func actions(
    _ generator: ActionGenerator<Int, String>, seed: UInt64 = 1, state: Int = 0, count: Int = 1_000
  ) -> [String?] {
    var source = SeededGenerator(seed: seed)
    return (0..<count).map { _ in generator(&source, state) }
  }

  @Test func oneActionAlways() {
    #expect(Set(actions(.always("a"))) == ["a"])
  }

  @Test func weightsAreKept() {
    let made = actions(.weighted((8, .always("a")), (1, .always("b")), (0, .always("c"))))
    let count = Dictionary(grouping: made, by: \.self).mapValues(\.count)
    #expect(count["c"] == nil)
    #expect((840...930).contains(count["a"] ?? 0))
    #expect((count["a"] ?? 0) + (count["b"] ?? 0) == 1_000)
  }

  @Test func theGreatestWeightsAreKeptToo() {
    let made = actions(
      .weighted([(.max, .always("a")), (.max, .always("b")), (.max, .always("c"))]))
    for action in ["a", "b", "c"] { #expect((270...400).contains(made.count { $0 == action })) }
    #expect(Set(made) == ["a", "b", "c"])
  }

  @Test func eachOfSomeIsMadeAsOftenAsTheOthers() {
    for generator in [
      ActionGenerator<Int, String>.element(of: ["a", "b"]), .oneOf(.always("a"), .always("b")),
    ] {
      let made = actions(generator)
      #expect((430...570).contains(made.count { $0 == "a" }))
      #expect(Set(made) == ["a", "b"])
    }
  }

  @Test func aChoiceThatFindsNothingLeavesItToTheOthers() {
    let generator = ActionGenerator<Int, String>.weighted(
      (100, ActionGenerator { _, state in state > 0 ? "down" : nil }), (1, .always("up")))
    #expect(Set(actions(generator, state: 0)) == ["up"])
    #expect(Set(actions(generator, state: 1)) == ["up", "down"])
  }

  @Test func whereNothingFitsThereIsNoAction() {
    #expect(actions(.oneOf(ActionGenerator { _, _ in nil }), count: 2) == [nil, nil])
    #expect(actions(.element(of: []), count: 1) == [nil])
    #expect(actions(.weighted((0, .always("a")), (-1, .always("b"))), count: 1) == [nil])
  }

  /// Fixed values: a seed must give the same actions on every platform and in every version.
  @Test func aSeedMeansTheSameEverywhere() {
    let generator = ActionGenerator<Int, String>.weighted(
      (3, .always("a")), (2, .always("b")), (1, .always("c")))
    let made = actions(generator, seed: 42, count: 24).map { $0 ?? "-" }.joined()
    #expect(made == "baaaacababaabbbaaaabcabb")
    #expect(actions(generator, seed: 43) != actions(generator, seed: 42))
  }
}
