// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

extension Effect {
  /// Sends the actions of a publisher, and ends when the publisher ends.
  ///
  /// The effect subscribes to the publisher on the main actor, directly after the commit. Actions
  /// that the publisher publishes on the main actor are part of the running turn; if no turn is
  /// running, they begin one. Actions from another thread are sent to the main actor in order.
  /// Cancelling the effect cancels the subscription immediately.
  ///
  /// ```swift
  /// .publisher(store.updates(on: \.username).map { .check($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - publisher: Publishes the actions.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  /// - Returns: An effect that ends with the publisher.
  public static func publisher<Actions: Publisher>(
    _ publisher: Actions, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> Effect where Actions.Output == Action, Actions.Failure == Never {
    subscribed(to: publisher, ActionSource(fileID: fileID, function: function, line: line), nil)
  }

  /// Sends the actions of a publisher and, if it fails, a last action for the error.
  ///
  /// ```swift
  /// .publisher(api.search(text).map { .found($0) }, catch: { .failed("\($0)") })
  /// ```
  ///
  /// - Parameters:
  ///   - publisher: Publishes the actions.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - handler: Creates an action for the error, on the thread on which the publisher fails. Not
  ///     called if the effect was cancelled.
  /// - Returns: An effect that ends with the publisher.
  public static func publisher<Actions: Publisher>(
    _ publisher: Actions, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    catch handler: @escaping @Sendable (Actions.Failure) -> Action
  ) -> Effect where Actions.Output == Action {
    subscribed(
      to: publisher, ActionSource(fileID: fileID, function: function, line: line), handler)
  }

  private static func subscribed<Actions: Publisher>(
    to publisher: Actions, _ source: ActionSource,
    _ recover: (@Sendable (Actions.Failure) -> Action)?
  ) -> Effect where Actions.Output == Action {
    typealias Subscriber = EffectSubscriber<Action, Actions.Failure>
    let subscribe = Carried<(Subscriber) -> Void>({ publisher.subscribe($0) })
    return .listen { listener in
      let subscriber = Subscriber(listener, source: source, recover: recover)
      listener.onCancel { subscriber.cancel() }
      subscribe.value(subscriber)
    }
  }
}
