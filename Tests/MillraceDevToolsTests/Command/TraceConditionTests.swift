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

  @Test func aConditionHoldsWhereThePartHasTheValue() throws {
    let state = try TraceValue(json: #"{"total":-3}"#)
    #expect(try #require(TraceCondition("total=-3")).holds(in: state))
    #expect(try !#require(TraceCondition("total=3")).holds(in: state))
    #expect(try #require(TraceCondition("gone=nothing")).holds(in: state))
  }
}
