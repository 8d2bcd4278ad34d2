// SPDX-License-Identifier: Apache-2.0

/// Work that a middleware wants done after the commit.
///
/// Shape: `(Send<OutputAction>) -> Void`, or an ``Effect``. It runs on the store's actor and sees
/// the new state. What it sends at once is queued and runs before the outermost dispatch returns;
/// what it sends later, from any thread, runs in the order in which it was sent.
///
/// ```swift
/// IO { output in
///   output.dispatch(.showPopup)
/// }
/// IO(.run { send in await send(.loaded(try? await api.load())) })
/// ```
public struct IO<OutputAction: Sendable> {
  @usableFromInline
  enum Work {
    case none
    case closure((Send<OutputAction>) -> Void)
    case effect(Effect<OutputAction>)
    indirect case both(Work, Work)
  }

  @usableFromInline let work: Work

  /// Work done by a closure.
  @inlinable
  public init(_ run: @escaping (Send<OutputAction>) -> Void) {
    work = .closure(run)
  }

  /// Work done by an effect, which the store owns and can cancel.
  @inlinable
  public init(_ effect: Effect<OutputAction>) {
    work = effect.isNone ? .none : .effect(effect)
  }

  @inlinable
  init(work: Work) {
    self.work = work
  }

  /// No work.
  @inlinable
  public static func pure() -> IO { IO(work: .none) }

  /// Whether there is nothing to do.
  @inlinable var isPure: Bool {
    if case .none = work { true } else { false }
  }

  /// The left work, then the right one.
  @inlinable
  public static func <> (first: IO, second: IO) -> IO {
    if first.isPure { return second }
    if second.isPure { return first }
    return IO(work: .both(first.work, second.work))
  }

  /// The same work with its actions translated.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (OutputAction) -> Other
  ) -> IO<Other> {
    IO<Other>(work: work.map(transform))
  }

  /// Runs the work by hand, as a test of a middleware does.
  ///
  /// Outside a store nothing owns effects: their ids have no meaning and nothing cancels them.
  public func run(_ output: Send<OutputAction>) {
    work.forEach { work in
      work(output)
    } effect: {
      $0.runDetached(output)
    }
  }
}

extension IO.Work {
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (OutputAction) -> Other
  ) -> IO<Other>.Work {
    switch self {
    case .none: .none
    case .closure(let run): .closure { send in run(send.contramap(transform)) }
    case .effect(let effect): .effect(effect.map(transform))
    case .both(let first, let second): .both(first.map(transform), second.map(transform))
    }
  }

  /// Visits the pieces in order.
  @inlinable
  func forEach(
    closure: ((Send<OutputAction>) -> Void) -> Void, effect: (Effect<OutputAction>) -> Void
  ) {
    var stack = [self]
    while let work = stack.popLast() {
      switch work {
      case .none: break
      case .closure(let run): closure(run)
      case .effect(let work): effect(work)
      case .both(let first, let second):
        stack.append(second)
        stack.append(first)
      }
    }
  }
}
