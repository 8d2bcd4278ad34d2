// SPDX-License-Identifier: Apache-2.0

/// The first lines of an HTTP request: everything before its body.
struct RequestHead: Equatable, Sendable {
  var method: String
  /// The path as it was sent, without its query.
  var path: String
  /// Header values by lower-case name; the server refuses a name that it must understand twice.
  var headers: [String: String]
  var keepsAlive: Bool

  /// Whether a comma-separated header holds a token, whatever its case.
  func header(_ name: String, holds token: String) -> Bool {
    guard let value = headers[name] else { return false }
    return value.split(separator: ",").contains { part in
      part.trimmingSpaces().lowercased() == token
    }
  }

  /// Whether bytes follow the head, which no request of a page has.
  var announcesBody: Bool {
    headers["transfer-encoding"] != nil || (headers["content-length"] ?? "0") != "0"
  }
}

/// Why a request's head was refused.
enum RequestError: Error, Equatable, CustomStringConvertible {
  case tooLong(limit: Int)
  case badLine
  case badHeader
  case repeatedHeader(String)
  case badVersion
  case missingHost

  var description: String {
    switch self {
    case .tooLong(let limit): "the request head is longer than \(limit) bytes"
    case .badLine: "the request line is not 'METHOD /path HTTP/1.1'"
    case .badHeader: "a header line is not 'Name: value'"
    case .repeatedHeader(let name): "the header '\(name)' is there twice"
    case .badVersion: "the version is not HTTP/1.0 or HTTP/1.1"
    case .missingHost: "the header 'Host' is missing"
    }
  }
}

extension StringProtocol {
  /// The text without the spaces and tabs around it.
  func trimmingSpaces() -> String {
    var slice = self[...]
    while let first = slice.first, first == " " || first == "\t" { slice = slice.dropFirst() }
    while let last = slice.last, last == " " || last == "\t" { slice = slice.dropLast() }
    return String(slice)
  }
}
