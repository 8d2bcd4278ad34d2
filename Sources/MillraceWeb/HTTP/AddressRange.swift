// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// One IP address, or all addresses that begin with the same bits, such as `10.0.0.0/8`.
struct AddressRange: Sendable {
  /// The bytes of an address: four, or sixteen for IPv6.
  typealias Bytes = [UInt8]

  private let bytes: Bytes
  /// The number of bits, from the first one on, that all addresses of the range share.
  private let bits: Int

  /// Reads an address, or an address and the number of bits after a slash; nil for other texts.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let bytes = Self.bytes(of: String(parts[0])) else { return nil }
    self.bytes = bytes
    let all = bytes.count * 8
    guard parts.count > 1 else {
      bits = all
      return
    }
    // `Int` also reads signs.
    guard parts[1].allSatisfy({ "0"..."9" ~= $0 }), let number = Int(parts[1]) else { return nil }
    // The number of bits of an IPv4 address that is mapped to IPv6 includes the 96 bits before it.
    let bits = all == 32 && parts[0].contains(":") ? number - 96 : number
    guard 0...all ~= bits else { return nil }
    self.bits = bits
  }

  /// True if the range contains the address with these bytes.
  func contains(_ address: Bytes) -> Bool {
    guard address.count == bytes.count else { return false }
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
    guard address[..<whole] == bytes[..<whole] else { return false }
    return rest == 0 || (address[whole] ^ bytes[whole]) >> (8 - rest) == 0
  }

  /// The bytes of an IP address, or nil; an IPv4 address that is mapped to IPv6 has four bytes.
  static func bytes(of address: String) -> Bytes? {
    switch try? SocketAddress(ipAddress: address, port: 0) {
    case .v4(let parsed): return withUnsafeBytes(of: parsed.address.sin_addr) { Bytes($0) }
    case .v6(let parsed):
      return withUnsafeBytes(of: parsed.address.sin6_addr) { bytes in
        let isMapped = bytes.prefix(12).elementsEqual(repeatElement(0, count: 10) + [0xFF, 0xFF])
        return Bytes(isMapped ? bytes[12...] : bytes[...])
      }
    default: return nil
    }
  }
}
