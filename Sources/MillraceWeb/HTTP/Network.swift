// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The part of an address that one household or one machine has to itself.
///
/// An address of IPv4 is one machine or one household. Of IPv6 each household has as many as it
/// likes, all in one network of 64 bits, so that a limit for each of them would be none.
enum Network {
  static func name(of address: String) -> String {
    guard address.utf8.contains(UInt8(ascii: ":")),
      case .v6(let parsed)? = try? SocketAddress(ipAddress: address, port: 0)
    else { return address }
    return withUnsafeBytes(of: parsed.address.sin6_addr) { bytes in
      let isIPv4 = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      if isIPv4 { return bytes[12...].map { String($0) }.joined(separator: ".") }
      return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }
  }
}
