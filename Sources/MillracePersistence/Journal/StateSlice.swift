// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace

/// A part of the state that a journal of slices keeps, under a name.
///
/// ```swift
/// Journal(on: log, of: App.self, actions: AppAction.self, slices: [
///   StateSlice("theme", \.settings.theme), StateSlice("sound", \.settings.sound),
/// ])
/// ```
public struct StateSlice<State: Sendable>: Sendable {
  /// What it is called in the records; it must stay.
  public let name: String
  let value: @Sendable (State) -> any Encodable & Sendable
  let isSame: @Sendable (any Encodable & Sendable, State) -> Bool
  let put: @Sendable (TraceValue, inout State) throws -> Void
  let check: @Sendable (TraceValue) throws -> Void

  /// A part by its key path.
  ///
  /// Its last value is held, so that a change of a collection in it copies that collection.
  ///
  /// - Parameters:
  ///   - name: What it is called in the records.
  ///   - keyPath: Where it is.
  public init<Value: Codable & Equatable & Sendable>(
    _ name: String, _ keyPath: WritableKeyPath<State, Value> & Sendable
  ) {
    self.name = name
    value = { $0[keyPath: keyPath] }
    isSame = { last, state in (last as? Value) == state[keyPath: keyPath] }
    put = { value, state in state[keyPath: keyPath] = try value.decoded(as: Value.self) }
    check = { _ = try $0.decoded(as: Value.self) }
  }
}

/// What a record of a journal of slices holds: values by the names of their slices.
struct SliceValues: Encodable, Sendable {
  /// There is no slice of that name.
  struct Unknown: Error, CustomStringConvertible {
    let name: String
    var description: String { "there is no slice '\(name)'" }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Whose they are.
  var person: String?
  /// To be written.
  private var fresh: [(name: String, value: any Encodable & Sendable)] = []
  /// As it was read.
  private var read: [String: TraceValue] = [:]

  /// All slices of a state.
  init<State>(of state: State, _ slices: [StateSlice<State>]) {
    fresh = slices.map { ($0.name, $0.value(state)) }
  }

  /// The slices that are not as they were, which they are from now on; nil if there is none.
  init?<State>(
    changing last: inout [any Encodable & Sendable], in state: State, _ slices: [StateSlice<State>]
  ) {
    for (index, slice) in slices.enumerated() where !slice.isSame(last[index], state) {
      last[index] = slice.value(state)
      fresh.append((slice.name, last[index]))
    }
    if fresh.isEmpty { return nil }
  }

  /// What was read.
  init(
    _ value: TraceValue, _ upcasts: [Upcast] = [], from version: Int = 0, to last: Int = 0
  ) throws {
    guard case .object(let members) = value else { throw Unknown(name: value.actionName) }
    for (name, value) in members {
      for action in try Upcast.apply(upcasts, to: .action(name, value), from: version, to: last) {
        let newName = action.actionName
        read[newName] = action.payload(of: newName)
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in fresh {
      try AnyEncodable(value: value).encode(
        to: container.superEncoder(forKey: Key(stringValue: name)))
    }
  }

  /// Makes sure that all of them can be put into a state.
  func check<State>(_ slices: [StateSlice<State>]) throws {
    for (name, value) in read { try Self.slice(name, slices).check(value) }
  }

  /// Puts them into a state.
  func put<State>(into state: inout State, _ slices: [StateSlice<State>]) throws {
    for (name, value) in read { try Self.slice(name, slices).put(value, &state) }
  }

  private static func slice<State>(
    _ name: String, _ slices: [StateSlice<State>]
  ) throws -> StateSlice<State> {
    guard let slice = slices.first(where: { $0.name == name }) else { throw Unknown(name: name) }
    return slice
  }
}
