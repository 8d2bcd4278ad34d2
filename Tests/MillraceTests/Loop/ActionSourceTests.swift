// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import Testing

@Suite struct ActionSourceTests {
  private let recorded = ActionSource(
    recordedFileID: "App/Cart.swift", function: "buy()", line: 12, info: "twice")

  @Test func itIsThePlaceWhereItIsCreated() {
    let source = ActionSource()
    let line: UInt = #line - 1
    #expect(source.fileID == #fileID)
    #expect(source.function == #function)
    #expect(source.line == line)
    #expect(source.info == nil)
  }

  @Test func anInfoLeavesThePlaceAsItIs() {
    let source = ActionSource(info: "why")
    #expect(source.info == "why")
    #expect(source.fileID == #fileID)
    #expect(source.function == #function)
  }

  @Test func aRecordedSourceSaysWhatWasRecorded() {
    #expect(recorded.fileID == "App/Cart.swift")
    #expect(recorded.function == "buy()")
    #expect(recorded.line == 12)
    #expect(recorded.info == "twice")
  }

  @Test func itDescribesItself() {
    #expect(recorded.description == "App/Cart.swift:12 buy() (twice)")
    let plain = ActionSource(fileID: "App/Cart.swift", function: "buy()", line: 12)
    #expect(plain.description == "App/Cart.swift:12 buy()")
  }

  @Test func equalityLooksAtWhatIsSaidNotAtHowItIsHeld() {
    let literal = ActionSource(
      fileID: "App/Cart.swift", function: "buy()", line: 12, info: "twice")
    #expect(literal == recorded)
    #expect(literal.hashValue == recorded.hashValue)
    let bare = ActionSource(fileID: "App/Cart.swift", function: "buy()", line: 12)
    let bareRecorded = ActionSource(
      recordedFileID: "App/Cart.swift", function: "buy()", line: 12)
    #expect(bare == bareRecorded)
    #expect(Set([bare, bareRecorded]).count == 1)
  }

  @Test(arguments: [
    ActionSource(recordedFileID: "App/Till.swift", function: "buy()", line: 12, info: "twice"),
    ActionSource(recordedFileID: "App/Cart.swift", function: "sell()", line: 12, info: "twice"),
    ActionSource(recordedFileID: "App/Cart.swift", function: "buy()", line: 13, info: "twice"),
    ActionSource(recordedFileID: "App/Cart.swift", function: "buy()", line: 12, info: "once"),
    ActionSource(recordedFileID: "App/Cart.swift", function: "buy()", line: 12),
  ])
  func eachPartCountsForEquality(_ other: ActionSource) {
    #expect(other != recorded)
  }

  @Test func itSurvivesEncoding() throws {
    let here = ActionSource()
    for source in [here, recorded, ActionSource(info: "")] {
      let data = try JSONEncoder().encode(source)
      #expect(try JSONDecoder().decode(ActionSource.self, from: data) == source)
    }
  }

  @Test func itsEncodedFormIsStable() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(recorded), as: UTF8.self)
    #expect(
      text == #"{"fileID":"App/Cart.swift","function":"buy()","info":"twice","line":12}"#)
    let bare = ActionSource(recordedFileID: "A", function: "b", line: 1)
    #expect(
      String(decoding: try encoder.encode(bare), as: UTF8.self)
        == #"{"fileID":"A","function":"b","line":1}"#)
  }

  @Test(arguments: [
    "{}", #"{"fileID":"A","function":"b"}"#, #"{"fileID":"A","function":"b","line":-1}"#,
    #"{"fileID":1,"function":"b","line":1}"#,
  ])
  func decodingWhatIsNotASourceThrows(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ActionSource.self, from: Data(text.utf8))
    }
  }

  @Test func aClientIsNoPartOfThePlace() throws {
    let source = ActionSource(info: "why")
    let named = source.of(client: "phone")
    #expect(source.client == nil)
    #expect(named.client == "phone")
    #expect(named == source)
    #expect(named.info == "why")
    #expect(named.description == source.description)
    let data = try JSONEncoder().encode(named)
    #expect(try JSONDecoder().decode(ActionSource.self, from: data).client == "phone")
    #expect(recorded.of(client: "desk").of(client: nil).client == nil)
    #expect(recorded.of(client: "desk") == recorded)
  }
}

@MainActor
@Suite(.serialized) struct ActionClientTests {
  @TaskLocal static var client: String?

  /// The clients of a store's actions, if the current client is a task-local value.
  private func clients(
    _ body: (Store<Int, Int>) async -> Void
  ) async -> [String?] {
    let store = Store(
      initialState: 0,
      feature: Feature<Int, Int> { state, action in
        state += action
        switch action {
        case 1: return .just(10)
        case 2: return .run { send in await send(20) }
        default: return .none
        }
      })
    var clients: [String?] = []
    let subscription = store.subscribeToActions { clients.append($0.source.client) }
    let outer = ActionSource.currentClient
    ActionSource.currentClient = { Self.client }
    await body(store)
    ActionSource.currentClient = outer
    subscription.cancel()
    return clients
  }

  @Test func anActionHasTheClientThatRuns() async {
    let heard = await clients { store in
      store.dispatch(0)
      Self.$client.withValue("one") { _ = store.dispatch(0) }
      Self.$client.withValue("two") { _ = store.dispatch(3, source: .init().of(client: "own")) }
    }
    #expect(heard == [nil, "one", "own"])
  }

  @Test func whatAnActionLeadsToHasItsClient() async {
    let heard = await clients { store in
      await Self.$client.withValue("one") { store.dispatch(2) }.finish()
      Self.$client.withValue("two") { _ = store.dispatch(1) }
    }
    #expect(heard == ["one", "one", "two", "two"])
  }

  @Test func whatWaitsForItsTurnKeepsItsClient() async {
    let heard = await clients { store in
      Self.$client.withValue("one") { store.enqueue(5) }
      Self.$client.withValue("two") { _ = store.dispatch(6) }
    }
    #expect(heard == ["one", "two"])
  }
}
