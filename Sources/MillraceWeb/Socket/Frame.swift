// SPDX-License-Identifier: Apache-2.0

/// What travels on a WebSocket, with fragments already joined.
enum Frame: Equatable, Sendable {
  case text(String)
  case binary(count: Int)
  case ping([UInt8])
  case pong
  case close(CloseCode?)
}

/// Why a socket was closed (RFC 6455, section 7.4).
struct CloseCode: Equatable, Sendable {
  let rawValue: UInt16

  static let normal = CloseCode(rawValue: 1000)
  static let goingAway = CloseCode(rawValue: 1001)
  static let protocolError = CloseCode(rawValue: 1002)
  static let badText = CloseCode(rawValue: 1007)
  static let policy = CloseCode(rawValue: 1008)
  static let tooBig = CloseCode(rawValue: 1009)
  static let tryLater = CloseCode(rawValue: 1013)
  /// Another page took the session over; the page that hears this starts a session of its own.
  static let replaced = CloseCode(rawValue: 4001)
}

extension Frame {
  /// The bytes of a frame as a server sends it: whole and unmasked.
  func encoded() -> [UInt8] {
    switch self {
    case .text(let text): Self.bytes(opcode: 1, Array(text.utf8))
    case .binary(let count): Self.bytes(opcode: 2, [UInt8](repeating: 0, count: count))
    case .close(let code?):
      Self.bytes(opcode: 8, [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)])
    case .close(nil): Self.bytes(opcode: 8, [])
    case .ping(let payload): Self.bytes(opcode: 9, payload)
    case .pong: Self.bytes(opcode: 10, [])
    }
  }

  /// The answer to a ping: the same payload back.
  static func pongBytes(_ payload: [UInt8]) -> [UInt8] { bytes(opcode: 10, payload) }

  private static func bytes(opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 10)
    bytes.append(0x80 | opcode)
    switch payload.count {
    case ..<126: bytes.append(UInt8(payload.count))
    case ..<65536: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
      }
    }
    bytes += payload
    return bytes
  }
}
