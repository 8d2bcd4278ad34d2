// SPDX-License-Identifier: Apache-2.0

/// Which bytes of a file a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
  case whole
  /// One part, which is not empty.
  case part(Range<Int>)
  /// Bytes that the file does not have: status 416.
  case none

  /// - Parameters:
  ///   - request: a range counts for `GET` alone, and what is not understood is passed over.
  ///   - size: of the file.
  ///   - tag: of the file as it is now, a strong one; with another one in `If-Range`, or a date,
  ///     the visitor has a part of another file and needs all of this one.
  init(of request: PageRequest, size: Int, tag: String) {
    let ranges = request.headers["range"]
    let conditions = request.headers["if-range"]
    guard request.method == "GET", ranges.count == 1,
      conditions.isEmpty || conditions == [tag],
      let range = Self.parsed(ranges[0])
    else {
      self = .whole
      return
    }
    let part =
      switch range {
      case (let first?, let last): first..<max(first, min(size, (last ?? size - 1) &+ 1))
      case (nil, let last): max(0, size - (last ?? 0))..<size
      }
    self = part.isEmpty || part.lowerBound >= size ? .none : .part(part)
  }

  /// The first and the last byte, or how many last bytes; nil for what is not one range of bytes.
  private static func parsed(_ text: String) -> (first: Int?, last: Int?)? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].trimmingSpaces().lowercased() == "bytes" else { return nil }
    let ends = parts[1].trimmingSpaces().split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.contains(where: { !$0.isEmpty }) else { return nil }
    var numbers: [Int?] = []
    for end in ends {
      guard end.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
      // A number that is too large for a machine is larger than any file; one is added to it.
      numbers.append(end.isEmpty ? nil : min(Int(end) ?? .max, .max - 1))
    }
    if let first = numbers[0], let last = numbers[1], last < first { return nil }
    return (numbers[0], numbers[1])
  }
}

extension PageRequest {
  /// Whether the browser has the version with a tag already, compared as RFC 9110 says for
  /// `If-None-Match`: a weak tag counts like a strong one.
  func knows(_ tag: String) -> Bool {
    headers[canonicalForm: "if-none-match"].contains { $0 == tag || $0 == "W/" + tag || $0 == "*" }
  }
}
