// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViewTesting
import MillraceViews
import PeopleData
import PeopleUI
import Testing

/// The page of people without a browser.
@MainActor
final class PeoplePage {
  let store: Store<PeopleState, PeopleAction>
  let meter = WorkMeter()
  let view: RenderedView

  init(_ state: PeopleState) {
    store = Store(initialState: state, reducer: .people, middleware: meter)
    view = RenderedView(
      Provider(\.peopleStore, store) { PeopleContent() }.environment(\.workMeter, meter))
  }

  convenience init(count: Int = 1_000) {
    self.init(PeopleState(count: count, seed: 1))
  }

  var host: ViewHost { view.host }

  /// The texts of the page, in order.
  var texts: [String] { view.texts }

  /// The names of the people on the page.
  var names: [String] {
    view.elements.all.filter { $0.role == .button && $0.label.hasPrefix("Edit ") }
      .map { String($0.label.dropFirst(5)) }
  }

  /// The ids of the people on the page.
  var ids: [Person.ID] { selectPageIDs(store.state) }

  /// What a field contains.
  func value(of label: String) -> String { view.find(.textField, label).value }

  /// Presses a button, and brings the page up to date.
  @discardableResult
  func tap(_ label: String) throws -> [Patch] {
    try send(.tap, to: .button, label)
  }

  /// Types into a field, and brings the page up to date.
  @discardableResult
  func type(_ text: String, into label: String) throws -> [Patch] {
    try send(.input(text), to: .textField, label)
  }

  /// Presses Return in a field, and brings the page up to date.
  @discardableResult
  func submit(_ label: String) throws -> [Patch] {
    try send(.submit, to: .textField, label)
  }

  /// Chooses an option, and brings the page up to date.
  @discardableResult
  func choose(_ value: String, in label: String) throws -> [Patch] {
    try send(.select(value), to: .picker, label)
  }

  private func send(
    _ kind: ViewEvent.Kind, to role: ViewElement.Role, _ label: String
  ) throws -> [Patch] {
    let element = view.elements.all.first { $0.role == role && $0.label == label }
    let found = try #require(element, "no \(role) \(label) in\n\(view.outline)")
    try host.handle(ViewEvent(node: found.id, kind: kind))
    return host.flush()
  }
}
