// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
import MillraceTesting
import MillraceTrace
import Testing

/// A journal that records slices of the state instead of actions.
@MainActor
struct StateSliceTests {
  struct Settings: Equatable, Sendable {
    var theme = "light"
    var volume = 5
    var isOpen = false
    var user: String?
  }

  /// An action that cannot be encoded.
  enum SettingsAction: Sendable {
    case darken
    case open(@Sendable () -> Void)
    case refuse
    case come(String)
    case go
  }

  private let reducer = Reducer<Settings, SettingsAction> {
    (settings: inout Settings, action: SettingsAction) throws in
    switch action {
    case .darken:
      settings.theme = "dark"
      settings.volume += 1
    case .open: settings.isOpen = true
    case .refuse: throw TooLittle()
    case .come(let name):
      settings.user = name
      settings.theme = "as \(name) likes it"
    case .go:
      settings.user = nil
      settings.theme = "light"
    }
  }

  private func journal(
    on log: some ActionLog, version: Int = 1, onUnknown: UnknownPolicy = .stop,
    _ slices: [StateSlice<Settings>] = [
      StateSlice("theme", \.theme), StateSlice("volume", \.volume),
    ],
    @UpcastBuilder upcasts: () -> [Upcast] = { [] }
  ) -> Journal<Settings, SettingsAction> {
    Journal(
      on: log, of: Settings.self, actions: SettingsAction.self, slices: slices, version: version,
      onUnknown: onUnknown, upcasts: upcasts)
  }

  /// Writes a snapshot of version 1, without the actions before it.
  private func writeSnapshot(to log: MemoryLog) async throws {
    let first = journal(on: log)
    let store1 = try await store(first, .every(1, keep: 1, dropsActions: true))
    try await store1.dispatch(.darken).synced()
    try await first.close()
  }

  /// Writes a record of a whole state of version 1.
  private func writeState(to log: MemoryLog) async throws {
    let first = journal(on: log)
    let store1 = try await store(first)
    store1.replaceState(with: Settings(theme: "blue", volume: 9))
    try await store1.dispatch(.open {}).synced()
    try await first.close()
  }

  /// A journal with the key of the person.
  private func personalJournal(on log: some ActionLog) -> Journal<Settings, SettingsAction> {
    Journal(
      on: log, of: Settings.self, actions: SettingsAction.self,
      slices: [StateSlice("theme", \.theme), StateSlice("volume", \.volume)], person: \.user)
  }

  private func store(
    _ journal: Journal<Settings, SettingsAction>, _ snapshot: SnapshotPolicy = .never
  ) async throws -> Store<Settings, SettingsAction> {
    let store = try await Store(
      recovering: journal, initialState: Settings(), feature: reducer, snapshot: snapshot,
      sync: .always)
    store.onRejection = { _ in }
    return store
  }

  @Test func twoSlicesOfOneNameStopTheProgramWithAMessage() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Journal(
        on: MemoryLog(), of: Settings.self, actions: SettingsAction.self,
        slices: [StateSlice("volume", \.volume), StateSlice("volume", \.theme)])
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(#"two slices of Settings have the name "volume""#))
  }

  @Test(arguments: Carrier.allCases)
  func slicesAreRecoveredTogetherAndTheRestIsNot(carrier: Carrier) async throws {
    let log = try carrier.make()
    let first = try await store(journal(on: log))
    first.dispatch(.open {})
    store(first, refuses: .refuse)
    try await first.dispatch(.darken).synced()
    try await first.dispatch(.open {}).synced()
    #expect(try await log.extent().last == 1, "one record for one change of two slices")

    let next = try await store(journal(on: Carrier.afterKill(log)))
    #expect(next.state == Settings(theme: "dark", volume: 6, isOpen: false))
  }

  private func store(
    _ store: Store<Settings, SettingsAction>, refuses action: SettingsAction
  ) {
    if case .rejected = store.dispatch(action).outcome { return }
    Issue.record("The action was not refused.")
  }

  @Test func snapshotHoldsAllSlices() async throws {
    let log = MemoryLog()
    let firstJournal = journal(on: log)
    let first = try await store(firstJournal, .every(1, keep: 1, dropsActions: true))
    first.dispatch(.darken)
    try await first.dispatch(.darken).synced()
    try await firstJournal.settle()
    log.kill()
    let second = journal(on: log)
    #expect(try await store(second).state == Settings(theme: "dark", volume: 7))
    #expect(second.report?.snapshot == 2)
  }

  @Test(arguments: Carrier.allCases)
  func j10PersonIsForgottenByTheKeyInTheState(carrier: Carrier) async throws {
    let log = try carrier.make()
    let journal = personalJournal(on: log)
    let first = try await store(journal, .every(2, keep: 5))
    first.dispatch(.come("Annabella"))
    first.dispatch(.darken)
    first.dispatch(.go)
    first.dispatch(.darken)
    first.dispatch(.come("Bob"))
    #expect(try await journal.forget("Annabella") == 2)
    #expect(try await bytes(of: log, hold: "Bob"))
    #expect(try await !bytes(of: log, hold: "Annabella"))

    let next = try await store(personalJournal(on: Carrier.afterKill(log)))
    #expect(next.state == Settings(theme: "as Bob likes it", volume: 7))
  }

  @Test func j10SlicesWithoutKeysAreATypedError() async throws {
    let log = MemoryLog()
    let journal = journal(on: log)
    let store = try await store(journal)
    try await store.dispatch(.darken).synced()
    let before = try log.records(from: 1, limit: 9)
    let error = await #expect(throws: JournalError.noKeys(place: "memory")) {
      try await journal.forget("Annabella")
    }
    #expect("\(error!)".contains("Give the journal `person:`"))
    #expect(try log.records(from: 1, limit: 9) == before && log.snapshots() == [])
  }

  @Test func sliceThatIsNotListedIsATypedErrorAndAnUpcastNamesItAnew() async throws {
    let log = MemoryLog()
    let first = journal(on: log)
    try await store(first).dispatch(.darken).synced()
    try await first.close()

    let renamed = [StateSlice("style", \Settings.theme), StateSlice("volume", \Settings.volume)]
    let error = await #expect(throws: JournalError.self) {
      _ = try await store(journal(on: log, renamed))
    }
    #expect("\(error!)".contains("there is no slice 'theme'"))
    let next = try await store(
      journal(on: log, version: 2, renamed) { Upcast("theme", from: 1, to: "style") })
    #expect(next.state == Settings(theme: "dark", volume: 6))
  }

  private struct Merged: Codable, Equatable, Sendable { var theme = "light", volume = 5 }
  private struct Nested: Equatable, Sendable { var merged = Merged() }

  private func merge(
    _ log: MemoryLog, _ slices: [StateSlice<Nested>], @UpcastBuilder _ upcasts: () -> [Upcast]
  ) async throws -> Nested {
    let journal = Journal(
      on: log, of: Nested.self, actions: SettingsAction.self, slices: slices, version: 2,
      upcasts: upcasts)
    defer { log.kill() }
    return try await Store(
      recovering: journal, initialState: Nested(), reducer: Reducer<Nested, SettingsAction>.identity
    ).state
  }

  @Test func slicesAreNotMergedByUpcastsAndKeepTheirNamesInANewPlace() async throws {
    let log = MemoryLog()
    let first = journal(on: log)
    try await store(first).dispatch(.darken).synced()
    try await first.close()
    let whole = [StateSlice("merged", \Nested.merged)]
    let error = await #expect(throws: JournalError.self) {
      _ = try await merge(log, whole) {
        Upcast("theme", from: 1) { [.action("merged", .object(["theme": $0]))] }
        Upcast("volume", from: 1) { [.action("merged", .object(["volume": $0]))] }
      }
    }
    #expect(
      "\(error!)".contains(
        "the upcast of 'theme' made 'merged', which cannot be used: 'volume' is missing."))
    let unlisted = await #expect(throws: JournalError.self) {
      _ = try await merge(log, whole) { Upcast("theme", from: 1, to: "style") }
    }
    #expect(
      "\(unlisted!)".contains(
        "the upcast of 'theme' made 'style', which cannot be used: there is no slice 'style'."))
    let parts = [
      StateSlice("theme", \Nested.merged.theme), StateSlice("volume", \.merged.volume),
    ]
    let merged = try await merge(log, parts) {}
    #expect(merged.merged == Merged(theme: "dark", volume: 6))
  }

  @Test func slicesOfAnyNameAreUpcast() async throws {
    let log = MemoryLog()
    let names = ["", "a.theme", "."]
    func slices(_ names: [String]) -> [StateSlice<Settings>] {
      [
        StateSlice(names[0], \.volume), StateSlice(names[1], \.theme),
        StateSlice(names[2], \.user),
      ]
    }
    let first = journal(on: log, slices(names))
    let store1 = try await store(first)
    store1.dispatch(.darken)
    try await store1.dispatch(.come("Bob")).synced()
    try await first.close()
    let second = journal(on: log, version: 2, slices(["b.volume", "b.theme.name", "b"])) {
      Upcast("", from: 1, to: "b.volume")
      Upcast("a.theme", from: 1) { [.action("b.theme.name", $0)] }
      Upcast("a", from: 1) { _ in [] }
      Upcast(".", from: 1, to: "b")
    }
    #expect(
      try await store(second).state
        == Settings(theme: "as Bob likes it", volume: 6, user: "Bob"))
  }

  private let renamed = [
    StateSlice("style", \Settings.theme), StateSlice("volume", \Settings.volume),
  ]

  @Test func whatIsChangedBackAfterAReplacedStateIsRecovered() async throws {
    let log = MemoryLog()
    let first = try await store(journal(on: log))
    first.replaceState(with: Settings(theme: "dark"))
    try await first.dispatch(.go).synced()
    #expect(first.state.theme == "light")
    log.losePower()
    #expect(try await store(journal(on: log)).state.theme == "light")
  }

  @Test func upcastsNameSlicesAnewInSnapshotsAndReplacedStatesToo() async throws {
    let log = MemoryLog()
    try await writeSnapshot(to: log)
    #expect(try log.extent().first == 2, "the snapshot alone holds it")
    await #expect(throws: JournalError.self) {
      _ = try await store(journal(on: log, version: 2, renamed))
    }
    let second = journal(on: log, version: 2, renamed) { Upcast("theme", from: 1, to: "style") }
    #expect(try await store(second).state == Settings(theme: "dark", volume: 6))
    #expect(second.report?.snapshot == 1)

    let other = MemoryLog()
    let store2 = try await store(journal(on: other))
    store2.replaceState(with: Settings(theme: "blue", volume: 9))
    try await store2.dispatch(.open {}).synced()
    other.kill()
    let third = journal(on: other, version: 2, renamed) { Upcast("theme", from: 1, to: "style") }
    #expect(try await store(third).state == Settings(theme: "blue", volume: 9))
  }

  @Test func anUpcastOfTheStateGetsTheSlicesOfItsVersion() async throws {
    let log = MemoryLog()
    try await writeSnapshot(to: log)
    func later(_ name: String) -> Journal<Settings, SettingsAction> {
      journal(on: log, version: 5, renamed) {
        Upcast("theme", from: 1, to: "look")
        Drop("volume", before: 2)
        Upcast(stateFrom: 2) { state in
          guard case .object(let slices) = state, slices.keys.sorted() == [name] else {
            throw TooLittle()
          }
          return state.renamed("look", to: "face").with("loudness", .number("8"))
        }
        Upcast("face", from: 2) { .string("very \($0.string ?? "")") }
        Upcast("face", from: 3, to: "style")
        Upcast(stateFrom: 4) { $0.renamed("loudness", to: "volume") }
      }
    }
    await #expect(throws: JournalError.self) { _ = try await store(later("theme")) }
    #expect(try await store(later("look")).state == Settings(theme: "very dark", volume: 8))
  }

  @Test func aSliceWhoseEarlyUpcastThrowsIsSkippedBeforeAnUpcastOfTheState() async throws {
    let log = MemoryLog()
    try await writeState(to: log)
    func later(_ onUnknown: UnknownPolicy) -> Journal<Settings, SettingsAction> {
      journal(on: log, version: 3, onUnknown: onUnknown) {
        Upcast("theme", from: 1) { _ -> TraceValue in throw TooLittle() }
        Upcast(stateFrom: 2) { $0.with("volume", .number($0["theme"] == nil ? "1" : "2")) }
      }
    }
    await #expect(throws: JournalError.self) { _ = try await store(later(.stop)) }
    #expect(try await store(later(.skip)).state == Settings(theme: "light", volume: 1))
  }

  @Test func anUpcastOfTheStateGetsTheSlicesThatALaterVersionDrops() async throws {
    let log = MemoryLog()
    try await writeSnapshot(to: log)
    let second = journal(on: log, version: 4, [StateSlice("theme", \.theme)]) {
      Drop("volume", before: 3)
      Upcast(stateFrom: 2) { state in
        guard case .number(let volume)? = state["volume"] else { throw TooLittle() }
        return state.with("theme", .string("as loud as \(volume)"))
      }
      Upcast(stateFrom: 3) { state in
        if state["volume"] != nil { throw TooLittle() }
        return state
      }
    }
    #expect(try await store(second).state == Settings(theme: "as loud as 6"))
  }

  /// The reason for which two slices with one name stop a recovery, or nil.
  private func reason(
    _ log: MemoryLog, version: Int = 2, @UpcastBuilder _ upcasts: () -> [Upcast]
  ) async throws -> String? {
    let journal = journal(on: log, version: version, upcasts: upcasts)
    let error = await #expect(throws: JournalError.self) { _ = try await store(journal) }
    return error.map { "\($0)" }
  }

  @Test func twoSlicesThatUpcastsGiveOneNameAreAnErrorWithBothNames() async throws {
    let log = MemoryLog()
    let first = journal(on: log)
    try await store(first).dispatch(.darken).synced()
    try await first.close()
    let both = "the slices 'theme' and 'volume' both have the name 'theme' now"
    #expect(
      try await reason(log) { Upcast("volume", from: 1, to: "theme") { _ in .string("loud") } }?
        .contains(both) == true)
    #expect(
      try await reason(log) {
        Upcast("theme", from: 1) { [.action("theme", $0), .action("theme", $0)] }
      }?
      .contains("the upcasts make two slices 'theme' of the slice 'theme'") == true)
    let skipping = journal(on: log, version: 2, onUnknown: .skip) {
      Upcast("volume", from: 1, to: "theme") { _ in .string("loud") }
    }
    #expect(try await store(skipping).state == Settings(theme: "dark"))
    #expect(skipping.report?.skipped == [1])
  }

  @Test(arguments: [false, true])
  func twoSlicesWithOneNameBeforeAnUpcastOfTheStateAreAnErrorWithBothNames(isSnapshot: Bool)
    async throws
  {
    let log = MemoryLog()
    try await isSnapshot ? writeSnapshot(to: log) : writeState(to: log)
    let text = try await reason(log, version: 3) {
      Upcast("theme", from: 1, to: "all")
      Upcast("volume", from: 1, to: "all")
      Upcast(stateFrom: 2) { $0.renamed("all", to: "theme").with("volume", .number("3")) }
    }
    #expect(text?.contains("the slices 'theme' and 'volume' both have the name 'all' now") == true)
    #expect(text?.contains("Give one of them another name, or drop it") == true)
    let state = try await store(
      journal(on: log, version: 3) {
        Drop("volume", before: 2)
        Upcast("theme", from: 1, to: "all")
        Upcast(stateFrom: 2) { $0.renamed("all", to: "theme") }
      }
    ).state
    #expect(state.volume == 5 && state.theme != "light")
  }

  @Test func anErrorNamesTheUpcastBeforeAnUpcastOfTheState() async throws {
    let log = MemoryLog()
    try await writeState(to: log)
    let second = journal(on: log, version: 3) {
      Upcast("theme", from: 1) { _ in .number("1") }
      Upcast(stateFrom: 2) { $0.with("volume", .number("1")) }
    }
    let error = await #expect(throws: JournalError.self) { _ = try await store(second) }
    #expect(error.map { "\($0)" }?.contains("the upcast of 'theme' made 'theme'") == true)
  }

  @Test func versionsOfSlicesNeedNotBeConsecutive() async throws {
    let log = MemoryLog()
    let first = journal(on: log)
    let store1 = try await store(first, .every(1, keep: 1, dropsActions: true))
    try await store1.dispatch(.darken).synced()
    store1.replaceState(with: Settings(theme: "blue", volume: 9))
    try await first.close()
    let second = journal(on: log, version: .max, renamed) {
      Upcast("theme", from: 20_240_101, to: "look")
      Upcast("look", from: 20_250_101, to: "style")
    }
    #expect(try await store(second).state == Settings(theme: "blue", volume: 9))
  }

  @Test func aSliceThatIsNotListedIsSkippedAndThoseBesideItStay() async throws {
    let themes = [StateSlice("theme", \Settings.theme)]
    let log = MemoryLog()
    let first = journal(on: log)
    try await store(first).dispatch(.darken).synced()
    try await first.close()
    let second = journal(on: log, onUnknown: .skip, themes)
    #expect(try await store(second).state == Settings(theme: "dark"))
    #expect(second.report?.skipped == [1])
    try await second.close()

    let replaced = journal(on: log)
    let store2 = try await store(replaced)
    store2.replaceState(with: Settings(theme: "blue", volume: 9))
    try await replaced.close()
    let third = journal(on: log, onUnknown: .skip, themes)
    #expect(try await store(third).state == Settings(theme: "blue"))
    #expect(third.report?.skipped == [1, 2])
    try await third.close()

    let dropping = journal(on: log)
    let store3 = try await store(dropping, .every(1, keep: 1, dropsActions: true))
    try await store3.dispatch(.darken).synced()
    try await dropping.close()
    let fourth = journal(on: log, onUnknown: .skip, themes)
    #expect(try await store(fourth).state == Settings(theme: "dark"))
    #expect(fourth.report?.snapshot == 3)
    #expect(fourth.report?.skipped == [3], "the snapshot holds a slice that is not listed")
  }

  /// A number that cannot be decoded if it is odd.
  private struct Even: Codable, Equatable, Sendable {
    var value = 0
    init() {}
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
      if value % 2 != 0 { throw TooLittle() }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private struct Parts: Sendable {
    var even = Even()
    var user: String?
  }

  @Test(arguments: [UnknownPolicy.stop, .skip])
  func snapshotWithASliceThatIsNotReadAgainTakesThePlaceOfNone(onUnknown: UnknownPolicy)
    async throws
  {
    let log = MemoryLog()
    let told = Starts()
    func journal() -> Journal<Parts, Int> {
      Journal(
        on: log, of: Parts.self, actions: Int.self,
        slices: [StateSlice("even", \.even), StateSlice("user", \.user)], person: \.user,
        onUnknown: onUnknown)
    }
    func store(_ journal: Journal<Parts, Int>) async throws -> Store<Parts, Int> {
      try await Store(
        recovering: journal, initialState: Parts(),
        feature: Reducer<Parts, Int> { state, value in
          state.even.value = value
          state.user = "Ann"
        }, snapshot: .every(1, keep: 1, dropsActions: true), sync: .always,
        onFailure: { told.add("\($0)") })
    }
    let first = journal()
    let firstStore = try await store(first)
    for value in [2, 7] {
      try await firstStore.dispatch(value).synced()
      try await first.settle()
    }
    #expect(told.all.count == 1)
    #expect(told.all.first?.contains("no hash, of the state after record 2: ") == true)
    #expect(told.all.first?.contains("there is too little") == true)
    let error = await #expect(throws: JournalError.self) { try await first.forget("Ann") }
    #expect(error?.name == "notForgotten")
    try await first.close()
    #expect(try log.snapshots().map(\.number) == [1])
    guard onUnknown == .skip else { return }
    let second = journal()
    #expect(try await store(second).state.even.value == 2)
    #expect(second.report?.skipped == [2])
  }

  private struct Server: Codable, Equatable, Sendable {
    var address = URL(fileURLWithPath: "/")
    var key = Data()
    var price = Decimal(0)
  }

  @Test(arguments: [SnapshotPolicy.never, .every(1, keep: 1)])
  func aSliceMayBeOfATypeThatJSONWritesInItsOwnWay(snapshot: SnapshotPolicy) async throws {
    let log = MemoryLog()
    let new = Server(
      address: try #require(URL(string: "https://example.org/a?b")), key: Data([1, 2, 255]),
      price: try #require(Decimal(string: "19.99")))
    func store() async throws -> Store<Server, Bool> {
      let journal = Journal(
        on: log, of: Server.self, actions: Bool.self,
        slices: [
          StateSlice("address", \.address), StateSlice("key", \.key), StateSlice("price", \.price),
        ])
      return try await Store(
        recovering: journal, initialState: Server(),
        feature: Reducer<Server, Bool> { server, _ in server = new }, snapshot: snapshot)
    }
    let first = try await store()
    try await first.dispatch(true).synced()
    log.kill()
    #expect(try await store().state == new)
    withExtendedLifetime(first) {}
  }

  @Test func aSliceMayHaveANameThatNoActionHas() async throws {
    let slices = [StateSlice("type", \Settings.theme), StateSlice("a.b", \Settings.volume)]
    let log = MemoryLog()
    try await store(journal(on: log, slices)).dispatch(.darken).synced()
    log.kill()
    let next = try await store(journal(on: log, slices))
    #expect(next.state == Settings(theme: "dark", volume: 6))
  }
}
