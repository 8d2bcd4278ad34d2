// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@Suite struct PagePathTests {
  private func parts(_ path: String) throws -> [String] {
    try #require(PageAddress(shown: path)).path
  }

  @Test(arguments: [
    ("/", "/", [:]), ("/a", "/a", [:]), ("/a", "/a/", [:]), ("/a/b", "/a/b", [:]),
    ("/:x", "/one", ["x": "one"]), ("/a/:x/c", "/a/ü b/c", ["x": "ü b"]),
    ("/:x/:y", "/1/2", ["x": "1", "y": "2"]),
  ])
  func aPathFits(pattern: String, path: String, parameters: [String: String]) throws {
    let match = try #require(try PagePath(pattern).match(parts(path)))
    #expect(match.parameters == parameters)
    #expect(match.rest.isEmpty)
  }

  @Test(arguments: [
    ("/a", "/"), ("/a", "/b"), ("/a", "/a/b"), ("/a", "/A"), ("/a", "//a"), ("/a", "/a//"),
    ("/:x", "/"), ("/:x", "//"), ("/a/:x", "/a"), ("/a/:x", "/a//"), ("/", "/a"), ("/", "//"),
    ("/a/*", "/"), ("/a/*", "/b/c"), ("/a/:x/*", "/a"),
  ])
  func anotherDoesNot(pattern: String, path: String) throws {
    #expect(try PagePath(pattern).match(parts(path)) == nil)
  }

  @Test(arguments: [
    ("/a/*", "/a", ["a"], []), ("/a/*", "/a/", ["a"], []), ("/a/*", "/a/b/c", ["a"], ["b", "c"]),
    ("/*", "/", [], []), ("/*", "/b", [], ["b"]), ("/:x/*", "/1/2", ["1"], ["2"]),
    ("/a/*", "/a/b%2Fc/~", ["a"], ["b/c", ""]), ("/:x/*", "/1%2F2/3", ["1/2"], ["3"]),
  ])
  func aPathOwnsWhatLiesBelow(pattern: String, path: String, own: [String], rest: [String]) throws {
    let match = try #require(try PagePath(pattern).match(parts(path)))
    #expect(match.own == own)
    #expect(match.rest == rest)
  }

  @Test(arguments: [
    ("/boards/new", "/boards/new"), ("/boards/7", "/boards/:id"),
    ("/boards/7/cards", "/boards/:id/*"), ("/boards", "/boards"), ("/x/y", "/*"), ("/", "/*"),
    ("/boards/new/x", "/boards/:id/*"),
  ])
  func theMostExactPathIsFound(path: String, expected: String) throws {
    let paths = ["/*", "/boards/:id/*", "/boards/:id", "/boards/new", "/boards"]
    for order in [paths, paths.reversed()] {
      let list = PageList(order.map { Page(path: $0, title: "") { Text("") } })
      #expect(try list.find(parts(path))?.page.path == expected)
    }
  }

  @Test func ofEquallyExactPathsTheOneDeclaredFirstIsFound() {
    let paths = ["/a/:x", "/:x/b", "/:x/:y"]
    for order in [paths, paths.reversed()] {
      let list = PageList(order.map { Page(path: $0, title: "") { Text("") } })
      let first = order.first(where: { $0 != "/:x/:y" })
      #expect(list.find(["a", "b"])?.page.path == first)
    }
  }

  @Test func thereMayBeNoPage() {
    #expect(PageList([]).find([]) == nil)
    #expect(PageList([.field]).find(["other"]) == nil)
  }
}
