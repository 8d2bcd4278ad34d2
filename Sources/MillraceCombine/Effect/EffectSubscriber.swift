// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// Sends the actions of a publisher as the actions of an effect, and ends the effect when the
/// publisher ends.
///
/// Sound: a lock guards the phase, and all other properties are constants. No other code is called
/// while the lock is locked.
final class EffectSubscriber<Action: Sendable, Failure: Error>: Subscriber, @unchecked Sendable {
  typealias Input = Action

  private enum Phase {
    case waiting
    case subscribed(any Subscription)
    case ended
  }

  /// The lock of `phase`.
  ///
  /// It is not a `Mutex`: the thread sanitizer does not know a contended `Mutex` on Linux, and
  /// reports a race.
  private let lock = NSLock()
  private var phase = Phase.waiting
  private let listener: Effect<Action>.Listener
  private let source: ActionSource
  private let recover: ((Failure) -> Action)?

  init(
    _ listener: Effect<Action>.Listener, source: ActionSource,
    recover: ((Failure) -> Action)?
  ) {
    self.listener = listener
    self.source = source
    self.recover = recover
  }

  func receive(subscription: any Subscription) {
    let isAccepted = lock.withLock {
      guard case .waiting = phase else { return false }
      phase = .subscribed(subscription)
      return true
    }
    if isAccepted { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ action: Action) -> Subscribers.Demand {
    send(action)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if case .ended = end() { return }
    if case .failure(let error) = completion, let recover { send(recover(error)) }
    listener.finish()
  }

  /// Ends the subscription, because the effect was cancelled.
  func cancel() {
    if case .subscribed(let subscription) = end() { subscription.cancel() }
  }

  private func end() -> Phase {
    lock.withLock {
      defer { phase = .ended }
      return phase
    }
  }

  /// Sends an action.
  ///
  /// On the main actor, the action becomes part of the running turn.
  private func send(_ action: Action) {
    let dispatched = DispatchedAction(action, source: source)
    if MainQueue.isCurrent {
      // Sound: the caller is on the main queue, which runs the main actor.
      MainActor.assumeIsolated { listener.dispatch(dispatched) }
    } else {
      listener.send(dispatched)
    }
  }
}
