// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Creates a store under test that runs a reducer of mutating and of effect actions.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: How mutating actions change it, and what effect actions start.
  ///   - emitsValue: Which commits observers are told of; all by default.
  ///   - clock: Tells effects the time; give the one that your dependencies have.
  ///   - fileID: The file, for what is wrong at the end of a test that did not `finish()`.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  public convenience init<MutatingAction, EffectAction>(
    initialState: State, reducer: StateReducer<State, MutatingAction, EffectAction>,
    emitsValue: EmitsValue<State> = .always, clock: TestClock = TestClock(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Action == StoreAction<MutatingAction, EffectAction> {
    self.init(
      initialState: initialState, feature: reducer.feature, emitsValue: emitsValue, clock: clock,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a store under test that runs a reducer of mutating and of effect actions, with
  /// middleware.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: How mutating actions change it, and what effect actions start.
  ///   - middleware: Sees actions first; its effects start before those of the reducer.
  ///   - emitsValue: Which commits observers are told of; all by default.
  ///   - clock: Tells effects the time; give the one that your dependencies have.
  ///   - fileID: The file, for what is wrong at the end of a test that did not `finish()`.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  public convenience init<MutatingAction, EffectAction>(
    initialState: State, reducer: StateReducer<State, MutatingAction, EffectAction>,
    middleware: some Middleware<Action, Action, State>, emitsValue: EmitsValue<State> = .always,
    clock: TestClock = TestClock(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where Action == StoreAction<MutatingAction, EffectAction> {
    self.init(
      initialState: initialState, feature: reducer.feature, middleware: middleware,
      emitsValue: emitsValue, clock: clock, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}
