// SPDX-License-Identifier: Apache-2.0

/// An HTTP response that is sent in one piece.
struct Response: Equatable, Sendable {
  var status: Status
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  init(_ status: Status, type: String, body: String, headers: [(String, String)] = []) {
    self.status = status
    self.headers = [("Content-Type", type)] + headers
    self.body = Array(body.utf8)
  }

  static func == (one: Response, other: Response) -> Bool {
    one.status == other.status && one.body == other.body
      && one.headers.elementsEqual(other.headers) { $0 == $1 }
  }

  /// The statuses that the server answers with.
  enum Status: Int, Sendable, CaseIterable {
    case ok = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case contentTooLarge = 413
    case upgradeRequired = 426
    case headersTooLarge = 431
    case unavailable = 503

    var phrase: String {
      switch self {
      case .ok: "OK"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .contentTooLarge: "Content Too Large"
      case .upgradeRequired: "Upgrade Required"
      case .headersTooLarge: "Request Header Fields Too Large"
      case .unavailable: "Service Unavailable"
      }
    }
  }

  /// The bytes on the wire; a `HEAD` request gets the headers alone.
  func encoded(keepsAlive: Bool, withBody: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n"
    for (name, value) in headers + Self.safety {
      text += "\(name): \(value)\r\n"
    }
    text += "Content-Length: \(body.count)\r\n"
    text += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    var bytes = Array(text.utf8)
    if withBody { bytes += body }
    return bytes
  }

  /// The headers that every response carries.
  ///
  /// The policy allows the page's own scripts, style sheet, pictures and socket, and other pages of
  /// the same server in small. Nothing is inline
  /// but the style of single elements: lengths and colours, of which no text is ever part.
  private static let safety = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; "
        + "style-src-attr 'unsafe-inline'; connect-src 'self'; img-src 'self'; "
        + "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]
}
