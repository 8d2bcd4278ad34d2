// SPDX-License-Identifier: Apache-2.0

/// A generator of pseudorandom numbers.
///
/// It is a value, so a state can contain it.
///
/// The algorithm is SplitMix64.
public struct RandomSource: Equatable, Codable, Sendable {
  private var position: UInt64

  /// Creates a source from a seed.
  public init(seed: UInt64) {
    position = seed
  }

  /// Returns the next number, from zero to `bound` minus one.
  public mutating func number(below bound: Int) -> Int {
    position &+= 0x9E37_79B9_7F4A_7C15
    var bits = position
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Int(bits.multipliedFullWidth(by: UInt64(max(1, bound))).high)
  }

  /// Returns a random element of an array, which must not be empty.
  public mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }
}
