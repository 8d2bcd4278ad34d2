// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceTesting.md needs; see bin/support/articles.py.

import Millrace
import MillraceMacros
import MillraceTesting
import Testing

struct Book: Equatable, Sendable {
  static let theSwiftBook = Book()
}

struct API: Sendable {
  static let mock = API()
}

struct Search: Equatable, Sendable {
  var text = ""
  var books: [Book] = []
}

@CasePathable
enum SearchAction: Equatable, Sendable { case type(String), found([Book]) }

func search(_ api: API) -> Feature<Search, SearchAction> {
  Feature { _, _ in .none }
}

// block 1
