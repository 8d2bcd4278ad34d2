// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization

extension LawTests {
  /// Runs the laws of middleware: an empty composition changes nothing when it is composed with
  /// them on either side, it does not matter how a chain of three is grouped, and the effects of a
  /// composition run in the order of its parts.
  ///
  /// Compared is what their effects send at once, in order, as a store runs them. Effects are
  /// started too; what they send later is not compared. Middleware may remember things, so that
  /// each law is run on new ones.
  ///
  /// Complexity: O(m³ · s · a) for m middlewares, s states and a actions.
  ///
  /// - Parameters:
  ///   - middlewares: Make the middlewares, by names for messages.
  ///   - states: States to run them on.
  ///   - actions: Actions to run them with; each law is run with all of them in a row.
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
    for (name, make) in middlewares {
      let one = { AnyMiddleware<Input, Output, State>(erasing: make()) }
      guard
        run.agree(
          "`identity <> middleware` is `middleware`", name, { one() }, { identity <> one() }),
        run.agree(
          "`middleware <> identity` is `middleware`", name, { one() }, { one() <> identity })
      else { return }
    }
    for (a, first) in middlewares {
      for (b, second) in middlewares {
        let one = { AnyMiddleware<Input, Output, State>(erasing: first()) }
        let two = { AnyMiddleware<Input, Output, State>(erasing: second()) }
        guard run.keepsOrder("\(a), \(b)", one, two) else { return }
        for (c, third) in middlewares {
          let three = { AnyMiddleware<Input, Output, State>(erasing: third()) }
          guard
            run.agree(
              "`(a <> b) <> c` is `a <> (b <> c)`", "\(a), \(b), \(c)",
              { (one() <> two()) <> three() }, { one() <> (two() <> three()) })
          else { return }
        }
      }
    }
  }
}

extension AnyMiddleware {
  @MainActor
  fileprivate init(erasing base: any Middleware<InputAction, OutputAction, State>) {
    func erase(_ base: some Middleware<InputAction, OutputAction, State>) -> AnyMiddleware {
      AnyMiddleware(base)
    }
    self = erase(base)
  }
}

@MainActor
private struct MiddlewareRun<State, Input, Output: Sendable> {
  typealias Make = () -> any Middleware<Input, Output, State>

  let states: [State]
  let actions: [Input]
  let site: CallSite

  func agree(_ law: String, _ names: String, _ one: Make, _ other: Make) -> Bool {
    states.allSatisfy { state in
      compare(law, names, state, sent(by: one(), in: state), sent(by: other(), in: state))
    }
  }

  /// The IOs of a composition run in the order of its parts.
  func keepsOrder(_ names: String, _ one: Make, _ other: Make) -> Bool {
    let law = "the IOs of `a <> b` run in the order of handling: first that of a, then that of b"
    return states.allSatisfy { state in
      let (first, second) = (one(), other())
      let expected = actions.flatMap { action in
        run(.merge(handle(action, first, state), handle(action, second, state)))
      }
      let both = ComposedMiddleware([
        AnyMiddleware(erasing: one()), AnyMiddleware(erasing: other()),
      ])
      return compare(law, names, state, expected, sent(by: both, in: state))
    }
  }

  private func handle(
    _ action: Input, _ middleware: some Middleware<Input, Output, State>, _ state: State
  ) -> Effect<Output> {
    middleware.handle(action, from: ActionSource(), state: StateReader { state })
  }

  private func sent(by middleware: any Middleware<Input, Output, State>, in state: State)
    -> [Output]
  {
    actions.flatMap { run(handle($0, middleware, state)) }
  }

  private func run(_ io: Effect<Output>) -> [Output] {
    let sent = SentActions<Output>()
    io.runDetached(Send { sent.append($0.action) })
    return sent.close()
  }

  private func compare(
    _ law: String, _ names: String, _ state: State, _ expected: [Output], _ actual: [Output]
  ) -> Bool {
    guard let difference = Violation.difference(expected, actual) else { return true }
    Violation(
      law: law,
      given: [
        ("middlewares", names), ("state", Failure.text(of: state)),
        ("actions", Failure.text(of: actions)),
      ], difference: "What they send:\n\n\(difference)",
      cause: """
        two of them share something that they change, or one of them does its work in `handle` \
        and not in the effect that it returns.
        """,
      remedy: """
        make each middleware anew where you list them, with dependencies of its own, and let \
        `handle` only look.
        """
    ).report(at: site)
    return false
  }
}

/// What was sent until it was closed.
private final class SentActions<Output: Sendable>: Sendable {
  private let contents = Mutex<(actions: [Output], isOpen: Bool)>(([], true))

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
