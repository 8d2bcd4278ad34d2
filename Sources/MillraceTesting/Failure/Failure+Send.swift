// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// An action was sent before the test received all earlier actions from effects.
  static func unreceived<State, Action>(
    _ steps: [RecordedStep<State, Action>], before next: Action
  ) -> Failure {
    Failure(
      headline: """
        Expected all actions to be received before \(text(of: next).quoted) is sent, but \
        \(counted(steps.count, "action")) arrived that no step has received:
        """,
      detail: list(of: steps),
      cause: "an effect of an earlier step sent them.",
      remedy: """
        receive them first, in this order, with `await store.receive(...)`\(forRejected(steps)); \
        or, if this test does not check them, call `skipReceivedActions()` or set \
        `exhaustivity = .off`.
        """)
  }

  /// The store did not process the action, or does not have the recorder of the test store.
  static func ended(_ action: some Any) -> Failure {
    Failure(
      headline: "Sent \(text(of: action).quoted), but the store did not process it.",
      cause: """
        the store was created without the middleware of the test store; or it has ended with its \
        parent; or actions follow each other without end, and this action is still in the queue.
        """,
      remedy: """
        pass that middleware to the store first, as in `middleware <> searching`; then look at the \
        effects of the step before this one.
        """)
  }

  /// The app's code created the store without the middleware of the test store.
  static let middlewareNotUsed = Failure(
    headline: """
      Expected the closure to create a store with the middleware that it gets, but the store does \
      not have this middleware.
      """,
    cause: """
      the closure ignores its first argument, or wraps it in a middleware that does not return \
      its `traits`.
      """,
    remedy: """
      pass it to the store, as in `TestStore { middleware, clock in makeStore(middleware: \
      middleware <> searching, clock: clock) }`: without it, the steps cannot see any action.
      """)

  /// The app's code created the store with another clock.
  static let clockNotUsed = Failure(
    headline: """
      Expected the closure to create a store with the clock that it gets, but the store has \
      another clock.
      """,
    cause: """
      the closure ignores its second argument, and the store has the clock of the system.
      """,
    remedy: """
      pass it to the store, as in `TestStore { middleware, clock in makeStore(middleware: \
      middleware, clock: clock) }`: without it, `advance(by:)` has no effect on the store.
      """)

  /// The reducer threw, but the step expects that the action is committed.
  static func rejected(
    _ action: some Any, _ error: any Error, isReceived: Bool = false
  ) -> Failure {
    Failure(
      headline: "Expected \(text(of: action).quoted) to be committed, but the reducer threw:",
      detail: text(of: error),
      cause:
        "the action is not allowed in the current state. The state is unchanged.",
      remedy: """
        bring the store into the right state first; or, if the reducer should reject the action, \
        expect that with `await store.\(isReceived ? "receive" : "send")(..., throws: ...)`.
        """)
  }

  /// The reducer threw a different error.
  static func rejectedDifferently(
    _ action: some Any, expected: String, _ error: any Error, isReceived: Bool
  ) -> Failure {
    Failure(
      headline: """
        Expected \(text(of: action).quoted) to be rejected with \(expected.quoted), but the \
        reducer threw:
        """,
      detail: text(of: error),
      cause: "another check in the reducer rejects the action first.",
      remedy: """
        expect this error, or \(isReceived ? "let the effect send the action" : "send the action") \
        in a state in which only your check rejects it.
        """)
  }

  /// The reducer did not throw.
  static func notRejected(
    _ action: some Any, expected: String, isReceived: Bool
  ) -> Failure {
    Failure(
      headline: """
        Expected \(text(of: action).quoted) to be rejected with \(expected.quoted), but it was \
        committed.
        """,
      cause: "no check in the reducer rejects the action in this state.",
      remedy: """
        make the reducer throw, or \(isReceived ? "receive" : "send") the action without `throws:`.
        """)
  }

  /// The first hundred items as a list, one below the other.
  static func list<Item>(_ items: [Item]) -> String {
    list(items, comparing: longestRun(of: Item.self), alike: isAlike) { text(of: $0) }
  }

  /// Recorded actions as a list; a rejected action is followed by its error.
  static func list<State, Action>(of steps: [RecordedStep<State, Action>]) -> String {
    let longest = steps.map { longestRun(of: $0.error.map { type(of: $0) } ?? Action.self) }.min()
    return list(steps, comparing: min(longest ?? .max, longestRun(of: Action.self))) { first in
      let (isAlike, isAlikeError) = (isAlike(first.action), first.error.map(isAlikeError))
      return { step in
        guard let error = step.error, let isAlikeError else {
          return step.error == nil && isAlikeError == nil && isAlike(step.action)
        }
        return isAlike(step.action) && isAlikeError(error)
      }
    } text: { step in
      text(of: step.action)
        + (step.error.map { ", which the reducer rejected with \(text(of: $0).quoted)" } ?? "")
    }
  }

  /// The maximum number of items in a list.
  static var longestList: Int { 100 }

  /// The maximum number of equal values that a list shows as one item.
  ///
  /// Values that are not `Equatable` are compared by their text, which takes long.
  private static func longestRun(of type: Any.Type) -> Int {
    type is any Equatable.Type ? .max : 1_000
  }

  /// Returns a function that is true for values that equal one or, if they are not `Equatable`,
  /// have the same text.
  static func isAlike<Value>(_ one: Value) -> (Value) -> Bool {
    if one is any Equatable { return { areEqual(one, $0) } }
    let words = text(of: one)
    return { text(of: $0) == words }
  }

  /// The same for errors.
  ///
  /// The type decides, because a bridged error can be cast to `any Equatable` without it.
  private static func isAlikeError(_ one: any Error) -> (any Error) -> Bool {
    if type(of: one) is any Equatable.Type { return { areEqual(one, $0) } }
    let words = text(of: one)
    return { text(of: $0) == words }
  }

  /// The first hundred items as a list; equal neighbors are one item with their number.
  static func list<Item>(
    _ items: [Item], comparing longestRun: Int = .max, alike: (Item) -> (Item) -> Bool,
    text: (Item) -> String
  ) -> String {
    var lines: [String] = []
    var rest = items[...]
    while let first = rest.first, lines.count < longestList {
      let count = rest.prefix(longestRun).prefix(while: alike(first)).count
      rest = rest.dropFirst(max(1, count))
      let words = text(first) + (count > 1 ? ", \(count) times" : "")
      lines.append(
        words.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
          .map { $0.offset == 0 ? "- \($0.element)" : "  \($0.element)" }
          .joined(separator: "\n"))
    }
    if !rest.isEmpty { lines.append("- and \(rest.count) more") }
    return lines.joined(separator: "\n")
  }

  /// How to receive rejected actions, if there are any.
  static func forRejected<State, Action>(_ steps: [RecordedStep<State, Action>]) -> String {
    steps.contains { $0.error != nil } ? ", rejected ones with `throws:`" : ""
  }
}
