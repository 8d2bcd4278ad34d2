// SPDX-License-Identifier: Apache-2.0

extension TraceValue {
  /// A number that is the same for equal values on every machine, made of the hashes of the value's
  /// parts; see <doc:TraceFormat>.
  ///
  /// Complexity: linear in its size.
  public var hash: UInt64 {
    switch self {
    case .array(let elements):
      var sum: UInt64 = 0
      for (index, element) in elements.enumerated() {
        sum &+= TraceHash.term(element.hash, at: index)
      }
      return TraceHash.list(sum)
    case .object(let members):
      return TraceHash.object(
        members.reduce(0) { $0 &+ TraceHash.term($1.value.hash, named: $1.key) })
    case .number(let digits): return TraceHash.ofBytes(digits.utf8)
    case .null, .bool, .string: return TraceHash.ofBytes(json.utf8)
    }
  }

  /// Whether a hash is that of this value, or the one that earlier versions wrote: of the JSON as a
  /// whole.
  package func has(hash: UInt64) -> Bool {
    hash == self.hash || hash == TraceHash.ofBytes(json.utf8)
  }
}

/// How hashes of values are made of those of their parts.
///
/// The hashes of the parts of a list or an object are added up, so that one part can be replaced
/// without a look at the others.
enum TraceHash {
  /// FNV-1a of 64 bits.
  static func ofBytes(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The last step of SplitMix64: each bit of the result depends on all bits.
  static func mixed(_ number: UInt64) -> UInt64 {
    var number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
    return number ^ number >> 31
  }

  /// What an element adds to the sum of its list.
  static func term(_ hash: UInt64, at index: Int) -> UInt64 {
    mixed(hash &+ mixed(UInt64(index) &+ 1))
  }

  /// What a member adds to the sum of its object.
  static func term(_ hash: UInt64, named name: String) -> UInt64 {
    mixed(hash &+ mixed(ofBytes(TraceValue.string(name).json.utf8)))
  }

  static func list(_ sum: UInt64) -> UInt64 { mixed(sum &+ UInt64(UInt8(ascii: "["))) }
  static func object(_ sum: UInt64) -> UInt64 { mixed(sum &+ UInt64(UInt8(ascii: "{"))) }
}
