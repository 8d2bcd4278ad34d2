// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Millrace
import MillraceTesting
import MillraceTrace
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite struct TraceRecorderTests {
  @Test func whatHappensIsRecorded() {
    let store = makeShelf()
    store.dispatch(.note(0))
    var time: UInt64 = 100
    let recorder = TraceRecorder(store) {
      time += 1
      return time
    }
    store.dispatch(.add("Dune", copies: 2))
    store.dispatch(.take("Emma"))
    store.dispatch(.take("Dune"))
    let history = recorder.history
    #expect((0..<3).map { history[$0].number } == [2, 3, 4])
    #expect((0..<3).map { history[$0].time } == [101, 102, 103])
    #expect((0..<3).map { history[$0].isRefused } == [false, true, false])
    #expect(history.reason(at: 1) == "Emma is not there")
    #expect(history.state(after: 0).last == [0])
    #expect(history.state(after: 3) == store.state)
  }

  /// An error whose default description does not contain its value with `@Redacted`.
  private struct WrongKey: Error {
    @Redacted var key: String
    let tries: Int
  }

  @Test func errorOfARefusedActionIsWrittenWithoutItsSecrets() throws {
    let store = Store(
      initialState: Shelf(),
      reducer: Reducer<Shelf, ShelfAction> { (_: inout Shelf, action: ShelfAction) throws in
        guard case .lock(let key) = action else { return }
        throw WrongKey(key: key.wrappedValue, tries: 3)
      })
    store.onRejection = { _ in }
    let recorder = TraceRecorder(store)
    store.dispatch(.lock(Redacted("sesame")))
    let text = try recorder.trace().text
    #expect(!text.contains("sesame"))
    let reason = try #require(try Trace(text: text).lines.first?.rejection)
    #expect(reason.contains("WrongKey") && reason.contains("<redacted>"))
    #expect(reason.contains("tries: 3"))
  }

  @Test func aRecorderThatIsStoppedOrGoneHearsNothing() {
    let store = makeShelf()
    let recorder = TraceRecorder(store)
    store.dispatch(.note(1))
    recorder.stop()
    store.dispatch(.note(2))
    #expect(recorder.history.count == 1)
    weak var gone: TraceRecorder<Shelf, ShelfAction>?
    do {
      let other = TraceRecorder(store)
      gone = other
      store.dispatch(.note(3))
      #expect(other.history.count == 1)
    }
    #expect(gone == nil)
    store.dispatch(.note(4))
  }

  /// The store has a writer for the recorder until the main actor removes it, which is after the
  /// recorder was released.
  @Test func aRecorderThatIsReleasedOnAnotherThreadIsWrittenToNoMore() async {
    let store = makeShelf()
    let log = Log()
    releaseARecorder(of: store, log)
    #expect(log.lines == ["gone"])
    for number in 0..<300 { store.dispatch(.note(number)) }
    store.dispatch(.take("Emma"))
    store.replaceState(with: Shelf())
    for _ in 0..<10 { await Task.yield() }
    store.dispatch(.note(1))
    #expect(store.state.last == [1])
  }

  /// Records a store, and returns after the recorder was released on another thread.
  private func releaseARecorder(of store: Store<Shelf, ShelfAction>, _ log: Log) {
    let farewell = Farewell { log.append("gone") }
    let recorder = Mutex<TraceRecorder<Shelf, ShelfAction>?>(
      TraceRecorder(store, clientOf: { _ in withExtendedLifetime(farewell) { String?.none } }))
    let isReleased = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      recorder.withLock { $0 = nil }
      isReleased.signal()
    }
    isReleased.wait()
  }

  @Test func aRecorderDoesNotKeepItsStore() {
    weak var gone: Store<Shelf, ShelfAction>?
    let recorder: TraceRecorder<Shelf, ShelfAction>
    do {
      let store = makeShelf()
      gone = store
      recorder = TraceRecorder(store)
      store.dispatch(.note(1))
    }
    #expect(gone == nil)
    #expect(recorder.history.count == 1)
  }

  @Test func aReplacedStateBeginsANewRecording() throws {
    let store = makeShelf()
    let recorder = TraceRecorder(store)
    store.dispatch(.note(1))
    store.replaceState(with: Shelf(total: 7))
    store.dispatch(.note(2))
    #expect(recorder.history.count == 1)
    #expect(recorder.history.state(after: 0).total == 7)
    #expect(recorder.history.state(after: 1) == store.state)
    #expect(try recorder.trace().keyframes.first?.number == 1)
  }

  @Test func causesAndEffectsAreRecorded() async {
    let store = Store(
      initialState: 0,
      feature: Feature<Int, Int> { state, action in
        state += action
        return action > 0 ? .run { send in await send(-action) } : .none
      })
    let recorder = TraceRecorder(store)
    await store.dispatch(3).finish()
    let history = recorder.history
    #expect(history.count == 2)
    #expect(history[1].source.cause == 1)
    #expect(history[1].source.effect == 1)
  }

  @Test func aHistoryStaysAsItWasWhileRecordingGoesOn() {
    let store = Store(initialState: 0, reducer: Reducer<Int, Int> { $0 += $1 })
    let recorder = TraceRecorder(store, limit: 300)
    var taken: [(history: TraceHistory<Int, Int>, count: Int)] = []
    for count in 1...2_000 {
      store.dispatch(1)
      if count % 97 == 0 { taken.append((recorder.history, count)) }
    }
    for (history, count) in taken {
      let kept = min(count, 300)
      #expect(history.count == kept)
      #expect(history[kept - 1].number == UInt64(count))
      #expect(history.state(after: kept) == count)
      #expect(history.state(after: 0) == count - kept)
    }
  }

  @Test func aRefusedActionOfAnyPageSaysWhy() {
    let store = makeShelf()
    let recorder = TraceRecorder(store, limit: 200)
    store.onRejection = { _ in }
    for number in 0..<500 { store.dispatch(number % 3 == 0 ? .take("Emma") : .note(number)) }
    let history = recorder.history
    #expect(history.count == 200)
    for position in 0..<200 {
      let isRefused = (position + 300) % 3 == 0
      #expect(history[position].isRefused == isRefused)
      #expect((history.reason(at: position) != nil) == isRefused)
    }
  }

  #if os(Linux)
    @Test func betweenStatesThatAreKeptNothingIsAllocated() async {
      await #expect(processExitsWith: .success) {
        precondition(AllocationCounter.install(), "the runtime has no hook")
        await MainActor.run {
          let store = Store(initialState: 0, reducer: Reducer<Int, Int> { $0 += $1 })
          let recorder = TraceRecorder(store, limit: 2_048)
          for _ in 0..<5_000 { store.dispatch(1) }
          let before = AllocationCounter.allocations
          for _ in 0..<100_000 { store.dispatch(1) }
          let count = AllocationCounter.allocations - before
          precondition(recorder.history.count == 2_048)
          // In debug builds nothing is specialized, and Swift itself allocates.
          #if !DEBUG
            precondition(count == 0, "\(count) allocations in 100,000 recorded actions")
          #endif
        }
      }
    }
  #endif
}
