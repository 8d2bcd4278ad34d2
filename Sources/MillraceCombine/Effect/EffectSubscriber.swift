// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// Sends what a publisher publishes as the actions of an effect, which ends with the publisher.
///
/// Sound: the lock guards the phase, and the rest is constant; while it is held, no other code is
/// called.
final class EffectSubscriber<Action: Sendable, Failure: Error>: Subscriber, @unchecked Sendable {
  typealias Input = Action

  private enum Phase {
    case waiting
    case subscribed(any Subscription)
    case over
  }

  private let phase = Mutex<Carried<Phase>>(Carried(.waiting))
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
    let carried = Carried(subscription)
    let isWanted = phase.withLock { phase in
      guard case .waiting = phase.value else { return false }
      phase = Carried(.subscribed(carried.value))
      return true
    }
    if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ action: Action) -> Subscribers.Demand {
    send(action)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if case .over = end() { return }
    if case .failure(let error) = completion, let recover { send(recover(error)) }
    listener.finish()
  }

  /// Ends the subscription, because the effect was cancelled.
  func cancel() {
    if case .subscribed(let subscription) = end() { subscription.cancel() }
  }

  private func end() -> Phase {
    phase.withLock { phase in
      let old = phase
      phase = Carried(.over)
      return old
    }.value
  }

  /// On the store's actor the action takes part in the turn that runs there.
  private func send(_ action: Action) {
    let dispatched = DispatchedAction(action, source: source)
    if MainQueue.isCurrent {
      // Sound: the main queue serves the main actor.
      MainActor.assumeIsolated { listener.dispatch(dispatched) }
    } else {
      listener.send(dispatched)
    }
  }
}
