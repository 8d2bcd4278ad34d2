// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Runs the steps of a builder on a new test store, and then calls `finish()` on the store.
///
/// ```swift
/// await scenario(initialState: Search(), feature: .search, middleware: searching) {
///   Send(.type("swift")).expect { $0.text = "swift" }
///   Advance(by: .milliseconds(300))
///   Receive(\.found).expect { $0.books = [.theSwiftBook] }
///   SideEffect { #expect(server.calls == ["swift"]) }
/// }
/// ```
///
/// Most steps call the method of ``TestStore`` with the same name. A step fails at its own line,
/// and then the next step runs. After the last step, `finish()` fails the test at the line of the
/// scenario for actions that no step received and effects that still run. The steps can contain
/// loops and conditions.
///
/// The idea of steps as values and the names of the steps come from SwiftRex.
///
/// - Parameters:
///   - initialState: The first state.
///   - feature: The feature to test.
///   - middleware: The middleware of the store; none by default.
///   - clock: The clock of the effects. Pass the same clock to your dependencies.
///   - exhaustivity: Whether the steps must describe everything that happens. The default is `.on`.
///   - fileID: The file of the scenario.
///   - filePath: The path of that file.
///   - line: The line of the scenario.
///   - column: The column of the scenario.
///   - steps: The steps.
@MainActor
public func scenario<State: Sendable, Action: Sendable>(
  initialState: State, feature: Feature<State, Action>,
  middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
  clock: TestClock = TestClock(),
  exhaustivity: Exhaustivity = .on, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @ScenarioBuilder<State, Action> steps: @MainActor () -> [Step<State, Action>]
) async {
  await scenario(
    initialState: initialState, feature: feature, middleware: middleware,
    clock: clock, exhaustivity: exhaustivity, fileID: fileID, filePath: filePath, line: line,
    column: column, steps: steps())
}

/// Runs an array of steps on a new test store, and then calls `finish()` on the store.
///
/// ```swift
/// await scenario(
///   initialState: Search(), feature: .search, middleware: searching,
///   steps: [
///     .send(.type("swift")) { $0.text = "swift" },
///     .advance(by: .milliseconds(300)),
///     .receive(\.found) { $0.books = [.theSwiftBook] },
///   ])
/// ```
///
/// It does the same as the form with a closure. The compiler's messages for a wrong step are
/// clearer with an array.
///
/// - Parameters:
///   - initialState: The first state.
///   - feature: The feature to test.
///   - middleware: The middleware of the store; none by default.
///   - clock: The clock of the effects. Pass the same clock to your dependencies.
///   - exhaustivity: Whether the steps must describe everything that happens. The default is `.on`.
///   - fileID: The file of the scenario.
///   - filePath: The path of that file.
///   - line: The line of the scenario.
///   - column: The column of the scenario.
///   - steps: The steps.
@MainActor
public func scenario<State: Sendable, Action: Sendable>(
  initialState: State, feature: Feature<State, Action>,
  middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
  clock: TestClock = TestClock(),
  exhaustivity: Exhaustivity = .on, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  steps: [Step<State, Action>]
) async {
  let store = TestStore(
    initialState: initialState, feature: feature, middleware: middleware,
    clock: clock, fileID: fileID, filePath: filePath, line: line,
    column: column)
  store.exhaustivity = exhaustivity
  await store.perform(steps)
  await store.finish(fileID: fileID, filePath: filePath, line: line, column: column)
}
