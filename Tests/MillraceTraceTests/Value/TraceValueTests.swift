// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceTesting
import MillraceTrace
import Testing

@Suite struct TraceValueTests {
  @Test func anIntegerHasDigitsOnly() {
    #expect(TraceValue.number("0").integer == 0)
    #expect(TraceValue.number("18446744073709551615").integer == .max)
    for digits in ["-0", "-1", "1.0", "1e1", "18446744073709551616"] {
      #expect(TraceValue.number(digits).integer == nil)
    }
  }

  @Test(arguments: [
    "null", "true", "[1,-2.5,1e9,0]", #"{"a":{"b":["x\n\"y\"\\"]},"c":[]}"#, #""é\u0001""#, "{}",
  ])
  func whatIsReadIsWrittenAgain(json: String) throws {
    #expect(try TraceValue(json: json).json == json)
  }

  @Test func escapesAreRead() throws {
    let json = #"["\ud800\u0041", "\ud800\ud83d\ude00", "\ud800x", "\udc00"]"#
    let texts = ["\u{FFFD}A", "\u{FFFD}😀", "\u{FFFD}x", "\u{FFFD}"]
    #expect(try TraceValue(json: json) == .array(texts.map { .string($0) }))
    #expect(
      try TraceValue(json: #"" \u00e9\ud83d\ude00\/\b\f\r\t ""#) == .string(" é😀/\u{8}\u{C}\r\t "))
  }

  @Test(arguments: [
    "", "nul", "[1,]", "{\"a\"}", "{\"a\":}", "01", "-", "1.", "\"a", "\"\u{1}\"", "[1", "1 2",
    "+1",
    "\"\\x\"", "{a:1}", "'a'",
  ])
  func whatIsNoJSONIsRefusedByName(json: String) {
    #expect {
      try TraceValue(json: json)
    } throws: { error in
      if case TraceError.notJSON = error { true } else { false }
    }
  }

  @Test func whatIsTooDeepIsRefusedByName() {
    let json = String(repeating: "[", count: 100_000)
    #expect(throws: TraceError.tooDeep(at: TraceValue.deepest + 1)) { try TraceValue(json: json) }
  }

  /// Runs a closure on a stack of 512 KB, the size of a task's stack on Apple's systems.
  private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      let thread = Thread { done.resume(with: Result(catching: body)) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  private indirect enum Tree: Codable, Equatable {
    case leaf(Int), child(Tree)
  }

  @Test(arguments: ["[]", #"{"a":}"#])
  func theDeepestValueIsReadComparedAndWrittenOnASmallStack(level: String) async throws {
    try await onSmallStack {
      func json(_ leaf: Int) -> String {
        let (start, end) = (level.dropLast(), level.suffix(1))
        let depth = TraceValue.deepest
        return String(repeating: String(start), count: depth) + "\(leaf)"
          + String(repeating: String(end), count: depth)
      }
      let (one, other) = (try TraceValue(json: json(1)), try TraceValue(json: json(2)))
      #expect(one.json == json(1))
      #expect(one != other && one.hash != other.hash)
      let changes = one.changes(to: other)
      #expect(changes.map(\.path.steps.count) == [TraceValue.deepest])
      #expect(Trace.paths(from: one, to: other) == changes.map(\.path.description))
    }
  }

  @Test func aDeepStateIsWrittenAndReadOnASmallStack() async throws {
    try await onSmallStack {
      // Two levels for each case, and one for the leaf's value.
      let tree = (0..<TraceValue.deepest / 2 - 2).reduce(Tree.leaf(1)) { tree, _ in .child(tree) }
      let value = try TraceValue(encoding: tree)
      #expect(try value.decoded(as: Tree.self) == tree)
      #expect(try WrittenState().take(tree).count == 1)
    }
  }

  @Test func theDeepestStateIsWrittenAndNoDeeperOne() throws {
    var deepest = TraceValue.number("1")
    for _ in 0..<TraceValue.deepest { deepest = .array([deepest]) }
    #expect(try TraceValue(encoding: Nested(levels: TraceValue.deepest)) == deepest)
    #expect(throws: TraceError.tooDeep(at: TraceValue.deepest + 1)) {
      try TraceValue(encoding: Nested(levels: TraceValue.deepest + 1))
    }
  }

  @Test func theDeepestStateIsComparedToo() throws {
    let state = Nested(levels: TraceValue.deepest)
    let written = WrittenState()
    try written.take(state)
    #expect(try written.value == TraceValue(encoding: state))
    #expect(try TraceChange.between(state, state).isEmpty)
  }

  /// A number within as many nested lists as it has levels.
  private struct Nested: Encodable {
    let levels: Int

    func encode(to encoder: any Encoder) throws {
      if levels == 0 {
        var number = encoder.singleValueContainer()
        return try number.encode(1)
      }
      var list = encoder.unkeyedContainer()
      try list.encode(Nested(levels: levels - 1))
    }
  }

  private struct Offer: Encodable {
    var price: Decimal
    var name = "tea"
  }

  @Test func aDecimalThatIsNoNumberIsRefusedByItsName() throws {
    #expect(try TraceValue(encoding: Offer(price: 1.5))["price"] == .number("1.5"))
    let offer = Offer(price: .nan)
    func expectName(_ encode: () throws -> Void) {
      #expect {
        try encode()
      } throws: { error in
        guard case TraceError.unwritable(let text) = error else { return false }
        return text.hasSuffix(#""price":NaN"#) && "\(error)".contains("'\(text)'")
      }
    }
    expectName { _ = try TraceValue(encoding: offer) }
    expectName { try WrittenState().take(offer) }
    expectName { _ = try TraceChange.between(Offer(price: 1), offer) }
  }

  @Test func whatWasChangedAtRandomIsReadOrRefusedAndNeverCrashes() throws {
    let json = Array(#"{"a":[1,2.5e3,"x\u00e9",null,{"b":true}],"c":"\n"}"#.utf8)
    for seed in UInt64(0)..<1_000 {
      var random = SeededGenerator(seed: seed)
      var bytes = json
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        if Bool.random(using: &random) {
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        } else {
          bytes.remove(at: place)
        }
      }
      guard let value = try? TraceValue(json: String(decoding: bytes, as: UTF8.self)) else {
        continue
      }
      #expect(try TraceValue(json: value.json) == value, "seed \(seed)")
    }
  }

  @Test func equalValuesHaveOneHashWhateverTheOrderOfTheirKeys() throws {
    let one = try TraceValue(json: #"{"a":1,"b":2}"#)
    let other = try TraceValue(json: #"{ "b":2, "a":1 }"#)
    #expect(one.hash == other.hash)
    #expect(try TraceValue(json: #"{"a":1,"b":3}"#).hash != one.hash)
  }

  @Test func theHashDependsOnEachPartAndItsPlace() throws {
    let values = [
      "null", "0", "1", "\"1\"", "[]", "{}", "[1]", "[[1]]", "[1,2]", "[2,1]", "[1,2,null]",
      #"{"a":1}"#, #"{"b":1}"#, #"{"a":[1]}"#, #"{"a":{"b":1}}"#, #"{"a":1,"b":2}"#,
      #"{"a":2,"b":1}"#, "[0,0]", "[0,0,0]",
    ]
    let hashes = try values.map { try TraceValue(json: $0).hash }
    #expect(Set(hashes).count == values.count)
    // They are the same on every machine.
    #expect(String(try TraceValue(json: #"{"a":[1,"x"]}"#).hash, radix: 16) == "5d2e00394ab19c3a")
  }

  @Test func hashesOfEarlierVersionsAreKnown() throws {
    let value = try TraceValue(json: #"{"b":2,"a":[1]}"#)
    var flat: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in #"{"a":[1],"b":2}"#.utf8 { flat = (flat ^ UInt64(byte)) &* 0x100_0000_01B3 }
    #expect(value.has(hash: value.hash) && value.has(hash: flat) && value.hash != flat)
    #expect(!value.has(hash: flat &+ 1))
  }

  @Test func aValueIsFoundByItsPath() throws {
    let value = try TraceValue(json: #"{"cart":{"items":[{"name":"a"},{"name":"b"}],"a.b":1}}"#)
    let path = try #require(TracePath("cart.items[1].name"))
    #expect(value[path: path] == .string("b"))
    #expect(value[path: try #require(TracePath(#"cart["a.b"]"#))] == .number("1"))
    #expect(value[path: try #require(TracePath("cart.items[2]"))] == nil)
    #expect(value[path: TracePath()] == value)
  }
}
