// SPDX-License-Identifier: Apache-2.0
// A binding without the action or without the value of a missing row. If a field is misspelled, the
// message does not contain the name; see "In an app" of MillraceUI.

import Millrace
import MillraceUI
import MillraceViews

struct Card: Identifiable, Sendable {
  let id: Int
  var title = ""
}

struct Board: Sendable {
  var cards = EntityTable<Card>()
  var name = ""
}

enum BoardAction: Sendable { case rename(String), title(Int, String) }

@MainActor func bindings(_ store: Store<Board, BoardAction>) {
  // error: 'binding' is unavailable: Write the action in a closure: store.binding(\.name) { .rename
  _ = store.binding(\.name)
  // error: 'binding(row:of:_:_:)' is unavailable: Add the value for a row that is not in the table:
  _ = store.binding(row: 1, of: \.cards, \.title) { .title(1, $0) }
  // error: value of type 'Store<Board, BoardAction>' has no dynamic member 'binding' using key path
  // error: cannot infer key path type from context; consider explicitly specifying a root type
  // error: cannot infer contextual base in reference to member 'rename'
  _ = store.binding(\.nam) { .rename($0) }
  // error: 'binding' is unavailable: Write the key path of the value: store.binding(\.name) {
  _ = store.binding({ $0.name }) { .rename($0) }
  // error: 'binding(get:set:)' is unavailable: Write the key path of the value: store.binding(
  _ = store.binding(get: { $0.name }, set: { .rename($0) })
  // error: 'binding(get:send:)' is unavailable: Write the key path of the value: store.binding(
  _ = store.binding(get: \.name, send: { .rename($0) })
  // error: type 'BoardAction' has no member 'renam'
  _ = store.binding(\.name) { .renam($0) }
}

struct Form: FormState, Equatable {
  var name = ""
  var table = EntityTable<Card>()
  static let fields = [FormField("name", \Self.name)]

  static func == (one: Form, other: Form) -> Bool { one.name == other.name }
}

enum FormEdit: FormAction { case edit(Edit<Form>) }

@MainActor func bindings(_ store: Store<Form, FormEdit>) {
  _ = store.binding(\.name)
  // error: Without a closure, the actions must be a FormAction and the value Equatable and Codable.
  _ = store.binding(\.table)
}
