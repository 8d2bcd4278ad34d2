// SPDX-License-Identifier: Apache-2.0

// From a bug report to a test: a run is recorded, written as text, read again, and reduced to the
// actions that cause the bug. An article of MillraceDevTools explains the steps.

import Millrace
import MillraceDevTools
import MillraceTrace

// snippet.app
struct Till: Codable, Equatable, Sendable {
  var total = 0
  var discount = 0
  @Redacted var card = ""
}

enum TillAction: Codable, Equatable, Sendable {
  case sell(Int)
  case giveDiscount(percent: Int)
  case pay(card: Redacted<String>)
}

let till = Reducer<Till, TillAction> { till, action in
  switch action {
  case .sell(let price): till.total += price - price * till.discount / 100
  // The bug: discounts add up without a limit, even to more than 100 percent.
  case .giveDiscount(let percent): till.discount += percent
  case .pay(let card): till.card = card.wrappedValue
  }
}
// snippet.end

// snippet.record
@MainActor
func report() throws -> String {
  let store = Store(initialState: Till(), reducer: till)
  let recorder = TraceRecorder(store) { 0 }
  store.dispatch(.pay(card: Redacted("4711 0815")))
  for price in 1...300 {
    store.dispatch(.sell(price))
    if price == 100 || price == 200 { store.dispatch(.giveDiscount(percent: 60)) }
  }
  return try recorder.trace().text
}
// snippet.end

let text = try report()
print("a card is in it:", text.contains("4711 0815"))

// snippet.command
let command = TraceCommand(TraceProgram(till, named: "till"))
func answer(_ arguments: String...) -> String {
  command.run(["till.jsonl"] + arguments) { _ in text }.text
}
// snippet.end

print(answer("stores"))
print(
  answer("who", "discount").split(separator: "\n").map { $0.prefix(44) }.joined(separator: "\n"))
print(answer("replay"))
// Two discounts are enough to reach a discount of 120 percent.
print(answer("bisect", "discount=120").split(separator: "\n").count, "actions matter")
print(answer("test", "discount=120").contains("@Test func theReportedRunDoesNotEndInDiscount()"))

// Prints:
// a card is in it: false
// state: Till
// action: TillAction
// actions: 303
// refused: 0
// states: [0]
// #102 {"giveDiscount":{"percent":60}} from _6
// #203 {"giveDiscount":{"percent":60}} from _6
// 303 actions lead to the recorded states (303 compared)
// 2 actions matter
// true
