// SPDX-License-Identifier: Apache-2.0

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
}
