// SPDX-License-Identifier: Apache-2.0

import CZlib
import NIOCore
import NIOHTTP1

/// An HTTP response with a body or a file.
struct Response: Sendable {
  var status: HTTPResponseStatus
  var headers: HTTPHeaders
  var body: ByteBuffer
  /// The file that is sent instead of the body; it is read while it is sent.
  var file: FilePart?
  /// True if the connection is closed after this response.
  var endsConnection = false
  /// Counts the body, or one piece of the file, as unread output until the response is released.
  var share: ByteReserve.Share?

  init(
    _ status: HTTPResponseStatus, type: String, body: some Sequence<UInt8>,
    headers: [(String, String)] = []
  ) {
    self.status = status
    self.headers = HTTPHeaders([("Content-Type", type)] + headers)
    self.body = ByteBuffer(bytes: body)
  }

  /// A response without a body.
  init(_ status: HTTPResponseStatus, headers: [(String, String)] = []) {
    self.status = status
    self.headers = HTTPHeaders(headers)
    body = ByteBuffer()
  }

  /// The number of bytes that follow the head.
  var length: Int { file?.count ?? body.readableBytes }

  /// The head with the headers that every response has.
  func head(keepsAlive: Bool) -> HTTPResponseHead {
    var head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    for (name, value) in Self.safety where !head.headers.contains(name: name) {
      head.headers.add(name: name, value: value)
    }
    if status.mayHaveResponseBody {
      head.headers.replaceOrAdd(name: "Content-Length", value: String(length))
    }
    head.headers.replaceOrAdd(name: "Connection", value: keepsAlive ? "keep-alive" : "close")
    return head
  }

  /// The headers that every response has, unless it sets them itself.
  ///
  /// The content security policy allows scripts, style sheets, images, fonts, media, sockets and
  /// frames of the same server. Two things may be inline: the first script, which is allowed by its
  /// hash, and the style attributes of elements. The only text of the application in these
  /// attributes is the name of a font, without its special characters.
  private static let safety = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self' \(FirstScript.source); style-src 'self'; "
        + "style-src-attr 'unsafe-inline'; connect-src 'self'; img-src 'self'; "
        + "font-src 'self'; media-src 'self'; frame-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]
}

/// A file that does not change while the program runs, with its compressed form and its tags.
struct StaticFile: Sendable {
  let type: String
  let plain: ByteBuffer
  /// The content in gzip, or nil if that is not shorter.
  let packed: ByteBuffer?
  let tag: String
  private let packedTag: String

  init(type: String, bytes: [UInt8]) {
    self.type = type
    plain = ByteBuffer(bytes: bytes)
    let packed = Gzip.packed(bytes)
    self.packed = packed.count < bytes.count ? ByteBuffer(bytes: packed) : nil
    let hash: UInt64 = bytes.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    tag = "\"\(String(hash, radix: 16))\""
    packedTag = "\"\(String(hash, radix: 16))-gzip\""
  }

  /// The response to a request: the file, or status 304 if the browser already has it.
  func response(to request: PageRequest) -> Response {
    let packed = Self.takesGzip(request) ? packed : nil
    let tag = packed == nil ? tag : packedTag
    var common = [("Cache-Control", "no-cache"), ("ETag", tag)]
    if self.packed != nil { common.append(("Vary", "Accept-Encoding")) }
    if request.knows(tag) {
      return Response(.notModified, headers: common)
    }
    var response = Response(.ok, headers: [("Content-Type", type)] + common)
    if let packed {
      response.headers.add(name: "Content-Encoding", value: "gzip")
      response.body = packed
    } else {
      response.body = plain
    }
    return response
  }

  /// True if a browser accepts gzip with a weight above zero.
  private static func takesGzip(_ request: PageRequest) -> Bool {
    request.headers[canonicalForm: "accept-encoding"].contains { word in
      let parts = word.lowercased().split(separator: ";").map { $0.trimmingSpaces() }
      guard parts.first == "gzip" else { return false }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
      return weight.map { Double($0.dropFirst(2)) ?? 0 > 0 } ?? true
    }
  }
}

/// Compression with the zlib of the system.
enum Gzip {
  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 31 is a window of 15 bits, plus 16 for the gzip format.
    let version = ZLIB_VERSION
    let size = Int32(MemoryLayout<z_stream>.size)
    guard deflateInit2_(&stream, 9, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY, version, size) == Z_OK
    else { return bytes }
    defer { deflateEnd(&stream) }
    var bytes = bytes
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      bytes.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        _ = deflate(&stream, Z_FINISH)
      }
      count = Int(stream.total_out)
    }
  }
}
