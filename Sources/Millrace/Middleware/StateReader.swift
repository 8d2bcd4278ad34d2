// SPDX-License-Identifier: Apache-2.0

/// Reads the state as it stands at the time of the call.
///
/// A middleware gets one for each action. It reads at once in the call of `handle` and in the IO
/// that it returns. An effect, which goes on later, reads with ``Send/read(_:)`` and waits with
/// ``Send/until(_:)``: these know whether the effect, and the part of the state that it is about,
/// are still there.
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
/// A reader of a child (`ifLet`, `ifCase`, `forEach`) that is kept beyond the IO, by an effect for
/// example, holds the child's state as the IO saw it, so that the next change of a collection in it
/// copies that once. A read that comes when the child has gone, outside of `send.read`, gives this
/// state and is reported once for each lift, in release builds too; ``ifPresent`` is nil then.
@dynamicMemberLookup
public struct StateReader<State>: Sendable {
  @usableFromInline let read: @MainActor () -> State
  /// Whether what it reads is still a part of the state; nil: it always is.
  @usableFromInline let isPresent: (@MainActor () -> Bool)?

  /// Creates a reader from the function that does its work.
  @inlinable
  @MainActor
  public init(_ read: @escaping () -> State) {
    self.init(reading: { read() })
  }

  @inlinable
  init(
    reading read: @escaping @MainActor () -> State,
    isPresent: (@MainActor () -> Bool)? = nil
  ) {
    self.read = read
    self.isPresent = isPresent
  }

  /// The state now.
  @available(*, noasync, message: "An effect reads with `try await send.read { state() }`.")
  @inlinable
  @MainActor
  public func callAsFunction() -> State { read() }

  /// The state now, or nil if it is that of a child that has disappeared.
  @inlinable
  @MainActor
  public var ifPresent: State? {
    @available(*, noasync, message: "An effect reads with `try await send.read { state() }`.")
    get {
      if let isPresent, !isPresent() { return nil }
      return read()
    }
  }

  /// One field of the state now.
  @inlinable
  @MainActor
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    @available(*, noasync, message: "An effect reads with `try await send.read { state.field }`.")
    get { read()[keyPath: keyPath] }
  }

  /// A reader of a part of the state.
  @inlinable
  @MainActor
  public func map<Part>(_ transform: @escaping (State) -> Part) -> StateReader<Part> {
    StateReader<Part>(reading: { transform(read()) }, isPresent: isPresent)
  }
}
