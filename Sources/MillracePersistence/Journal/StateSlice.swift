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
  /// Its name in the records; it must stay the same.
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
  ///   - name: Its name in the records.
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

  /// The key of the person to whom the values belong.
  var person: String?
  /// The values that are to be written.
  private var fresh: [(name: String, value: any Encodable & Sendable)] = []
  /// The values that were read.
  private var read: [String: TraceValue] = [:]

  /// All slices of a state.
  init<State>(of state: State, _ slices: [StateSlice<State>]) {
    fresh = slices.map { ($0.name, $0.value(state)) }
  }

  /// The slices that differ from `last`, which has their present values then; nil if none does.
  init?<State>(
    changing last: inout [any Encodable & Sendable], in state: State, _ slices: [StateSlice<State>]
  ) {
    for (index, slice) in slices.enumerated() where !slice.isSame(last[index], state) {
      last[index] = slice.value(state)
      fresh.append((slice.name, last[index]))
    }
    if fresh.isEmpty { return nil }
  }

  /// The values of a record that was read.
  init(read: [String: TraceValue]) { self.read = read }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in fresh {
      // By the container, which knows how `URL`, `Data` and `Decimal` are read again.
      try container.encode(value, forKey: Key(stringValue: name))
    }
  }

  /// Puts what was read into a state; values for which there is no slice are ignored.
  func put<State>(into state: inout State, _ slices: [StateSlice<State>]) throws {
    for slice in slices {
      if let value = read[slice.name] { try slice.put(value, &state) }
    }
  }
}

/// Reads slices as some version wrote them, in records, snapshots and states put in place.
struct SliceReader<State: Sendable>: Sendable {
  let slices: [StateSlice<State>]
  let version: Int
  /// Whether a slice that is not listed, or cannot be read, is left out.
  let skipsUnknown: Bool
  let upcasts: [Upcast]

  /// The values, each of which can be put into a state.
  ///
  /// - Parameters:
  ///   - value: What was written.
  ///   - found: The version that wrote it.
  /// - Throws: Why one cannot be read, unless those are left out.
  /// - Returns: The values, and whether none was left out.
  func values(
    _ value: TraceValue, version found: Int
  ) throws -> (values: SliceValues, isWhole: Bool) {
    guard case .object(let members) = value else {
      throw SliceValues.Unknown(name: value.actionName)
    }
    var read: [String: TraceValue] = [:]
    var isWhole = true
    func add(_ name: String, _ value: TraceValue) throws {
      guard let slice = slices.first(where: { $0.name == name }) else {
        throw SliceValues.Unknown(name: name)
      }
      try slice.check(value)
      read[name] = value
    }
    func orLeaveOut(_ body: () throws -> Void) throws {
      do { try body() } catch {
        if !skipsUnknown { throw error }
        isWhole = false
      }
    }
    // In one order: of two slices that get the same name the same one stays each time.
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      try orLeaveOut {
        for (name, value) in try upcast(name, value, from: found) {
          try orLeaveOut { try add(name, value) }
        }
      }
    }
    return (SliceValues(read: read), isWhole)
  }

  /// A slice of some version as the slices of this one.
  private func upcast(
    _ name: String, _ value: TraceValue, from found: Int
  ) throws -> [(name: String, value: TraceValue)] {
    typealias Part = (name: String, value: TraceValue)
    var parts = [Part(name, value)]
    for step in found..<max(found, version) {
      parts = try parts.flatMap { part -> [Part] in
        // A slice may have a name that no action can have: it is compared as a whole.
        guard let upcast = upcasts.first(where: { $0.name == part.name && $0.isOf(step) }) else {
          return [part]
        }
        return try upcast.change(part.value).map { change in
          switch change {
          case .holds(let value, let name): (name, value)
          case .action(let action): slice(of: action)
          }
        }
      }
    }
    return parts
  }

  /// The slice that an action stands for, which a split has made.
  private func slice(of action: TraceValue) -> (name: String, value: TraceValue) {
    let known = slices.map(\.name) + upcasts.map(\.name)
    let name = action.longestName(of: known) ?? action.actionName
    return (name, action.payload(of: name) ?? action)
  }

  /// A state as some version wrote it, on top of another one.
  func state(
    _ value: TraceValue, version found: Int, on state: State
  ) throws -> (state: State, isWhole: Bool) {
    let value = try Upcast.state(upcasts, value, from: found, to: version)
    let (values, isWhole) = try values(value, version: found)
    var state = state
    try values.put(into: &state, slices)
    return (state, isWhole)
  }
}
