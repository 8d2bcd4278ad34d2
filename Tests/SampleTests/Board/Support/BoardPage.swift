// SPDX-License-Identifier: Apache-2.0

import BoardData
import BoardUI
import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import Testing

/// A page of a person without a browser.
@MainActor
final class BoardPage {
  let desk: DeskStore
  let place: PlaceStore
  let view: RenderedView

  init(
    _ server: BoardServer, person: String? = "Ada",
    at route: BoardRoute = .board("b"), service: BoardService? = nil
  ) {
    let desk = DeskStore(
      initialState: DeskState(person: person), feature: .desk(service ?? server.service))
    let place = PlaceStore(initialState: BoardPlace(route), reducer: .place)
    self.desk = desk
    self.place = place
    view = RenderedView {
      BoardContent(boards: server.boards).environment(desk).environment(place)
    }
  }

  /// Presses a button.
  func tap(
    _ label: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    view.find(.button, label, fileID: fileID, filePath: filePath, line: line, column: column)
      .tap(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Opens the menu of a card and presses one of its buttons.
  func tap(
    _ label: String, of card: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let buttons = view.findAll(.button).drop { $0.label != card }
    buttons.first { $0.label == "More actions" }?
      .tap(fileID: fileID, filePath: filePath, line: line, column: column)
    tap("\(label): \(card)", fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Opens the menu of the person and presses its last button.
  func logOut() {
    tap(desk.state.person ?? "")
    tap("Log Out")
  }

  /// The titles of the shown cards of a column, in order.
  ///
  /// Each is a button. The buttons of a problem and the button of the card's menu follow it.
  func titles(in column: Column) -> [String] {
    var titles: [String] = []
    var isInside = false
    var card: String?
    for element in view.elements.all {
      let label = element.label
      if Column.allCases.contains(where: { label.hasPrefix("\($0.title) (") }) {
        isInside = label.hasPrefix("\(column.title) (")
      } else if element.role == .button, label != "More actions" {
        if !label.contains(": ") { card = label }
      } else if element.role == .button, isInside, let title = card.take() {
        titles.append(title)
      }
    }
    return titles
  }

  /// Returns when no change is being saved any more.
  func untilSaved() async {
    for await saving in desk.values(of: \.saving) where saving.isEmpty { return }
  }

  /// The number of bodies that `work` runs, for each view of which it runs any.
  func bodies(_ types: [any Any.Type], _ work: () -> Void) -> [String: Int] {
    let before = types.map { view.bodies(of: $0) }
    work()
    let runs = zip(types, before).map { (String(describing: $0), view.bodies(of: $0) - $1) }
    return Dictionary(uniqueKeysWithValues: runs).filter { $1 > 0 }
  }
}

extension BoardServer {
  /// A server with one board of five cards, whose answers take no time.
  static func test(_ clock: TestClock = .immediate) -> BoardServer {
    let cards: [Card] = [
      .test("a", "Paint", detail: "Green", rank: "b"), .test("b", "Sow", rank: "d"),
      .test("c", "Water", rank: "f"), .test("d", "Mend", in: .doing),
      .test("e", "Prune", in: .done),
    ]
    let boards = [
      BoardState(id: "b", title: "Garden", cards: cards),
      BoardState(id: "o", title: "Other", cards: [.test("x", "Other card")]),
    ]
    return BoardServer(boards: boards, clock: clock) { .zero }
  }
}
