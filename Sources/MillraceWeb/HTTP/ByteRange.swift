// SPDX-License-Identifier: Apache-2.0

/// The bytes of a file that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
  case whole
  /// One range, which is not empty.
  case part(Range<Int>)
  /// A range outside of the file; the response has status 416.
  case none

  /// Reads the range of a request.
  ///
  /// - Parameters:
  ///   - request: a range is used only with `GET`; a header that is not one range is ignored.
  ///   - size: the size of the file.
  ///   - tag: the current strong tag of the file. If `If-Range` has another tag, or a date, the
  ///     visitor gets the whole file, because its part can be of another version.
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

  /// The first and the last byte of a range, or nil if the text is not one range of bytes.
  ///
  /// Without a first byte, `last` is the number of bytes at the end of the file.
  private static func parsed(_ text: String) -> (first: Int?, last: Int?)? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].trimmingSpaces().lowercased() == "bytes" else { return nil }
    let ends = parts[1].trimmingSpaces().split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.contains(where: { !$0.isEmpty }) else { return nil }
    var numbers: [Int?] = []
    for end in ends {
      guard end.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
      // A number that overflows is larger than any file. The maximum is reduced by one, because one
      // is added to it later.
      numbers.append(end.isEmpty ? nil : min(Int(end) ?? .max, .max - 1))
    }
    if let first = numbers[0], let last = numbers[1], last < first { return nil }
    return (numbers[0], numbers[1])
  }
}

extension PageRequest {
  /// True if the browser already has the version with a tag.
  ///
  /// The comparison is that of RFC 9110 for `If-None-Match`: a weak tag equals the strong one.
  func knows(_ tag: String) -> Bool {
    headers[canonicalForm: "if-none-match"].contains { $0 == tag || $0 == "W/" + tag || $0 == "*" }
  }
}
