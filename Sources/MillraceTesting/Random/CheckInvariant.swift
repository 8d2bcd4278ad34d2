// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Checks what must always hold, after each of many random actions.
///
/// ```swift
/// checkInvariant(
///   seed: 42, initialState: Cart(), reducer: .cart,
///   generate: .oneOf(.always(.add), .always(.remove), .always(.checkOut))
/// ) { cart in
///   cart.total == cart.items.reduce(0) { $0 + $1.price }
/// }
/// ```
///
/// Each run begins with the initial state. The invariant is asked there and after every action. An
/// action that the reducer refuses leaves the state as it is, as in a store, and the run goes on.
/// The reducer runs alone, without middleware: to check what effects send, let the generator make
/// those actions as well.
///
/// When the invariant is broken, the actions are cut down to a few of which none can be left out,
/// and the test fails with them, the states on the way, and the seed of the run. That seed repeats
/// the run wherever `Int` has 64 bits, if the generator takes all that is random from what it is
/// given and goes through no set or dictionary in its order.
///
/// - Parameters:
///   - seed: Where the random numbers begin; each run takes the next seed.
///   - runs: How many runs there are.
///   - length: How many actions each run has at most: it is over when the generator returns nil.
///   - initialState: The first state of each run.
///   - reducer: How actions change it.
///   - generate: Makes the actions. One that returns nil ends the run there, and nothing says so: a
///     generator that does that early checks little. Let it make an action for every state.
///   - fileID: The file of the check.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - invariant: What must hold; an error breaks it too, and says why.
/// - Returns: The actions that break it; nil if it holds.
/// - Complexity: O(`runs` · `length`) reductions and as many calls of the invariant; a failure
///   costs O(`length`³) more at worst, and far less as a rule.
@discardableResult
public func checkInvariant<State, Action>(
  seed: UInt64, runs: Int = 100, length: Int = 100, initialState: State,
  reducer: some FeatureType<State, Action>, generate: ActionGenerator<State, Action>,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, invariant: (State) throws -> Bool
) -> [Action]? {
  withoutActuallyEscaping(invariant) { invariant in
    let check = InvariantCheck(
      initialState: initialState, reducer: reducer.feature, invariant: invariant)
    let outcome = check.run(seed: seed, runs: runs, length: length, generate)
    outcome.failure?.report(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return outcome.actions
  }
}
