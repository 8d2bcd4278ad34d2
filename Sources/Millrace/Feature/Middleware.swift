// SPDX-License-Identifier: Apache-2.0

/// Sees every action before the reducer and may start work that runs after the commit.
///
/// A middleware reads the state and never writes it. It declares no more than it needs: its input,
/// output and state types are its own (`Never` and `Void` included). It lives on the main actor, as
/// its store does: what it does there may call whatever else lives there.
///
/// ```swift
/// struct Counting: Middleware {
///   func handle(
///     _ action: AppAction, from source: ActionSource, state: StateReader<AppState>
///   ) -> Effect<Never> {
///     let before = state().count
///     return .perform { _ in print(before, "->", state().count) }
///   }
/// }
/// ```
///
/// A middleware around another one passes on its ``traits`` too:
///
/// ```swift
/// struct Counted<Base: Middleware>: Middleware {
///   let base: Base
///   let count: () -> Void
///
///   var traits: Traits { base.traits }
///
///   func handle(
///     _ action: Base.InputAction, from source: ActionSource, state: StateReader<Base.State>
///   ) -> Effect<Base.OutputAction> {
///     count()
///     return base.handle(action, from: source, state: state)
///   }
/// }
/// ```
///
/// One that forwards `handle` alone compiles, and loses the rest of what it holds: its probes hear
/// nothing, it hears of no rejection, and its gate does not follow the state. Debug builds report a
/// lost gate and lost probes where the other one is in a stored property; release builds, and what
/// is in a closure, say nothing.
///
/// What was lifted along a case is found by the case: a wrapper of it sees the actions of this
/// case. To change the types of a middleware as well, lift it (`lift`) and wrap the result.
///
/// The shape comes from SwiftRex; effects start in the order of handling.
@MainActor
public protocol Middleware<InputAction, OutputAction, State> {
  /// The actions that it sees.
  associatedtype InputAction
  /// The actions that it sends.
  associatedtype OutputAction: Sendable
  /// The state that it reads.
  associatedtype State

  /// Looks at an action before the reducer.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - source: The place that dispatched it.
  ///   - state: Reads the state: in this call the one before the reducer, in the effect the one
  ///     after.
  /// - Returns: What to do after the commit. It is dropped if the reducer throws.
  func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction>

  /// Hears that the reducer threw for an action that this middleware handled.
  func didReject(_ action: InputAction, from source: ActionSource, error: any Error)

  /// What this middleware wants to hear of the store besides actions; by default nothing.
  ///
  /// The store asks once, when it is created.
  var probes: [any StoreProbe] { get }

  /// Everything about this middleware except what it does with an action; by default its own
  /// ``didReject(_:from:error:)`` and ``probes``.
  ///
  /// A middleware around another one gives the traits of that one, `base.traits`, with changes if
  /// there are any: they count then, and not its own `didReject` and `probes`. What stands around a
  /// middleware, a store or a wrapper, reads these and calls neither of the two.
  var traits: AnyMiddleware<InputAction, OutputAction, State>.Traits { get }
}

extension Middleware {
  /// Does nothing.
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {}

  /// No probes.
  public var probes: [any StoreProbe] { [] }
}

extension AnyMiddleware {
  /// Everything about a middleware except what it does with an action: the one value that a wrapper
  /// passes on.
  ///
  /// See ``Middleware/traits``. What a later version of this library asks of a middleware becomes a
  /// part of this value, so that wrappers pass it on as they are.
  public struct Traits {
    /// Hears that the reducer threw; see ``Middleware/didReject(_:from:error:)``.
    public var didReject: @MainActor (InputAction, ActionSource, any Error) -> Void
    /// Called after every commit, for a gate that follows the state.
    var afterCommit: (@MainActor () -> Void)?
    /// What hears of the store besides actions; see ``Middleware/probes``.
    public var probes: [any StoreProbe]
    /// Tells from the case of an action alone whether it may concern the middleware; nil: it may
    /// always.
    var caseTest: CaseTest<InputAction>?
  }
}

extension Middleware {
  /// The traits of a middleware of these types.
  public typealias Traits = AnyMiddleware<InputAction, OutputAction, State>.Traits

  /// Its own ``didReject(_:from:error:)`` and ``probes``.
  ///
  /// Debug builds report a middleware that holds another one and does not pass on its traits.
  public var traits: Traits {
    #if DEBUG
      for (label, part) in Mirror(reflecting: self).children {
        guard let part = part as? any Middleware else { continue }
        reportLoss(of: part, in: label ?? "a property")
      }
    #endif
    return Traits(
      didReject: { didReject($0, from: $1, error: $2) }, afterCommit: nil, probes: probes,
      caseTest: nil)
  }

  #if DEBUG
    private func reportLoss(of part: some Middleware, in label: String) {
      let traits = part.traits
      var losses: [String] = []
      if traits.afterCommit != nil { losses.append("its gate does not follow the state") }
      if !traits.probes.isEmpty && probes.isEmpty { losses.append("its probes hear nothing") }
      guard !losses.isEmpty else { return }
      Diagnostics.report(
        """
        Millrace: \(Self.self) holds a middleware in `\(label)` and does not pass on what it is: \
        \(losses.joined(separator: ", and ")). Give \(Self.self) the traits of what it holds: \
        `var traits: Traits { \(label).traits }`.
        """)
    }
  #endif

  /// Tells from the case of an action alone whether it may concern this middleware; nil: it may
  /// always.
  @usableFromInline var routedCase: CaseTest<InputAction>? { traits.caseTest }
}

/// Reads the state as it stands at the time of the call.
///
/// A middleware gets one for each action. It reads at once in the call of `handle` and in what
/// starts right after the commit. An effect that goes on later reads with ``Send/read(_:)`` and
/// waits with ``Send/until(_:)``: these know whether the effect, and the part of the state that it
/// is about, are still there.
///
/// ```swift
/// .run { send in
///   let query = try await send.read { state.query }
///   try await send.until { state.isReady }
/// }
/// ```
///
/// It may be handed to any thread and read on the store's actor only. It keeps no store alive, but
/// the last state of one.
///
/// A reader of a child (`ifLet`, `ifCase`, `forEach`) that is kept for longer, by an effect for
/// example, holds the child's state as it was right after the commit, so that the next change of a
/// collection in it copies that once. A read that comes when the child has gone, outside of
/// `send.read`, gives this state and is reported once for each lift, in release builds too;
/// ``ifPresent`` is nil then.
@dynamicMemberLookup
public struct StateReader<State>: Sendable {
  @usableFromInline let read: @MainActor () -> State
  /// Whether what it reads is still a part of the state; nil: it always is.
  @usableFromInline let isPresent: (@MainActor () -> Bool)?

  /// Creates a reader from the function that does its work.
  @_alwaysEmitIntoClient
  @MainActor
  public init(_ read: @escaping () -> State) {
    self.init(reading: { read() })
  }

  @_alwaysEmitIntoClient
  init(
    reading read: @escaping @MainActor () -> State,
    isPresent: (@MainActor () -> Bool)? = nil
  ) {
    self.read = read
    self.isPresent = isPresent
  }

  /// The state now.
  @available(*, noasync, message: "An effect reads with `try await send.read { state() }`.")
  @_alwaysEmitIntoClient
  @MainActor
  public func callAsFunction() -> State { read() }

  /// The state now, or nil if it is that of a child that has disappeared.
  @_alwaysEmitIntoClient
  @MainActor
  public var ifPresent: State? {
    @available(*, noasync, message: "An effect reads with `try await send.read { state() }`.")
    get {
      if let isPresent, !isPresent() { return nil }
      return read()
    }
  }

  /// One field of the state now.
  @_alwaysEmitIntoClient
  @MainActor
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    @available(*, noasync, message: "An effect reads with `try await send.read { state.field }`.")
    get { read()[keyPath: keyPath] }
  }

  /// A reader of a part of the state, made where nothing is read yet.
  @_alwaysEmitIntoClient
  func part<Part>(_ transform: @escaping @Sendable (State) -> Part) -> StateReader<Part> {
    StateReader<Part>(reading: { [read] in transform(read()) }, isPresent: isPresent)
  }

  /// A reader of a part of the state.
  @_alwaysEmitIntoClient
  @MainActor
  public func map<Part>(_ transform: @escaping (State) -> Part) -> StateReader<Part> {
    StateReader<Part>(reading: { transform(read()) }, isPresent: isPresent)
  }
}
