// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of ChoosingEffects.md needs; see bin/support/articles.py.

import Millrace
import MillraceDialects
import MillraceMacros
import MillraceTesting
import MillraceViews

struct Book: Equatable, Sendable {
  static let theSwiftBook = Book()
}

struct API: Sendable {
  static let mock = API()
  func search(_ query: String) async throws -> [Book] { [] }
  func books() async throws -> [Book] { [] }
  func download(_ file: String) -> AsyncThrowingStream<[UInt8], any Error> {
    AsyncThrowingStream { $0.finish() }
  }
}

struct Search: Equatable, Sendable {
  var query = ""
  var books: [Book] = []
}

@CasePathable
enum SearchAction: Equatable, Sendable {
  case queryChanged(String), found([Book]), failed(String)
}

// block 1

enum DownloadAction: Sendable { case received([UInt8]), failed(String) }

func download(_ file: String, from api: API) -> Effect<DownloadAction> {
  // block 2
}

struct Player: Sendable {
  var isReady = false
  var volume = 0.5
}

enum PlayerAction: Equatable, Sendable { case play, began(Double), stop, ended }

// block 3

enum AppAction: Equatable, Sendable { case answered }

func answer(send: Send<AppAction>) async throws {
  // block 4
}

struct BookListState: Sendable {
  var books: [Book] = []
  var isLoading = false
  var failure: String?
}

enum BookListAction: Sendable { case load, cancel, loaded([Book]), failed(String) }

func listOfBooks(_ api: API) {
  // block 5
}

enum BooksAction: Sendable { case load }

struct BookList: View {
  let store: Store<[Book], BooksAction>
  var body: some View { Text("\(store.state.count) books") }
}

@MainActor func bookList(store: Store<[Book], BooksAction>) -> some View {
  // block 6
}

struct Socket: Sendable {
  func messages(in room: Int) -> AsyncStream<String> { AsyncStream { $0.finish() } }
}

struct Ticker: Sendable {
  func ticks() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

struct Chat: Sendable {
  var room: Int?
  var isTiming = false
}

enum ChatAction: Sendable { case received(String), tick }

@MainActor func follow(store: Store<Chat, ChatAction>, socket: Socket, timer: Ticker) {
  // block 7
}

@MainActor func test() async {
  // block 8
}

enum Field { case username }

struct SignUp: Sendable { var username = "" }
enum SignUpAction: Sendable { case checkUsername }

@MainActor func check(store: Store<SignUp, SignUpAction>) {
  // block 9
}

struct Library: Sendable {
  func books() async -> [Book] { [] }
}

struct Shelf: Sendable { var isVisible = true }
enum ShelfAction: Sendable { case loading, loaded([Book]) }

@MainActor func load(store: Store<Shelf, ShelfAction>, library: Library) async {
  // block 10
}
