// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of Journals.md needs; see bin/support/articles.py.

import Foundation
import Millrace
import MillracePersistence
import MillraceTesting
import MillraceTrace
import MillraceUndo
import MillraceWeb
import Testing

struct Issue: Identifiable, Codable, Sendable {
  let id: Int
  var title: String
}

struct Filter: Codable, Sendable {}

struct Tracker: Codable, Sendable {
  var issues = EntityTable<Issue>(sortedBy: EntityOrder(\.title))
  var filter = Filter()
}

// block 1

struct Order: Codable, Sendable {}

struct Receipt: Codable, Sendable {}

struct Bank: Sendable {
  func pay(_ order: Order) async throws -> Receipt { Receipt() }
}

struct Shop: Codable, Sendable {}

enum ShopAction: Codable, Sendable { case pay(Order), paid(Receipt) }

func shop(journal: Journal<Shop, ShopAction>, bank: Bank) -> Feature<Shop, ShopAction> {
  Feature { state, action in
    switch action {
    case .paid: return .none
    // block 2
    }
  }
}

struct App: Sendable {
  struct Settings: Sendable {
    var theme = "light"
    var sound = true
  }

  var settings = Settings()
  var user: String?
}

enum AppAction: Sendable { case choose(theme: String) }

func example3(url: URL) throws {
  // block 3
}

struct Cart: Codable, Equatable, Sendable {
  var items: [String] = []
}

enum CartAction: Codable, Sendable { case add(String), take(String), put(String) }

let cart = Feature<Cart, CartAction> { _, _ in .none }

func example4(url: URL) throws {
  // block 4
}

func example5() {
  // block 5
}

func example6() {
  // block 6
}

func example7() {
  // block 7
}

struct Ledger: UndoableState, Codable {
  var history = UndoHistory<Ledger>()
  static let undoable: [UndoField<Self>] = []
}

func example8() {
  // block 8
}

struct Wall: Codable, Sendable {}

enum WallAction: Codable, Sendable {
  case add(String, by: String)

  var person: String? {
    switch self {
    case .add(_, let person): person
    }
  }
}

func example9(url: URL) throws {
  // block 9
}

@MainActor func example10(journal: Journal<Wall, WallAction>) async throws {
  // block 10
}

// block 11

// block 12

func example13(options: inout WebOptions, url: URL) throws {
  // block 13
}
