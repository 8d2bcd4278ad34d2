// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceViews
import Observation
import TestSupport
import Testing

@testable import MillraceUI

@MainActor
@Suite struct SelectedListenerTests {
  private typealias Request = SelectedRequest<LedgerStore, Int>
  private typealias Listener = SelectedListener<LedgerStore, Int>

  private func request(id: AnyHashable?, label: String? = nil, times factor: Int) -> Request {
    Request(id: id, label: label, selector: StateSelector { $0.count * factor })
  }

  private func store(_ count: Int = 1) -> LedgerStore {
    LedgerStore(initialState: Ledger(count: count), reducer: .ledger)
  }

  @Test func anEqualIDKeepsTheListenerEvenWithOtherClosures() {
    let (store, listener) = (store(), Listener())
    listener.update(request(id: 1, times: 10))
    listener.listen(to: store)
    listener.update(request(id: 1, times: 100))
    listener.listen(to: store)
    store.dispatch(.add(1))
    #expect(listener.output == 20)
  }

  @Test func aNewIDRebuildsTheListenerAtOnce() {
    let (store, listener) = (store(), Listener())
    listener.update(request(id: 1, times: 10))
    listener.listen(to: store)
    listener.update(request(id: 2, times: 100))
    listener.listen(to: store)
    #expect(listener.output == 100)
    store.dispatch(.add(1))
    #expect(listener.output == 200)
    // The old subscription is gone: one observer, one call.
    #expect(store.counters.observersCalled == 1)
  }

  @Test func idsOfDifferentTypesAreDifferent() {
    let (store, listener) = (store(), Listener())
    listener.update(request(id: "1", times: 10))
    listener.listen(to: store)
    listener.update(request(id: Character("1"), times: 100))
    listener.listen(to: store)
    #expect(listener.output == 100)
  }

  @Test func withoutAnIDTheFirstClosuresStayInUse() {
    let (store, listener) = (store(), Listener())
    listener.update(request(id: nil, times: 10))
    listener.listen(to: store)
    listener.update(request(id: nil, times: 100))
    listener.listen(to: store)
    #expect(listener.output == 10)
    listener.update(request(id: 1, times: 100))
    listener.listen(to: store)
    #expect(listener.output == 100)
    listener.update(request(id: nil, times: 1000))
    listener.listen(to: store)
    #expect(listener.output == 1000)
  }

  @Test func anotherLabelWithoutAnIDWarnsOnce() {
    var warnings: [String] = []
    let listener = Listener(warn: { warnings.append($0) })
    listener.update(request(id: nil, label: "one", times: 1))
    listener.update(request(id: nil, label: "two", times: 1))
    listener.update(request(id: nil, label: "three", times: 1))
    #if DEBUG
      #expect(warnings == [Listener.relabelled(from: "one", to: "two")])
    #else
      #expect(warnings.isEmpty)
    #endif
  }

  @Test func theWarningSaysWhatHappenedAndWhatToDo() {
    #expect(
      Listener.relabelled(from: "one", to: "two") == """
        Millrace: @Selected "one" was given the label "two" but has no id, so it still uses its \
        first closures and the values that they captured. If the closures depend on a value that \
        changes, pass that value as the id, in an initializer of the view: \
        _book = Selected(\\.store, id: bookID, label: ...).
        """)
  }

  @Test func anotherStoreIsFollowedAndTheFirstLeftAlone() {
    let (first, second, listener) = (store(1), store(2), Listener())
    listener.update(request(id: 1, times: 1))
    listener.listen(to: first)
    listener.listen(to: second)
    #expect(listener.output == 2)
    first.dispatch(.add(10))
    #expect(listener.output == 2)
    #expect(first.counters.observersCalled == 0)
    second.dispatch(.add(10))
    #expect(listener.output == 12)
  }

  @Test func aListenerThatIsReleasedStopsListening() {
    let store = store()
    var listener: Listener? = Listener()
    listener?.update(request(id: 1, times: 1))
    listener?.listen(to: store)
    let computed = store.counters.lookups
    listener = nil
    store.dispatch(.add(1))
    #expect(store.counters.lookups == computed)
    #expect(store.counters.observersCalled == 0)
  }

  @Test func aListenerDoesNotKeepItsStoreAlive() {
    var store: LedgerStore? = store()
    let ghost = Weak(store)
    let listener = Listener()
    listener.update(request(id: 1, times: 1))
    listener.listen(to: store!)
    store = nil
    #expect(ghost.object == nil)
    #expect(listener.output == 1)
  }

  @Test func readersAreToldOncePerPublishedChange() {
    let (store, listener, log) = (store(), Listener(), Log())
    listener.update(request(id: 1, times: 1))
    listener.listen(to: store)
    func track() {
      withObservationTracking {
        _ = listener.output
      } onChange: {
        log.append("change")
      }
    }
    track()
    store.dispatch(.setOther(5))
    #expect(log.lines.isEmpty)
    store.dispatch(.add(1))
    #expect(log.lines == ["change"])
    track()
    // A rebuild happens while a body is about to run: it must not announce a change.
    listener.update(request(id: 2, times: 2))
    listener.listen(to: store)
    #expect(log.lines == ["change"])
  }

  @Test func anEarlyReadIsReported() {
    var warnings: [String] = []
    let listener = Listener(warn: { warnings.append($0) })
    #expect(!listener.hasOutput)
    listener.reportEarlyRead()
    #if DEBUG
      #expect(warnings == [Listener.earlyRead])
    #endif
    #expect(Listener.earlyRead.contains("Read the value in `body` or later."))
    listener.update(request(id: nil, times: 2))
    listener.listen(to: store())
    #expect(listener.hasOutput && listener.output == 2)
  }

  /// A view that selects with closures or with an `id` has a listener in a `State`.
  @Test func aLongListDoesNotKeepARowForIt() {
    let type: Any.Type = Optional<Listener>.self
    #expect(type is any ReleasableState.Type)
  }

  @Test func readingBeforeThereIsAValueStopsWithAMessage() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = SelectedListener<LedgerStore, Int>().output }
    }
  }
}

@MainActor
@Suite struct SelectedCellTests {
  @Test func aReplacedObjectCanReadTheOutputInItsDeinit() {
    final class Guest {
      private let leave: () -> Void
      init(_ leave: @escaping () -> Void) { self.leave = leave }
      deinit { leave() }
    }
    var seen: [Bool] = []
    let cell = SelectedCell<Guest>()
    cell.output = Guest { seen.append(cell.output == nil) }
    cell.output = nil
    #expect(seen == [true])
  }
}
