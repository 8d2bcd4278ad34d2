// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace

/// A named part of the state that a journal of slices records.
///
/// ```swift
/// Journal(on: log, of: App.self, actions: AppAction.self, slices: [
///   StateSlice("theme", \.settings.theme), StateSlice("sound", \.settings.sound),
/// ])
/// ```
public struct StateSlice<State: Sendable>: Sendable {
  /// The name in the records.
  ///
  /// It must not change without an ``Upcast``, and each slice of a journal needs a different one.
  public let name: String
  let value: @Sendable (State) -> any Encodable & Sendable
  let isSame: @Sendable (any Encodable & Sendable, State) -> Bool
  let put: @Sendable (TraceValue, inout State) throws -> Void
  let check: @Sendable (TraceValue) throws -> Void

  /// Creates a slice with a key path.
  ///
  /// The journal references the last value. Therefore a change of a collection in it copies the
  /// collection. A value that contains a NaN is not equal to itself: then each committed action
  /// makes a record.
  ///
  /// Complexity: one comparison of the value for each committed action, on the main actor.
  ///
  /// - Parameters:
  ///   - name: The name in the records.
  ///   - keyPath: The part of the state.
  public init<Value: Codable & Equatable & Sendable>(
    _ name: String, _ keyPath: WritableKeyPath<State, Value> & Sendable
  ) {
    self.name = name
    value = { $0[keyPath: keyPath] }
    isSame = { last, state in (last as? Value) == state[keyPath: keyPath] }
    put = { value, state in state[keyPath: keyPath] = try value.decoded(as: Value.self) }
    check = { _ = try $0.decoded(as: Value.self) }
  }

  /// Unavailable: if the key path cannot be written, the compiler prints the message.
  @available(
    *, unavailable,
    message: "A recovery assigns the value: use a 'var', or a computed property with a setter."
  )
  @_disfavoredOverload
  public init<Value: Codable & Equatable & Sendable>(
    _ name: String, _ keyPath: KeyPath<State, Value> & Sendable
  ) {
    fatalError()
  }

  /// Ends the process if two slices have the same name, because a record identifies its values by
  /// the names of their slices.
  static func check(_ slices: [StateSlice]) {
    let names = slices.map(\.name)
    let twice = names.indices.first { names[..<$0].contains(names[$0]) }.map { names[$0] }
    if let twice {
      fatalError(
        """
        Millrace: two slices of \(State.self) have the name "\(twice)". A record identifies \
        its values by the names of their slices: a recovery would assign the value of one slice to \
        both. Probably a line was copied. Give each slice a different name.
        """)
    }
  }
}

/// The content of a record of a journal of slices: values by the names of their slices.
struct SliceValues: Encodable, Sendable {
  /// The error of a name without a slice.
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

  /// The key of the person of the values, or nil.
  var person: String?
  /// The values to write.
  private var fresh: [(name: String, value: any Encodable & Sendable)] = []
  /// The decoded values.
  private var read: [String: TraceValue] = [:]

  /// Creates the values of all slices of a state.
  init<State>(of state: State, _ slices: [StateSlice<State>]) {
    fresh = slices.map { ($0.name, $0.value(state)) }
  }

  /// Creates the values of the slices that differ from `last`, or returns nil if no slice differs.
  ///
  /// `last` is set to the current values.
  init?<State>(
    changing last: inout [any Encodable & Sendable], in state: State, _ slices: [StateSlice<State>]
  ) {
    for (index, slice) in slices.enumerated() where !slice.isSame(last[index], state) {
      last[index] = slice.value(state)
      fresh.append((slice.name, last[index]))
    }
    if fresh.isEmpty { return nil }
  }

  /// Creates the values of a decoded record.
  init(read: [String: TraceValue]) { self.read = read }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in fresh {
      // The container encodes `URL`, `Data` and `Decimal` in the form in which they are decoded.
      try container.encode(value, forKey: Key(stringValue: name))
    }
  }

  /// Assigns the decoded values to a state.
  ///
  /// Values without a slice are ignored.
  func put<State>(into state: inout State, _ slices: [StateSlice<State>]) throws {
    for slice in slices {
      if let value = read[slice.name] { try slice.put(value, &state) }
    }
  }
}

/// Decodes the slices of this or older versions, in records and snapshots.
struct SliceReader<State: Sendable>: Sendable {
  let slices: [StateSlice<State>]
  let version: Int
  /// True if a slice that is not listed, or cannot be decoded, is skipped.
  let skipsUnknown: Bool
  let upcasts: [Upcast]

  /// Decodes the values of a record or a snapshot.
  ///
  /// - Parameters:
  ///   - value: The encoded values.
  ///   - found: The version that has written them.
  ///   - makers: The upcasts that have made values, by the names of the slices.
  /// - Throws: The error of a value that is unknown or cannot be decoded, unless such values are
  ///   skipped.
  /// - Returns: The values, and the error of the first value that was skipped.
  func values(
    _ value: TraceValue, version found: Int, madeBy makers: [String: String] = [:]
  ) throws -> (values: SliceValues, skipped: (any Error)?) {
    guard case .object(let members) = value else {
      throw SliceValues.Unknown(name: value.actionName)
    }
    var read: [String: Part] = [:]
    var (parts, skipped) = try self.parts(
      of: members, madeBy: makers, from: found, to: version)
    for part in parts {
      try orLeaveOut(&skipped) {
        try Self.checkName(of: part, in: read)
        try UnreadableContent.naming(part.upcast, of: part.value, named: part.name) {
          guard let slice = slices.first(where: { $0.name == part.name }) else {
            throw SliceValues.Unknown(name: part.name)
          }
          try slice.check(part.value)
        }
        read[part.name] = part
      }
    }
    return (SliceValues(read: read.mapValues(\.value)), skipped)
  }

  /// Calls a closure; if it throws and unknown slices are skipped, the first error is stored.
  private func orLeaveOut(_ skipped: inout (any Error)?, _ body: () throws -> Void) throws {
    do { try body() } catch {
      if !skipsUnknown { throw error }
      skipped = skipped ?? error
    }
  }

  /// A value with the name of its slice.
  private struct Part {
    var name: String
    var value: TraceValue
    /// The last upcast that has made the value, or nil.
    var upcast: String?
    /// The recorded name.
    let origin: String
  }

  /// Throws an error if the name of a part is that of another part already.
  private static func checkName(of part: Part, in named: [String: Part]) throws {
    guard let other = named[part.name] else { return }
    let slices =
      other.origin == part.origin
      ? "the upcasts make two slices '\(part.name)' of the slice '\(part.origin)'"
      : "the slices '\(other.origin)' and '\(part.origin)' both have the name '\(part.name)' now"
    throw UnreadableContent(
      "\(slices), and an upcast cannot merge slices. Give one of them another name, or drop it")
  }

  /// Upcasts the slices of a record or a snapshot to the slices of a later version.
  private func parts(
    of members: [String: TraceValue], madeBy makers: [String: String], from found: Int,
    to last: Int
  ) throws -> (parts: [Part], skipped: (any Error)?) {
    var parts: [Part] = []
    var skipped: (any Error)?
    // The order is fixed: if two slices get the same name, the error is always the same.
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      try orLeaveOut(&skipped) {
        let part = Part(name: name, value: value, upcast: makers[name], origin: name)
        parts += try upcast(part, from: found, to: last)
      }
    }
    return (parts, skipped)
  }

  /// Upcasts a slice to the slices of a later version.
  private func upcast(_ part: Part, from found: Int, to last: Int) throws -> [Part] {
    var parts = [part]
    for step in Upcast.steps(of: upcasts, from: found, to: last) {
      parts = try parts.flatMap { part -> [Part] in
        // The name of a slice can contain dots. Therefore the whole name is compared.
        guard
          let upcast = upcasts.first(where: { upcast in
            upcast.name == part.name && upcast.versions.contains(step)
          })
        else { return [part] }
        // An upcast of the state gets the slices that are dropped only after its version.
        if last < version, case .all(let end) = upcast.versions, end > last { return [part] }
        return try upcast.changed(part.value).map { change in
          var made = part
          made.upcast = upcast.name
          switch change {
          case .holds(let value, let name): (made.name, made.value) = (name, value)
          case .action(let action): (made.name, made.value) = slice(of: action)
          }
          return made
        }
      }
    }
    return parts
  }

  /// Returns the name and value of a slice that an upcast has made as an action.
  private func slice(of action: TraceValue) -> (name: String, value: TraceValue) {
    let known = slices.map(\.name) + upcasts.map(\.name)
    let name = action.longestName(of: known) ?? action.actionName
    return (name, action.payload(of: name) ?? action)
  }

  /// Decodes the slices of a state of this or an older version, and assigns them to `state`.
  ///
  /// An upcast of the state gets the slices of its version, which earlier upcasts have made.
  func state(
    _ value: TraceValue, version found: Int, on state: State
  ) throws -> SnapshotForm<State>.Decoded {
    var (value, found, skipped) = (value, found, (any Error)?.none)
    var makers: [String: String] = [:]
    let ofStates = upcasts.filter { $0.name == Upcast.stateName }
    for step in Upcast.steps(of: ofStates, from: found, to: version) {
      if case .object(let members) = value {
        let (parts, error) = try self.parts(of: members, madeBy: makers, from: found, to: step)
        skipped = skipped ?? error
        var named: [String: Part] = [:]
        for part in parts {
          try orLeaveOut(&skipped) {
            try Self.checkName(of: part, in: named)
            named[part.name] = part
          }
        }
        value = .object(named.mapValues(\.value))
        makers = named.compactMapValues(\.upcast)
      }
      let old = value
      value = try Upcast.state(ofStates, old, from: step, to: step + 1)
      makers = makers.filter { value[$0.key] == old[$0.key] }
      found = step
    }
    let (values, error) = try self.values(value, version: found, madeBy: makers)
    var state = state
    try values.put(into: &state, slices)
    return (state, skipped ?? error)
  }
}
