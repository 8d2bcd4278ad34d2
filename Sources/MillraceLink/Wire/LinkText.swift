// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceTrace

/// The limits of a link.
///
/// An end that receives a message beyond a limit closes the link with a ``LinkFailure``. The names,
/// errors, sources and clients of actions are truncated by the sender, and not checked one by one.
package enum LinkLimits {
  /// The maximum number of bytes of a message.
  package static let message = 64 << 20
  /// The maximum number of bytes of a text of the socket.
  ///
  /// A longer message is sent in parts.
  package static let part = 256 << 10
  /// The maximum number of bytes of an action.
  ///
  /// If an action is longer, only its size is sent.
  static let action = 64 << 10
  /// The maximum size of a row in bytes: an action with its name, source, client, outcome and cost.
  static let row = 3 * action
  /// The maximum number of scalars of the error of a rejected action, and of a source.
  static let reason = 2_000
  /// The number of bytes after which no row is added to a message.
  static let batch = 192 << 10
  /// The maximum number of rows of a message.
  static let batchRows = 500
  /// The maximum number of pending questions to one program.
  static let questions = 64
  /// The maximum number of texts of one connection that were received and not read yet.
  static let waitingTexts = 512
  /// The maximum number of stores of one program.
  static let stores = 64
  /// The maximum number of pending exports, imports and generated tests of one store.
  static let files = 4
  /// The maximum number of connected programs.
  static let programs = 32
  /// The maximum number of disconnected programs whose actions a monitor stores.
  static let disconnectedPrograms = 8
  /// The maximum number of bytes of the actions of one store in a monitor.
  ///
  /// The oldest actions are dropped first.
  static let mirror = 64 << 20
  /// The maximum length of a name: in bytes for programs and stores, in scalars for actions and
  /// clients.
  static let name = 200
  /// The maximum time in microseconds since 1970.
  ///
  /// Numbers in JSON are exact up to this value.
  static let time: UInt64 = 1 << 53
  /// The maximum number of selections of one store.
  static let selections = 10_000
}

/// Conversions between messages and texts of the socket.
///
/// A text begins with `.` if it is the end of a message, and with `+` if another part follows.
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
      // A part must not end within a UTF-8 character, whose further bytes begin with the bits 10.
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
    guard head.millrace == "link" else {
      throw .malformed("the first message is not the opening of a link")
    }
    guard head.version <= LinkOpening.version else { throw .laterVersion(head.version) }
    let opening = try message(LinkOpening.self, bytes)
    guard 1...LinkLimits.name ~= opening.program.utf8.count,
      1...LinkLimits.name ~= opening.run.utf8.count
    else { throw .malformed("the name of a program or of its run is empty or too long") }
    return opening
  }
}

/// Joins the parts of messages.
struct LinkReader {
  private var bytes: [UInt8] = []

  /// Adds a text of the socket.
  ///
  /// - Returns: The message if this text is its end, or nil.
  mutating func take(_ text: String) throws(LinkFailure) -> [UInt8]? {
    let part = text.utf8
    guard part.count <= LinkLimits.part else {
      throw .tooLong(bytes: part.count, limit: LinkLimits.part)
    }
    guard let mark = part.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: "+") else {
      throw .malformed("a text begins with neither '.' nor '+'")
    }
    // The mark is not a part of the message.
    let count = bytes.count + part.count - 1
    guard count <= LinkLimits.message else {
      throw .tooLong(bytes: count, limit: LinkLimits.message)
    }
    bytes.append(contentsOf: part.dropFirst())
    guard mark == UInt8(ascii: ".") else { return nil }
    defer { bytes = [] }
    return bytes
  }
}
