// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Tells a whole use of an app step by step, on one test store, to the end.
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
/// Each step does what the method of ``TestStore`` with its name does, and fails at its own line;
/// then the next one follows. After the last step nothing must be left to tell, as at the end of
/// any test store; that fails at the line of the scenario. Loops and conditions may stand among
/// the steps.
///
/// The idea of steps as values, and their names, come from SwiftRex.
///
/// - Parameters:
///   - initialState: The first state.
///   - feature: What actions change and start.
///   - middleware: Sees actions first and starts effects; none by default.
///   - clock: Tells effects the time; give the one that your dependencies have.
///   - exhaustivity: How much the steps have to tell; everything by default.
///   - fileID: The file of the scenario.
///   - filePath: The path of that file.
///   - line: The line of the scenario.
///   - column: The column of the scenario.
///   - steps: What happens.
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

/// Tells a whole use of an app as an array of steps, on one test store, to the end.
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
/// It does the same as the form with a closure; the compiler says more plainly what is wrong with
/// a step of an array.
///
/// - Parameters:
///   - initialState: The first state.
///   - feature: What actions change and start.
///   - middleware: Sees actions first and starts effects; none by default.
///   - clock: Tells effects the time; give the one that your dependencies have.
///   - exhaustivity: How much the steps have to tell; everything by default.
///   - fileID: The file of the scenario.
///   - filePath: The path of that file.
///   - line: The line of the scenario.
///   - column: The column of the scenario.
///   - steps: What happens.
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
