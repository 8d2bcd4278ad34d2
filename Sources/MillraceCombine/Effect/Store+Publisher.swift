// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

extension Store {
  /// Dispatches the actions of a publisher until the publisher or the store ends.
  ///
  /// ```swift
  /// store.addEffect(
  ///   store.updates(on: \.username)
  ///     .debounce(for: 0.8, scheduler: DispatchQueue.main.ocombine)
  ///     .map { _ in .checkUsername })
  /// ```
  ///
  /// With Combine, the scheduler is `DispatchQueue.main`. The property `.ocombine` is part of
  /// OpenCombine's product `OpenCombineDispatch`.
  ///
  /// - Parameters:
  ///   - publisher: Publishes the actions.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  /// - Returns: A receipt; `await receipt.finish()` waits for the publisher to finish. If the store
  ///   has ended, the publisher is not subscribed, and the receipt is rejected.
  @discardableResult
  public func addEffect<Actions: Publisher>(
    _ publisher: Actions, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> DispatchReceipt where Actions.Output == Action, Actions.Failure == Never {
    addEffect(.publisher(publisher, fileID: fileID, function: function, line: line))
  }

  /// Runs an effect that is a function from the publisher of actions to a publisher of actions.
  ///
  /// The publisher that the function receives publishes each action after its commit, in the order
  /// of the commits, with the buffer of ``actionPublisher(bufferSize:onOverflow:)``. If the
  /// publisher that the function returns publishes an action synchronously, it is dispatched in the
  /// same turn, after the actions that are queued already.
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
  ///   - dispatch: True if the published actions are dispatched. With false, only the side effects
  ///     of the publisher matter.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - effect: Creates the publisher; called once, immediately.
  /// - Returns: A receipt; `await receipt.finish()` waits for the publisher to finish. If the store
  ///   has ended, the publisher is not subscribed, and the receipt is rejected.
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

  /// Dispatches an action for each value of a publisher, until the publisher or the store ends.
  ///
  /// ```swift
  /// cart.bind(to: session.publisher(for: \.user)) { .userChanged($0) }
  /// ```
  ///
  /// For a property of another store, use `bind(to:on:with:)` of the core.
  ///
  /// - Parameters:
  ///   - publisher: Publishes the values.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - action: Creates an action for a value, on the thread on which the publisher publishes.
  public func bind<Values: Publisher>(
    to publisher: Values, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    with action: @escaping @Sendable (Values.Output) -> Action
  ) where Values.Failure == Never {
    addEffect(publisher.map(action), fileID: fileID, function: function, line: line)
  }
}
