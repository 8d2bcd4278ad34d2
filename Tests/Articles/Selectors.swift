// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of Selectors.md needs; see bin/support/articles.py.

import Millrace
import MillraceUI
import MillraceViews

enum Genre: Sendable { case novel, poetry }

struct Author: Identifiable, Sendable { let id: Int }

struct Book: Equatable, Sendable {
  var title: String
  var genre: Genre
  var author: Author.ID
}

struct Person: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
}

struct Library: Sendable {
  var books: [Book] = []
  var genre = Genre.novel
  var people = EntityTable<Person>()
}

enum LibraryAction: Sendable { case load }

@MainActor func show(_ value: some Any) {}
@MainActor func showList(_ ids: [Person.ID]) {}

@MainActor func watch(store: Store<Library, LibraryAction>) {
  // block 1
}

@MainActor func watchRows(store: Store<Library, LibraryAction>) {
  // block 2
}

@MainActor func watchAuthor(store: Store<Library, LibraryAction>) {
  // block 3
}

// block 4
