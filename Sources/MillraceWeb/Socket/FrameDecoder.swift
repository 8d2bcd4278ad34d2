// SPDX-License-Identifier: Apache-2.0

/// Turns the bytes of a client into frames, and refuses what is too big before it is read.
///
/// Bytes go in as they arrive; `next()` answers with whole messages. A length beyond `limit` is
/// refused as soon as the frame's first bytes are there, so that no client makes the server keep
/// more than that.
struct FrameDecoder: Sendable {
  let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  /// The text of a message whose last fragment has not come; nil outside a message.
  private var fragments: (payload: [UInt8], isText: Bool)?

  init(limit: Int) { self.limit = limit }

  /// Why the socket cannot go on.
  enum Failure: Error, Equatable, CustomStringConvertible {
    case tooBig(limit: Int)
    case unmasked
    case reservedBits
    case badOpcode(UInt8)
    case badControl
    case badFragment
    case badText

    var code: CloseCode {
      switch self {
      case .tooBig: .tooBig
      case .badText: .badText
      default: .protocolError
      }
    }

    var description: String {
      switch self {
      case .tooBig(let limit): "a message is longer than \(limit) bytes"
      case .unmasked: "a client's frame is not masked"
      case .reservedBits: "a frame uses reserved bits"
      case .badOpcode(let code): "a frame has the unknown opcode \(code)"
      case .badControl: "a control frame is fragmented or longer than 125 bytes"
      case .badFragment: "a fragment has no beginning, or a message begins inside another"
      case .badText: "a text message is not UTF-8"
      }
    }
  }

  /// Takes bytes in, after dropping those that were decoded.
  mutating func append(_ new: some Collection<UInt8>) {
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: false)
      start = 0
    } else if start > 4096 {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes.append(contentsOf: new)
  }

  /// The next whole message or control frame, or nil until more bytes arrive.
  mutating func next() throws(Failure) -> Frame? {
    while let (opcode, isFinal, payload) = try takeFrame() {
      switch opcode {
      case 8: return .close(Self.closeCode(payload))
      case 9: return .ping(payload)
      case 10: return .pong
      case 0:
        guard let begun = fragments else { throw .badFragment }
        let joined = begun.payload + payload
        if isFinal {
          fragments = nil
          return try message(joined, isText: begun.isText)
        }
        fragments = (joined, begun.isText)
      default:
        guard fragments == nil else { throw .badFragment }
        if isFinal { return try message(payload, isText: opcode == 1) }
        fragments = (payload, opcode == 1)
      }
    }
    return nil
  }

  private func message(_ payload: [UInt8], isText: Bool) throws(Failure) -> Frame {
    guard isText else { return .binary(count: payload.count) }
    guard let text = String(validating: payload, as: UTF8.self) else { throw .badText }
    return .text(text)
  }

  private mutating func takeFrame() throws(Failure) -> (UInt8, Bool, [UInt8])? {
    guard bytes.count - start >= 2 else { return nil }
    let first = bytes[start]
    let second = bytes[start + 1]
    let opcode = first & 0x0F
    let isFinal = first & 0x80 != 0
    guard first & 0x70 == 0 else { throw .reservedBits }
    guard [0, 1, 2, 8, 9, 10].contains(opcode) else { throw .badOpcode(opcode) }
    guard second & 0x80 != 0 else { throw .unmasked }
    let short = Int(second & 0x7F)
    guard opcode < 8 || isFinal && short <= 125 else { throw .badControl }

    let lengthBytes = short == 126 ? 2 : short == 127 ? 8 : 0
    guard bytes.count - start >= 2 + lengthBytes else { return nil }
    var length = UInt64(short)
    if lengthBytes > 0 {
      length = bytes[(start + 2)..<(start + 2 + lengthBytes)].reduce(0) { $0 << 8 | UInt64($1) }
    }
    let begun = opcode < 8 ? fragments?.payload.count ?? 0 : 0
    guard length <= UInt64(limit - begun) else { throw .tooBig(limit: limit) }

    let maskAt = start + 2 + lengthBytes
    let end = maskAt + 4 + Int(length)
    guard bytes.count >= end else { return nil }
    var payload = Array(bytes[(maskAt + 4)..<end])
    for index in payload.indices { payload[index] ^= bytes[maskAt + index % 4] }
    start = end
    return (opcode, isFinal, payload)
  }

  private static func closeCode(_ payload: [UInt8]) -> CloseCode? {
    payload.count < 2 ? nil : CloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
  }
}
