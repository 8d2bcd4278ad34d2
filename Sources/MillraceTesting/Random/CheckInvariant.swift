// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Checks that an invariant holds after each of many random actions.
///
/// ```swift
/// checkInvariant(
///   seed: 42, initialState: Cart(), reducer: Reducer.cart,
///   generate: .oneOf(.always(.add), .always(.remove), .always(.checkOut))
/// ) { cart in
///   cart.total == cart.items.reduce(0) { $0 + $1.price }
/// }
/// ```
///
/// Each run begins with the initial state. The invariant is checked for this state and after every
/// action. If the reducer rejects an action, the state is unchanged, as in a store, and the run
/// continues. The reducer runs without middleware. To check the actions of effects, let the
/// generator create them too.
///
/// When the invariant is broken, the list of actions is shortened until no single action can be
/// removed. The test fails with these actions, the changes that they make, and the seed of the run.
/// The same seed repeats the run on every platform with a 64-bit `Int`, if the generator uses only
/// the given random numbers and does not depend on the order of a set or a dictionary.
///
/// - Parameters:
///   - seed: The seed of the first run; each run uses the next seed.
///   - runs: The number of runs.
///   - length: The maximum number of actions of each run.
///   - initialState: The first state of each run.
///   - reducer: The reducer to check.
///   - generate: Generates the actions. If it returns nil, the run ends. The test fails if all
///     runs are empty. Return an action for every state if you can: short runs check little.
///   - fileID: The file of the check.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - invariant: Returns true if the invariant holds. If it throws, the invariant is broken, and
///     the message contains the error.
/// - Returns: The actions that break the invariant, or nil if it holds. The list is empty if the
///   first state breaks it.
/// - Complexity: O(`runs` · `length`) runs of the reducer and calls of the invariant. A failure
///   needs O(`length`³) more in the worst case, and usually far less.
@discardableResult
public func checkInvariant<State, Action>(
  seed: UInt64, runs: Int = 100, length: Int = 100, initialState: State,
  reducer: some FeatureType<State, Action>, generate: ActionGenerator<State, Action>,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, invariant: (State) throws -> Bool
) -> [Action]? {
  withoutActuallyEscaping(invariant) { invariant in
    let check = InvariantCheck(
      initialState: initialState, reducer: Reducer(dropping: reducer.feature),
      invariant: invariant)
    let outcome = check.run(seed: seed, runs: runs, length: length, generate)
    outcome.failure?.report(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return outcome.actions
  }
}
