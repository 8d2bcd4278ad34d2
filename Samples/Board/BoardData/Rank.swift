// SPDX-License-Identifier: Apache-2.0

/// The position of a card in its column.
///
/// A rank is a fraction between 0 and 1, written in base 36 with the digits 0 to z. Between any two
/// different ranks there is another one. Therefore a move changes only the card that moves, two
/// people can move cards at the same time, and a restored card returns to its old position.
///
/// If a card gets a rank with more than half of ``limit`` digits, the board replaces the ranks of
/// all cards. A change that was made before that has a rank between the old ranks, so its card can
/// get to another position.
public struct Rank: Hashable, Sendable {
  /// The digits after the point.
  ///
  /// The last digit is not 0.
  public let text: String

  private init(digits: [UInt8]) {
    text = String(decoding: digits.map { Self.signs[Int($0)] }, as: UTF8.self)
  }

  /// Reads the digits of a rank.
  ///
  /// Returns nil if the text is empty, has more than ``limit`` digits, ends with 0, or has another
  /// character.
  public init?(_ text: String) {
    let isDigits = text.utf8.allSatisfy { Self.signs.contains($0) }
    guard isDigits, let last = text.last, last != "0", text.utf8.count <= Self.limit else {
      return nil
    }
    self.text = text
  }

  /// Creates a rank between two others.
  ///
  /// The new rank is at most one digit longer than the longer of the two. It can have more than
  /// ``limit`` digits.
  ///
  /// Complexity: O(length of the ranks).
  ///
  /// - Parameters:
  ///   - low: The lower bound, or nil if there is none.
  ///   - high: The upper bound, or nil if there is none. It is ignored unless it is greater than
  ///     the lower bound.
  public init(after low: Rank? = nil, before high: Rank? = nil) {
    let low = low?.digits ?? []
    var high = high?.digits
    if let bound = high, !low.lexicographicallyPrecedes(bound) { high = nil }
    var digits: [UInt8] = []
    while true {
      let index = digits.count
      let least = index < low.count ? low[index] : 0
      // While `high` is set, all digits so far are equal to its digits. It is greater than `low`
      // and does not end with 0, so it has a digit at this index.
      let most = high?[index] ?? Self.base
      digits.append(most > least ? least + (most - least) / 2 : least)
      if digits[index] > least { break }
      // The digit is less than that of `high`. So the upper bound has no effect on later digits.
      if most > least { high = nil }
    }
    self.init(digits: digits)
  }

  /// Returns `count` ranks in ascending order, with equal distances and as few digits as possible.
  ///
  /// Complexity: O(n log n), where n is `count`.
  public static func row(of count: Int) -> [Rank] {
    var length = 1
    var numbers = Int(base)
    while numbers <= count {
      length += 1
      numbers *= Int(base)
    }
    return (0..<count).map { index in
      var number = (index + 1) * (numbers / (count + 1))
      var digits = [UInt8](repeating: 0, count: length)
      for index in digits.indices.reversed() {
        digits[index] = UInt8(number % Int(base))
        number /= Int(base)
      }
      while digits.last == 0 { digits.removeLast() }
      return Rank(digits: digits)
    }
  }

  /// The maximum number of digits of a rank that is read from a text.
  public static let limit = 200

  private static let base: UInt8 = 36
  private static let signs = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)

  private var digits: [UInt8] {
    text.utf8.map { $0 < UInt8(ascii: "a") ? $0 - UInt8(ascii: "0") : $0 - UInt8(ascii: "a") + 10 }
  }
}

extension Rank: Comparable {
  /// Whether the first rank is before the second.
  ///
  /// Complexity: O(length of the ranks).
  public static func < (one: Rank, other: Rank) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension Rank: Codable {
  /// Decodes the digits of a rank.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let rank = Rank(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(text) is not a rank"))
    }
    self = rank
  }

  /// Encodes the digits of the rank.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
