// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceTrace

/// The suffix of the fingerprint of a snapshot whose state a replay of the records makes too.
///
/// A snapshot without this suffix can hold state that no record makes. While recoveries need it, it
/// is removed only after a newer one was decoded, synced and read again.
let cacheMark = " cache"

/// The encoding of the states of a program in snapshots.
struct SnapshotForm<State: Sendable>: Sendable {
  /// The error of a snapshot with a later version, or without a version.
  struct Foreign: Error, CustomStringConvertible {
    let fingerprint: String
    var description: String { "it is of another form (\(fingerprint))" }
  }

  /// A decoded state, and the error of the first part that was skipped, or nil.
  typealias Decoded = (state: State, skipped: (any Error)?)

  let version: Int
  let fingerprint: String
  /// The conversions that `decodeOld` applies.
  let upcasts: [Upcast]
  /// Returns the part of a state that is recorded.
  let value: @Sendable (State) -> any Encodable
  /// Decodes a state of this form.
  let decode: @Sendable (Data) throws -> Decoded
  /// Decodes a state of this or an older version.
  let decodeOld: @Sendable (TraceValue, _ version: Int) throws -> Decoded

  /// True if a program with this form has written a snapshot.
  func isOwn(_ snapshot: LogSnapshot) -> Bool {
    snapshot.fingerprint == fingerprint || isCache(snapshot)
  }

  /// True if a program with this form has written a snapshot, and a replay of the records makes the
  /// same state.
  func isCache(_ snapshot: LogSnapshot) -> Bool {
    snapshot.fingerprint == fingerprint + cacheMark
  }

  func value(of state: State) -> AnyEncodable { AnyEncodable(value: value(state)) }

  func encode(_ state: State) throws -> (fingerprint: String, body: Data) {
    (fingerprint, try TraceCoding.json(of: value(of: state)))
  }

  /// Encodes a state as a snapshot, and decodes it to check that a recovery can begin with it.
  ///
  /// - Throws: The error of the encoding or decoding.
  func snapshot(of state: State, number: UInt64) throws -> LogSnapshot {
    let (fingerprint, body) = try encode(state)
    let snapshot = LogSnapshot(number: number, fingerprint: fingerprint, body: body)
    try check(snapshot)
    return snapshot
  }

  /// Checks that a recovery can begin with a snapshot, and loses no part of its state.
  ///
  /// - Throws: The error of the decoding, also of a part that a recovery skips.
  func check(_ snapshot: LogSnapshot) throws {
    if let error = try state(of: snapshot).skipped { throw error }
  }

  /// Decodes the state of a snapshot of this version or an older one.
  ///
  /// - Throws: ``Foreign`` for a later version, or the error of the decoding.
  func state(of snapshot: LogSnapshot) throws -> Decoded {
    if isOwn(snapshot) { return try decode(snapshot.body) }
    guard let found = knownVersion(of: snapshot) else {
      throw Foreign(fingerprint: snapshot.fingerprint)
    }
    return try decodeOld(TraceValue(record: snapshot.body), found)
  }

  /// Returns the version of a snapshot, or nil if it is a later one or is not known.
  private func knownVersion(of snapshot: LogSnapshot) -> Int? {
    snapshot.fingerprint.split(separator: " ").first.flatMap { Int($0) }
      .flatMap { $0 <= version ? $0 : nil }
  }

  /// Returns how a snapshot could be decoded that cannot be decoded now.
  ///
  /// The result is nil if the snapshot is damaged or of a later version, or if an upcast of the
  /// state was applied to it.
  func advice(for snapshot: LogSnapshot) -> String? {
    guard snapshot.isWhole, let found = knownVersion(of: snapshot),
      Upcast.steps(of: upcasts.filter { $0.name == Upcast.stateName }, from: found, to: version)
        .isEmpty
    else { return nil }
    let upcast = "an `Upcast(stateFrom: \(found))` can convert the state"
    return found < version ? "A\(upcast.dropFirst())" : "After `version` was raised, \(upcast)"
  }

  /// Returns the version, and a hash of the names and kinds of the values in the initial state.
  ///
  /// The elements of arrays are not included. A snapshot with another fingerprint is treated as one
  /// of another form.
  static func fingerprint(version: Int, of state: some Encodable) throws -> String {
    var shape = ""
    func add(_ value: TraceValue) {
      switch value {
      case .null: shape += "-"
      case .bool: shape += "b"
      case .number: shape += "n"
      case .string: shape += "s"
      case .array: shape += "a"
      case .object(let members):
        shape += "{"
        for name in members.keys.sorted() {
          shape += name + ":"
          members[name].map(add)
        }
        shape += "}"
      }
    }
    add(try TraceValue(encoding: state))
    let hash = TraceValue.string(shape).hash
    return "\(version) \(String(hash, radix: 16))"
  }
}

/// An encodable value without its static type.
struct AnyEncodable: Encodable {
  let value: any Encodable
  func encode(to encoder: any Encoder) throws {
    // The container encodes `URL`, `Data` and `Decimal` in the form in which they are decoded.
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
