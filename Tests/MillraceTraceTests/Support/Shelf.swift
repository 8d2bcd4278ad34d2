// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceTrace

/// The state of the tests of traces.
struct Shelf: Codable, Equatable, Sendable {
  struct Book: Codable, Equatable, Sendable {
    var title: String
    var copies: Int
  }

  var total = 0
  var books: [String: Book] = [:]
  var last: [Int] = []
  @Redacted var key = ""
}

enum ShelfAction: Codable, Equatable, Sendable {
  case add(String, copies: Int)
  case take(String)
  case note(Int)
  case lock(Redacted<String>)
  case clear

  static func random(using random: inout SeededGenerator) -> ShelfAction {
    let title = ["Emma", "Ulysses", "Dune", "Middlemarch"].randomElement(using: &random) ?? ""
    return switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: .add(title, copies: Int.random(in: 1...5, using: &random))
    case 4..<7: .take(title)
    case 7..<11: .note(Int.random(in: 0..<100, using: &random))
    default: .clear
    }
  }
}

struct NotThere: Error, CustomStringConvertible {
  let title: String
  var description: String { "\(title) is not there" }
}

extension Reducer where State == Shelf, Action == ShelfAction {
  static var shelf: Reducer {
    Reducer { (state: inout Shelf, action: ShelfAction) throws in
      switch action {
      case .add(let title, let copies):
        state.books[title, default: .init(title: title, copies: 0)].copies += copies
        state.total += copies
      case .take(let title):
        guard let book = state.books[title], book.copies > 0 else { throw NotThere(title: title) }
        state.books[title]?.copies -= 1
        state.total -= 1
      case .note(let number):
        state.last.append(number)
        if state.last.count > 4 { state.last.removeFirst() }
      case .lock(let key): state.key = key.wrappedValue
      case .clear: state = Shelf(key: state.key)
      }
    }
  }
}

/// A store of a shelf that prints nothing about refused actions.
@MainActor
func makeShelf(_ state: Shelf = Shelf()) -> Store<Shelf, ShelfAction> {
  let store = Store(initialState: state, reducer: .shelf)
  store.onRejection = { _ in }
  return store
}
