// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Tells a whole use of a reducer of mutating and of effect actions, step by step.
///
/// - Parameters:
///   - initialState: The first state.
///   - reducer: How mutating actions change it, and what effect actions start.
///   - middleware: Sees actions first and starts effects; none by default.
///   - emitsValue: Which commits observers are told of; all by default.
///   - clock: Tells effects the time; give the one that your dependencies have.
///   - exhaustivity: How much the steps have to tell; everything by default.
///   - fileID: The file of the scenario.
///   - filePath: The path of that file.
///   - line: The line of the scenario.
///   - column: The column of the scenario.
///   - steps: What happens.
@MainActor
public func scenario<State: Sendable, MutatingAction: Sendable, EffectAction: Sendable>(
  initialState: State, reducer: StateReducer<State, MutatingAction, EffectAction>,
  middleware: (
    any Middleware<
      StoreAction<MutatingAction, EffectAction>, StoreAction<MutatingAction, EffectAction>, State
    >
  )? = nil,
  emitsValue: EmitsValue<State> = .always, clock: TestClock = TestClock(),
  exhaustivity: Exhaustivity = .on, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  @ScenarioBuilder<State, StoreAction<MutatingAction, EffectAction>>
  steps: @MainActor () -> [Step<State, StoreAction<MutatingAction, EffectAction>>]
) async {
  await scenario(
    initialState: initialState, reducer: reducer, middleware: middleware, emitsValue: emitsValue,
    clock: clock, exhaustivity: exhaustivity, fileID: fileID, filePath: filePath, line: line,
    column: column, steps: steps())
}

/// Tells a whole use of a reducer of mutating and of effect actions, as an array of steps.
///
/// - Parameters:
///   - initialState: The first state.
///   - reducer: How mutating actions change it, and what effect actions start.
///   - middleware: Sees actions first and starts effects; none by default.
///   - emitsValue: Which commits observers are told of; all by default.
///   - clock: Tells effects the time; give the one that your dependencies have.
///   - exhaustivity: How much the steps have to tell; everything by default.
///   - fileID: The file of the scenario.
///   - filePath: The path of that file.
///   - line: The line of the scenario.
///   - column: The column of the scenario.
///   - steps: What happens.
@MainActor
public func scenario<State: Sendable, MutatingAction: Sendable, EffectAction: Sendable>(
  initialState: State, reducer: StateReducer<State, MutatingAction, EffectAction>,
  middleware: (
    any Middleware<
      StoreAction<MutatingAction, EffectAction>, StoreAction<MutatingAction, EffectAction>, State
    >
  )? = nil,
  emitsValue: EmitsValue<State> = .always, clock: TestClock = TestClock(),
  exhaustivity: Exhaustivity = .on, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  steps: [Step<State, StoreAction<MutatingAction, EffectAction>>]
) async {
  let store = TestStore(
    initialState: initialState, reducer: reducer, middleware: AnyMiddleware(optional: middleware),
    emitsValue: emitsValue, clock: clock, fileID: fileID, filePath: filePath, line: line,
    column: column)
  store.exhaustivity = exhaustivity
  await store.perform(steps)
  await store.finish(fileID: fileID, filePath: filePath, line: line, column: column)
}
