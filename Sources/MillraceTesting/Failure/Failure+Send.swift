// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// An action was sent while others had come that no step has received.
  static func unreceived(_ actions: [some Any], before next: some Any) -> Failure {
    Failure(
      headline: """
        Expected no action to be left before \(text(of: next).quoted) is sent, but \
        \(counted(actions.count, "action")) came that no step has received:
        """,
      detail: list(actions),
      cause: "an effect of an earlier step has sent them.",
      remedy: """
        receive them first, in this order, with `await store.receive(...)`; or, if this test is \
        not about them, call `skipReceivedActions()` or set `exhaustivity = .off`.
        """)
  }

  /// The store has ended and takes no actions, or does not show them.
  static func ended(_ action: some Any) -> Failure {
    Failure(
      headline: "Sent \(text(of: action).quoted), but the store did not take it.",
      cause: """
        the store was made without the middleware that the test store gave; or it has ended with \
        its parent; or its queue was too long: a chain of actions that never ends is cut.
        """,
      remedy: """
        give the store that middleware first, as in `middleware <> searching`; then look at what \
        the step before this one has started.
        """)
  }

  /// The app's own code makes a store without the test's middleware.
  static let middlewareNotTaken = Failure(
    headline: """
      Expected the closure to make a store with the middleware that it gets, but the store is made \
      without it.
      """,
    cause: """
      the closure ignores its first argument, or wraps it in a middleware that does not pass its \
      probes on.
      """,
    remedy: """
      give it to the store, as in `TestStore { middleware, clock in makeStore(middleware: \
      middleware <> searching, clock: clock) }`: without it no step can see what happens.
      """)

  /// The app's own code makes a store with another clock.
  static let clockNotTaken = Failure(
    headline: """
      Expected the closure to make a store with the clock that it gets, but the store has another \
      clock.
      """,
    cause: """
      the closure ignores its second argument, so that the store has the clock of the system.
      """,
    remedy: """
      give it to the store, as in `TestStore { middleware, clock in makeStore(middleware: \
      middleware, clock: clock) }`: without it no time passes that `advance(by:)` lets pass.
      """)

  /// The reducer threw where it should not have.
  static func rejected(
    _ action: some Any, _ error: any Error, isReceived: Bool = false
  ) -> Failure {
    Failure(
      headline: "Expected \(text(of: action).quoted) to be committed, but the reducer threw:",
      detail: text(of: error),
      cause:
        "the action is not allowed in the state in which the store is. The state is as before.",
      remedy: """
        bring the store into the right state first; or, if the action is to be refused, say so \
        with `await store.\(isReceived ? "receive" : "send")(..., throws: ...)`.
        """)
  }

  /// The reducer threw something else.
  static func refusedOtherwise(
    _ action: some Any, expected: String, _ error: any Error, isReceived: Bool
  ) -> Failure {
    Failure(
      headline: """
        Expected \(text(of: action).quoted) to be refused with \(expected.quoted), but the reducer \
        threw:
        """,
      detail: text(of: error),
      cause: "another rule of the reducer refuses the action first.",
      remedy: """
        expect this error, or \(isReceived ? "let the action come" : "send the action") in a state \
        in which only your rule refuses it.
        """)
  }

  /// The reducer did not throw.
  static func notRefused(
    _ action: some Any, expected: String, isReceived: Bool
  ) -> Failure {
    Failure(
      headline: """
        Expected \(text(of: action).quoted) to be refused with \(expected.quoted), but it was \
        committed.
        """,
      cause: "no rule of the reducer refuses the action in this state.",
      remedy: """
        make the reducer throw, or \(isReceived ? "receive" : "send") the action without `throws:`.
        """)
  }

  /// Things one below the other, the first hundred of them.
  static func list(_ items: [some Any]) -> String {
    var lines = items.prefix(100).map { item in
      text(of: item).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .map { $0.offset == 0 ? "- \($0.element)" : "  \($0.element)" }
        .joined(separator: "\n")
    }
    if items.count > lines.count { lines.append("- and \(items.count - lines.count) more") }
    return lines.joined(separator: "\n")
  }
}
