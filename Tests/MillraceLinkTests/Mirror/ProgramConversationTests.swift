// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceLink

@MainActor @Suite struct ProgramConversationTests {
  @Test func allStoresGetTheirTurnHoweverManyAreBusy() throws {
    let programs = RemotePrograms()
    var reader = LinkReader()
    var asked: [(number: Int, store: Int)] = []
    let talk = programs.open(
      send: { text in
        guard let bytes = try? reader.take(text),
          case .ask(let number, let store, .rows)? = try? LinkText.message(
            MonitorMessage.self, bytes)
        else { return }
        asked.append((number, store))
      }, close: { _ in })
    func say(_ message: ProgramMessage) throws {
      for part in try LinkText.parts(of: message) { talk.take(part) }
    }
    for part in try LinkText.parts(of: LinkOpening(program: "p", run: "r")) { talk.take(part) }
    let ids = Array(1...LinkLimits.stores)
    try say(
      .stores(
        ids.map { StoreCard(id: $0, name: "Store", canDispatch: true, canExchange: true) }))
    // Each store needs two batches.
    try say(.news(ids.map { StoreNews(store: $0, status: MachineStatus(count: 2, index: 2)) }))
    #expect(asked.map { $0.store } == Array(ids.prefix(ProgramConversation.mostRows)))
    var order: [Int] = []
    while !asked.isEmpty {
      let (number, store) = asked.removeFirst()
      let place = order.count { $0 == store }
      let row = ActionRow(
        id: place + 1, number: UInt64(place + 1), name: "look", action: "{}", source: "", time: 1,
        outcome: .committed)
      order.append(store)
      try say(.answer(number, .rows(edition: 0, from: place, [row])))
    }
    #expect(order == ids + ids)
    #expect(programs.stores.allSatisfy { $0.status.count == 2 })
    #expect(talk.failure == nil)
  }

  @Test func storesWhoseRowsWaitAndThatEndTakeNoTurnFromTheNextOnes() throws {
    let programs = RemotePrograms()
    var reader = LinkReader()
    var asked: [(number: Int, store: Int)] = []
    let talk = programs.open(
      send: { text in
        guard let bytes = try? reader.take(text),
          case .ask(let number, let store, .rows)? = try? LinkText.message(
            MonitorMessage.self, bytes)
        else { return }
        asked.append((number, store))
      }, close: { _ in })
    func say(_ message: ProgramMessage) throws {
      for part in try LinkText.parts(of: message) { talk.take(part) }
    }
    for part in try LinkText.parts(of: LinkOpening(program: "p", run: "r")) { talk.take(part) }
    let most = LinkLimits.stores
    for ids in [1...most, most + 1...2 * most] {
      try say(
        .stores(
          ids.map { StoreCard(id: $0, name: "Store", canDispatch: true, canExchange: true) }))
      try say(.news(ids.map { StoreNews(store: $0, status: MachineStatus(count: 1, index: 1)) }))
    }
    var order: [Int] = []
    while !asked.isEmpty {
      let (number, store) = asked.removeFirst()
      order.append(store)
      let row = ActionRow(
        id: 1, number: 1, name: "look", action: "{}", source: "", time: 1, outcome: .committed)
      let answer: StoreAnswer =
        store > most ? .rows(edition: 0, from: 0, [row]) : .failed("The store has ended.")
      try say(.answer(number, answer))
    }
    #expect(order == Array(1...ProgramConversation.mostRows) + Array(most + 1...2 * most))
    #expect(programs.stores.count == most)
    #expect(programs.stores.allSatisfy { $0.status.count == 1 })
    #expect(talk.failure == nil)
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
