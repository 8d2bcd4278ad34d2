// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

/// The selectors of ReCombine, made of functions of the state; the number of each test is that of
/// its example.
@MainActor
@Suite struct Seed004Tests {
  private struct User: Equatable, Sendable {
    let id: Int
  }

  private struct Book: Equatable, Sendable {
    let id: Int
    let userID: Int
  }

  private struct AppState: Equatable, Sendable {
    var count = 0
    var selectedUser: User?
    var allBooks: [Book] = []
  }

  private enum Action: Sendable {
    case count, select(User?), add(Book)
  }

  private let store = Store(
    initialState: AppState(),
    reducer: Reducer<AppState, Action> { state, action in
      switch action {
      case .count: state.count += 1
      case .select(let user): state.selectedUser = user
      case .add(let book): state.allBooks.append(book)
      }
    })
  private let log = Log()

  private static let selectUser = { @Sendable (state: AppState) in state.selectedUser }
  private static let selectBooks = { @Sendable (state: AppState) in state.allBooks }

  @Test func e73oneInput() {
    let selectCounter = { @Sendable (state: AppState) in state.count }
    let log = log
    let selectCount = createSelector(
      selectCounter,
      transformation: { count in
        log.append("run")
        return "count \(count)"
      })
    var heard: [String] = []
    let watch = store.subscribe(to: selectCount) { heard.append($0) }
    store.dispatch(.select(User(id: 1)))
    store.dispatch(.count)
    #expect(heard == ["count 1"])
    #expect(selectCount(AppState(count: 7)) == "count 7")
    let runs = log.lines.count
    #expect(selectCount(AppState(count: 7, selectedUser: User(id: 2))) == "count 7")
    #expect(log.lines.count == runs)
    watch.cancel()
  }

  private nonisolated static func visible(_ user: User?, _ books: [Book]) -> [Book] {
    user.map { user in books.filter { $0.userID == user.id } } ?? books
  }

  @Test func e74visibleBooksAreAlwaysUpToDate() {
    let selectVisibleBooks = createSelector(
      Self.selectUser, Self.selectBooks,
      transformation: { user, books -> [Book] in Self.visible(user, books) })
    var shown: [[Int]] = []
    let watch = store.subscribe(to: selectVisibleBooks) { shown.append($0.map(\.id)) }
    store.dispatch(.add(Book(id: 1, userID: 1)))
    store.dispatch(.add(Book(id: 2, userID: 2)))
    store.dispatch(.select(User(id: 2)))
    store.dispatch(.add(Book(id: 3, userID: 2)))
    store.dispatch(.add(Book(id: 4, userID: 1)))
    store.dispatch(.select(nil))
    #expect(shown == [[1], [1, 2], [2], [2, 3], [1, 2, 3, 4]])
    watch.cancel()
  }

  @Test(arguments: [true, false])
  func e75withoutAMemoryEveryCallComputes(memoized: Bool) {
    let log = log
    let selectVisibleBooks = createSelector(
      Self.selectUser, Self.selectBooks,
      transformation: { user, books -> [Book] in
        log.append("run")
        return Self.visible(user, books)
      },
      memoized: memoized)
    let state = AppState(allBooks: [Book(id: 1, userID: 1)])
    _ = selectVisibleBooks(state)
    log.clear()
    for _ in 0..<3 { #expect(selectVisibleBooks(state) == state.allBooks) }
    #expect(log.lines.count == (memoized ? 0 : 3))
  }
}
