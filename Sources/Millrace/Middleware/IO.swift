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
    case closure(@MainActor (Send<OutputAction>) -> Void)
    case effect(Effect<OutputAction>)
    case deferred(@MainActor () -> Effect<OutputAction>)
    case both(IOPair<OutputAction>)
  }

  @usableFromInline let work: Work

  /// Work done by a closure.
  @inlinable
  public init(_ run: @escaping @MainActor (Send<OutputAction>) -> Void) {
    work = .closure(run)
  }

  /// Work done by an effect, which the store owns and can cancel.
  @inlinable
  public init(_ effect: Effect<OutputAction>) {
    work = effect.isNone ? .none : .effect(effect)
  }

  /// Work done by an effect that is made after the commit, when the new state can be read.
  ///
  /// ```swift
  /// .deferred { state.isOnline ? .just(.reload) : .none }
  /// ```
  @inlinable
  public static func deferred(_ make: @escaping @MainActor () -> Effect<OutputAction>) -> IO {
    IO(work: .deferred(make))
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
  ///
  /// Complexity: O(1). A composition may be of any length: it is run and let go of piece by piece.
  @inlinable
  public static func <> (first: IO, second: IO) -> IO {
    if first.isPure { return second }
    if second.isPure { return first }
    return IO(work: .both(IOPair(first.work, second.work)))
  }

  /// The same work with its actions translated.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (OutputAction) -> Other
  ) -> IO<Other> {
    map(ActionWay(out: transform))
  }

  /// The same work with its actions translated; none of them is dropped.
  @usableFromInline
  func map<Other: Sendable>(_ way: ActionWay<OutputAction, Other>) -> IO<Other> {
    if case .effect(let effect) = work {
      return IO<Other>(work: .effect(effect.translated(way)))
    }
    return translated {
      $0.translated(way) { $0.translated(way) }
    } effect: {
      $0().translated(way)
    }
  }

  /// The same work for a larger world.
  ///
  /// - Parameters:
  ///   - send: Makes the sender for a closure, or nil to leave the closure out.
  ///   - effect: Makes the larger effect of a smaller one, when the work runs.
  /// - Returns: The larger work.
  func translated<Other: Sendable>(
    send: @escaping @MainActor (Send<Other>) -> Send<OutputAction>?,
    effect: @escaping @MainActor (@MainActor () -> Effect<OutputAction>) -> Effect<Other>
  ) -> IO<Other> {
    func translate(_ piece: Work) -> IO<Other> {
      switch piece {
      case .none, .both: .pure()
      case .closure(let run): IO<Other> { if let send = send($0) { run(send) } }
      case .effect(let made): .deferred { effect { made } }
      case .deferred(let make): .deferred { effect(make) }
      }
    }
    guard case .both = work else { return translate(work) }
    var translated = IO<Other>.pure()
    work.forEachPiece { translated = translated <> translate($0) }
    return translated
  }

  /// Runs the work by hand, as a test of a middleware does.
  ///
  /// Outside a store nothing owns effects: their ids have no meaning and nothing cancels them.
  @MainActor
  public func run(_ output: Send<OutputAction>) {
    work.forEach { work in
      work(output)
    } effect: {
      $0.runDetached(output)
    }
  }
}

extension IO.Work {
  /// Visits the pieces in order, with what each of them does.
  @MainActor
  @inlinable
  func forEach(
    closure: (@MainActor (Send<OutputAction>) -> Void) -> Void,
    effect: (Effect<OutputAction>) -> Void
  ) {
    forEachPiece { piece in
      switch piece {
      case .none, .both: break
      case .closure(let run): closure(run)
      case .effect(let work): effect(work)
      case .deferred(let make): effect(make())
      }
    }
  }

  /// Visits the pieces in order; none of them is a composition.
  ///
  /// One piece alone costs no more than the call.
  @inlinable
  func forEachPiece(_ body: (Self) -> Void) {
    var work = self
    var rest: [Self] = []
    while true {
      if case .both(let pair) = work {
        rest.append(pair.second)
        work = pair.first
        continue
      }
      body(work)
      guard let next = rest.popLast() else { return }
      work = next
    }
  }
}
