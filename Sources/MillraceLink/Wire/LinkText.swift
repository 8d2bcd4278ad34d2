// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceTrace

/// What a link carries at most; a monitor refuses more, by the name of a ``LinkFailure``.
package enum LinkLimits {
  /// The most bytes of a message.
  package static let message = 64 << 20
  /// The most bytes of one text of the socket: a longer message comes in parts.
  package static let part = 256 << 10
  /// The most bytes of an action; for a longer one its size is sent instead.
  static let action = 64 << 10
  /// The most bytes of a row: an action with its name, source, outcome and costs.
  static let row = 3 * action
  /// The most scalars of the reason why an action was refused, and of its source.
  static let reason = 2_000
  /// About how many bytes of rows one message carries, and how many rows at most.
  static let batch = 192 << 10
  static let batchRows = 500
  /// Questions to one program that are not answered yet.
  static let questions = 64
  /// Texts of one connection that wait to be read.
  static let waitingTexts = 512
  static let stores = 64
  /// Exports and imports of one store that run at the same time.
  static let files = 4
  static let programs = 32
  /// Programs without a connection whose actions are kept.
  static let gonePrograms = 8
  /// Bytes of the actions of one store that a monitor keeps; the oldest ones go first.
  static let mirror = 64 << 20
  static let name = 200
  /// The greatest time in microseconds since 1970: a number in JSON is exact up to here.
  static let time: UInt64 = 1 << 53
  static let selections = 10_000
}

/// Messages as texts.
///
/// A text begins with `.` if the message ends with it and with `+` if more of it follows.
enum LinkText {
  static func parts(of message: some Encodable) throws -> [String] {
    try parts(Array(TraceCoding.encoder().encode(message)))
  }

  static func parts(of answer: StoreAnswer, to question: Int) throws -> [String] {
    if case .rows(let edition, let from, let rows) = answer {
      return try parts(Array(Self.rows(rows, edition: edition, from: from, to: question).utf8))
    }
    return try parts(of: ProgramMessage.answer(question, answer))
  }

  private static func parts(_ bytes: [UInt8]) throws -> [String] {
    guard bytes.count <= LinkLimits.message else {
      throw LinkFailure.tooLong(bytes: bytes.count, limit: LinkLimits.message)
    }
    var parts: [String] = []
    var start = bytes.startIndex
    repeat {
      var end = min(start + LinkLimits.part - 1, bytes.endIndex)
      // A part is whole characters: it does not end before a byte that goes on with one.
      while end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      let mark = end < bytes.endIndex ? "+" : "."
      parts.append(mark + String(decoding: bytes[start..<end], as: UTF8.self))
      start = end
    } while start < bytes.endIndex
    return parts
  }

  static func message<Message: Decodable>(
    _ type: Message.Type, _ bytes: [UInt8]
  ) throws(LinkFailure) -> Message {
    do { return try TraceCoding.decoder().decode(type, from: Data(bytes)) } catch {
      throw .malformed(TraceError.reason(error).beginning(LinkLimits.name))
    }
  }

  /// Reads the first message of the other end.
  static func opening(_ bytes: [UInt8]) throws(LinkFailure) -> LinkOpening {
    struct Head: Decodable {
      var millrace: String
      var version: Int
    }
    let head = try message(Head.self, bytes)
    guard head.millrace == "link" else { throw .malformed("it is no opening of a link") }
    guard head.version <= LinkOpening.version else { throw .laterVersion(head.version) }
    let opening = try message(LinkOpening.self, bytes)
    guard 1...LinkLimits.name ~= opening.program.utf8.count,
      1...LinkLimits.name ~= opening.run.utf8.count
    else { throw .malformed("the name of a program or of its run is empty or too long") }
    return opening
  }
}

/// Puts the parts of messages together.
struct LinkReader {
  private var bytes: [UInt8] = []

  /// Takes a text of the socket.
  ///
  /// - Returns: The message, if it ends with this text.
  mutating func take(_ text: String) throws(LinkFailure) -> [UInt8]? {
    let part = text.utf8
    guard part.count <= LinkLimits.part else {
      throw .tooLong(bytes: part.count, limit: LinkLimits.part)
    }
    guard let mark = part.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: "+") else {
      throw .malformed("a text begins with neither '.' nor '+'")
    }
    guard bytes.count + part.count <= LinkLimits.message else {
      throw .tooLong(bytes: bytes.count + part.count, limit: LinkLimits.message)
    }
    bytes.append(contentsOf: part.dropFirst())
    guard mark == UInt8(ascii: ".") else { return nil }
    defer { bytes = [] }
    return bytes
  }
}
