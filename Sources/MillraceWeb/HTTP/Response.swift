// SPDX-License-Identifier: Apache-2.0

import CZlib
import NIOCore
import NIOHTTP1

/// An HTTP response: sent in one piece, or a file in several.
struct Response: Sendable {
  var status: HTTPResponseStatus
  var headers: HTTPHeaders
  var body: ByteBuffer
  /// What is sent instead of a body, read while it is sent.
  var file: FilePart?
  /// Whether the connection ends with this response.
  var endsConnection = false
  /// Counts the body among what its visitor has not read.
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

  /// How many bytes follow the head.
  var length: Int { file?.count ?? body.readableBytes }

  /// The head on the wire, with what every response says.
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

  /// The headers that every response carries.
  ///
  /// The policy allows the page's own scripts, style sheet, pictures, fonts, sounds, films and
  /// socket, and other pages of the same server in small. Nothing is inline but the first script,
  /// which is known by its hash, and the style of single elements: lengths and colours, of which no
  /// text is ever part.
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

/// A file that never changes while the program runs, plain and compressed, known by its content.
struct StaticFile: Sendable {
  let type: String
  let plain: ByteBuffer
  /// The same in gzip; nil if that is not shorter.
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

  /// The answer to a request: the file, or that the browser has it already.
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

  /// Whether a browser takes gzip: it is named, and not with a weight of nothing.
  private static func takesGzip(_ request: PageRequest) -> Bool {
    request.headers[canonicalForm: "accept-encoding"].contains { word in
      let parts = word.lowercased().split(separator: ";").map { $0.trimmingSpaces() }
      guard parts.first == "gzip" else { return false }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
      return weight.map { Double($0.dropFirst(2)) ?? 0 > 0 } ?? true
    }
  }
}

/// Compression by the system's zlib.
enum Gzip {
  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and 16 more say: gzip.
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
