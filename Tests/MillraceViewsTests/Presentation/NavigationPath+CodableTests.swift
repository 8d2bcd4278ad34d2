// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

struct CodableRepresentationTests {
  struct Place: Codable, Hashable {
    var name: String
  }

  @Test func aPathIsStoredAndRead() throws {
    var path = NavigationPath([1, 2])
    path.append(Place(name: "a \"b\""))
    path.append(Optional(3))
    let stored = try JSONEncoder().encode(try #require(path.codable))
    let read = try JSONDecoder().decode(NavigationPath.CodableRepresentation.self, from: stored)
    #expect(NavigationPath(read) == path)
    #expect(read == path.codable)
  }

  @Test func aValueThatCannotBeStoredMakesThePathNil() {
    struct Plain: Hashable {}
    var path = NavigationPath([1])
    #expect(path.codable != nil)
    path.append(Plain())
    #expect(path.codable == nil)
    path.removeLast()
    #expect(path.codable != nil)
  }

  @Test(arguments: [#"["Nothing","1"]"#, #"["Si","true"]"#, #"["Si"]"#, "3"])
  func otherDataIsRefused(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        NavigationPath.CodableRepresentation.self, from: Data(text.utf8))
    }
  }
}
