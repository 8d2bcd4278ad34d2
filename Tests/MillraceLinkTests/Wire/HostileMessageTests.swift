// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@testable import MillraceLink

/// Each end of a link takes a changed message, or refuses it with a named failure.
@MainActor @Suite(.timeLimit(.minutes(10))) struct HostileMessageTests {
  /// The texts of a program in a session with many kinds of questions.
  private func session() async -> [String] {
    let program = LinkedProgram()
    await program.connected()
    let subscription = program.store.subscribe(to: \.total) { _ in }
    let receipt = program.store.addEffect(.run { _ in })
    await receipt.finish()
    program.dispatch(.look, .refuse, .add("pen", price: 3), .chain(2))
    await program.listed(upTo: 6)
    let mirror = program.mirror
    await program.monitor.until {
      let known = [
        mirror.changes(at: 2) == nil, mirror.state(after: 3) == nil,
        mirror.answer(to: .changed("total"), at: 0) == nil, mirror.effects.isEmpty,
        mirror.selections.isEmpty,
      ]
      return !known.contains(true)
    }
    subscription.cancel()
    return program.monitor.said
  }

  private static let pieces = [
    "9223372036854775807", "-9223372036854775808", "-1", "1e400", "0", "null", "[]", "{}",
    "\"\"", "281474976710656", "18446744073709551615", "[[[[", "}",
  ]

  /// A text with a few bytes, numbers or parts changed.
  private func mutated(_ text: String, _ random: inout SeededGenerator) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 4 {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let piece = Array((Self.pieces.randomElement(using: &random) ?? "").utf8)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 32..<127, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: piece, at: place)
      case 3: bytes.removeSubrange(place...)
      default:
        // A number becomes another one, so that the message is wrong but can be parsed.
        let digits = bytes[place...].firstIndex { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard let digits else { continue }
        let end = bytes[digits...].firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
        bytes.replaceSubrange(digits..<(end ?? bytes.endIndex), with: piece)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func whatAProgramSaysIsTakenOrRefusedByName(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let said = await session()
    var refused = 0
    for _ in 0..<150 {
      let programs = RemotePrograms()
      let talk = programs.open(send: { _ in }, close: { _ in })
      let place = Int.random(in: 0..<said.count, using: &random)
      for (index, text) in said.enumerated() {
        talk.take(index == place ? mutated(text, &random) : text)
        for store in programs.stores { lookAt(store) }
      }
      if let failure = talk.failure {
        refused += 1
        #expect("\(failure)".contains(": "), "seed \(seed)")
      }
      talk.over()
      #expect(programs.stores.allSatisfy { $0.note == "away" }, "seed \(seed)")
    }
    #expect(refused > 50, "seed \(seed)")
  }

  /// Reads all that a page reads.
  private func lookAt(_ store: RemoteStore) {
    let status = store.status
    #expect(0...status.count ~= status.index)
    for position in [-1, 0, status.count - 1, status.count] {
      _ = store.row(at: position)
      _ = store.link(at: position)
      _ = store.action(at: position)
      _ = store.position(of: store.id(at: position))
    }
    _ = store.id(ofNumber: 3)
    _ = store.changes(at: 2)
    _ = store.state(after: 3)
    _ = store.answer(to: .changed("total"), at: 0)
    _ = (store.effects, store.selections)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func whatAMonitorSaysIsTakenOrRefusedByName(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let program = LinkedProgram()
    await program.connected()
    program.dispatch(.look, .add("pen", price: 3))
    await program.listed(upTo: 2)
    let questions: [StoreQuestion] = [
      .rows(edition: 0, from: 0, most: 500), .state(edition: 0, after: 1),
      .changes(edition: 0, at: 1), .verdicts(edition: 0, from: 0, .changed("total")), .effects,
      .selections(changedBy: 2), .noteSelections(true), .problem("look"),
      .command(edition: 0, .jump(1)), .command(edition: 0, .toggle(1)),
      .command(edition: 0, .move(1, before: 2)), .request(.export(.trace)),
      .request(.load("{}")), .request(.test("total=3")),
    ]
    var refused = 0
    for _ in 0..<60 {
      let question = questions[Int.random(in: 0..<questions.count, using: &random)]
      let text = try LinkText.parts(of: MonitorMessage.ask(1_000, store: 1, question))[0]
      program.monitor.open[0].say(mutated(text, &random))
      // This text always ends the link. The test is that both ends continue to work.
      program.monitor.open[0].say(".x")
      await program.waiting()
      if case .waiting(let failure) = program.link.status {
        refused += 1
        #expect("\(failure)".contains(": "), "seed \(seed)")
      }
      await program.comeBack()
    }
    #expect(refused == 60)
    // Commands may have succeeded, but the state is one that the store's actions made.
    #expect([0, 3].contains(program.store.state.total))
  }

  @Test func moreStoresOrProgramsThanMayBeAreRefused() throws {
    let programs = RemotePrograms()
    func talk(_ run: Int) throws -> ProgramConversation {
      let talk = programs.open(send: { _ in }, close: { _ in })
      let opening = LinkOpening(program: "p", run: "\(run)")
      for part in try LinkText.parts(of: opening) { talk.take(part) }
      return talk
    }
    var talks = try (1...LinkLimits.programs).map(talk)
    talks.append(try talk(0))
    #expect(talks.last?.failure == .tooMany("programs", limit: LinkLimits.programs))
    let cards = (0...LinkLimits.stores).map {
      StoreCard(id: $0, name: "Store", canDispatch: true, canExchange: true)
    }
    for part in try LinkText.parts(of: ProgramMessage.stores(cards)) { talks[0].take(part) }
    #expect(talks[0].failure == .tooMany("stores", limit: LinkLimits.stores))
  }

  @Test func answersThatWereNotAskedForAreRefused() throws {
    let programs = RemotePrograms()
    let talk = programs.open(send: { _ in }, close: { _ in })
    for part in try LinkText.parts(of: LinkOpening(program: "p", run: "r")) { talk.take(part) }
    let answer = ProgramMessage.answer(7, .text(""))
    for part in try LinkText.parts(of: answer) { talk.take(part) }
    #expect(
      talk.failure == .unexpected("there is an answer to question 7, which is not pending"))
  }

  @Test func aLineThatGetsShorterIsRefused() throws {
    let programs = RemotePrograms()
    let talk = programs.open(send: { _ in }, close: { _ in })
    let card = StoreCard(id: 1, name: "Store", canDispatch: true, canExchange: true)
    func news(_ count: Int, edition: Int = 0) -> ProgramMessage {
      .news([StoreNews(store: 1, edition: edition, status: MachineStatus(count: count))])
    }
    for part in try LinkText.parts(of: LinkOpening(program: "p", run: "r")) { talk.take(part) }
    for message in [.stores([card]), news(5), news(2, edition: 1), news(1, edition: 1)] {
      for part in try LinkText.parts(of: message) { talk.take(part) }
    }
    #expect(
      talk.failure
        == .unexpected("the timeline of a store has become shorter without another edition"))
  }
}
