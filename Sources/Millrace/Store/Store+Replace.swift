// SPDX-License-Identifier: Apache-2.0

// What mocks and tools do to a store from outside. A program changes its state by actions only.
extension Store {
  /// Puts a state in the place of the present one, without an action, and calls the observers
  /// of what differs.
  ///
  /// It is for tools that jump, as mocks and time machines do. Neither middleware nor
  /// ``transitions(bufferingPolicy:)`` see it, since there is no action; filters of observers are
  /// not asked. In a batch observers hear at its end. What follows the state after every commit
  /// follows here too: the effects of children that are gone end, and gates open and close.
  ///
  /// Complexity: as a dispatch without middleware.
  ///
  /// - Parameter state: The state.
  /// - Returns: False if the store has ended or an action is on its way, as when an observer calls;
  ///   nothing has changed then.
  @discardableResult
  public func replaceState(with state: State) -> Bool {
    engine.replace(state)
  }

  /// Puts a value in the place of a selector's output, whatever the state says, for this store.
  ///
  /// It counts for each read and each observer of the selector from then on, and for the selectors
  /// that have it as an input. Calling it again changes the value and calls the observers of it.
  /// It does not count for a selector that is called directly, for rows of tables, for what
  /// closures compute from the state, and for observers that watch the selector with a filter
  /// already.
  ///
  /// - Parameters:
  ///   - selector: The selector; for a key path, `StateSelector(\.path)`.
  ///   - output: Its value from now on.
  /// - Returns: False if the selector is watched already, if the store has ended, or if an
  ///   action is on its way; nothing has changed then.
  @discardableResult
  public func replaceOutput<Output>(
    of selector: StateSelector<State, Output>, with output: Output
  ) -> Bool {
    engine.replace(selector, with: output)
  }
}
