// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EffectPolicyTests {
  /// Effects that take a second each, started at 0, 400 and 800 ms.
  private func lines(_ policy: EffectPolicy) async -> [String] {
    var effects: [String: Effect<LedgerAction>] = [:]
    for name in ["a", "b", "c"] {
      effects[name] = .concatenate(
        .just(.note("\(name)1")), Effect.just(.note("\(name)2")).delay(for: .seconds(1))
      )
      .cancellable(id: "work", policy: policy)
    }
    let timeline = Timeline(effects)
    timeline.at(0, "a")
    timeline.at(400, "b")
    timeline.at(800, "c")
    switch policy {
    case .concurrent:
      await timeline.at(1_000, expect: 7)
      await timeline.at(1_400, expect: 8)
      timeline.at(1_800)
    case .latest: timeline.at(1_800)
    case .dropIfRunning: timeline.at(1_000)
    case .serial:
      await timeline.at(1_000, expect: 6)
      await timeline.at(2_000, expect: 8)
      timeline.at(3_000)
    }
    await timeline.finish()
    #expect(timeline.store.held.effects == 0)
    #expect(timeline.store.held.effectIDs == 0)
    return timeline.lines
  }

  @Test func concurrentEffectsRunSideBySide() async {
    #expect(
      await lines(.concurrent) == [
        "0 a", "0 a1", "400 b", "400 b1", "800 c", "800 c1", "1000 a2", "1400 b2", "1800 c2",
      ])
  }

  @Test func theLatestTakesTheOthersPlace() async {
    #expect(
      await lines(.latest) == [
        "0 a", "0 a1", "400 b", "400 b1", "800 c", "800 c1", "1800 c2",
      ])
  }

  @Test func whatComesWhileAnotherRunsIsDropped() async {
    #expect(await lines(.dropIfRunning) == ["0 a", "0 a1", "400 b", "800 c", "1000 a2"])
  }

  @Test func serialEffectsRunOneAfterTheOther() async {
    #expect(
      await lines(.serial) == [
        "0 a", "0 a1", "400 b", "800 c", "1000 a2", "1000 b1", "2000 b2", "2000 c1", "3000 c2",
      ])
  }

  /// The table in the article Effects: a new effect, which takes 100 ms, starts at 50 ms and meets
  /// one with the same id.
  @Test(arguments: Meeting.all)
  fileprivate func aNewEffectMeetsAnotherWithItsID(meeting: Meeting) async {
    func say(_ word: String, after time: Int = 0) -> Effect<LedgerAction> {
      let word = Effect.just(LedgerAction.note(word))
      return time == 0 ? word : word.delay(for: .milliseconds(time))
    }
    let old = say("old", after: 100)
    let first = say("first").throttle(id: 1, for: .milliseconds(100))
    let existing: [Effect<LedgerAction>] =
      switch meeting.existing {
      case .runs: [old.cancellable(id: 1)]
      case .waits:
        [say("first", after: 100).cancellable(id: 1), old.cancellable(id: 1, policy: .serial)]
      case .isDebounced: [say("old").debounce(id: 1, for: .milliseconds(100))]
      case .isThrottled: [first, old.throttle(id: 1, for: .milliseconds(100))]
      case .onlyAWindow: [first]
      }
    let work = say("new", after: 100)
    let new =
      switch meeting.new {
      case .policy(let policy): work.cancellable(id: 1, policy: policy)
      case .debounce: work.debounce(id: 1, for: .milliseconds(200))
      case .throttle: work.throttle(id: 1, for: .milliseconds(100))
      }
    let feature = Feature<[String], LedgerAction> { notes, action in
      guard case .note(let note) = action else { return .none }
      notes.append(note)
      return note == "existing" ? .merge(existing) : note == "start" ? new : .none
    }
    let store = TestStore(initialState: [], feature: feature)
    store.exhaustivity = .off
    var lines: [String] = []
    for time in stride(from: 0, through: 400, by: 50) {
      if time > 0 { await store.advance(by: .milliseconds(50)) }
      if time == 0 { await store.send(.note("existing")) }
      if time == 50 { await store.send(.note("start")) }
      lines += store.store.state.dropFirst(lines.count).map { "\(time) \($0)" }
    }
    #expect(store.store.runningEffects.isEmpty)
    lines.removeAll { ["0 existing", "50 start"].contains($0) }
    #expect(lines == meeting.lines)
  }

  @Test(arguments: [true, false])
  func aReplacedEffectOfAThrottleLeavesItsWindow(isDebounced: Bool) async {
    let work = Effect.just(LedgerAction.note("work"))
    let timeline = Timeline([
      "a": Effect.just(.note("A")).throttle(id: 1, for: .milliseconds(1_000), latest: false),
      "b": isDebounced
        ? work.debounce(id: 1, for: .milliseconds(10)) : work.cancellable(id: 1, policy: .latest),
      "c": Effect.just(.note("C")).throttle(id: 1, for: .milliseconds(1_000))
        .cancellable(id: 1, policy: .latest),
    ])
    timeline.at(0, "a", "b", "a")
    await timeline.at(10, expect: 5)
    timeline.at(10, "c", "c", "c")
    await timeline.at(1_000, expect: 9)
    await timeline.finish()
    #expect(timeline.lines.filter { $0.hasSuffix("A") } == ["0 A"])
    #expect(timeline.lines.filter { $0.hasSuffix("C") } == ["1000 C"])
  }

  /// The listeners of a test.
  @MainActor
  private final class Listeners {
    var all: [Effect<LedgerAction>.Listener] = []
  }

  /// The next effect of a concatenation whose part was cancelled starts after the effect that has
  /// replaced the part, and meets it.
  @Test(arguments: EffectPolicy.allCases)
  func whatFollowsACancelledPartStartsAfterTheEffectThatCancelsIt(policy: EffectPolicy) async {
    let (log, listeners) = (Log(), Listeners())
    func row(_ name: String) -> Effect<LedgerAction> {
      .concatenate(
        Effect<LedgerAction>.listen { listeners.all.append($0) }
          .cancellable(id: 1, policy: .serial),
        Effect<LedgerAction>.listen { listener in
          log.append("\(name) began")
          listener.onCancel { log.append("\(name) cancelled") }
          listeners.all.append(listener)
        }
        .cancellable(id: 1, policy: policy))
    }
    let store = LedgerStore.starting(["a": row("a"), "b": row("b"), "c": row("c")])
    for name in ["a", "b", "c"] { store.dispatch(.note(name)) }
    listeners.all[0].finish()
    await until { listeners.all.count > 1 }
    switch policy {
    case .latest:
      #expect(log.lines == ["a began", "a cancelled", "b began", "b cancelled", "c began"])
    case .concurrent: #expect(log.lines == ["a began"])
    case .dropIfRunning, .serial: #expect(log.lines.isEmpty)
    }
    withExtendedLifetime(store) {}
  }

  /// A part of a concatenation waits, and a new `latest` cancels it: the next part must find the
  /// new effect.
  @Test func aCancelledPartThatWaitsLeavesNoEffectBesideTheNewOne() async {
    let (log, listeners) = (Log(), Listeners())
    func listen(_ name: String) -> Effect<LedgerAction> {
      .listen { listener in
        log.append(name)
        listeners.all.append(listener)
      }
    }
    let store = LedgerStore.starting([
      "old": listen("old").cancellable(id: 1),
      "row": .concatenate(
        listen("first").cancellable(id: 1, policy: .serial),
        listen("second").cancellable(id: 1, policy: .dropIfRunning)),
      "new": listen("new").cancellable(id: 1, policy: .latest),
    ])
    for name in ["old", "row", "new"] { store.dispatch(.note(name)) }
    #expect(log.lines == ["old", "new"])
    #expect(store.runningEffects.map(\.work) == [.callback])
  }

  @Test(.timeLimit(.minutes(10))) func aSerialEffectDoesNotWaitForThoseThatStartAfterIt() async {
    let (old, new) = (Gate(), Gate())
    let store = LedgerStore.starting([
      "old": Effect.run { _ in await old.wait() }.cancellable(id: 1),
      "waiting": Effect.just(.note("ran")).cancellable(id: 1, policy: .serial),
      "new": Effect.run { _ in await new.wait() }.cancellable(id: 1),
      "last": Effect.just(.note("ran last")).cancellable(id: 1, policy: .serial),
    ])
    let receipts = ["old", "waiting", "new", "last"].map { store.dispatch(.note($0)) }
    await old.open()
    await receipts[1].finish()
    #expect(store.state.notes == ["old", "waiting", "new", "last", "ran"])
    await new.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.notes.last == "ran last")
    #expect(store.held.effects == 0 && store.held.effectIDs == 0)
  }

  @Test func cancellingASerialIdCancelsThoseThatWaitToo() async {
    let log = Log()
    let work = Effect<LedgerAction>.run { _ in log.append("ran") }
      .delay(for: .seconds(1)).cancellable(id: 1, policy: .serial)
    let timeline = Timeline(["a": work, "stop": .cancel(id: 1)])
    timeline.at(0, "a", "a", "a", "stop")
    await timeline.finish()
    timeline.at(10_000)
    #expect(log.lines.isEmpty)
    #expect(timeline.store.held.effects == 0 && timeline.store.held.effectIDs == 0)
  }

  @Test(arguments: [EffectPolicy.serial, .dropIfRunning])
  func whatWasCancelledIsNotInTheWayAlthoughItStillRuns(policy: EffectPolicy) async {
    let (old, new) = (Gate(), Gate())
    let store = LedgerStore.starting([
      // It does not heed its cancellation.
      "old": Effect.run { send in
        await old.wait()
        await send(.note("from the old one"))
      }
      .cancellable(id: 1, policy: policy),
      "stop": .cancel(id: 1),
      "new": Effect.run { send in
        await send(.note("from the new one"))
        await new.open()
      }
      .cancellable(id: 1, policy: policy),
    ])
    let receipts = ["old", "stop", "new"].map { store.dispatch(.note($0)) }
    await new.wait()
    #expect(store.runningEffects.filter(\.isCancelled).count == 1)
    #expect(store.state.notes == ["old", "stop", "new", "from the new one"])
    await old.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.notes.count == 4)
    #expect(store.held.effects == 0 && store.held.effectIDs == 0)
  }

  @Test func aLongRowOfSynchronousEffectsNeedsNoStack() async {
    let gate = Gate()
    let store = LedgerStore.starting([
      "block": Effect.run { _ in await gate.wait() }.cancellable(id: 1, policy: .serial),
      "count": Effect.just(.add(1)).cancellable(id: 1, policy: .serial),
    ])
    let receipt = store.dispatch(.note("block"))
    var last: DispatchReceipt?
    for _ in 0..<20_000 { last = store.dispatch(.note("count")) }
    #expect(store.count == 0)
    await gate.open()
    await receipt.finish()
    await last?.finish()
    #expect(store.count == 20_000)
    #expect(store.held.effectIDs == 0)
  }

  @Test func anEffectMayReplaceItself() async {
    let log = Log()
    let store = LedgerStore.starting([
      "a": Effect.run { send in
        log.append("first")
        await send(.note("b"))
        await send(.add(100))
      }
      .cancellable(id: 1, policy: .latest),
      "b": Effect.run { send in
        log.append("second")
        await send(.add(1))
      }
      .cancellable(id: 1, policy: .latest),
    ])
    await store.dispatch(.note("a")).finish()
    #expect(log.lines == ["first", "second"])
    #expect(store.count == 1)
    #expect(store.held.effects == 0 && store.held.effectIDs == 0)
  }

  @Test func partsOfACancelledEffectDoNotStart() async {
    // The second part cancels the whole of which it is a part.
    let store = LedgerStore.starting([
      "a": Effect.concatenate(.just(.add(10)), .cancel(id: 1), .just(.add(100)))
        .cancellable(id: 1)
    ])
    await store.dispatch(.note("a")).finish()
    #expect(store.count == 10)
    #expect(store.held.effects == 0 && store.held.effectIDs == 0)
  }

  /// An id twice around one effect is the same as once: its policy ignores the outer effect.
  @Test(arguments: EffectPolicy.allCases)
  func theWholeOfWhichAnEffectIsAPartIsNoneOfTheOthers(policy: EffectPolicy) async {
    let timeline = Timeline([
      "a": Effect.task { .note("A") }.cancellable(id: 1, policy: policy)
        .debounce(id: 1, for: .milliseconds(100))
    ])
    timeline.at(0, "a")
    await until { timeline.clock.sleepers == 1 }
    timeline.at(100)
    await until { timeline.store.held.effects == 0 || timeline.lines.count == 2 }
    #expect(timeline.lines == ["0 a", "100 A"])
    await timeline.finish()
    #expect(timeline.store.held.effectIDs == 0)
  }

  /// Three parts of one effect, each with the id of the whole, started in one turn.
  private func parts(_ policy: EffectPolicy) async -> [String] {
    let gate = Gate()
    let log = Log()
    let parts = ["1", "2", "3"].map { name in
      Effect<LedgerAction>.run { send in
        log.append("began \(name)")
        await gate.wait()
        await send(.note(name))
      }
      .cancellable(id: 1, policy: policy)
    }
    let store = LedgerStore.starting(["a": .merge(parts).cancellable(id: 1)])
    let receipt = store.dispatch(.note("a"))
    #expect(store.runningEffects.contains { $0.work == .task && !$0.isCancelled })
    await gate.open()
    await receipt.finish()
    #expect(store.held.effects == 0 && store.held.effectIDs == 0)
    return store.notes.dropFirst().sorted()
  }

  @Test func partsWithTheIdOfTheWholeMeetEachOther() async {
    #expect(await parts(.concurrent) == ["1", "2", "3"])
    #expect(await parts(.latest) == ["3"])
    #expect(await parts(.dropIfRunning) == ["1"])
    #expect(await parts(.serial) == ["1", "2", "3"])
  }

  @Test func whatWaitsIsCancelledByTheIdsAroundIt() async {
    let gate = Gate()
    let store = LedgerStore.starting([
      "block": Effect.run { _ in await gate.wait() }.cancellable(id: 1, policy: .serial),
      "a": Effect.just(.add(1)).cancellable(id: 1, policy: .serial).cancellable(id: "all"),
      "stop": .cancel(id: "all"),
    ])
    let receipts = ["block", "a", "stop"].map { store.dispatch(.note($0)) }
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.count == 0)
    #expect(store.held.effects == 0 && store.held.effectIDs == 0)
  }

  @Test(.timeLimit(.minutes(10))) func aPartIsNotHeldUpByThoseThatWaitForItsWhole() async {
    let gate = Gate()
    let store = LedgerStore.starting([
      "whole": Effect.concatenate(
        .run { _ in await gate.wait() },
        .just(.note("part")).cancellable(id: 1, policy: .serial)
      )
      .cancellable(id: 1, policy: .serial),
      "next": Effect.just(.note("after")).cancellable(id: 1, policy: .serial),
    ])
    let receipts = [store.dispatch(.note("whole")), store.dispatch(.note("next"))]
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.notes == ["whole", "next", "part", "after"])
  }

  @Test(arguments: [EffectPolicy.serial, .dropIfRunning])
  func whatWasCancelledWithItsWholeIsNotInTheWayAlthoughItStillRuns(policy: EffectPolicy) async {
    let gate = Gate()
    let store = LedgerStore.starting([
      "old": .concatenate(
        // It does not heed its cancellation.
        Effect.run { _ in await gate.wait() }.cancellable(id: "part", policy: policy),
        .just(.note("never"))
      )
      .cancellable(id: "whole"),
      "waiting": Effect.just(.note("waited")).cancellable(id: "part", policy: .serial),
      "stop": .cancel(id: "whole"),
      "new": Effect.just(.note("began")).cancellable(id: "part", policy: policy),
    ])
    let receipts = ["old", "waiting", "stop", "new"].map { store.dispatch(.note($0)) }
    #expect(store.state.notes == ["old", "waiting", "stop", "waited", "new", "began"])
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.runningEffects.isEmpty)
  }

  @Test(.timeLimit(.minutes(10))) func aCancelledEffectOfAWindowIsNotInTheWayOfAPart() async {
    let gate = Gate()
    let part = Effect.just(LedgerAction.note("part")).cancellable(id: 1, policy: .serial)
    let store = LedgerStore.starting([
      "whole": Effect.concatenate(.run { _ in await gate.wait() }, part)
        .throttle(id: 1, for: .seconds(1)),
      "kept": Effect.just(.note("never")).throttle(id: 1, for: .seconds(1)).cancellable(id: 2),
      "part": .cancel(id: 2), "stop": .cancel(id: 2),
    ])
    let receipt = store.dispatch(.note("whole"))
    store.dispatch(.note("kept"))
    await gate.open()
    await until { store.runningEffects.map(\.work).filter { $0 == .turn }.count == 2 }
    store.dispatch(.note("stop"))
    await receipt.finish()
    #expect(store.state.notes == ["whole", "kept", "stop", "part"])
    #expect(store.runningEffects.isEmpty)
  }

  /// Acts when an effect begins.
  private final class Acting: StoreProbe {
    let act: (UInt64) -> Void
    init(_ act: @escaping (UInt64) -> Void) { self.act = act }

    func startEffect(_ effect: UInt64, cause: UInt64?, running: Int) { act(effect) }
  }

  @Test func anEffectStartsIfAProbeCancelsTheEffectForWhichItWouldWait() async throws {
    let gate = Gate()
    let store = LedgerStore.starting([
      "first": Effect.run { _ in await gate.wait() }.cancellable(id: 1, policy: .serial),
      "second": Effect.just(.add(1)).cancellable(id: 1, policy: .serial),
    ])
    store.attach(
      Acting { [weak store] number in
        guard let store else { return }
        for effect in store.runningEffects where effect.number < number { store.cancel(effect) }
      })
    let receipts = ["first", "second"].map { store.dispatch(.note($0)) }
    // Without the start, the receipts would wait without end.
    try #require(store.count == 1)
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.held.effects == 0 && store.held.effectIDs == 0)
  }

  @Test func anEffectEndsIfAProbeClosesTheWindowForWhichItWouldWait() async throws {
    let store = LedgerStore.starting([
      "a": Effect.just(.add(1)).throttle(id: 1, for: .seconds(1))
    ])
    store.attach(Acting { [weak store] _ in store?.addEffect(.cancel(id: 1)) })
    let receipts = ["a", "a"].map { store.dispatch(.note($0)) }
    try #require(store.runningEffects.isEmpty)
    for receipt in receipts { await receipt.finish() }
    #expect(store.count == 1)
    #expect(store.held.windows == 0)
  }
}

/// A new effect and an effect with the same id, and what they say at which time.
private struct Meeting: Sendable, CustomTestStringConvertible {
  enum New: Sendable {
    case policy(EffectPolicy)
    case debounce
    case throttle
  }

  enum Existing: Sendable, CaseIterable {
    case runs
    case waits
    case isDebounced
    case isThrottled
    case onlyAWindow
  }

  let new: New
  let existing: Existing
  let lines: [String]

  var testDescription: String { "\(new) \(existing)" }

  static let all: [Meeting] = [
    row(
      .policy(.concurrent), ["100 old", "150 new"], ["100 first", "150 new", "200 old"],
      ["100 old", "150 new"], ["0 first", "150 new", "200 old"], ["0 first", "150 new"]),
    row(
      .policy(.latest), ["150 new"], ["150 new"], ["150 new"], ["0 first", "150 new"],
      ["0 first", "150 new"]),
    row(
      .policy(.dropIfRunning), ["100 old"], ["100 first", "200 old"], ["100 old"],
      ["0 first", "200 old"], ["0 first", "150 new"]),
    row(
      .policy(.serial), ["100 old", "200 new"], ["100 first", "200 old", "300 new"],
      ["100 old", "200 new"], ["0 first", "200 old", "300 new"], ["0 first", "150 new"]),
    row(
      .debounce, ["350 new"], ["350 new"], ["350 new"], ["0 first", "350 new"],
      ["0 first", "350 new"]),
    row(
      .throttle, ["100 old", "150 new"], ["100 first", "150 new", "200 old"],
      ["100 old", "150 new"], ["0 first", "200 new"], ["0 first", "200 new"]),
  ].flatMap(\.self)

  private static func row(_ new: New, _ lines: [String]...) -> [Meeting] {
    zip(Existing.allCases, lines).map { Meeting(new: new, existing: $0, lines: $1) }
  }
}
