// SPDX-License-Identifier: Apache-2.0

#if canImport(MillraceMonitor)
  import Foundation

  /// An open page without a browser: it connects to the socket of the page and reads the bytes that
  /// arrive.
  final class RawPage: Sendable {
    private let descriptor: Int32

    /// Opens the page at an address with a token.
    ///
    /// - Throws: `NothingMeasured`.
    init(_ address: String) throws {
      guard let url = URL(string: address), let port = url.port, let token = url.query else {
        throw NothingMeasured("M3: no address")
      }
      let host = "Host: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n"
      let http = try Self.connect(port)
      Self.send("GET \(url.path)?\(token) HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", to: http)
      var answer = ""
      while let text = Self.text(from: http) { answer += text }
      close(http)
      guard let cookie = answer.firstMatch(of: /[Ss]et-[Cc]ookie: ([^;\r]+)/)?.1 else {
        throw NothingMeasured("M3: no session")
      }
      descriptor = try Self.connect(port)
      let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      Self.send(
        "GET /millrace.socket HTTP/1.1\r\n\(host)\(upgrade)Cookie: \(cookie)\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", to: descriptor)
      guard Self.text(from: descriptor)?.contains(" 101 ") == true else {
        throw NothingMeasured("M3: no socket")
      }
      let hello = #"{"t":"hello","session":"","page":"\#(url.path)","batch":0}"#
      // A client must mask its frames. A mask of zeros does not change the bytes.
      let frame = [0x81, 0x80 | UInt8(hello.utf8.count), 0, 0, 0, 0] + Array(hello.utf8)
      _ = frame.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, 0) }
      guard Self.receive(from: descriptor) != nil else {
        throw NothingMeasured("M3: no page")
      }
    }

    /// Reads until the server closes the connection.
    ///
    /// - Returns: The number of bytes.
    func readAll() -> Int {
      var bytes = 0
      while let part = Self.receive(from: descriptor) { bytes += part.count }
      close(descriptor)
      return bytes
    }

    private static func connect(_ port: Int) throws -> Int32 {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard result == 0 else { throw NothingMeasured("M3: no server") }
      return descriptor
    }

    private static func send(_ text: String, to descriptor: Int32) {
      let bytes = Array(text.utf8)
      _ = bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// Returns the next bytes, or nil at the end.
    private static func receive(from descriptor: Int32) -> [UInt8]? {
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
      }
      return bytes.isEmpty ? nil : bytes
    }

    private static func text(from descriptor: Int32) -> String? {
      receive(from: descriptor).map { String(decoding: $0, as: UTF8.self) }
    }
  }
#endif
