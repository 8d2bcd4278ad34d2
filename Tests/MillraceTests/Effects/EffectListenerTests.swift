// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing

@testable import Millrace

@Suite struct EffectListenerTests {
  /// Keeps the listeners of effects, as an object with callbacks does.
  private final class Sensor: Sendable {
    let listeners = Mutex<[Effect<LedgerAction>.Listener]>([])

    var effect: Effect<LedgerAction> {
      .listen { [self] listener in
        listeners.withLock { $0.append(listener) }
        listener.onCancel { [self] in clear() }
      }
    }

    var last: Effect<LedgerAction>.Listener? { listeners.withLock { $0.last } }
    func clear() {
      let old = listeners.withLock { listeners in
        defer { listeners = [] }
        return listeners
      }
      _ = old
    }
  }

  @MainActor
  @Test func itListensAsSoonAsTheActionIsCommitted() {
    let sensor = Sensor()
    let store = LedgerStore.starting(["go": sensor.effect])
    store.dispatch(.note("go"))
    sensor.last?.dispatch(DispatchedAction(.add(1)))
    sensor.last?.dispatch(DispatchedAction(.add(2)))
    #expect(store.state.count == 3)
  }

  @MainActor
  @Test func whatIsSentInATurnWaitsItsTurn() {
    let log = Log()
    let store = LedgerStore.starting([
      "go": .listen { listener in
        MainActor.assumeIsolated {
          listener.dispatch(DispatchedAction(.add(1)))
          log.append("sent")
          listener.dispatch(DispatchedAction(.add(2)))
        }
      }
    ])
    let watch = store.subscribe(to: \.count) { log.append("count \($0)") }
    store.dispatch(.note("go"))
    #expect(log.lines == ["sent", "count 1", "count 3"])
    watch.cancel()
  }

  @Test func theSourceIsThePlaceOfTheCallAndWhatItSaysOfItself() {
    let sources = Mutex<[ActionSource]>([])
    let listener = Effect<Int>.Listener(
      Send { action in sources.withLock { $0.append(action.source) } })
    let line: UInt = #line + 1
    listener.send(1, info: "from the sensor")
    listener.send(2)
    let heard = sources.withLock { $0 }
    #expect(heard.map(\.line) == [line, line + 1])
    #expect(heard.map(\.info) == ["from the sensor", nil])
  }

  @MainActor
  @Test func itSendsFromAnyThreadInOrderAndEndsWhenFinished() async {
    let sensor = Sensor()
    let store = LedgerStore.starting(["go": sensor.effect])
    let receipt = store.dispatch(.note("go"))
    let listener = sensor.last
    await Task.detached {
      for number in 0..<100 { listener?.send(.note("\(number)")) }
      listener?.finish()
      listener?.send(.note("late"))
    }.value
    await receipt.finish()
    #expect(store.state.notes == ["go"] + (0..<100).map(String.init))
  }

  @MainActor
  @Test func lettingGoOfTheListenerEndsTheEffect() async {
    let sensor = Sensor()
    let store = LedgerStore.starting(["go": sensor.effect])
    let receipt = store.dispatch(.note("go"))
    sensor.clear()
    await receipt.finish()
  }

  @MainActor
  @Test func cancellingReachesTheListenerAtOnce() async {
    let sensor = Sensor()
    let store = LedgerStore.starting([
      "go": sensor.effect.cancellable(id: "sensor"), "stop": .cancel(id: "sensor"),
    ])
    let receipt = store.dispatch(.note("go"))
    let listener = sensor.last
    listener?.send(.add(1))
    store.dispatch(.note("stop"))
    #expect(sensor.last == nil)
    listener?.dispatch(DispatchedAction(.add(1)))
    listener?.send(.add(1))
    await receipt.finish()
    #expect(store.state.count == 1)
  }

  @MainActor
  @Test func theListenerEndsWithTheStore() {
    let sensor = Sensor()
    var store: LedgerStore? = .starting(["go": sensor.effect])
    store?.dispatch(.note("go"))
    #expect(sensor.last != nil)
    store = nil
    #expect(sensor.last == nil)
  }

  @MainActor
  @Test func aTranslatedListenerSendsFinishesAndIsCancelledAlike() async {
    let sensor = Sensor()
    let middleware = AnyMiddleware<String, String, Void> { _, _, _ in
      sensor.effect.map { "\($0)" }.cancellable(id: 1)
    }
    let store = Store(
      initialState: [String](), reducer: Reducer { $0.append($1) },
      middleware: LiftTo(middleware))
    let receipt = store.dispatch("go")
    sensor.last?.dispatch(DispatchedAction(.add(1)))
    #expect(store.state == ["go", "add(1)"])
    sensor.last?.finish()
    await receipt.finish()
  }

  @MainActor
  @Test func aDetachedListenerWorksWithoutAStore() {
    let log = Log()
    Effect<Int>.listen { listener in
      listener.send(1)
      listener.finish()
      listener.send(2)
    }.runDetached(Send { log.append("\($0.action)") })
    #expect(log.lines == ["1"])
  }

  @MainActor
  @Test func anErrorAfterTheEndOfTheEffectIsNotHandled() async {
    struct Broken: Error {}
    let log = Log()
    let store = LedgerStore.starting([
      "go": .listen { listener in
        listener.finish()
        throw Broken()
      } catch: { error in
        log.append("\(error)")
        return .add(1)
      }
    ])
    await store.dispatch(.note("go")).finish()
    #expect(log.lines.isEmpty)
    #expect(store.state.count == 0)
  }

  @MainActor
  @Test func anErrorOfAStartedListenerIsReportedBeforeItsEnd() async {
    let log = Log()
    let store = LedgerStore.starting([
      "go": .run { send in send.start(.listen(line: 7) { _ in throw LedgerError() }) }
    ])
    store.attach(RecordingProbe(log))
    await store.dispatch(.note("go")).finish()
    let lines = log.lines.filter { $0.hasPrefix("fail") || $0.hasPrefix("end") }
    #expect(lines == ["fail 1 LedgerError() 7", "end 1 0"])
  }

  @Test func aCancellationThatCameBeforeItsHandlerIsNotMissed() {
    let log = Log()
    let life = ListenerLife { log.append("finished") }
    life.cancel()
    life.onCancel { log.append("cancelled") }
    life.finish()
    #expect(log.lines == ["cancelled"])
  }

  /// Passes only the action `"go"` to the middleware.
  private struct LiftTo: Middleware {
    let base: AnyMiddleware<String, String, Void>

    init(_ base: AnyMiddleware<String, String, Void>) { self.base = base }

    func handle(
      _ action: String, from source: ActionSource, state: StateReader<[String]>
    ) -> Effect<String> {
      action == "go" ? base.handle(action, from: source, state: state.map { _ in }) : .none
    }
  }
}
