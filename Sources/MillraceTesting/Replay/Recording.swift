// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The actions of a run, where they came from, and the state after each of them.
///
/// It is a value: compare it, keep it, or write it to a file, in the form that you like, if its
/// states and actions are `Codable`.
///
/// ```swift
/// let recording = try JSONDecoder().decode(Recording<Cart, CartAction>.self, from: data)
/// recording.replay(reducer: .cart)
/// ```
///
/// ``RecordingMiddleware`` records in any store, ``TestStore/recording`` in a test. A recording
/// holds every state, so that a large collection that changes often is copied as often.
public struct Recording<State, Action> {
  /// An action and what became of it.
  public struct Entry {
    /// The action.
    public var action: Action
    /// The place that dispatched it.
    public var source: ActionSource
    /// The state after it.
    public var state: State
    /// What the reducer threw, in words; nil if the action was committed.
    public var rejection: String?
    /// The state that was put in the place of the one before, as by `replaceState(with:)`; nil if
    /// none was since the action before this one.
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

  /// Creates a recording, by default of a run in which nothing happened.
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
