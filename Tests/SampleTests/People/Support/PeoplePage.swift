// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import PeopleData
import PeopleUI
import Testing

/// The page of people without a browser: finds controls by what they are called.
@MainActor
final class PeoplePage {
  let store: Store<PeopleState, PeopleAction>
  let meter = WorkMeter()
  let host: ViewHost

  init(_ state: PeopleState) {
    store = Store(initialState: state, reducer: .people, middleware: meter)
    host = ViewHost(
      Provider(\.peopleStore, store) { PeopleContent() }.environment(\.workMeter, meter))
    _ = host.html()
  }

  convenience init(count: Int = 1_000) {
    self.init(PeopleState(count: count, seed: 1))
  }

  var html: String { host.html() }

  /// The texts of the page, in order.
  var texts: [String] {
    html.matches(of: #/<span[^>]*>([^<]*)</#).map { String($0.1) }
  }

  /// The names of those on the page.
  var names: [String] {
    html.matches(of: #/aria-label="Edit ([^"]*)"/#).map { String($0.1) }
  }

  /// The ids of those on the page.
  var ids: [Person.ID] { selectPageIDs(store.state) }

  /// Presses a button, and brings the page up to date.
  @discardableResult
  func tap(_ label: String) throws -> [Patch] {
    let button = #/<button data-n="(\d+)"[^>]*>/#
    let html = html
    let found = html.matches(of: button).first { match in
      match.0.contains("aria-label=\"\(label)\"")
        || html[match.range.upperBound...].prefix { $0 != "/" }.hasSuffix(">\(label)<")
    }
    return try send(.tap, to: #require(found, "no button \(label)").1)
  }

  /// Types into a field, and brings the page up to date.
  @discardableResult
  func type(_ text: String, into label: String) throws -> [Patch] {
    try send(.input(text), to: field(label))
  }

  /// Presses Return in a field, and brings the page up to date.
  @discardableResult
  func submit(_ label: String) throws -> [Patch] {
    try send(.submit, to: field(label))
  }

  /// Chooses an option, and brings the page up to date.
  @discardableResult
  func choose(_ value: String, in label: String) throws -> [Patch] {
    let select = try Regex(
      ">\(label)</span><select data-n=\"(\\d+)\"", as: (Substring, Substring).self)
    return try send(.select(value), to: #require(html.firstMatch(of: select)).1)
  }

  private func field(_ label: String) throws -> Substring {
    let input = try Regex(
      ">\(label)</span><input data-n=\"(\\d+)\"", as: (Substring, Substring).self)
    return try #require(html.firstMatch(of: input), "no field \(label)").1
  }

  private func send(_ kind: ViewEvent.Kind, to id: Substring) throws -> [Patch] {
    let node = try NodeID(rawValue: #require(Int(id)))
    try host.handle(ViewEvent(node: node, kind: kind))
    return host.flush()
  }
}
