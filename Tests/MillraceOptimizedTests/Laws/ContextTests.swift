// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

import Millrace

/// Every action runs with the task-local values of the place that sent it, and with no others.
@MainActor
@Suite struct ContextTests {
  private enum Request {
    @TaskLocal static var id = "none"
  }

  enum Action: Sendable {
    case begin(String)
    case next(String)
  }

  /// A store that logs the request that each phase sees, as `name: request`.
  private func store(
    _ log: Log, _ effect: @escaping @Sendable (Action) -> Effect<Action> = { _ in .none }
  ) -> Store<Int, Action> {
    Store(
      initialState: 0,
      reducer: Reducer { state, action in
        state += 1
        log.append("reduce \(action): \(Request.id)")
      },
      middleware: AnyMiddleware { action, _, _ in
        log.append("handle \(action): \(Request.id)")
        return effect(action)
      })
  }

  /// An effect that logs the request that it sees.
  private nonisolated static func note(_ log: Log, _ name: String) -> Effect<Action> {
    .run { _ in log.append("\(name): \(Request.id)") }
  }

  private nonisolated static func seen(_ log: Log, _ name: String) -> [String] {
    log.lines.filter { $0.hasPrefix("\(name)") }
  }

  @Test func theEffectsOfTwoRequestsInOneBurstSeeEachItsOwn() async {
    let log = Log()
    let store = store(log) { action in
      guard case .begin(let name) = action else { return .none }
      return Self.note(log, "effect \(name)")
    }
    for round in 0..<3 {
      Request.$id.withValue("A") { store.enqueue(.begin("A\(round)")) }
      Request.$id.withValue("B") { store.enqueue(.begin("B\(round)")) }
      store.enqueue(.begin("-\(round)"))
    }
    while Self.seen(log, "effect").count < 9 { await Task.yield() }
    for kind in ["effect ", "handle begin", "reduce begin"] {
      for line in Self.seen(log, kind) {
        let wanted = line.contains("A") ? "A" : line.contains("B") ? "B" : "none"
        #expect(line.hasSuffix(": \(wanted)"), "\(line)")
      }
    }
    #expect(store.state == 9)
  }

  @Test func aDispatchThatFindsLettersKeepsTheContextsApart() async {
    let log = Log()
    let store = store(log)
    Request.$id.withValue("A") { store.enqueue(.begin("1")) }
    Request.$id.withValue("B") { _ = store.dispatch(.begin("2"), source: ActionSource()) }
    #expect(
      Self.seen(log, "reduce") == ["reduce begin(\"1\"): A", "reduce begin(\"2\"): B"])
  }

  @Test func whatAnActionLeadsToGoesOnInItsContext() async {
    let log = Log()
    let store = store(log) { action in
      guard case .begin(let name) = action else { return .none }
      return .concatenate(
        .just(.next("\(name) now")), Self.note(log, "first \(name)"),
        Self.note(log, "second \(name)"), .just(.next("\(name) late")))
    }
    Request.$id.withValue("A") { store.enqueue(.begin("A")) }
    let receipt = Request.$id.withValue("B") { store.dispatch(.begin("B")) }
    await receipt.finish()
    while store.state < 6 { await Task.yield() }
    for line in log.lines {
      let name = line.first { $0 == "A" || $0 == "B" }
      #expect(line.last == name, "\(line)")
    }
    for name in ["A", "B"] {
      #expect(Self.seen(log, "first \(name)") == ["first \(name): \(name)"])
      #expect(Self.seen(log, "second \(name)") == ["second \(name): \(name)"])
    }
  }

  @Test func whatWaitsForItsTurnKeepsItsContext() async {
    let log = Log()
    let gate = Gate()
    let store = store(log) { action in
      guard case .begin(let name) = action else { return .none }
      return Effect.run { _ in
        log.append("turn \(name): \(Request.id)")
        await gate.wait()
      }
      .cancellable(id: "row", policy: .serial)
    }
    let receipts = ["A", "B", "C"].map { name in
      Request.$id.withValue(name) { store.dispatch(.begin(name)) }
    }
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(Self.seen(log, "turn") == ["turn A: A", "turn B: B", "turn C: C"])
  }

  @Test func whatAnEffectSendsWithoutWaitingHasTheContextOfThatPlace() async {
    let log = Log()
    let store = store(log) { action in
      guard case .begin(let name) = action else { return .none }
      return .run { send in
        send.dispatch(.next("\(name) plain"))
        Request.$id.withValue("inner") { send.dispatch(.next("\(name) inner")) }
        await send(.next("\(name) awaited"))
      }
    }
    let receipts = ["A", "B"].map { name in
      Request.$id.withValue(name) { store.dispatch(.begin(name)) }
    }
    for receipt in receipts { await receipt.finish() }
    for name in ["A", "B"] {
      #expect(
        Self.seen(log, "reduce next(\"\(name)") == [
          "reduce next(\"\(name) plain\"): \(name)", "reduce next(\"\(name) inner\"): inner",
          "reduce next(\"\(name) awaited\"): \(name)",
        ])
    }
  }

  @Test func whatIsCompletedOrSentInALaterTurnHasTheContextOfThatPlace() async {
    final class Late: @unchecked Sendable {  // Sound: only the main actor uses it.
      var complete: (@Sendable (Action) -> Void)?
      var send: Send<Action>?
    }
    let (log, late) = (Log(), Late())
    let store = store(log)
    Request.$id.withValue("A") {
      store.addEffect(.promise { late.complete = $0 })
      store.addEffect(.perform { late.send = $0 })
    }
    Request.$id.withValue("B") {
      _ = store.addEffect(
        .perform { send in
          Request.$id.withValue("C") {
            late.complete?(.begin("completed"))
            late.send?.dispatch(.begin("sent"))
            send.dispatch(.begin("its own"))
          }
        })
    }
    while store.state < 3 { await Task.yield() }
    // What a turn sends itself keeps the context of that turn.
    #expect(
      Set(Self.seen(log, "reduce")) == [
        "reduce begin(\"completed\"): C", "reduce begin(\"sent\"): C",
        "reduce begin(\"its own\"): B",
      ])
  }

  /// A `Send` belongs to its own closure only, not to a closure that runs later in the same turn.
  @Test func whatAThreadSendsForAnEarlierClosureHasTheContextOfThatThread() async {
    final class Late: @unchecked Sendable {  // Sound: the thread reads it while the actor waits.
      var send: Send<Action>?
    }
    let (log, late) = (Log(), Late())
    let store = store(log) { action in
      switch action {
      case .begin("keep"): .perform { late.send = $0 }
      case .begin: .perform { _ in onAnotherThread { late.send?.dispatch(.next("late")) } }
      case .next: .none
      }
    }
    Request.$id.withValue("A") { store.enqueue(.begin("keep")) }
    Request.$id.withValue("B") { store.enqueue(.begin("send")) }
    store.dispatch(.begin("end"))
    while store.state < 5 { await Task.yield() }
    #expect(
      Self.seen(log, "reduce next") == Array(repeating: "reduce next(\"late\"): none", count: 2))
  }

  /// A closure can start another effect, whose closure runs within it.
  @Test(arguments: [false, true])
  func aClosureWithinAClosureChangesNeitherItsTurnNorItsContext(isPromise: Bool) {
    @MainActor final class Link {
      weak var store: Store<Int, Action>?
      func start() { store?.addEffect(.perform { $0.dispatch(.next("inner")) }) }
    }
    let (log, link) = (Log(), Link())
    let store = store(log) { action in
      guard case .begin("outer") = action else { return .none }
      if isPromise {
        return .promise { complete in
          link.start()
          complete(.next("after"))
        }
      }
      return .perform { send in
        send.dispatch(.next("before"))
        link.start()
        send.dispatch(.next("after"))
      }
    }
    link.store = store
    Request.$id.withValue("A") { store.enqueue(.begin("outer")) }
    Request.$id.withValue("B") { _ = store.dispatch(.begin("end")) }
    let names = isPromise ? ["inner", "after"] : ["before", "inner", "after"]
    #expect(Self.seen(log, "reduce next") == names.map { "reduce next(\"\($0)\"): A" })
  }

  /// The end of a part of an effect starts the next part, in the context of that effect, and not in
  /// the middle of the closure that has cancelled the part.
  @Test func aClosureThatEndsThePartOfAnotherEffectKeepsItsContext() {
    final class Link: @unchecked Sendable {  // Sound: only the main actor uses it.
      weak var store: Store<Int, Action>?
      var complete: (@Sendable (Action) -> Void)?
    }
    let (log, link) = (Log(), Link())
    let store = store(log) { action in
      switch action {
      case .begin("parts"):
        .concatenate(.promise { link.complete = $0 }, .just(.next("inner")))
      case .begin:
        .perform { send in
          send.dispatch(.next("before"))
          for effect in link.store?.runningEffects ?? [] where effect.work == .callback {
            link.store?.cancel(effect)
          }
          send.dispatch(.next("after"))
        }
      case .next: .none
      }
    }
    link.store = store
    Request.$id.withValue("B") { _ = store.dispatch(.begin("parts")) }
    Request.$id.withValue("A") { _ = store.dispatch(.begin("end")) }
    #expect(
      Self.seen(log, "reduce next") == [
        "reduce next(\"before\"): A", "reduce next(\"after\"): A", "reduce next(\"inner\"): B",
      ])
  }

  @Test func theRestOfATurnThatWasCutGoesOnInItsContext() async {
    let log = Log()
    let store = store(log) { action in
      guard case .begin = action else { return .none }
      return .sequence((0..<9).map { .next("\($0)") })
    }
    store.chainLimit = 4
    store.onRunaway = { _ in }
    let receipt = Request.$id.withValue("A") { store.dispatch(.begin("")) }
    Request.$id.withValue("B") { _ = store.dispatch(.next("other")) }
    await receipt.finish()
    #expect(store.state == 11)
    for line in Self.seen(log, "reduce") {
      #expect(line.hasSuffix(line.contains("other") ? ": B" : ": A"), "\(line)")
    }
  }

  /// Observers of values are called at the end of a batch, when all its actions have run.
  @Test func theEndOfABatchInATurnHasTheContextOfItsActions() {
    let log = Log()
    let store = store(log)
    let subscriptions = [
      store.subscribe { [weak store] count in
        log.append("observe \(count): \(Request.id)")
        if count == 3 { store?.dispatch(.next("after")) }
      },
      store.subscribeToActions { [weak store] dispatched in
        guard case .begin = dispatched.action, let store else { return }
        store.batch { store.dispatch(.next("inside")) }
      },
    ]
    Request.$id.withValue("A") { store.enqueue(.begin("")) }
    Request.$id.withValue("B") { _ = store.dispatch(.next("other")) }
    #expect(
      Self.seen(log, "observe") == ["observe 1: A", "observe 2: B", "observe 3: A", "observe 4: A"])
    #expect(
      Self.seen(log, "reduce next") == [
        #"reduce next("other"): B"#, #"reduce next("inside"): A"#, #"reduce next("after"): A"#,
      ])
    subscriptions.forEach { $0.cancel() }
  }

  @Test func whatAClosureSendsStaysInItsContextBesideWhatOthersEnqueue() {
    let log = Log()
    let holder = Holder()
    let store = store(log) { action in
      guard case .begin = action else { return .none }
      return .merge(
        .perform { _ in
          Request.$id.withValue("B") { holder.store?.enqueue(.next("other")) }
        }, .just(.next("now")), .perform { $0.dispatch(.next("closure")) })
    }
    holder.store = store
    Request.$id.withValue("A") { _ = store.dispatch(.begin("")) }
    #expect(
      Self.seen(log, "reduce next") == [
        #"reduce next("other"): B"#, #"reduce next("now"): A"#, #"reduce next("closure"): A"#,
      ])
  }

  @Test func whatAClosureHasSentIsWaitedForBehindATurnThatWasCut() async {
    let (log, gate) = (Log(), Gate())
    let holder = Holder()
    let store = store(log) { action in
      switch action {
      case .begin: .perform { $0.dispatch(.next("late")) }
      case .next("late"):
        .run { _ in
          await gate.wait()
          log.append("effect: \(Request.id)")
        }
      case .next: .none
      }
    }
    holder.store = store
    store.chainLimit = 1
    store.onRunaway = { _ in }
    let subscription = store.subscribeToActions { dispatched in
      guard case .begin = dispatched.action else { return }
      for name in ["x", "y"] { holder.store?.dispatch(.next(name)) }
    }
    let receipt = Request.$id.withValue("A") { store.dispatch(.begin("")) }
    let opening = Task { await gate.open() }
    await receipt.finish()
    await opening.value
    #expect(Self.seen(log, "effect") == ["effect: A"])
    #expect(Self.seen(log, "reduce next").allSatisfy { $0.hasSuffix(": A") })
    withExtendedLifetime(subscription) {}
  }
}

/// Gives the closures of a store access to the store.
@MainActor private final class Holder {
  weak var store: Store<Int, ContextTests.Action>?
}
