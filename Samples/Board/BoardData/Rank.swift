// SPDX-License-Identifier: Apache-2.0

/// Where a card stands among those of its column: between any two ranks there is another one.
///
/// It is a fraction between 0 and 1, written with the digits 0 to z. So a card that moves changes
/// nothing but itself, two people who move cards do not get in each other's way, and a card that
/// was deleted comes back where it was.
public struct Rank: Hashable, Sendable {
  /// The digits behind the point as text; the last one is not 0.
  public let text: String

  private init(digits: [UInt8]) {
    text = String(decoding: digits.map { Self.signs[Int($0)] }, as: UTF8.self)
  }

  /// Reads the digits of a rank; nil if they are none, or too many.
  public init?(_ text: String) {
    let isDigits = text.utf8.allSatisfy { Self.signs.contains($0) }
    guard isDigits, let last = text.last, last != "0", text.utf8.count <= Self.limit else {
      return nil
    }
    self.text = text
  }

  /// A rank between two others, or behind or before all there are.
  ///
  /// Complexity: O(length of the ranks); the new one is at most one digit longer than the longer of
  /// them.
  ///
  /// - Parameters:
  ///   - low: The rank before it; nil: there is none.
  ///   - high: The rank behind it, if it is greater than the one before it.
  public init(after low: Rank? = nil, before high: Rank? = nil) {
    let low = low?.digits ?? []
    var high = high?.digits
    if let bound = high, !low.lexicographicallyPrecedes(bound) { high = nil }
    var digits: [UInt8] = []
    while true {
      let place = digits.count
      let least = place < low.count ? low[place] : 0
      // A rank that is greater has not ended where both are equal so far.
      let most = high.map { place < $0.count ? $0[place] : 0 } ?? Self.base
      digits.append(most > least ? least + (most - least) / 2 : least)
      if digits[place] > least { break }
      // From here on everything that is greater than the lower one is less than the higher one.
      if most > least { high = nil }
    }
    self.init(digits: digits)
  }

  /// So many ranks in order, as short as they can be at equal distances.
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
      for place in digits.indices.reversed() {
        digits[place] = UInt8(number % Int(base))
        number /= Int(base)
      }
      while digits.last == 0 { digits.removeLast() }
      return Rank(digits: digits)
    }
  }

  /// The most digits of a rank that is read.
  public static let limit = 200

  private static let base: UInt8 = 36
  private static let signs = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)

  private var digits: [UInt8] {
    text.utf8.map { $0 < UInt8(ascii: "a") ? $0 - UInt8(ascii: "0") : $0 - UInt8(ascii: "a") + 10 }
  }
}

extension Rank: Comparable {
  /// Whether one stands before the other.
  public static func < (one: Rank, other: Rank) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension Rank: Codable {
  /// Reads its digits.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let rank = Rank(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(text) is not a rank"))
    }
    self = rank
  }

  /// Writes its digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
