// SPDX-License-Identifier: Apache-2.0

import Millrace

extension LawTests {
  /// Checks the laws of middleware.
  ///
  /// - An empty composition changes nothing when it is composed with a middleware, on either side.
  /// - `(a <> b) <> c` behaves as `a <> (b <> c)`.
  /// - The effects of a composition run in the order of its middlewares.
  ///
  /// The check runs the effects and compares the actions that they send synchronously, in order.
  /// Actions that the effects send later are not compared. A middleware can have mutable state, so
  /// each check creates new middlewares.
  ///
  /// Complexity: O(m³ · s · a) for m middlewares, s states and a actions.
  ///
  /// - Parameters:
  ///   - middlewares: Closures that create the middlewares, with names for messages.
  ///   - states: The states to check with.
  ///   - actions: The actions to check with. Each check handles all of them, one after another.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func check<State, Input, Output: Sendable>(
    middlewares: KeyValuePairs<String, () -> any Middleware<Input, Output, State>>,
    states: [State], actions: [Input], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if middlewares.isEmpty || states.isEmpty || actions.isEmpty {
      return Failure.nothingToCheck("middlewares, states and actions").report(at: site)
    }
    let run = MiddlewareRun<State, Input, Output>(states: states, actions: actions, site: site)
    let identity = AnyMiddleware(ComposedMiddleware<Input, Output, State>())
    let makers = middlewares.map { name, make in
      (name: name, make: { AnyMiddleware<Input, Output, State>(make()) })
    }
    for (name, make) in makers {
      guard
        run.checkSameActions(
          "`identity <> middleware` is `middleware`", name, { make() }, { identity <> make() }),
        run.checkSameActions(
          "`middleware <> identity` is `middleware`", name, { make() }, { make() <> identity })
      else { return }
    }
    for a in makers {
      for b in makers {
        guard run.checkOrder("\(a.name), \(b.name)", a.make, b.make) else { return }
        for c in makers {
          guard
            run.checkSameActions(
              "`(a <> b) <> c` is `a <> (b <> c)`", "\(a.name), \(b.name), \(c.name)",
              { (a.make() <> b.make()) <> c.make() }, { a.make() <> (b.make() <> c.make()) })
          else { return }
        }
      }
    }
  }
}

/// Checks laws with the given states and actions, and reports the first violation.
@MainActor
private struct MiddlewareRun<State, Input, Output: Sendable> {
  typealias Make = () -> any Middleware<Input, Output, State>

  let states: [State]
  let actions: [Input]
  let site: CallSite

  /// Checks that two middlewares send the same actions in every state; reports a difference.
  func checkSameActions(_ law: String, _ names: String, _ one: Make, _ other: Make) -> Bool {
    states.allSatisfy { state in
      check(law, names, state, sent(by: one(), in: state), sent(by: other(), in: state))
    }
  }

  /// Checks that the effects of a composition run in the order of its middlewares; reports a
  /// difference.
  func checkOrder(_ names: String, _ one: Make, _ other: Make) -> Bool {
    let law = "the effects of `a <> b` run in order: first the effect of a, then the effect of b"
    return states.allSatisfy { state in
      let (first, second) = (one(), other())
      let expected = actions.flatMap { action in
        run(.merge(handle(action, first, state), handle(action, second, state)))
      }
      let both = ComposedMiddleware([AnyMiddleware(one()), AnyMiddleware(other())])
      return check(law, names, state, expected, sent(by: both, in: state))
    }
  }

  private func handle(
    _ action: Input, _ middleware: some Middleware<Input, Output, State>, _ state: State
  ) -> Effect<Output> {
    middleware.handle(action, from: ActionSource(), state: StateReader { state })
  }

  /// The actions that the effects of a middleware send synchronously, for all actions.
  private func sent(by middleware: any Middleware<Input, Output, State>, in state: State)
    -> [Output]
  {
    actions.flatMap { run(handle($0, middleware, state)) }
  }

  /// Starts an effect and returns the actions that it sends synchronously.
  private func run(_ effect: Effect<Output>) -> [Output] {
    let sent = SentActions<Output>()
    effect.runDetached(Send { sent.append($0.action) })
    return sent.close()
  }

  /// Returns true if the sent actions are equal; otherwise reports a violation of the law.
  private func check(
    _ law: String, _ names: String, _ state: State, _ expected: [Output], _ actual: [Output]
  ) -> Bool {
    guard let difference = Violation.difference(expected, actual) else { return true }
    Violation(
      law: law,
      given: [
        ("middlewares", names), ("state", Failure.text(of: state)),
        ("actions", Failure.text(of: actions)),
      ], difference: "The actions that the effects send:\n\n\(difference)",
      cause: """
        two middlewares share mutable state, or a middleware does its work in `handle` and not in \
        the effect that `handle` returns.
        """,
      remedy: """
        create each middleware, with its own dependencies, inside the closure of the list, and let \
        `handle` only read.
        """
    ).report(at: site)
    return false
  }
}

/// Collects the actions that are sent before `close()` is called.
private final class SentActions<Output: Sendable>: Sendable {
  private let contents = Guarded<(actions: [Output], isOpen: Bool)>(([], true))

  func append(_ action: Output) {
    contents.withLock { if $0.isOpen { $0.actions.append(action) } }
  }

  func close() -> [Output] {
    contents.withLock {
      $0.isOpen = false
      return $0.actions
    }
  }
}
