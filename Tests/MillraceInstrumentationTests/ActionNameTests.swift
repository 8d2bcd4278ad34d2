// SPDX-License-Identifier: Apache-2.0

import MillraceInstrumentation
import Testing

@Suite struct ActionNameTests {
  private enum App {
    case start
    case library(Library)
    case rename(id: Int, to: String)
    case setPassword(String)
    case select(Int?)
  }

  private enum Library {
    case reload
    case book(Book)
    case row(Int, Book)
    case move(from: Side, to: Side)
    case turn(id: Int, side: Side)
    case labelled(book: Book)
    case keyed(id: Int, action: Book)
  }

  private indirect enum Nested {
    case end
    case inner(Nested)
  }

  private enum Described: CustomStringConvertible {
    case token

    var description: String { "hunter2" }
  }

  private enum Side {
    case left, right
  }

  private enum Book {
    case rename(String)
  }

  @Test func aCaseIsItsName() {
    #expect(ActionName.name(of: App.start) == "start")
    #expect(ActionName.name(of: App.rename(id: 1, to: "x")) == "rename")
    #expect(ActionName.name(of: App.select(3)) == "select")
  }

  @Test func nestedCasesMakeAPath() {
    #expect(ActionName.name(of: App.library(.reload)) == "library.reload")
    #expect(ActionName.name(of: App.library(.book(.rename("x")))) == "library.book.rename")
  }

  @Test func theKeyOfAChildIsLeftOut() {
    #expect(ActionName.name(of: App.library(.row(7, .rename("x")))) == "library.row.rename")
    #expect(ActionName.name(of: Library.move(from: .left, to: .right)) == "move")
  }

  @Test func anInnerActionMayHaveALabel() {
    #expect(ActionName.name(of: Library.labelled(book: .rename("x"))) == "labelled.rename")
    #expect(ActionName.name(of: Library.keyed(id: 1, action: .rename("x"))) == "keyed.rename")
    #expect(ActionName.name(of: Library.turn(id: 1, side: .left)) == "turn")
  }

  @Test func aDescriptionIsNoName() {
    #expect(ActionName.name(of: Described.token) == "Described")
  }

  @Test func aNameHasAnEnd() {
    var action = Nested.end
    for _ in 1...10_000 { action = .inner(action) }
    let names = ActionName.name(of: action).split(separator: ".")
    #expect(names == Array(repeating: "inner", count: ActionName.deepest))
    // The value is released level by level: a release at once would need a very deep stack.
    while case .inner(let next) = action { action = next }
  }

  @Test func whatAnActionCarriesIsNotInItsName() {
    #expect(!ActionName.name(of: App.setPassword("hunter2")).contains("hunter2"))
    #expect(ActionName.name(of: "hunter2") == "String")
    #expect(ActionName.name(of: 5) == "Int")
  }
}
