// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceLink

/// A program whose stores all have rows that the monitor asks for.
@MainActor private final class BusyProgram {
  let programs = RemotePrograms()
  private(set) var talk: ProgramConversation!
  /// The questions for rows that are not answered yet.
  var asked: [(number: Int, store: Int)] = []

  init() {
    var reader = LinkReader()
    talk = programs.open(
      send: { [unowned self] text in
        guard let bytes = try? reader.take(text),
          case .ask(let number, let store, .rows)? = try? LinkText.message(
            MonitorMessage.self, bytes)
        else { return }
        asked.append((number, store))
      }, close: { _ in })
  }

  func say(_ message: some Encodable) throws {
    for part in try LinkText.parts(of: message) { talk.take(part) }
  }

  /// The program has only these stores from now on.
  func setStores(_ ids: some Sequence<Int>, rows: Int) throws {
    try say(
      ProgramMessage.stores(
        ids.map { StoreCard(id: $0, name: "Store", canDispatch: true, canExchange: true) }))
    let status = MachineStatus(count: rows, index: rows)
    try say(ProgramMessage.news(ids.map { StoreNews(store: $0, status: status) }))
  }
}

@MainActor @Suite struct ProgramConversationTests {
  @Test func allStoresGetTheirTurnHoweverManyAreBusy() throws {
    let program = BusyProgram()
    try program.say(LinkOpening(program: "p", run: "r"))
    let ids = Array(1...LinkLimits.stores)
    // Each store needs two batches.
    try program.setStores(ids, rows: 2)
    #expect(program.asked.map { $0.store } == Array(ids.prefix(ProgramConversation.mostRows)))
    var order: [Int] = []
    while !program.asked.isEmpty {
      let (number, store) = program.asked.removeFirst()
      let place = order.count { $0 == store }
      let row = ActionRow(
        id: place + 1, number: UInt64(place + 1), name: "look", action: "{}", source: "", time: 1,
        outcome: .committed)
      order.append(store)
      try program.say(ProgramMessage.answer(number, .rows(edition: 0, from: place, [row])))
    }
    #expect(order == ids + ids)
    #expect(program.programs.stores.allSatisfy { $0.status.count == 2 })
    #expect(program.talk.failure == nil)
  }

  @Test func storesWhoseRowsWaitAndThatEndTakeNoTurnFromTheNextOnes() throws {
    let program = BusyProgram()
    try program.say(LinkOpening(program: "p", run: "r"))
    let most = LinkLimits.stores
    for ids in [1...most, most + 1...2 * most] {
      try program.setStores(ids, rows: 1)
    }
    var order: [Int] = []
    while !program.asked.isEmpty {
      let (number, store) = program.asked.removeFirst()
      order.append(store)
      let row = ActionRow(
        id: 1, number: 1, name: "look", action: "{}", source: "", time: 1, outcome: .committed)
      let answer: StoreAnswer =
        store > most ? .rows(edition: 0, from: 0, [row]) : .failed("The store has ended.")
      try program.say(ProgramMessage.answer(number, answer))
    }
    #expect(order == Array(1...ProgramConversation.mostRows) + Array(most + 1...2 * most))
    #expect(program.programs.stores.count == most)
    #expect(program.programs.stores.allSatisfy { $0.status.count == 1 })
    #expect(program.talk.failure == nil)
  }

  @Test func rowsThatWaitWhenTheProgramGoesAreAskedForWhenItIsBack() throws {
    let program = try ScriptedProgram()
    for number in 0..<ProgramConversation.mostRows {
      _ = program.store.problem(with: "\(number)")
    }
    try program.news(1)
    program.leave()
    try program.comeBack()
    try program.news(1)
    try program.rows(upTo: 1)
    #expect(program.store.row(at: 0)?.number == 1)
  }
}
