// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceTrace.md needs; see bin/support/articles.py.

import Foundation
import Millrace
import MillraceTrace

struct Cart: Codable, Sendable { var items: [String] = [] }

struct Shop: Codable, Sendable { var cart = Cart() }

enum ShopAction: Codable, Sendable {
  case add(String, by: String)

  var person: String {
    switch self {
    case .add(_, let person): person
    }
  }
}

@MainActor func example1(store: Store<Shop, ShopAction>, file: URL) throws {
  // block 1
}

func example2(file: URL, cartReducer: Reducer<Shop, ShopAction>) throws {
  // block 2
}

@MainActor func example3(store: Store<Shop, ShopAction>) {
  // block 3
}

final class Desk: Sendable {
  @TaskLocal static var current: Desk?
  let name = "desk"
}

@MainActor func example4() {
  // block 4
}

// block 5
