// SPDX-License-Identifier: Apache-2.0

extension TraceValue {
  /// A hash of the value's JSON structure, the same on every machine.
  ///
  /// It is computed from the hashes of the value's parts; see <doc:TraceFormat>. Strings that are
  /// equal but have other code points have other hashes.
  ///
  /// Complexity: linear in the size of the value.
  public var hash: UInt64 {
    switch self {
    case .array(let elements):
      var sum: UInt64 = 0
      for (index, element) in elements.enumerated() {
        sum &+= TraceHash.term(element.hash, at: index)
      }
      return TraceHash.array(sum)
    case .object(let members):
      return TraceHash.object(
        members.reduce(0) { $0 &+ TraceHash.term($1.value.hash, named: $1.key) })
    case .number(let digits): return TraceHash.ofBytes(digits.utf8)
    case .null, .bool, .string: return TraceHash.ofBytes(json.utf8)
    }
  }

  /// True if a hash is that of this value.
  ///
  /// Also true for the hash of earlier versions: FNV-1a over the JSON of the whole value.
  package func has(hash: UInt64) -> Bool {
    hash == self.hash || hash == TraceHash.ofBytes(json.utf8)
  }
}

/// The functions that compute the hash of a value from the hashes of its parts.
///
/// The hash of an array or an object is computed from a sum over its parts. When one part changes,
/// the new sum is computed without the other parts.
enum TraceHash {
  /// FNV-1a of 64 bits.
  static func ofBytes(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The last step of SplitMix64: each bit of the result depends on all bits of the number.
  static func mixed(_ number: UInt64) -> UInt64 {
    var number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
    return number ^ number >> 31
  }

  /// The term of an element in the sum of its array.
  static func term(_ hash: UInt64, at index: Int) -> UInt64 {
    mixed(hash &+ mixed(UInt64(index) &+ 1))
  }

  /// The term of a member in the sum of its object.
  static func term(_ hash: UInt64, named name: String) -> UInt64 {
    mixed(hash &+ mixed(ofBytes(TraceValue.string(name).json.utf8)))
  }

  static func array(_ sum: UInt64) -> UInt64 { mixed(sum &+ UInt64(UInt8(ascii: "["))) }
  static func object(_ sum: UInt64) -> UInt64 { mixed(sum &+ UInt64(UInt8(ascii: "{"))) }
}
