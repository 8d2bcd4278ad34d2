// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

extension Effect {
  /// Sends what a publisher publishes; ends with the publisher.
  ///
  /// The publisher is subscribed to on the store's actor, right after the commit. What it publishes
  /// there takes part in the turn that runs, or is a turn of its own; what it publishes on another
  /// thread is sent to the store's actor in order. Cancelling the effect cancels the subscription,
  /// at once.
  ///
  /// ```swift
  /// .publisher(store.updates(on: \.username).map { .check($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - publisher: The actions.
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

  /// Sends what a publisher publishes, and one last action if it fails; ends with the publisher.
  ///
  /// ```swift
  /// .publisher(api.search(text).map { .found($0) }, catch: { .failed("\($0)") })
  /// ```
  ///
  /// - Parameters:
  ///   - publisher: The actions.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - handler: Makes an action of the error. It is not called for an effect that was cancelled.
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
