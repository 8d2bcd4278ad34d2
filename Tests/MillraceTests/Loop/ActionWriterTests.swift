// SPDX-License-Identifier: Apache-2.0

import Millrace
import Testing

@MainActor
@Suite struct ActionWriterTests {
  private struct Odd: Error {}
  private typealias Page = ActionWriter<Int, Int>.Page

  /// Records the calls of its writers.
  @MainActor private final class Book {
    var pages: [(numbers: [UInt64], state: Int)] = []
    var refusals = 0
    var replacements: [Int] = []
    var time: UInt64 = 0

    func writer() -> ActionWriter<Int, Int> {
      ActionWriter { [self] in
        time += 1
        return time
      } onFullPage: { [self] page, state in
        pages.append(((0..<page.count).map { page[$0].number }, state))
        return Page()
      } onRefusal: { [self] _ in
        refusals += 1
      } onReplacement: { [self] state in
        replacements.append(state)
      }
    }
  }

  private let book = Book()
  private let store = Store(
    initialState: 0,
    reducer: Reducer<Int, Int> { state, action in
      guard action >= 0 else { throw Odd() }
      state += action
    })

  private func numbers(of page: Page) -> [UInt64] { (0..<page.count).map { page[$0].number } }

  @Test func itWritesEachActionOnce() {
    let writer = book.writer()
    store.dispatch(1)
    let subscription = store.write(to: writer)
    store.onRejection = { _ in }
    store.dispatch(2)
    store.dispatch(-1)
    store.dispatch(3)
    #expect(numbers(of: writer.page) == [2, 3, 4])
    #expect((0..<3).map { writer.page[$0].isRefused } == [false, true, false])
    #expect((0..<3).map { writer.page[$0].time } == [1, 2, 3])
    #expect(book.refusals == 1)
    subscription.cancel()
    store.dispatch(4)
    #expect(writer.page.count == 3)
  }

  /// A tool can remove and add writers while it handles a rejection or a replacement.
  @Test func aWriterThatIsRemovedOrAddedDuringACallIsNotCalled() {
    @MainActor final class Tool {
      var onCall: () -> Void = {}
      func writer() -> ActionWriter<Int, Int> {
        ActionWriter {
          0
        } onFullPage: { _, _ in
          Page()
        } onRefusal: { [self] _ in
          onCall()
        } onReplacement: { [self] _ in
          onCall()
        }
      }
    }
    store.onRejection = { _ in }
    for isReplaced in [false, true] {
      let (tool, removed, added) = (Tool(), book.writer(), book.writer())
      var subscriptions = [store.write(to: tool.writer()), store.write(to: removed)]
      tool.onCall = { [store] in
        tool.onCall = {}
        subscriptions[1].cancel()
        subscriptions.append(store.write(to: added))
      }
      if isReplaced { store.replaceState(with: 5) } else { store.dispatch(-1) }
      #expect(removed.page.count == 0 && added.page.count == 0)
      #expect(book.refusals == 0 && book.replacements == [])
      store.dispatch(1)
      #expect(removed.page.count == 0 && added.page.count == 1)
      subscriptions = []
    }
  }

  @Test func aWriterThatIsAddedAgainDuringARejectionGetsTheNextAction() {
    let (store, last) = (store, book.writer())
    store.onRejection = { _ in }
    var subscriptions: [StoreSubscription] = []
    let first = ActionWriter<Int, Int> {
      0
    } onFullPage: { _, _ in
      Page()
    } onRefusal: { _ in
      subscriptions.removeLast().cancel()
      subscriptions.append(store.write(to: last))
    } onReplacement: { _ in
    }
    subscriptions = [store.write(to: first), store.write(to: last)]
    store.dispatch(-1)
    #expect(first.page.count == 1 && last.page.count == 0 && book.refusals == 0)
    store.dispatch(1)
    #expect(first.page.count == 2 && last.page.count == 1)
    subscriptions = []
  }

  @Test func anOldSubscriptionDoesNotEndTheWriterOfAnotherStore() {
    let writer = book.writer()
    var subscription: StoreSubscription?
    do {
      let first = Store(initialState: 0, reducer: Reducer<Int, Int> { $0 += $1 })
      subscription = first.write(to: writer)
      first.dispatch(1)
    }
    // The old subscription is released after the new one has begun.
    subscription = store.write(to: writer)
    store.dispatch(2)
    #expect(writer.page.count == 2)
    subscription?.cancel()
    store.dispatch(3)
    #expect(writer.page.count == 2)
  }

  @Test func aFullPageComesWithTheStateAfterItsLastAction() {
    let subscription = store.write(to: book.writer())
    for _ in 0..<(2 * Page.capacity + 5) { store.dispatch(1) }
    #expect(book.pages.map(\.state) == [Page.capacity, 2 * Page.capacity])
    #expect(book.pages.flatMap(\.numbers) == (1...UInt64(2 * Page.capacity)).map { $0 })
    subscription.cancel()
  }

  @Test func itWritesBeforeObserversAreCalledAndWhatTheySendAfterIt() {
    let writer = book.writer()
    let writing = store.write(to: writer)
    var written: [Int] = []
    let observing = store.subscribe(to: \.self) { [store] state in
      written.append(writer.page.count)
      if state == 1 { store.dispatch(10) }
    }
    store.dispatch(1)
    #expect(written == [1, 2])
    #expect((0..<2).map { writer.page[$0].action } == [1, 10])
    #expect(writer.page[1].source.cause == 1)
    writing.cancel()
    observing.cancel()
  }

  @Test func severalWritersWriteTheSame() {
    let books = (0..<3).map { _ in Book() }
    let writers = books.map { $0.writer() }
    var subscriptions = writers.map { store.write(to: $0) }
    store.dispatch(1)
    subscriptions.remove(at: 1).cancel()
    store.dispatch(2)
    #expect(writers.map(\.page.count) == [2, 1, 2])
    subscriptions.removeFirst().cancel()
    store.dispatch(3)
    #expect(writers.map(\.page.count) == [2, 1, 3])
    subscriptions.removeFirst().cancel()
    store.dispatch(4)
    #expect(writers.map(\.page.count) == [2, 1, 3])
  }

  @Test func aWriterMayGoWhileItWrites() async {
    var subscription: StoreSubscription?
    weak var gone: ActionWriter<Int, Int>?
    do {
      let writer = ActionWriter<Int, Int> {
        subscription = nil
        return 0
      } onFullPage: { _, _ in
        Page()
      } onRefusal: { _ in
      } onReplacement: { _ in
      }
      gone = writer
      subscription = store.write(to: writer)
    }
    #expect(gone != nil)
    store.dispatch(1)
    store.dispatch(2)
    #expect(store.state == 3)
    #expect(subscription == nil)
    // The writer is held until the end of the turn.
    while gone != nil { await Task.yield() }
  }

  @Test func aWriterThatGoesWhileItFillsItsPageTakesNoActionFromTheNextOne() {
    var subscription: StoreSubscription?
    var calls = 0
    let first = ActionWriter<Int, Int> {
      calls += 1
      if calls == Page.capacity { subscription = nil }
      return 0
    } onFullPage: { _, _ in
      Page()
    } onRefusal: { _ in
    } onReplacement: { _ in
    }
    subscription = store.write(to: first)
    let last = store.write(to: book.writer())
    for _ in 0..<Page.capacity { store.dispatch(1) }
    #expect(subscription == nil)
    #expect(book.pages.map(\.numbers.count) == [Page.capacity])
    last.cancel()
  }

  @Test func writersThatComeBackWithinATurnMissNothing() {
    let writers = (0..<3).map { _ in Book().writer() }
    var subscriptions = writers.map { store.write(to: $0) }
    let observing = store.subscribe(to: \.self) { [store] state in
      guard state == 1 else { return }
      subscriptions = []
      subscriptions = writers.map { store.write(to: $0) }
    }
    store.dispatch(1)
    store.dispatch(2)
    #expect(writers.map(\.page.count) == [2, 2, 2])
    #expect(subscriptions.count == 3)
    observing.cancel()
  }

  @Test func aWriterMayTakeTheNextOneAway() {
    var subscriptions: [StoreSubscription] = []
    func writer() -> ActionWriter<Int, Int> {
      ActionWriter {
        0
      } onFullPage: { _, _ in
        subscriptions = []
        return Page()
      } onRefusal: { _ in
      } onReplacement: { _ in
      }
    }
    let last = book.writer()
    let kept = store.write(to: last)
    let writers = [writer(), writer()]
    kept.cancel()
    subscriptions = writers.map { store.write(to: $0) }
    let end = store.write(to: last)
    for _ in 0..<Page.capacity { store.dispatch(1) }
    #expect(subscriptions.isEmpty)
    #expect(writers[1].page.count == Page.capacity - 1)
    #expect(book.pages.map(\.numbers.count) == [Page.capacity])
    end.cancel()
  }

  /// The first or the second of three writers removes itself or the first one, and adds it again.
  @Test(arguments: [0, 1])
  func aWriterThatIsAddedAgainWhileAnActionIsWrittenTakesNoneFromTheOthers(remover: Int) {
    let store = store
    let books = (0..<3).map { _ in Book() }
    var writers = books.map { $0.writer() }
    var subscriptions: [StoreSubscription] = []
    writers[remover] = ActionWriter {
      0
    } onFullPage: { page, _ in
      books[remover].pages.append(((0..<page.count).map { page[$0].number }, 0))
      subscriptions.removeFirst().cancel()
      subscriptions.append(store.write(to: writers[0]))
      return Page()
    } onRefusal: { _ in
    } onReplacement: { _ in
    }
    subscriptions = writers.map { store.write(to: $0) }
    for _ in 0...Page.capacity { store.dispatch(1) }
    let written = zip(books, writers).map { book, writer in
      book.pages.flatMap(\.numbers) + numbers(of: writer.page)
    }
    let all = (1...UInt64(Page.capacity) + 1).map { $0 }
    #expect(written == [all, all, all])
    for subscription in subscriptions { subscription.cancel() }
    writers = []
  }

  /// The clock of one of three writers removes one of them and adds it again.
  @Test(arguments: 0..<3, 0..<3)
  func aWriterThatAClockAddsAgainWritesEachActionOnceAndTakesNoneFromTheOthers(
    clock: Int, added: Int
  ) {
    let store = store
    var writers: [ActionWriter<Int, Int>] = []
    var subscriptions: [StoreSubscription] = []
    for index in 0..<3 {
      var calls = 0
      writers.append(
        ActionWriter {
          calls += 1
          if index == clock, calls == 2 {
            subscriptions[added].cancel()
            subscriptions[added] = store.write(to: writers[added])
          }
          return 0
        } onFullPage: { _, _ in
          Page()
        } onRefusal: { _ in
        } onReplacement: { _ in
        })
    }
    subscriptions = writers.map { store.write(to: $0) }
    for _ in 0..<3 { store.dispatch(1) }
    #expect(writers.map { numbers(of: $0.page) } == Array(repeating: [1, 2, 3], count: 3))
    for subscription in subscriptions { subscription.cancel() }
    writers = []
  }

  @Test func whatTakesAPageMayReadTheStoreAndDispatch() {
    var read: [Int] = []
    let store = store
    let writer = ActionWriter<Int, Int> {
      0
    } onFullPage: { _, _ in
      read.append(store.state)
      store.dispatch(1_000)
      return Page()
    } onRefusal: { _ in
    } onReplacement: { _ in
    }
    let subscription = store.write(to: writer)
    for _ in 0..<Page.capacity { store.dispatch(1) }
    #expect(read == [Page.capacity])
    #expect(store.state == Page.capacity + 1_000)
    #expect(numbers(of: writer.page) == [UInt64(Page.capacity) + 1])
    subscription.cancel()
  }

  @Test func aReplacedStateIsTold() {
    let subscription = store.write(to: book.writer())
    store.replaceState(with: 7)
    #expect(book.replacements == [7])
    subscription.cancel()
    store.replaceState(with: 8)
    #expect(book.replacements == [7])
  }

  @Test func itKeepsNoStore() {
    weak var gone: Store<Int, Int>?
    let writer = book.writer()
    var subscription: StoreSubscription?
    do {
      let store = Store(initialState: 0, reducer: Reducer<Int, Int> { $0 += $1 })
      gone = store
      subscription = store.write(to: writer)
      store.dispatch(1)
    }
    #expect(gone == nil)
    #expect(writer.page.count == 1)
    subscription?.cancel()
  }

  @Test func aWriterOfTwoStoresStopsTheProgramWithAMessage() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let writer = Book().writer()
        let stores = (0..<2).map { Store(initialState: $0, reducer: Reducer<Int, Int> { _, _ in }) }
        _ = stores.map { $0.write(to: writer) }
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Millrace: this writer already writes for a store."))
  }
}
