// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace
import Testing

@Suite struct TraceCheckTests {
  private func check<Action: Codable>(
    _ actions: String..., against type: Action.Type, names: Set<String> = []
  ) throws -> TraceCheck {
    TraceCheck(of: try actions.map { try TraceValue(json: $0) }, against: type, names: names)
  }

  private enum Sort: String, Codable, CaseIterable { case name, age }

  private enum Book: Codable, CasePathable {
    case rename(String)
    case lend(to: String, days: Int)

    struct CasePaths: Sendable {}
    static let casePaths = CasePaths()
    static var caseNames: [String]? { ["rename", "lend"] }
  }

  private enum Shop: Codable {
    case book(Book)
    case shelf(number: Int, Book)
    case sort(by: Sort)
    case close

    enum CodingKeys: CodingKey, CaseIterable { case book, shelf, sort, close }
  }

  @Test func casesThatTheTypeListsAndTheTraceLacksAreAdded() throws {
    let check = try check(#"{"book":{"_0":{"rename":{"_0":"Emma"}}}}"#, against: Shop.self)
    #expect(
      check.verdicts == [
        "book.rename": .same, "book.lend": .added, "shelf": .added, "sort": .added,
        "close": .added,
      ])
    #expect(check.unlisted.isEmpty && check.isFine)
    #expect(!check.description.contains("unknown"))
  }

  @Test func valuesThatAreListedAreActions() throws {
    #expect(
      try check(#""name""#, against: Sort.self).verdicts == ["name": .same, "age": .added])
    enum Mode: Codable, CaseIterable { case on, off }
    #expect(
      try check(#"{"on":{}}"#, against: Mode.self).verdicts == ["on": .same, "off": .added])
  }

  private enum Plain: Codable { case one(Int), two }

  /// Swift cannot list the cases if neither the enum nor its keys are `CaseIterable`: the mirror of
  /// the type is empty.
  @Test func ofAnEnumWithoutAListWhatIsAddedIsUnknownAndNotNone() throws {
    #expect(!(Plain.self is any CaseIterable.Type))
    #expect(Mirror(reflecting: Plain.self).children.isEmpty)
    let check = try check(#"{"one":{"_0":1}}"#, against: Plain.self)
    #expect(check.verdicts == ["one": .same])
    #expect(check.unlisted == ["Plain"])
    #expect(
      check.description == """
        one: same
        added cases of Plain: unknown, as it does not list its cases; make it @CasePathable, or \
        its CodingKeys CaseIterable
        """)
    // Names from another source, such as a run of the program, may be incomplete.
    let other = try self.check(
      #"{"one":{"_0":1}}"#, against: Plain.self, names: ["one", "two"])
    #expect(other.verdicts == ["one": .same, "two": .added])
    #expect(other.unlisted == ["Plain"])
  }

  @Test func anInnerEnumWithoutAListIsNamed() throws {
    enum Outer: Codable {
      case plain(Plain)
      case note(String)
      enum CodingKeys: CodingKey, CaseIterable { case plain, note }
    }
    let check = try check(#"{"plain":{"_0":{"two":{}}}}"#, against: Outer.self)
    #expect(check.verdicts == ["plain.two": .same, "note": .added])
    #expect(check.unlisted == ["Plain"])
  }

  @Test func aCaseThatIsWrittenUnderAnotherNameIsNotTakenForAdded() throws {
    enum Renamed: Codable, CasePathable {
      case open, shut

      enum CodingKeys: String, CodingKey {
        case open
        case shut = "closed"
      }
      struct CasePaths: Sendable {}
      static let casePaths = CasePaths()
      static var caseNames: [String]? { ["open", "shut"] }
    }
    let check = try check(#"{"closed":{}}"#, against: Renamed.self)
    #expect(check.verdicts == ["closed": .same, "open": .added])
    #expect(check.unlisted == ["Renamed"])
  }

  @Test func membersOfAnActionAreNoCases() throws {
    struct Sale: Codable {
      var tea = 0
      enum CodingKeys: CodingKey, CaseIterable { case tea }
    }
    enum Till: Codable {
      case sell(Sale)
      enum CodingKeys: CodingKey, CaseIterable { case sell }
    }
    #expect(try check(against: Till.self).verdicts == ["sell": .added])
    #expect(try check(#"{"tea":1}"#, against: Sale.self).unlisted == ["Sale"])
    // A value with one member is written like a case within the case.
    struct Box: Codable { var item = ["tea": 1] }
    enum Wrap: Codable {
      case put(Box)
      enum CodingKeys: CodingKey, CaseIterable { case put }
    }
    let wrapped = #"{"put":{"_0":{"item":{"tea":1}}}}"#
    #expect(try check(wrapped, against: Wrap.self).verdicts == ["put.item": .same])
  }

  /// The program has the case, and reads other values.
  @Test func aCaseWhoseValueIsACaseThatIsGoneHasChanged() throws {
    enum Color: Codable { case red }
    enum Paint: Codable {
      case wall(color: Color)
      case walls([Color])
      case door(Int, Color)
      case roof(Color)
    }
    for (action, name) in [
      (#"{"wall":{"color":{"blue":{}}}}"#, "wall"),
      (#"{"walls":{"_0":[{"red":{}},{"blue":{}}]}}"#, "walls"),
      (#"{"door":{"_0":1,"_1":{"blue":{}}}}"#, "door"),
    ] {
      #expect(try check(action, against: Paint.self).verdicts == [name: .changed])
    }
    // Such a value is a part of the name, so the type of action is another one.
    #expect(
      try check(#"{"roof":{"_0":{"blue":{}}}}"#, against: Paint.self).verdicts
        == ["roof.blue": .removed])
    #expect(
      try check(#"{"floor":{"color":{"red":{}}}}"#, against: Paint.self).verdicts
        == ["floor": .removed])
  }

  /// A dot in the name of a case separates no names.
  @Test func aCaseWhoseNameHasDotsHasChanged() throws {
    enum Color: Codable { case red }
    enum Paint: Codable {
      case wall(color: Color)
      enum CodingKeys: String, CodingKey { case wall = "house.wall" }
    }
    #expect(
      try check(#"{"house.wall":{"color":{"blue":{}}}}"#, against: Paint.self).verdicts
        == ["house.wall": .changed])
  }

  @Test func anEnumWithinItselfEnds() throws {
    indirect enum Tree: Codable {
      case leaf, child(Tree)
      enum CodingKeys: CodingKey, CaseIterable { case leaf, child }
    }
    let check = try check(#"{"child":{"_0":{"leaf":{}}}}"#, against: Tree.self)
    #expect(check.verdicts == ["child.leaf": .same, "leaf": .added])
  }

  @Test func aSetThatIsWrittenInAnotherOrderIsTheSame() throws {
    enum Pick: Codable {
      case tags(Set<Int>), days(by: [[Int]: Set<String>])
      enum CodingKeys: CodingKey, CaseIterable { case tags, days }
    }
    // A set is written in any of these orders.
    for tags in ["1,2,3", "1,3,2", "2,1,3", "2,3,1", "3,1,2", "3,2,1"] {
      let action = #"{"tags":{"_0":[\#(tags)]}}"#
      #expect(try check(action, against: Pick.self).verdicts["tags"] == .same)
    }
    for days in [#"[[1],["a","b"],[2],["b","a"]]"#, #"[[2],["a","b"],[1],["a","b"]]"#] {
      let action = #"{"days":{"by":\#(days)}}"#
      #expect(try check(action, against: Pick.self).verdicts["days"] == .same)
    }
    #expect(
      try check(#"{"tags":{"_0":[1,1,2]}}"#, against: Pick.self).verdicts["tags"] == .changed)
  }

  @Test func aTypeThatReadsItselfIsAskedForNothingThatIsNotThere() throws {
    struct Typed: Codable {
      enum CodingKeys: CodingKey { case type }
      var type = ""
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        // Code that unwraps the first key would trap if there is none.
        #expect(values.allKeys.first != nil)
        type = try values.decode(String.self, forKey: .type)
      }
    }
    let check = try check(#"{"type":"add"}"#, against: Typed.self)
    #expect(check.verdicts == ["add": .same])
    #expect(check.unlisted == ["Typed"])
  }
}
