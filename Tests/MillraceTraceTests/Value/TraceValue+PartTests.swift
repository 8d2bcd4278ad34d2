// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTesting
import MillraceTrace
import Testing

@Suite struct TraceValuePartTests {
  private enum Kind: Codable {
    case plain
    case named(String, count: Int)
    case inner(Wide.Leaf)
  }

  private class Base: Encodable {
    var base = 1
    init() {}
  }

  private final class Derived: Base {
    private enum CodingKeys: String, CodingKey { case own }

    override func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode("own", forKey: .own)
      try super.encode(to: members.superEncoder())
    }
  }

  /// A value that opens no container.
  private struct Silent: Encodable {
    func encode(to encoder: any Encoder) {}
  }

  /// A value of all kinds of containers.
  private struct Wide: Encodable {
    struct Leaf: Codable {
      var name = "leaf"
      var numbers = [1, 2, 3]
    }

    var flag = true
    var nothing: Leaf?
    var leaf: Leaf? = Leaf()
    var byName = ["a.b": Leaf(), "c": Leaf(numbers: [])]
    var byNumber = [7: "seven"]
    var byKind = [[1: 2]: 3]
    var kinds = [Kind.plain, .named("n", count: 2), .inner(Leaf(name: "in"))]
    var kind = Kind.inner(Leaf())
    var data = Data([1, 2])
    var url = URL(string: "https://example.com/a")
    var date = Date(timeIntervalSinceReferenceDate: 5)
    var amount = Decimal(string: "1.5")
    var infinite = Double.infinity
    var derived = Derived()
    var silent = Silent()
    @Redacted var secret = "4111-1111"
  }

  /// Every path of a value, and some that lead to no part of it.
  private static func paths(of value: TraceValue, _ steps: [TracePath.Step] = []) -> [TracePath] {
    var paths = [
      TracePath(steps), TracePath(steps + [.name("none")]), TracePath(steps + [.index(9)]),
    ]
    switch value {
    case .object(let members):
      for (name, value) in members { paths += Self.paths(of: value, steps + [.name(name)]) }
    case .array(let elements):
      for (index, value) in elements.enumerated() {
        paths += Self.paths(of: value, steps + [.index(index)])
      }
    default: break
    }
    return paths
  }

  @Test func aPartIsWhatItIsInTheWhole() throws {
    let whole = try TraceValue(encoding: Wide())
    let paths = Self.paths(of: whole)
    #expect(paths.count > 100)
    for path in paths {
      let part = try TraceValue.part(at: path, of: Wide())
      #expect(part == whole[path: path], "at \(path)")
    }
    #expect(!whole.json.contains("4111-1111"))
  }

  @Test func aValueThatWritesNothingIsAnEmptyObject() throws {
    let empty = TraceValue.object([:])
    #expect(try TraceValue(encoding: Silent()) == empty)
    #expect(try TraceValue.part(at: TracePath(), of: Silent()) == empty)
    let path = try #require(TracePath("silent"))
    #expect(try TraceValue.part(at: path, of: Wide()) == empty)
  }

  @Test func whatIsBesideThePathIsNotEncoded() throws {
    struct Loud: Encodable {
      struct Fault: Error {}
      func encode(to encoder: any Encoder) throws { throw Fault() }
    }
    struct State: Encodable {
      var quiet = ["a": [1, 2]]
      var loud = Loud()
    }
    let path = try #require(TracePath("quiet.a[1]"))
    #expect(try TraceValue.part(at: path, of: State()) == .number("2"))
    #expect(throws: Loud.Fault.self) { try TraceValue(encoding: State()) }
    #expect(throws: Loud.Fault.self) {
      try TraceValue.part(at: TracePath([.name("loud")]), of: State())
    }
  }
}
