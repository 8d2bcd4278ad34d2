// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import Foundation

@testable import MillraceWeb

/// A client that speaks HTTP and WebSocket over a real socket, and can break every rule.
actor TestClient {
  struct Answer {
    var status: Int
    var head: String
    var body: String
  }

  struct Ended: Error {}

  nonisolated let port: Int
  private let socket: AsyncSocket
  private var buffer: [UInt8] = []

  init(port: Int) async throws {
    self.port = port
    socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: UInt16(port)))
  }

  deinit { try? socket.close() }

  func write(_ text: String) async throws { try await write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) async throws { try await socket.write(Data(bytes)) }

  func get(_ path: String, _ headers: [String] = [], method: String = "GET") async throws -> Answer
  {
    let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers
    try await write(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return try await answer(hasBody: method != "HEAD")
  }

  func answer(hasBody: Bool = true) async throws -> Answer {
    let head = String(decoding: try await take(until: Array("\r\n\r\n".utf8)), as: UTF8.self)
    let length =
      head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
      .flatMap { Int($0.dropFirst(16)) } ?? 0
    let body = hasBody ? try await take(length) : []
    let status = Int(head.dropFirst(9).prefix(3)) ?? 0
    return Answer(status: status, head: head, body: String(decoding: body, as: UTF8.self))
  }

  /// Asks for a socket as a page of the same origin does, unless told otherwise.
  func upgrade(origin: String? = nil, host: String? = nil) async throws -> Answer {
    let host = host ?? "127.0.0.1:\(port)"
    let origin = origin ?? "http://\(host)"
    let lines = [
      "GET /millrace.socket HTTP/1.1", "Host: \(host)", "Upgrade: websocket",
      "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    let asked = origin.isEmpty ? lines : lines + ["Origin: \(origin)"]
    try await write(asked.joined(separator: "\r\n") + "\r\n\r\n")
    return try await answer()
  }

  func send(_ text: String) async throws {
    try await write(Self.frame(opcode: 1, Array(text.utf8)))
  }

  /// The next text message; throws when the socket is closed.
  func text() async throws -> String {
    while true {
      let (opcode, payload) = try await frame()
      if opcode == 1 { return String(decoding: payload, as: UTF8.self) }
      if opcode == 8 { throw Ended() }
    }
  }

  /// The next text message that holds a text; messages before it are passed over.
  func text(with part: String) async throws -> String {
    while true {
      let text = try await text()
      if text.contains(part) { return text }
    }
  }

  /// The code with which the server closes, passing over everything before.
  func closeCode() async throws -> Int {
    while true {
      let (opcode, payload) = try await frame()
      if opcode == 8 { return payload.count < 2 ? 0 : Int(payload[0]) << 8 | Int(payload[1]) }
    }
  }

  func frame() async throws -> (opcode: UInt8, payload: [UInt8]) {
    let head = try await take(2)
    var length = Int(head[1] & 0x7F)
    if length == 126 { length = try await take(2).reduce(0) { $0 << 8 | Int($1) } }
    if length == 127 { length = try await take(8).reduce(0) { $0 << 8 | Int($1) } }
    return (head[0] & 0x0F, try await take(length))
  }

  /// Whether the server has closed the connection; waits for it.
  func untilClosed() async {
    while let bytes = try? await socket.read(atMost: 4096), !bytes.isEmpty {}
  }

  static func frame(opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
    switch payload.count {
    case ..<126: bytes.append(0x80 | UInt8(payload.count))
    case ..<65536: bytes += [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(0xFF)
      bytes += stride(from: 56, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: payload.count >> $0)
      }
    }
    let mask: [UInt8] = [7, 130, 45, 211]
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  private func take(_ count: Int) async throws -> [UInt8] {
    while buffer.count < count { buffer += try await socket.read(atMost: 4096) }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  private func take(until mark: [UInt8]) async throws -> [UInt8] {
    while true {
      if let range = buffer.firstRange(of: mark) { return try await take(range.upperBound) }
      buffer += try await socket.read(atMost: 4096)
    }
  }
}
