// SPDX-License-Identifier: Apache-2.0

/// An effect that a store runs at the moment, for tools and tests.
public struct RunningEffect: Sendable, Equatable {
  /// What an effect is about.
  public enum Work: Sendable, Equatable {
    /// An asynchronous function runs in a task.
    case task
    /// A delay, a debounce or a throttle waits for its time to come.
    case delay
    /// A callback has not been called.
    case callback
    /// The turn of its cancel id has not come.
    case turn
    /// It is made of the other effects that name it as their parent.
    case parts
  }

  /// Its number; of two effects of a store the later one has the greater number.
  public let number: UInt64
  /// The effect of which it is a part.
  public let parent: UInt64?
  /// The id under which it can be cancelled, in words.
  public let id: String?
  /// What it is about.
  public let work: Work
  /// Whether the receipt of a dispatch waits for it; not so for what ``StateEffects`` have led to.
  public let isAwaited: Bool
  /// Whether it was cancelled and has only not ended yet.
  public let isCancelled: Bool
}

extension Store {
  /// The effects that have not ended, in the order in which they began.
  ///
  /// It takes time in proportion to their number. The time in which a throttle starts nothing is
  /// none of them, as nothing waits for it.
  public var runningEffects: [RunningEffect] {
    engine.effects.nodes.values.sorted { $0.key < $1.key }.compactMap(\.description)
  }

  /// The effects that began after the one with a number and have not ended, in that order.
  ///
  /// It takes time in proportion to how many have begun since, and at most to how many run.
  public func runningEffects(after number: UInt64) -> [RunningEffect] {
    engine.effects.nodes(after: number).compactMap(\.description)
  }

  /// Cancels an effect with all its parts; does nothing if it has ended.
  public func cancel(_ effect: RunningEffect) {
    guard let node = engine.effects.nodes[effect.number] else { return }
    engine.inTurn { engine.cancel(node) }
  }
}

extension EffectNode {
  fileprivate var description: RunningEffect? {
    guard window == nil else { return nil }
    return RunningEffect(
      number: key, parent: parent?.key, id: id?.description, work: work, isAwaited: scope != 0,
      isCancelled: token.isCancelled)
  }

  private var work: RunningEffect.Work {
    if isPromise { return .callback }
    if waiting != nil { return .turn }
    guard task != nil else { return .parts }
    return isDelay ? .delay : .task
  }
}
