// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A client of HTTP and WebSocket over a real socket.
///
/// It can send any bytes.
///
/// It reads only in calls that need bytes, so a test can also leave the server's bytes unread.
actor TestClient {
  struct Answer {
    var status: Int
    var head: String
    var bytes: [UInt8]
    var body: String { String(decoding: bytes, as: UTF8.self) }

    /// The value of a header; nil if it is not there.
    func header(_ name: String) -> String? {
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
        .map { String($0.dropFirst(name.count + 2)) }
    }
  }

  struct Ended: Error {}

  nonisolated let port: Int
  private let channel: any Channel
  private let inbox: Inbox
  private var buffer: [UInt8] = []

  /// Connects from an address of this machine.
  init(port: Int, from address: String = "127.0.0.1") async throws {
    self.port = port
    let inbox = Inbox()
    self.inbox = inbox
    channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.autoRead, value: false)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .bind(to: try SocketAddress(ipAddress: address, port: 0))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(inbox)
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
  }

  deinit { channel.close(promise: nil) }

  func write(_ text: String) async throws { try await write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) async throws {
    try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
  }

  /// Writes without waiting for the other end to read.
  func pour(_ bytes: [UInt8]) { channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil) }

  /// Closes the connection without a close frame.
  func hangUp() async { try? await channel.close().get() }

  func get(_ path: String, _ headers: [String] = [], method: String = "GET") async throws -> Answer
  {
    let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers
    try await write(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return try await answer(hasBody: method != "HEAD")
  }

  func answer(hasBody: Bool = true) async throws -> Answer {
    let head = String(decoding: try await take(until: Array("\r\n\r\n".utf8)), as: UTF8.self)
    var answer = Answer(status: Int(head.dropFirst(9).prefix(3)) ?? 0, head: head, bytes: [])
    let length = answer.header("content-length").flatMap { Int($0) } ?? 0
    if hasBody { answer.bytes = try await take(length) }
    return answer
  }

  /// Requests a socket, by default as a page of the same origin does.
  func upgrade(
    origin: String? = nil, host: String? = nil, path: String = "/millrace.socket",
    _ headers: [String] = []
  ) async throws -> Answer {
    let host = host ?? "127.0.0.1:\(port)"
    let origin = origin ?? "http://\(host)"
    let lines = [
      "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket",
      "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    let asked = (origin.isEmpty ? lines : lines + ["Origin: \(origin)"]) + headers
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

  /// The next text message that contains `part`.
  ///
  /// Messages before it are skipped.
  func text(with part: String) async throws -> String {
    while true {
      let text = try await text()
      if text.contains(part) { return text }
    }
  }

  /// The code with which the server closes.
  ///
  /// Frames before it are skipped.
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

  /// Returns when the server has closed the connection.
  ///
  /// Bytes before that are skipped.
  func untilClosed() async {
    while await more() != nil {}
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

  /// The next bytes, or nil at the end.
  private func more() async -> [UInt8]? {
    channel.read()
    return await inbox.next()
  }

  private func take(_ count: Int) async throws -> [UInt8] {
    while buffer.count < count {
      guard let bytes = await more() else { throw Ended() }
      buffer += bytes
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  private func take(until mark: [UInt8]) async throws -> [UInt8] {
    while true {
      if let range = buffer.firstRange(of: mark) { return try await take(range.upperBound) }
      guard let bytes = await more() else { throw Ended() }
      buffer += bytes
    }
  }
}

/// The bytes that were read from a channel and not taken yet.
///
/// At most one reader waits for them.
private final class Inbox: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private struct State {
    var bytes: [UInt8] = []
    var hasEnded = false
    var reader: CheckedContinuation<[UInt8]?, Never>?
  }

  private let state = NIOLockedValueBox(State())

  func next() async -> [UInt8]? {
    await withCheckedContinuation { reader in
      state.withLockedValue { state in
        state.reader = reader
        Self.serve(&state)
      }
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = Array(unwrapInboundIn(data).readableBytesView)
    state.withLockedValue { state in
      state.bytes += bytes
      Self.serve(&state)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    state.withLockedValue { state in
      state.hasEnded = true
      Self.serve(&state)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private static func serve(_ state: inout State) {
    guard let reader = state.reader, state.hasEnded || !state.bytes.isEmpty else { return }
    state.reader = nil
    reader.resume(returning: state.bytes.isEmpty ? nil : state.bytes)
    state.bytes = []
  }
}
