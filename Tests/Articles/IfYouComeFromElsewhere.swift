// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of IfYouComeFromElsewhere.md needs; see bin/support/articles.py.

import Millrace
import MillraceDialects

struct Book: Equatable, Sendable {}

struct Books: Equatable, Sendable {
  var found: [Book] = []
}

enum BookAction: Sendable {
  case search(String), found([Book]), closed, opened
}

struct BookAPI: Sendable {
  func search(_ text: String) async -> [Book] { [] }
}

struct PriceAPI: Sendable {}

struct World: Sendable {
  static let live = World(books: BookAPI(), prices: PriceAPI())
  var books: BookAPI
  var prices: PriceAPI
}

let prices = EffectMiddleware<BookAction, BookAction, Books, PriceAPI>.onAction { _, _, _ in .none }

@MainActor func example1(reducer: Reducer<Books, BookAction>) {
  // block 1
}
