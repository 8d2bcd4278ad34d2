// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

extension Store {
  /// Dispatches what a publisher publishes, as long as both live.
  ///
  /// ```swift
  /// store.addEffect(
  ///   store.updates(on: \.username)
  ///     .debounce(for: 0.8, scheduler: DispatchQueue.main.ocombine)
  ///     .map { _ in .checkUsername })
  /// ```
  ///
  /// With Combine the scheduler is `DispatchQueue.main`; `.ocombine` is of OpenCombine's product
  /// `OpenCombineDispatch`.
  ///
  /// - Parameters:
  ///   - publisher: The actions.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  /// - Returns: A receipt; `await receipt.finish()` waits for the publisher to finish.
  @discardableResult
  public func addEffect<Actions: Publisher>(
    _ publisher: Actions, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> DispatchReceipt where Actions.Output == Action, Actions.Failure == Never {
    addEffect(.publisher(publisher, fileID: fileID, function: function, line: line))
  }

  /// Runs an effect that is a function from the publisher of actions to a publisher of actions.
  ///
  /// It sees every action after its commit, and what it publishes at once is dispatched in the same
  /// turn, behind what waits there. Each effect sees the actions in the order of their commits.
  ///
  /// ```swift
  /// store.addEffect { actions in
  ///   actions.filter { $0 == .reload }.flatMap { _ in api.books() }.map { .loaded($0) }
  /// }
  /// store.addEffect(dispatch: false) { $0.handleEvents(receiveOutput: { print($0) }) }
  /// ```
  ///
  /// The idea comes from ReCombine.
  ///
  /// - Parameters:
  ///   - dispatch: Whether what it publishes is dispatched; otherwise it runs for what it does.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - effect: Makes the publisher; called once, now.
  /// - Returns: A receipt; `await receipt.finish()` waits for the publisher to finish.
  @discardableResult
  public func addEffect<Actions: Publisher>(
    dispatch: Bool = true, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    _ effect: (AnyPublisher<Action, Never>) -> Actions
  ) -> DispatchReceipt where Actions.Output == Action, Actions.Failure == Never {
    let actions = effect(actionPublisher().eraseToAnyPublisher())
    let dispatched = actions.filter { _ in dispatch }
    return addEffect(dispatched, fileID: fileID, function: function, line: line)
  }

  /// Turns each value of a publisher into an action of this store, as long as both live.
  ///
  /// ```swift
  /// cart.bind(to: session.publisher(for: \.user)) { .userChanged($0) }
  /// ```
  ///
  /// For a property of another store the core has `bind(to:on:with:)`.
  ///
  /// - Parameters:
  ///   - publisher: The values.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - action: Makes an action of a value, where the publisher publishes.
  public func bind<Values: Publisher>(
    to publisher: Values, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    with action: @escaping @Sendable (Values.Output) -> Action
  ) where Values.Failure == Never {
    addEffect(publisher.map(action), fileID: fileID, function: function, line: line)
  }
}
