// SPDX-License-Identifier: Apache-2.0

extension RequestHead {
  /// Headers whose second copy would let two readers of one request disagree.
  private static let single: Set<String> = [
    "host", "origin", "content-length", "transfer-encoding", "sec-websocket-key",
    "sec-websocket-version", "upgrade",
  ]

  /// Takes one request head from the front of `bytes`, or nil while its end has not arrived.
  ///
  /// Linear in the bytes that are there, which `limit` bounds.
  static func take(from bytes: inout [UInt8], limit: Int) throws(RequestError) -> RequestHead? {
    guard let end = endOfHead(in: bytes) else {
      guard bytes.count <= limit else { throw .tooLong(limit: limit) }
      return nil
    }
    guard end.next <= limit else { throw .tooLong(limit: limit) }
    let head = try parse(bytes[..<end.text])
    bytes.removeSubrange(..<end.next)
    return head
  }

  /// Where the head's text ends and where what follows begins.
  private static func endOfHead(in bytes: [UInt8]) -> (text: Int, next: Int)? {
    var index = 0
    while index + 3 < bytes.count {
      if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10
      {
        return (index, index + 4)
      }
      index += 1
    }
    return nil
  }

  private static func parse(_ bytes: ArraySlice<UInt8>) throws(RequestError) -> RequestHead {
    // Header bytes beyond ASCII, bare line feeds and control characters are never needed here.
    guard bytes.allSatisfy({ $0 >= 32 && $0 < 127 || $0 == 13 || $0 == 10 || $0 == 9 }) else {
      throw .badHeader
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, isToken(words[0]), words[1].hasPrefix("/"),
      !words[1].contains("\t"), !words[0].contains("\n")
    else { throw .badLine }
    guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { throw .badVersion }

    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]), !line.contains("\n"),
        !line.contains("\r")
      else { throw .badHeader }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingSpaces()
      if let earlier = headers[name] {
        guard !single.contains(name) else { throw .repeatedHeader(name) }
        headers[name] = earlier + ", " + value
      } else {
        headers[name] = value
      }
    }
    guard headers["host"] != nil else { throw .missingHost }
    let path = words[1].prefix { $0 != "?" && $0 != "#" }
    var head = RequestHead(
      method: String(words[0]), path: String(path), headers: headers, keepsAlive: false)
    head.keepsAlive =
      words[2] == "HTTP/1.1"
      ? !head.header("connection", holds: "close")
      : head.header("connection", holds: "keep-alive")
    return head
  }

  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
