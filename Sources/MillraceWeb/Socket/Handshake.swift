// SPDX-License-Identifier: Apache-2.0

/// The answer that turns an HTTP connection into a WebSocket (RFC 6455, section 4.2).
enum Handshake {
  /// Why a request is no WebSocket handshake.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case notAnUpgrade
    case badVersion
    case badKey

    var description: String {
      switch self {
      case .notAnUpgrade: "this address opens a WebSocket; the request asks for none"
      case .badVersion: "the WebSocket version is not 13"
      case .badKey: "the header 'Sec-WebSocket-Key' is not 16 bytes in base 64"
      }
    }
  }

  /// The bytes of the accepting response.
  static func accept(_ head: RequestHead) throws(Refusal) -> [UInt8] {
    guard head.header("upgrade", holds: "websocket"), head.header("connection", holds: "upgrade")
    else { throw .notAnUpgrade }
    guard head.headers["sec-websocket-version"] == "13" else { throw .badVersion }
    guard let key = head.headers["sec-websocket-key"], isKey(key) else { throw .badKey }
    let lines = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(acceptValue(for: key))",
    ]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// What proves to the client that its key was read.
  static func acceptValue(for key: String) -> String {
    let digest = SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
    return Base64.encode(digest)
  }

  /// Sixteen bytes in base 64: 22 characters and two equal signs.
  private static func isKey(_ key: String) -> Bool {
    key.utf8.count == 24 && key.hasSuffix("==")
      && key.utf8.dropLast(2).allSatisfy { Base64.alphabet.contains($0) }
  }
}

/// Base 64, in the two alphabets that the server needs.
enum Base64 {
  static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  static let urlSafe = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ bytes: [UInt8], alphabet: [UInt8] = alphabet, pads: Bool = true) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0...group.count {
        text.append(alphabet[bits >> (18 - 6 * place) & 63])
      }
      if pads { text += [UInt8](repeating: UInt8(ascii: "="), count: 3 - group.count) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
