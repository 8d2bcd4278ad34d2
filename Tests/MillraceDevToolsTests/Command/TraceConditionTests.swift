// SPDX-License-Identifier: Apache-2.0

import MillraceDevTools
import MillraceTrace
import Testing

@Suite struct TraceConditionTests {
  @Test func aConditionIsReadAsItIsWritten() throws {
    for text in ["total=-3", "items[0].name=\"a\"", "gone=nothing", "list=[1,2]"] {
      #expect(TraceCondition(text)?.description == text)
    }
    for text in ["total", "a..b=1", "total=", "total=x"] { #expect(TraceCondition(text) == nil) }
  }

  @Test(arguments: [#"m["a=b"]=1"#, #"m["a\"=\\"].c=nothing"#, #"m["="][0]="=""#])
  func aSignWithinTheNameOfAPartIsNoEndOfThePath(text: String) throws {
    #expect(TraceCondition(text)?.description == text)
    let condition = TraceCondition(path: TracePath([.name("a=b")]), value: .bool(true))
    #expect(TraceCondition(condition.description) == condition)
    // A name that is not in brackets may have a quotation mark.
    #expect(TraceCondition("a\"b=1")?.path == TracePath([.name("a\"b")]))
  }

  /// A condition, the part of the state, and whether it holds.
  private static let numbers: [(text: String, part: String, holds: Bool)] = [
    ("a=1.0", "1", true), ("a=1", "1.00", true), ("a=-2.5e1", "-25", true), ("a=0.1", "1e-1", true),
    ("a=0", "-0", true), ("a=-0", "0", true), ("a=-0", "0.0", true), ("a=0", "-1", false),
    ("a=1.5", "1", false), ("a=1", "\"1\"", false), ("a=1e999", "2e999", false),
    ("a=9007199254740993", "9007199254740992", false),
    ("a=[1.0,{\"b\":2}]", "[1,{\"b\":2.0}]", true), ("a=[1.0,2]", "[1]", false),
    ("a={\"b\":1}", "{\"c\":1}", false), ("a=nothing", "null", false),
  ]

  @Test(arguments: numbers)
  func numbersAreComparedByTheirValues(text: String, part: String, holds: Bool) throws {
    let state = try TraceValue(json: "{\"a\":\(part)}")
    #expect(try #require(TraceCondition(text)).holds(in: state) == holds)
  }

  @Test func aConditionHoldsWhereThePartHasTheValue() throws {
    let state = try TraceValue(json: #"{"total":-3}"#)
    #expect(try #require(TraceCondition("total=-3")).holds(in: state))
    #expect(try !#require(TraceCondition("total=3")).holds(in: state))
    #expect(try #require(TraceCondition("gone=nothing")).holds(in: state))
    // An optional without a value is normally not encoded.
    #expect(try #require(TraceCondition("gone=null")).holds(in: state))
    #expect(try !#require(TraceCondition("total=null")).holds(in: state))
  }
}
