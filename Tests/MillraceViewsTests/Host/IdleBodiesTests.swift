// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

@testable import MillraceViews

@Observable @MainActor private final class SelectionModel {
  var selection = -1
  var label = ""
}

private struct ChoiceRow: View {
  let model: SelectionModel
  let id: Int
  let showsLabel: Bool

  var body: some View {
    Text(model.selection == id ? "\(id) is chosen" : "\(id)")
    if showsLabel { Text(model.label) }
  }
}

private struct ChoiceRows: View {
  let model: SelectionModel
  let count: Int
  var showsLabel = false

  var body: some View {
    ForEach(0..<count, id: \.self) { ChoiceRow(model: model, id: $0, showsLabel: showsLabel) }
  }
}

private struct SizeKey: EnvironmentKey { static let defaultValue = 0 }

extension EnvironmentValues {
  fileprivate var size: Int {
    get { self[SizeKey.self] }
    set { self[SizeKey.self] = newValue }
  }
}

private struct Size: View {
  @Environment(\.size) private var size
  var body: some View { Text("\(size)") }
}

private struct Middle: View {
  var body: some View { VStack { Size() } }
}

/// A row whose body only sets a value that a view inside another view reads.
private struct SizedRow: View {
  let model: SelectionModel
  var body: some View { Middle().environment(\.size, model.selection) }
}

/// Reports of bodies that run and change nothing.
///
/// Only debug builds make them.
@MainActor struct IdleBodiesTests {
  private let model = SelectionModel()

  private func reports(_ rows: ChoiceRows, after changes: [@MainActor () -> Void]) -> [ViewFault] {
    let host = ViewHost.shown(rows)
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    for change in changes {
      change()
      _ = host.flush()
    }
    return faults
  }

  @Test func rowsThatReadTheSelectionAreNamedOnce() {
    let faults = reports(
      ChoiceRows(model: model, count: 20),
      after: [{ model.selection = 3 }, { model.selection = 4 }])
    #expect(faults == [.idleBodies(view: "ChoiceRow", idle: 19, of: 20)])
  }

  @Test func fewRowsAreNotNamed() {
    let faults = reports(
      ChoiceRows(model: model, count: IdleBodies.limit), after: [{ model.selection = 3 }])
    #expect(faults.isEmpty)
  }

  @Test func rowsThatAllChangeAreNotNamed() {
    let faults = reports(
      ChoiceRows(model: model, count: 20, showsLabel: true), after: [{ model.label = "new" }])
    #expect(faults.isEmpty)
  }

  /// The second event is handled before the page gets the rows that the first one has changed.
  @Test func rowsThatChangeWithEachOfSomeEventsAreNotNamed() throws {
    let model = model
    let host = ViewHost.shown(
      VStack {
        Button("Next") { model.label += "x" }
        ChoiceRows(model: model, count: 20, showsLabel: true)
      })
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    for _ in 0..<3 { try host.tap() }
    #expect(host.flush().count == 20)
    #expect(faults.isEmpty)
  }

  @Test func rowsThatSetAnEnvironmentValueAreNotNamed() {
    let model = model
    let host = ViewHost.shown(ForEach(0..<20) { _ in SizedRow(model: model) })
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    model.selection = 3
    #expect(host.flush().count == 20)
    #expect(host.bodies(Middle.self) == 20)
    #expect(faults.isEmpty)
  }

  @Test func aThirdOfRowsThatChangeIsEnough() {
    var bodies = IdleBodies()
    for number in 0..<60 { bodies.note(ChoiceRow.self, isIdle: number % 3 != 0) }
    #expect(bodies.take().isEmpty)
    for number in 0..<60 { bodies.note(ChoiceRow.self, isIdle: number % 4 != 0) }
    #expect(bodies.take() == [.idleBodies(view: "ChoiceRow", idle: 45, of: 60)])
    #expect(bodies.take().isEmpty)
  }

  @Test func theMessageSaysWhatToRead() {
    #expect(
      ViewFault.idleBodies(view: "ChoiceRow", idle: 19, of: 20).description == """
        ChoiceRow: 20 bodies ran for one change, and 19 of them changed nothing on the page. Most \
        likely each body reads more than it shows, for example a whole table or the selection of \
        a list. Read only the row, for example store.cards[id], or a selector of what the body \
        shows.
        """)
  }

  @Test func severalTypesAreNamedInTheOrderOfTheirNames() {
    for _ in 0..<20 {
      var bodies = IdleBodies()
      let types: [Any.Type] = [Int.self, Bool.self, String.self, Double.self, Character.self]
      for type in types.shuffled() {
        for _ in 0..<IdleBodies.limit { bodies.note(type, isIdle: true) }
      }
      let names = bodies.take().map { fault in
        if case .idleBodies(let view, _, _) = fault { view } else { "" }
      }
      #expect(names == ["Bool", "Character", "Double", "Int", "String"])
    }
  }
}
