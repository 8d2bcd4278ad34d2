// SPDX-License-Identifier: Apache-2.0

/// A type that sees every action before the reducer and can start effects that run after the
/// commit.
///
/// A middleware reads the state and never writes it. It declares its own types for the actions that
/// it sees, the actions that it sends and the state that it reads; they can be `Never` or `Void`. A
/// middleware is isolated to the main actor, as its store is, and can call other code of the main
/// actor.
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
/// A middleware that wraps another middleware also passes on the ``traits`` of that middleware:
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
/// A wrapper that forwards only `handle` compiles, but loses the other traits of the wrapped
/// middleware: its probes and its `didReject` are not called, and its gate (``gated(while:)``) is
/// not updated after a commit. Debug builds report a lost gate if the wrapped middleware is in a
/// stored property, and lost probes if the wrapper also has no probes of its own. Release builds
/// report nothing, and a middleware that a closure captures is not found.
///
/// The traits include the routing by a case path: if a middleware was lifted with a path to one
/// case, a composition need not call its wrapper for the actions of other cases. To change also the
/// types of a middleware, lift it (`lift`) and wrap the result.
///
/// The effects of several middlewares start in the order in which the middlewares handled the
/// action. The idea of a middleware comes from SwiftRex.
@MainActor
public protocol Middleware<InputAction, OutputAction, State> {
  /// The actions that it sees.
  associatedtype InputAction
  /// The actions that it sends.
  associatedtype OutputAction: Sendable
  /// The state that it reads.
  associatedtype State

  /// Handles an action before the reducer.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - source: The source of the action.
  ///   - state: Reads the state. In this call it reads the state before the reducer, in the effect
  ///     the state after the commit.
  /// - Returns: The effect that runs after the commit. It is dropped if the reducer throws.
  func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction>

  /// Called if the reducer threw an error for an action that this middleware handled.
  func didReject(_ action: InputAction, from source: ActionSource, error: any Error)

  /// The probes that the store calls at each step of the loop; by default none.
  ///
  /// The property is read when the middleware is composed or its type is erased, at the latest when
  /// the store is created. Later changes have no effect.
  var probes: [any StoreProbe] { get }

  /// All properties of this middleware except `handle`; by default its own
  /// ``didReject(_:from:error:)`` and ``probes``.
  ///
  /// A middleware that wraps another one returns the traits of that middleware, `base.traits`, with
  /// changes if necessary. Then its own `didReject` and `probes` are not used: a store or a wrapper
  /// reads only the traits of a middleware.
  var traits: AnyMiddleware<InputAction, OutputAction, State>.Traits { get }
}

extension Middleware {
  /// Does nothing.
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {}

  /// No probes.
  public var probes: [any StoreProbe] { [] }
}

extension AnyMiddleware {
  /// All properties of a middleware except `handle`, as one value that a wrapper passes on.
  ///
  /// See ``Middleware/traits``. If a later version of this library adds requirements for a
  /// middleware, they become a part of this value. Therefore existing wrappers pass them on
  /// unchanged.
  public struct Traits {
    /// Called if the reducer threw an error; see ``Middleware/didReject(_:from:error:)``.
    public var didReject: @MainActor (InputAction, ActionSource, any Error) -> Void
    /// Called after every commit, to update the gate of ``Middleware/gated(while:)``.
    var afterCommit: (@MainActor () -> Void)?
    /// The probes that the store calls at each step of the loop; see ``Middleware/probes``.
    public var probes: [any StoreProbe]
    /// A test that returns, from the case of an action alone, whether the action can concern the
    /// middleware; nil if every action can.
    @usableFromInline var caseTest: CaseTest<InputAction>?
  }
}

#if DEBUG
  /// The middleware objects whose traits are being read, to report lost traits.
  @MainActor private var inspected: Set<ObjectIdentifier> = []
#endif

extension Middleware {
  /// The traits of a middleware of these types.
  public typealias Traits = AnyMiddleware<InputAction, OutputAction, State>.Traits

  /// Its own ``didReject(_:from:error:)`` and ``probes``.
  ///
  /// Debug builds report a middleware that stores another middleware and does not pass on its gate
  /// or its probes.
  public var traits: Traits {
    #if DEBUG
      for (label, part) in Mirror(reflecting: self).children {
        guard let part = part as? any Middleware else { continue }
        reportLoss(of: part, in: label ?? "a property")
      }
    #endif
    return Traits(didReject: { didReject($0, from: $1, error: $2) }, probes: probes)
  }

  #if DEBUG
    private func reportLoss(of part: some Middleware, in label: String) {
      // Objects can refer to each other in a cycle.
      let object = type(of: part) is AnyObject.Type ? ObjectIdentifier(part as AnyObject) : nil
      if let object, !inspected.insert(object).inserted { return }
      defer { if let object { inspected.remove(object) } }
      let traits = part.traits
      var losses: [String] = []
      if traits.afterCommit != nil { losses.append("its gate is not updated after a commit") }
      if !traits.probes.isEmpty && probes.isEmpty { losses.append("its probes are not called") }
      guard !losses.isEmpty else { return }
      Diagnostics.report(
        """
        Millrace: \(Self.self) holds a middleware in `\(label)` and does not pass on its traits: \
        \(losses.joined(separator: ", and ")). Let \(Self.self) return the traits of that \
        middleware: `var traits: Traits { \(label).traits }`.\(Diagnostics.once(" per property"))
        """, ifFirst: Diagnostics.recordFirst("traits \(String(reflecting: Self.self)).\(label)"))
    }
  #endif
}

/// A function that reads the state at the time of the call.
///
/// A middleware, or a feature of ``Feature/reading(_:)``, gets a reader for each action. The
/// middleware can call it directly in `handle`. Effects can call it directly in code that runs
/// right after the commit, such as the closure of a `perform`. An effect that runs longer reads
/// with ``Send/read(_:)`` and waits with ``Send/until(_:)``. Both throw if the effect was cancelled
/// or if the child that the effect belongs to has disappeared.
///
/// ```swift
/// .run { send in
///   let query = try await send.read { state.query }
///   try await send.until { state.isReady }
/// }
/// ```
///
/// A reader can be passed to any thread, but reads on the main actor only. It does not retain the
/// store, but it retains the state: after the end of the store it reads the last state.
///
/// A reader of a child (`ifLet`, `ifCase`, `forEach`) that is stored for longer, by an effect for
/// example, retains the state that the child had at its action. Therefore the next change of a
/// collection in the child copies this collection once. A read outside of `send.read` after the
/// child has disappeared returns this state. Such a read is reported once per lift, also in
/// release builds. If there is no such state, because the action was rejected or removed the child,
/// the read stops the program. ``ifPresent`` is nil in both cases.
@dynamicMemberLookup
public struct StateReader<State>: Sendable {
  @usableFromInline let read: @MainActor () -> State
  /// Returns the state of the child that is read, or nil if it has disappeared; nil if no child is
  /// read.
  @usableFromInline let present: (@MainActor () -> State?)?

  /// Creates a reader from a function that returns the state.
  @_alwaysEmitIntoClient
  @MainActor
  public init(_ read: @escaping () -> State) {
    self.init(reading: { read() })
  }

  @_alwaysEmitIntoClient
  init(
    reading read: @escaping @MainActor () -> State,
    present: (@MainActor () -> State?)? = nil
  ) {
    self.read = read
    self.present = present
  }

  /// Returns the current state.
  @available(*, noasync, message: "An effect reads with `try await send.read { state() }`.")
  @_alwaysEmitIntoClient
  @MainActor
  public func callAsFunction() -> State { read() }

  /// The current state, or nil if it is the state of a child that has disappeared.
  @_alwaysEmitIntoClient
  @MainActor
  public var ifPresent: State? {
    @available(*, noasync, message: "An effect reads with `try await send.read { state() }`.")
    get {
      if let present { return present() }
      return read()
    }
  }

  /// One property of the current state.
  @_alwaysEmitIntoClient
  @MainActor
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    @available(*, noasync, message: "An effect reads with `try await send.read { state.field }`.")
    get { read()[keyPath: keyPath] }
  }

  /// Returns a reader of a part of the state; unlike `map`, this method runs on any thread.
  @_alwaysEmitIntoClient
  func part<Part>(_ transform: @escaping @Sendable (State) -> Part) -> StateReader<Part> {
    var part: (@MainActor () -> Part?)?
    if let present { part = { present().map(transform) } }
    return StateReader<Part>(reading: { [read] in transform(read()) }, present: part)
  }

  /// Returns a reader of a part of the state.
  @_alwaysEmitIntoClient
  @MainActor
  public func map<Part>(_ transform: @escaping (State) -> Part) -> StateReader<Part> {
    var part: (@MainActor () -> Part?)?
    if let present { part = { present().map(transform) } }
    return StateReader<Part>(reading: { transform(read()) }, present: part)
  }
}
