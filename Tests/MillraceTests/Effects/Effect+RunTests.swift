// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite struct EffectRunTests {
  private struct Failure: Error {}

  @Test func anErrorIsHandedOnWithASender() async {
    let store = LedgerStore.starting([
      "a": .run { send in
        await send(.add(1))
        throw Failure()
      } catch: { error, send in
        await send(.note("\(type(of: error))"))
        await send(.add(1))
      }
    ])
    await store.dispatch(.note("a")).finish()
    #expect(store.state.notes == ["a", "Failure"])
    #expect(store.count == 2)
  }

  @Test func theErrorOfACancelledEffectIsNotHandedOn() async {
    let (log, gate) = (Log(), Gate())
    let store = LedgerStore.starting([
      "a": .run { _ in
        await gate.wait()
        throw Failure()
      } catch: { _, _ in
        log.append("asked")
      }
    ])
    let receipt = store.dispatch(.note("a"))
    receipt.cancel()
    await gate.open()
    await receipt.finish()
    #expect(log.lines.isEmpty)
    #expect(store.held.effects == 0)
  }

  @Test(arguments: [TaskPriority.background, .high])
  func theTaskHasThePriorityThatWasAskedFor(priority: TaskPriority) async {
    let log = Log()
    let store = LedgerStore.starting([
      "a": Effect.run(priority: priority) { _ in log.append("\(Task.basePriority as Any)") }
        .map { $0 }
    ])
    await store.dispatch(.note("a")).finish()
    #expect(log.lines == ["\(priority as TaskPriority? as Any)"])
  }

  /// A `CancellationError` is never reported.
  @Test func anUncaughtErrorEndsTheEffectAndNothingElse() async {
    let store = LedgerStore.starting([
      "run": .run { send in
        await send(.add(1))
        throw CancellationError()
      },
      "task": .task { throw CancellationError() },
      "fire": .fireAndForget { throw CancellationError() },
      "promise": .promise { _ in throw CancellationError() },
      "listen": .listen { _ in throw CancellationError() },
      "stream": .stream(
        AsyncThrowingStream<Int, any Error> { $0.finish(throwing: CancellationError()) }
      ) { .add($0) },
    ])
    for kind in ["run", "task", "fire", "promise", "listen", "stream"] {
      await store.dispatch(.note(kind)).finish()
      #expect(store.held.effects == 0)
    }
    #expect(store.count == 1)
    #expect(store.state.notes.count == 6)
  }

  @Test func theErrorsOfCallbacksBecomeActions() async {
    let store = LedgerStore.starting([
      "promise": .promise { _ in
        throw Failure()
      } catch: {
        .note("promise \(type(of: $0))")
      },
      "listen": .listen { _ in
        throw Failure()
      } catch: {
        .note("listen \(type(of: $0))")
      },
    ])
    await store.dispatch(.note("promise")).finish()
    await store.dispatch(.note("listen")).finish()
    #expect(
      store.state.notes == ["promise", "promise Failure", "listen", "listen Failure"])
  }

  @Test func callbacksAreConnectedOnTheMainActor() async {
    /// An object of an app that is isolated to the main actor.
    @MainActor final class Sensor { var handlers = 0 }
    let sensor = Sensor()
    let store = LedgerStore.starting([
      "promise": .promise { complete in
        sensor.handlers += 1
        complete(.add(1))
      },
      "listen": .listen { listener in
        sensor.handlers += 1
        listener.dispatch(DispatchedAction(.add(1)))
        listener.finish()
      },
    ])
    await store.dispatch(.note("promise")).finish()
    await store.dispatch(.note("listen")).finish()
    #expect(sensor.handlers == 2)
    #expect(store.count == 2)
  }

  @Test func workOfTheMainActorRunsThereAndStaysThere() async {
    let log = Log()
    let store = LedgerStore.starting([
      "a": .run { @MainActor send in
        // Sending does not suspend here, so the queued task runs after it.
        log.append("begins")
        await send(.add(1))
        log.append("goes on")
      },
      "b": .run { @MainActor send in
        await send(.add(1))
        throw Failure()
      } catch: { _, send in
        await send(.add(1))
      },
    ])
    let receipt = store.dispatch(.note("a"))
    Task { @MainActor in log.append("the next on the main actor") }
    await receipt.finish()
    #expect(log.lines == ["begins", "goes on", "the next on the main actor"])
    await store.dispatch(.note("b")).finish()
    #expect(store.count == 3)
  }

  @Test func anUncaughtErrorIsReportedOncePerPlace() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let store = await LedgerStore.starting([
        "a": .run { _ in throw LedgerError() },
        "b": .task(line: 4711) { throw LedgerError() },
      ])
      for name in ["a", "a", "b"] { await store.dispatch(.note(name)).finish() }
      await store.dispatch(.add(1))
    }
    let output = reports(inStandardError: result?.standardErrorContent)
    #if DEBUG
      let report = "an effect threw LedgerError(), and nothing catches it. The effect has ended"
      #expect(output.components(separatedBy: report).count == 3)
      #expect(output.contains("Millrace: MillraceTests/Effect+RunTests.swift:4711 "))
      #expect(output.contains("Send an action in the `catch:` of a `run`"))
    #else
      #expect(output.isEmpty)
    #endif
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
