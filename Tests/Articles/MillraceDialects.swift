// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceDialects.md needs; see bin/support/articles.py.

struct Book: Equatable, Sendable {}

struct Books: Equatable, Sendable {
  var found: [Book] = []
  mutating func apply(_ action: BookAction) {}
}

enum BookAction: Sendable {
  case search(String), found([Book])
}

struct BookAPI: Sendable {
  static let live = BookAPI()
  func search(_ text: String) async -> [Book] { [] }
}

@MainActor func example1() {
  // block 1
}
