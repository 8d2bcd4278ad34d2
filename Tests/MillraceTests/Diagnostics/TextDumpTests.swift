// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Millrace

@Suite struct TextDumpTests {
  private func dump(_ value: Any) -> [String] { TextDump.lines(of: value).map(\.indented) }

  private struct Person: Hashable {
    var name: String
    var age: Int?
  }

  private struct Team {
    var lead: Person?
    var members: [Person] = []
    var scores: [String: Int] = [:]
    var tags: Set<Int> = []
  }

  private enum Screen {
    case list
    case detail(Person)
    case search(text: String, page: Int)
    case count(Int)
  }

  @Test func aStructShowsItsFields() {
    #expect(
      dump(Team(lead: Person(name: "Ada \"A\"", age: nil))) == [
        "Team",
        "  lead: Person",
        "    name: \"Ada \\\"A\\\"\"",
        "    age: nil",
        "  members: []",
        "  scores: [:]",
        "  tags: []",
      ])
  }

  @Test func collectionsShowTheirElements() {
    let team = Team(
      members: [Person(name: "B", age: 1)], scores: ["b": 2, "a": 1, "c": 3], tags: [3, 1, 2])
    #expect(
      dump(team) == [
        "Team",
        "  lead: nil",
        "  members: 1 element",
        "    - Person",
        "      name: \"B\"",
        "      age: 1",
        "  scores: 3 entries",
        "    \"a\": 1",
        "    \"b\": 2",
        "    \"c\": 3",
        "  tags: 3 elements",
        "    - 1",
        "    - 2",
        "    - 3",
      ])
  }

  @Test func enumsShowCaseAndPayload() {
    #expect(dump(Screen.list) == [".list"])
    #expect(dump(Screen.count(3)) == [".count(3)"])
    #expect(
      dump(Screen.detail(Person(name: "A", age: 5))) == [
        ".detail", "  Person", "    name: \"A\"", "    age: 5",
      ])
    #expect(
      dump(Screen.search(text: "x", page: 2)) == [".search", "  text: \"x\"", "  page: 2"])
  }

  @Test func whatDescribesItselfIsItsDescription() {
    struct Secret: CustomStringConvertible {
      var value = "hidden"
      var description: String { "<secret>" }
    }
    enum Mode: CustomStringConvertible {
      case fast
      var description: String { "quick" }
    }
    struct Holder {
      var secret = Secret()
      var mode = Mode.fast
      var range = 0..<4
    }
    #expect(dump(Holder()) == ["Holder", "  secret: <secret>", "  mode: quick", "  range: 0..<4"])
  }

  @Test func leavesAreOneLine() {
    #expect(dump(1) == ["1"])
    #expect(dump(()) == ["()"])
    #expect(dump(Character("c")) == ["c"])
    #expect(dump(Optional<Int>.none as Any) == ["nil"])
    #expect(dump(Optional(Optional("a")) as Any) == ["a"])
    #expect(dump((1, b: "x")) == ["(tuple)", "  .0: 1", "  b: \"x\""])
  }

  @Test func aTextIsTakenAsItIs() {
    #expect(dump("one\ntwo") == ["one", "two"])
    #expect(TextDump.line(of: "one") == "one")
    #expect(TextDump.line(of: Screen.count(3)) == "count(3)")
    #expect(TextDump.line(of: Screen.search(text: "x", page: 1)).contains("\"x\""))
  }

  @Test func anObjectShowsItsParentsFieldsFirst() {
    class Base { var first = 1 }
    final class Derived: Base { var second = 2 }
    #expect(dump(Derived()) == ["Derived", "  first: 1", "  second: 2"])
  }

  @Test func aCircleEndsWhereItCloses() {
    final class Node {
      var next: Node?
    }
    let node = Node()
    node.next = node
    #expect(dump(node) == ["Node", "  next: Node (see above)"])
    #expect(dump([node, node]).filter { $0.contains("- Node") }.count == 2)
    node.next = nil
  }

  @Test func whatIsTooDeepIsLeftOut() {
    indirect enum Chain {
      case end
      case link([Chain])
    }
    var chain = Chain.end
    for _ in 0..<500 { chain = .link([chain]) }
    let lines = dump(chain)
    #expect(lines.count < 100)
    #expect(lines.last?.hasSuffix("…") == true)
  }

  /// Each object refers twice to the next one.
  @Test(arguments: [false, true])
  func whatIsTooLongIsLeftOut(isInDictionaries: Bool) {
    final class Node {
      let next: [Node]
      let named: [Int: Node]

      init(next: [Node], named: [Int: Node]) {
        self.next = next
        self.named = named
      }
    }
    var node = Node(next: [], named: [:])
    for _ in 0..<18 {
      let last = node
      node =
        isInDictionaries
        ? Node(next: [], named: [1: last, 2: last]) : Node(next: [last, last], named: [:])
    }
    let lines = dump(node)
    #expect(lines.count < 2 * TextDump.maximumRepetitions)
    #expect(lines.contains { $0.hasSuffix("…") })
  }

  /// The changes of a large state are logged too.
  @Test func aLongListIsWrittenToItsEnd() {
    let last = TextDump.maximumRepetitions + 10
    #expect(dump(Array(0...last)).last == "  - \(last)")
  }

  @Test func aKeyIsOneLineInAFixedOrder() {
    let numbers = Array(0..<50)
    let first = dump([Set(numbers): 1])
    #expect(first == dump([Set(numbers.reversed()): 1]))
    let elements = numbers.map { "- \($0)" }.sorted().joined(separator: ", ")
    #expect(first.last == "  50 elements(\(elements)): 1")
    #expect(
      dump([Person(name: "A", age: 5): [2]]) == [
        "1 entry", "  Person(name: \"A\", age: 5): 1 element", "    - 2",
      ])
    #expect(dump([[[1], [2]]: 0]).last == "  2 elements(- 1 element(- 1), - 1 element(- 2)): 0")
  }

  @Test func theSameValueGivesTheSameLines() {
    let numbers = Array(0..<200)
    let first = dump(Dictionary(uniqueKeysWithValues: numbers.map { ($0, Set([$0, -$0])) }))
    let second = dump(
      Dictionary(uniqueKeysWithValues: numbers.reversed().map { ($0, Set([-$0, $0])) }))
    #expect(first == second)
    #expect(first.count == 1 + 200 * 3 - 1)
  }

  private struct Order {
    var due: Date
    var sent: [Date?] = []
  }

  private enum Edit {
    case setDue(Date)
    case setOrder(Order, id: Int)
  }

  /// Foundation's description of a date that is not a number ends the process.
  @Test func aDateWithoutADescriptionIsItsInterval() {
    func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
    let odd = date(.nan)
    let text = "Date(timeIntervalSinceReferenceDate: nan)"
    #expect(dump(odd) == [text])
    #expect(dump(date(-.infinity)) == ["Date(timeIntervalSinceReferenceDate: -inf)"])
    #expect(dump(date(1e300)) == ["Date(timeIntervalSinceReferenceDate: 1e+300)"])
    for date in [date(0), .distantPast, .distantFuture] {
      #expect(dump(date) == [date.description])
    }
    #expect(
      dump(Order(due: odd, sent: [nil, odd])) == [
        "Order", "  due: \(text)", "  sent: 2 elements", "    - nil", "    - \(text)",
      ])
    #expect(dump([odd: 1]) == ["1 entry", "  \(text): 1"])
    #expect(dump(AnyHashable(odd)) == ["AnyHashable", "  value: \(text)"])
    #expect(dump(date(1)...date(.infinity)).last?.hasSuffix("Date: inf)") == true)
    #expect(dump(DateInterval(start: odd, duration: 0)).contains("  start: \(text)"))
    #expect(dump(Edit.setDue(odd)) == [".setDue(\(text))"])
  }

  private enum Secret: CustomStringConvertible {
    case pin(String, since: Date)

    var description: String { "a secret" }
  }

  private struct Card: CustomStringConvertible {
    var number = "4711"
    var end: Date

    var description: String { "a card" }
  }

  @Test func aDateWithoutADescriptionShowsNothingThatADescriptionHides() {
    let odd = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(TextDump.line(of: Secret.pin("4711", since: odd)) == "a secret")
    #expect(TextDump.line(of: Card(end: odd)) == "a card")
    #expect(dump([Card(end: odd)]) == ["1 element", "  - a card"])
  }

  private final class Counter {
    var count = 0
  }

  /// Bytes with a mirror that counts how many of them are looked at.
  private struct Bytes: Sequence, CustomReflectable, CustomStringConvertible {
    let looks: Counter

    var description: String { "bytes" }

    var customMirror: Mirror {
      let bytes = (0..<1_000).lazy.map { number -> UInt8 in
        looks.count += 1
        return UInt8(truncatingIfNeeded: number)
      }
      return Mirror(self, unlabeledChildren: bytes, displayStyle: .collection)
    }

    func makeIterator() -> [UInt8].Iterator { [].makeIterator() }
  }

  @Test func noDateIsSearchedAmongNumbers() {
    let looks = Counter()
    #expect(TextDump.line(of: Bytes(looks: looks)) == "bytes")
    #expect(looks.count == 0)
    // Also as an element of another collection.
    #expect(TextDump.line(of: [Bytes(looks: looks)]) == "[bytes]")
    #expect(looks.count == 0)
  }

  @Test func aLineContainsADateWithoutADescription() {
    let odd = Date(timeIntervalSinceReferenceDate: .nan)
    let text = "Date(timeIntervalSinceReferenceDate: nan)"
    #expect(TextDump.line(of: odd) == text)
    #expect(TextDump.line(of: Edit.setDue(odd)) == ".setDue(\(text))")
    #expect(
      TextDump.line(of: Edit.setOrder(Order(due: odd), id: 3))
        == ".setOrder(.0: Order(due: \(text), sent: []), id: 3)")
    // The text of other values is Swift's.
    let edit = Edit.setDue(Date(timeIntervalSinceReferenceDate: 0))
    #expect(TextDump.line(of: edit) == "\(edit)")
  }
}
