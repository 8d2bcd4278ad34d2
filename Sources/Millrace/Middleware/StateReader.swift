// SPDX-License-Identifier: Apache-2.0

/// Reads the state as it stands at the time of the call.
///
/// A middleware gets one for each action. It is bound to the store's actor and meant for the call
/// of `handle` and the IO that it returns.
@dynamicMemberLookup
public struct StateReader<State> {
  @usableFromInline let read: () -> State
  /// Where the reader's middleware is at work; nil where nobody needs to know.
  @usableFromInline let path: ChildPath?

  /// Creates a reader from the function that does its work.
  @inlinable
  public init(_ read: @escaping () -> State) {
    self.init(path: nil, read)
  }

  @inlinable
  init(path: ChildPath?, _ read: @escaping () -> State) {
    self.read = read
    self.path = path
  }

  /// The state now.
  @inlinable
  public func callAsFunction() -> State { read() }

  /// One field of the state now.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    read()[keyPath: keyPath]
  }

  /// A reader of a part of the state.
  @inlinable
  public func map<Part>(_ transform: @escaping (State) -> Part) -> StateReader<Part> {
    StateReader<Part>(path: path) { transform(read()) }
  }
}
