// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct CreateSelectorThrowingTests {
  private struct TooMany: Error {}

  private let state: Directory = {
    var directory = Directory(count: 3)
    directory.title = "names"
    return directory
  }()

  @Test func transformationsThatThrow() throws {
    let one = createSelector(.count(of: \Directory.entries)) { count in
      if count > 2 { throw TooMany() }
      return "\(count)"
    }
    let two = createSelector(.count(of: \Directory.entries), .init(\.title)) { count, title in
      if count > 3 { throw TooMany() }
      return title + "\(count)"
    }
    #expect(throws: TooMany.self) { try one(state) }
    #expect(one.value(state) == nil)
    #expect(try two(state) == "names3")
  }
}
