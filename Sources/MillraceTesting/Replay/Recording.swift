// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The actions of a run, with their sources and the state after each action.
///
/// A recording is a value. You can compare it or store it, and you can encode it in any format if
/// its states and actions are `Codable`.
///
/// ```swift
/// let recording = try JSONDecoder().decode(Recording<Cart, CartAction>.self, from: data)
/// recording.replay(reducer: Reducer.cart)
/// ```
///
/// ``RecordingMiddleware`` records in any store, ``TestStore/recording`` in a test. A recording
/// stores every state. Therefore a large collection in the state is copied at each change.
public struct Recording<State, Action> {
  /// An action and its result.
  public struct Entry {
    /// The action.
    public var action: Action
    /// The source of the action.
    public var source: ActionSource
    /// The state after the action.
    public var state: State
    /// The text of the error that the reducer threw, or nil if the action was committed.
    public var rejection: String?
    /// The state that replaced the previous state before this action, for example by
    /// `replaceState(with:)`, or nil.
    public var replacement: State?

    /// Creates an entry.
    public init(
      action: Action, source: ActionSource, state: State, rejection: String? = nil,
      replacement: State? = nil
    ) {
      self.action = action
      self.source = source
      self.state = state
      self.rejection = rejection
      self.replacement = replacement
    }
  }

  /// The state before the first action.
  public var initialState: State
  /// The actions in the order in which they were processed.
  public var entries: [Entry]

  /// Creates a recording, by default without actions.
  public init(initialState: State, entries: [Entry] = []) {
    self.initialState = initialState
    self.entries = entries
  }

  /// The state after the last action.
  public var finalState: State { entries.last?.state ?? initialState }
}

extension Recording: Sendable where State: Sendable, Action: Sendable {}
extension Recording.Entry: Sendable where State: Sendable, Action: Sendable {}
extension Recording: Equatable where State: Equatable, Action: Equatable {}
extension Recording.Entry: Equatable where State: Equatable, Action: Equatable {}
extension Recording: Encodable where State: Encodable, Action: Encodable {}
extension Recording.Entry: Encodable where State: Encodable, Action: Encodable {}
extension Recording: Decodable where State: Decodable, Action: Decodable {}
extension Recording.Entry: Decodable where State: Decodable, Action: Decodable {}
