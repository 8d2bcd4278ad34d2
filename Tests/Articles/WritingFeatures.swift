// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of WritingFeatures.md needs; see bin/support/articles.py.

import Millrace
import MillraceMacros
import MillraceTesting

struct Book: Equatable, Sendable {
  static let theSwiftBook = Book()
}

struct Library: Sendable {
  static let live = Library(), mock = Library()
  func books() async throws -> [Book] { [] }
  func books(matching text: String) async -> [Book] { [] }
}

// block 1

@MainActor func start() {
  // block 2
}

enum BooksAction: Sendable { case found([Book]), failed }

func load(from library: Library) -> Effect<BooksAction> {
  // block 3
}

struct Row: Identifiable, Sendable {
  let id: Int
  var isMarked = false
}

enum RowAction: Sendable { case mark }

let row = Reducer<Row, RowAction> { state, _ in state.isMarked = true }
let detail = Feature<Row, RowAction> { _, _ in .none }

struct AppState: Sendable {
  var search = Search()
  var detail: Row?
  var rows = EntityTable<Row>()
}

@CasePathable
enum AppAction: Sendable {
  case search(SearchAction), detail(RowAction), row(Row.ID, RowAction), signedOut
}

func combine(library: Library) {
  // block 4
}

struct Node: Identifiable, Sendable {
  let id: Int
  var isOpen = false
  var children = EntityTable<Node>()
}

@CasePathable
enum NodeAction: Sendable {
  case toggle
  indirect case child(Node.ID, NodeAction)
}

func branch() {
  // block 5
}

struct Account: Sendable { var balance = 0 }
enum AccountAction: Sendable { case withdraw(Int) }
struct Overdrawn: Error {}

let account = Reducer<Account, AccountAction> { state, action throws in
  guard case .withdraw(let amount) = action else { return }
  guard amount <= state.balance else { throw Overdrawn() }
  state.balance -= amount
}

@MainActor func log() {
  // block 6
}

struct Socket: Sendable {
  func messages(in room: Int) -> AsyncStream<String> { AsyncStream { $0.finish() } }
}

struct Chat: Sendable { var room: Int? }
enum ChatAction: Sendable { case enter(Int), received(String) }

func follow(socket: Socket) {
  // block 7
}

// block 8

@MainActor func withdraw(store: Store<Account, AccountAction>) throws {
  // block 9
}

@MainActor func test() async {
  // block 10
}
