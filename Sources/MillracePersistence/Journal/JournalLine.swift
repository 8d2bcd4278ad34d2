// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTrace

/// The body of a record: a line of a trace with the version of the action.
struct JournalLine<Action: Encodable>: Encodable {
  private enum Keys: String, CodingKey {
    case number, cause, effect, client, time, source, info, action, refused, hash, version
  }

  let source: ActionSource
  let time: UInt64
  let action: Action
  let refusal: String?
  let hash: UInt64?
  let version: Int

  func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Keys.self)
    try line.encode(source.number ?? 0, forKey: .number)
    try line.encodeIfPresent(source.cause, forKey: .cause)
    try line.encodeIfPresent(source.effect, forKey: .effect)
    try line.encodeIfPresent(source.client, forKey: .client)
    try line.encode(time, forKey: .time)
    try line.encode("\(source.fileID):\(source.line) \(source.function)", forKey: .source)
    try line.encodeIfPresent(source.info, forKey: .info)
    try line.encode(action, forKey: .action)
    try line.encodeIfPresent(refusal, forKey: .refused)
    try line.encodeIfPresent(hash.map { digits(of: $0) }, forKey: .hash)
    try line.encode(version, forKey: .version)
  }
}

/// Returns a hash as 16 hexadecimal digits.
private func digits(of hash: UInt64) -> String {
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

/// The body of a record with a whole state: a keyframe of a trace.
struct KeyframeLine: Encodable {
  let after: UInt64
  let keyframe: AnyEncodable
  let version: Int
}

/// The members of a line that a recovery reads.
struct ReadLine<Content: Decodable>: Decodable {
  let version: Int
  let refused: String?
  let hash: String?
  let action: Content
}

/// A decoded record.
struct ReplayedRecord<Content> {
  var number: UInt64
  /// The actions to replay.
  ///
  /// The array is empty if the record was forgotten or refused or holds a whole state, or if its
  /// action was skipped. It has several elements if an upcast has split the action.
  var actions: [Content] = []
  var isForgotten = false
  /// True if an action, or a part of it, is unknown and was skipped.
  var isSkipped = false
  var hash: UInt64?
  /// The whole state of the record and its version, or nil.
  var keyframe: (state: TraceValue, version: Int)?
}

/// Decodes the records of a journal as actions or slices of this program.
struct LineReader<Content: Sendable>: Sendable {
  let place: String
  let version: Int
  let skipsUnknown: Bool
  /// True if the content of a record determines its person.
  ///
  /// The person of slices is in the state.
  let tellsPersons: Bool
  /// Decodes a JSON array of lines, or returns nil if one of them is no action of this version.
  let readAll: (@Sendable (Data) -> [ReplayedRecord<Content>]?)?
  /// Decodes the action or the slices of a record of this or an older version.
  ///
  /// `isWhole` is false if a part was skipped.
  let decode: @Sendable (TraceValue, _ version: Int) throws -> (actions: [Content], isWhole: Bool)

  /// Decodes undamaged records.
  ///
  /// Complexity: one decoding of all records if all are actions of this version; else one for each
  /// record.
  func read(_ records: ArraySlice<LogRecord>) throws(JournalError) -> [ReplayedRecord<Content>] {
    if let lines = readTogether(records) { return lines }
    var read: [ReplayedRecord<Content>] = []
    read.reserveCapacity(records.count)
    for record in records { read.append(try self.read(record)) }
    return read
  }

  /// Decodes all records as one JSON array, or returns nil if one of them must be decoded alone.
  private func readTogether(_ records: ArraySlice<LogRecord>) -> [ReplayedRecord<Content>]? {
    guard let readAll, records.allSatisfy({ !$0.body.isEmpty }) else { return nil }
    var list = Data(capacity: records.reduce(2) { $0 + $1.body.count + 1 })
    for record in records {
      list.append(list.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
      list.append(record.body)
    }
    list.append(UInt8(ascii: "]"))
    guard var lines = readAll(list), lines.count == records.count else { return nil }
    for (index, record) in records.enumerated() { lines[index].number = record.number }
    return lines
  }

  /// Returns the content of a record, also if the reducer refused the action.
  ///
  /// The result is nil if the content cannot be determined, for example if the program drops the
  /// action.
  func contents(of record: LogRecord) -> [Content]? {
    guard tellsPersons, let line = try? TraceValue(record: record.body),
      let action = line["action"], let found = line["version"]?.integer,
      let read = try? decode(action, Int(clamping: found)), read.isWhole, !read.actions.isEmpty
    else { return nil }
    return read.actions
  }

  private func read(_ record: LogRecord) throws(JournalError) -> ReplayedRecord<Content> {
    var read = ReplayedRecord<Content>(number: record.number)
    read.isForgotten = record.body.isEmpty
    if read.isForgotten { return read }
    func damaged(_ reason: String) -> JournalError {
      .damaged(place: place, number: record.number, reason: reason)
    }
    let line: TraceValue
    do { line = try TraceValue(record: record.body) } catch {
      throw damaged("is no JSON (\(error))")
    }
    guard let found = line["version"]?.integer.map({ Int(clamping: $0) }) else {
      throw damaged("has no version")
    }
    guard found <= version else {
      throw .laterVersion(place: place, found: found, known: version)
    }
    if let state = line["keyframe"] {
      read.keyframe = (state, found)
      return read
    }
    guard let action = line["action"] else { throw damaged("has no action") }
    // The hash of another version is not comparable: the state can have had another form.
    if found == version { read.hash = line["hash"]?.string.flatMap { UInt64($0, radix: 16) } }
    if line["refused"] != nil { return read }
    do {
      let (actions, isWhole) = try decode(action, found)
      (read.actions, read.isSkipped) = (actions, !isWhole)
    } catch {
      guard skipsUnknown else {
        throw .unknownAction(
          place: place, number: record.number, name: action.actionName, version: found,
          reason: TraceError.reason(error))
      }
      read.isSkipped = true
    }
    return read
  }
}

extension LineReader where Content: Decodable {
  /// Creates a reader of actions.
  init(ofActions place: String, version: Int, skipsUnknown: Bool, upcasts: [Upcast]) {
    self.init(
      place: place, version: version, skipsUnknown: skipsUnknown, tellsPersons: true,
      readAll: { list in
        guard
          let lines = try? TraceCoding.decoder().decode([ReadLine<Content>].self, from: list),
          lines.allSatisfy({ $0.version == version })
        else { return nil }
        return lines.map {
          ReplayedRecord(
            number: 0, actions: $0.refused == nil ? [$0.action] : [],
            hash: $0.hash.flatMap { UInt64($0, radix: 16) })
        }
      },
      decode: { action, found in
        let made = try Upcast.apply(upcasts, to: action, from: found, to: version)
        let actions = try made.map { action, upcast in
          try UnreadableContent.naming(upcast, of: action, named: action.actionName) {
            try action.decoded(as: Content.self)
          }
        }
        return (actions, true)
      })
  }
}
