// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTrace
import Testing

@testable import MillraceLink

@Suite struct StoreCodingTests {
  private struct Point { var x = 1 }

  private struct Collections {
    var array: [Int] = []
    var dictionary: [String: Int] = [:]
    var set: Set<Int> = []
    var number: Point?
  }

  @Test func emptyCollectionsAreShownAsSuch() {
    #expect(
      TraceValue(reflecting: Collections()).json
        == #"{"array":[],"dictionary":{},"number":null,"set":[]}"#)
  }

  @Test func optionalBelowTheDeepestLevelIsNilOnlyIfItHasNoValue() {
    func deep(_ value: Any) -> String {
      var value = value
      for _ in 0..<17 { value = [value] }
      return TraceValue(reflecting: value).json
    }
    let (before, after) = (String(repeating: "[", count: 17), String(repeating: "]", count: 17))
    #expect(deep(Optional(Point()) as Any) == before + #""Point(x: 1)""# + after)
    #expect(deep(Optional<Point>.none as Any) == before + "null" + after)
  }

  @Test func valueBelowTheDeepestLevelIsTruncated() {
    struct Long { var numbers = Array(0..<5_000) }
    var value: Any = Long()
    for _ in 0..<17 { value = [value] }
    #expect(TraceValue(reflecting: value).json.hasPrefix(#"[[[[[[[[[[[[[[[[["Long(numbers: "#))
    #expect(TraceValue(reflecting: value).json.utf8.count < 400)
  }

  /// Foundation describes no such date: its description stops the program.
  @Test(arguments: [Double.nan, .infinity, -1e30])
  func aDateThatHasNoDescriptionIsShownBelowTheDeepestLevel(seconds: Double) throws {
    struct Visit { var date: Date }
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let written = try TraceValue(encoding: date)
    func deep(_ value: Any) -> TraceValue? {
      var value = value
      for _ in 0..<17 { value = [value] }
      let steps = Array(repeating: TracePath.Step.index(0), count: 17)
      return TraceValue(reflecting: value)[path: TracePath(steps)]
    }
    #expect(deep(date) == written)
    #expect(deep(Visit(date: date)) == .string("Visit"))
    #expect(
      TraceValue(reflecting: [date: Visit(date: date)])
        == .object(["Date": .object(["date": written])]))
  }

  @Test func aMirrorWithoutAnEndIsShownToTheDeepestLevel() {
    struct Endless: CustomStringConvertible, CustomReflectable {
      let description = "no end"
      var customMirror: Mirror { Mirror(self, children: ["next": self]) }
    }
    let json = TraceValue(reflecting: Endless()).json
    #expect(json.components(separatedBy: "next").count == 18)
  }

  /// The parts of an order, in a type that can be encoded and in one that cannot.
  private struct Order: Encodable {
    var page = URL(string: "https://example.com/a?b=c")
    var date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    var data = Data([1, 2, 3])
    var price = Decimal(string: "12.50")
    var weight: Float = 1.5
    var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  }

  private struct Mirrored {
    var order = Order()
    var page = Order().page
    var date = Order().date
    var data = Order().data
    var price = Order().price
    var weight = Order().weight
    var id = Order().id
  }

  @Test func partsThatCanBeEncodedAreShownAsTheirCodingWritesThem() throws {
    let encoded = try TraceValue(encoding: Order())
    let shown = TraceValue(reflecting: Mirrored())
    #expect(shown["order"] == encoded)
    for name in ["page", "date", "data", "price", "weight", "id"] {
      #expect(shown[name] == encoded[name], "\(name)")
    }
    #expect(TraceValue(reflecting: [Order().date]) == .array([.number("700000000")]))
  }

  @Test func whatIsRedactedIsShownInNoPart() {
    struct Login: Encodable {
      @Redacted var password = "opensesame"
      var name = "ada"
    }
    struct State {
      @Redacted var key = "opensesame"
      @Redacted var pin = 4_711
      var login = Login()
      var last = Redacted("opensesame")
      var all = [Redacted("opensesame")]
      var perhaps: Redacted<String>? = Redacted("opensesame")
    }
    let json = TraceValue(reflecting: State()).json
    #expect(!json.contains("opensesame") && !json.contains("4711"))
    #expect(json.contains(#""login":{"name":"ada","password":"<redacted>"}"#))
  }

  @Test func ofAnEncodedPartNoMoreIsShownThanOfAnother() {
    struct Long: Encodable { var numbers = Array(0..<5_000) }
    struct Deep: Encodable { var inner: [Deep] }
    var deep = Deep(inner: [])
    for _ in 0..<40 { deep = Deep(inner: [deep]) }
    let long = TraceValue(reflecting: [Long()]).array?.first
    #expect(long?["numbers"]?.array?.count == 1_000)
    let levels = TraceValue(reflecting: [deep]).json.prefix { $0 != "…" }
    #expect(levels.count { $0 == "[" } < 60)
  }

  private final class Node {
    var parent: Node?
    var children: [Node] = []
  }

  /// The root leads to twenty children, and each of them to the root.
  @Test func anObjectIsNotShownAgainInsideItself() {
    let root = Node()
    root.children = (0..<20).map { _ in Node() }
    for child in root.children { child.parent = root }
    defer { root.children = [] }
    let child = TraceValue.object(["children": .array([]), "parent": .string("Node (see above)")])
    #expect(
      TraceValue(reflecting: root)
        == .object([
          "children": .array(Array(repeating: child, count: 20)), "parent": .null,
        ]))
    // An object in two places is shown in both.
    let leaf = Node()
    let shown = TraceValue.object(["children": .array([]), "parent": .null])
    #expect(TraceValue(reflecting: [leaf, leaf]) == .array([shown, shown]))
  }

  /// Six objects lead to the same six others, and so on: 6 + 36 + … + 46,656 paths lead to 36
  /// objects.
  @Test func objectsThatManyPathsLeadToAreShownALimitedNumberOfTimes() {
    var layer: [Node] = []
    for _ in 1...6 {
      let below = layer
      layer = (1...6).map { _ in
        let node = Node()
        node.children = below
        return node
      }
    }
    let parts = TraceValue(reflecting: layer).json.split(separator: "\"parent\":null").count - 1
    #expect(parts == 10_000)
    #expect(TraceValue(reflecting: layer).json.contains("\"Node (not shown)\""))
  }

  @Test func aMirrorThatSaysItIsADictionaryAndIsNoneIsShownByItsMembers() {
    struct Odd: CustomReflectable {
      var customMirror: Mirror {
        Mirror(self, children: ["a": 1, "b": 2], displayStyle: .dictionary)
      }
    }
    #expect(TraceValue(reflecting: Odd()).json == #"{"a":1,"b":2}"#)
  }
}
