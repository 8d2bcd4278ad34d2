// SPDX-License-Identifier: Apache-2.0

import BoardData
import Foundation
import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct BoardServerTests {
  private let card = Card.test("a", "Old")
  private var boards: [BoardState] { [BoardState(id: "b", title: "Board", cards: [card])] }

  private func server(
    clock: TestClock = .immediate, jitter: [Duration] = []
  ) -> BoardServer {
    var jitter = jitter[...]
    return BoardServer(boards: boards, clock: clock) { jitter.popFirst() ?? .zero }
  }

  private func server(archive: BoardArchive) throws -> BoardServer {
    try BoardServer(boards: boards, archive: archive, clock: TestClock.immediate) { .zero }
  }

  /// A desk of Ada's.
  private func desk(_ server: BoardServer, _ connection: Connection = Connection()) -> DeskStore {
    var state = DeskState(person: "Ada")
    state.connection = connection
    return DeskStore(
      initialState: state, feature: .desk(server.service, newID: NumberedIDs().next))
  }

  private func rename(_ title: String, at desk: DeskStore) {
    desk.dispatch(.write(Edit(\.title, title), about: card))
    desk.dispatch(.keep("a", on: "b"))
  }

  /// Returns when the desk has no change any more that is being saved.
  private func untilSaved(_ desk: DeskStore) async {
    for await saving in desk.values(of: \.saving) where saving.isEmpty { return }
  }

  @Test func whatOneDeskSavesIsOnTheBoardOfAll() async throws {
    let server = server()
    let desk = desk(server)
    rename("New", at: desk)
    #expect(server.boards[0].state.cards[id: "a"]?.title == "Old")
    await untilSaved(desk)
    #expect(server.boards[0].state.cards[id: "a"]?.title == "New")
    #expect(server.boards[0].state.cards[id: "a"]?.changedBy == "Ada")
    #expect(desk.state.changes.isEmpty)
  }

  @Test func aSlowAnswerTakesItsTimeAndDiffers() async throws {
    let clock = TestClock()
    let server = server(clock: clock, jitter: [.milliseconds(700)])
    let desk = desk(server, Connection(isSlow: true))
    rename("New", at: desk)
    await clock.untilAsleep()
    clock.advance(by: .milliseconds(3_199))
    #expect(clock.sleepers == 1)
    #expect(server.boards[0].state.cards[id: "a"]?.title == "Old")
    clock.advance(by: .milliseconds(1))
    await untilSaved(desk)
    #expect(server.boards[0].state.cards[id: "a"]?.title == "New")
  }

  @Test func everyOtherRequestOfAPersonFails() async throws {
    let server = server()
    let desk = desk(server, Connection(isFailing: true))
    for round in 0..<3 {
      rename("Title \(round)", at: desk)
      await untilSaved(desk)
      #expect(desk.state.changes.first?.problem == .noAnswer)
      desk.dispatch(.retry("a"))
      await untilSaved(desk)
      #expect(desk.state.changes.isEmpty)
      #expect(server.boards[0].state.cards[id: "a"]?.title == "Title \(round)")
    }
  }

  @Test func theAnswerOfACardThatIsGoneOrABoardThatIsNot() async throws {
    let server = server()
    let desk = desk(server)
    desk.dispatch(.move(.test("x"), to: Spot(.done, Rank()), on: "b"))
    desk.dispatch(.delete(.test("y"), on: "other"))
    await untilSaved(desk)
    #expect(desk.state.changes.map(\.problem) == [.gone, .refused])
  }

  @Test(arguments: [
    ("Ada", "lovelace", "Ada"), (" ada ", "lovelace", "Ada"), ("Ada", "Lovelace", nil),
    ("Ada", "franklin", nil), ("Eve", "lovelace", nil),
  ])
  func aPersonLogsInWithNameAndPassword(name: String, password: String, person: String?) async {
    let desk = DeskStore(initialState: DeskState(), feature: .desk(server().service))
    desk.dispatch(.edit(\.logIn.name, name))
    desk.dispatch(.edit(\.logIn.password, password))
    await desk.dispatch(.logIn).finish()
    #expect(desk.state.person == person)
    #expect(desk.state.logIn.status == (person == nil ? .failed(.wrong) : .editing))
  }

  @Test func whatIsSavedIsInTheArchive() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let archive = BoardArchive(folder: folder)
    let first = desk(try server(archive: archive))
    rename("New", at: first)
    await untilSaved(first)
    #expect(try server(archive: archive).boards[0].state.cards[id: "a"]?.title == "New")
    #expect(server().boards[0].state.cards[id: "a"]?.title == "Old")
  }

  @Test func aBoardThatCannotBeReadIsSaidAndStays() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("board-b.json")
    let bytes = Data(#"[{"id":"a","title":"Half a ca"#.utf8)
    try bytes.write(to: file)
    let error = try #require(throws: BoardArchive.Unreadable.self) {
      try server(archive: BoardArchive(folder: folder))
    }
    #expect("\(error)".contains(file.path))
    #expect("\(error)".contains("The file is not overwritten."))
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test func aBoardThatComesLateIsNotWrittenOverANewerOne() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let archive = BoardArchive(folder: folder)
    func board(_ title: String) -> BoardState {
      var card = Card.test("a")
      card.title = title
      return BoardState(id: "b", title: "B", cards: [card])
    }
    try await archive.write(board("Second"), after: 2)
    try await archive.write(board("First"), after: 1)
    #expect(try archive.read(board("Old"))?.cards[id: "a"]?.title == "Second")
    try await archive.write(board("Third"), after: 3)
    #expect(try archive.read(board("Old"))?.cards[id: "a"]?.title == "Third")
  }

  @Test func whatCannotBeArchivedIsNotAcknowledged() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data().write(to: file)
    let desk = desk(try server(archive: BoardArchive(folder: file)))
    rename("New", at: desk)
    await untilSaved(desk)
    #expect(desk.state.changes.first?.problem == .noAnswer)
  }
}
