// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The part of an address that one household or one machine has to itself.
///
/// An address of IPv4 is one machine or one household. Of IPv6 each household has as many as it
/// likes, all in one network of 64 bits, so that a limit for each of them would be none.
enum Network {
  static func name(of address: String) -> String {
    parts(of: address)?.network ?? address
  }

  /// An address in one form: that of IPv4 where a socket for both kinds writes it as one of IPv6.
  static func plain(_ address: String) -> String {
    guard let parts = parts(of: address) else { return address.lowercased() }
    return parts.isIPv4 ? parts.network : parts.text
  }

  private static func parts(
    of address: String
  ) -> (network: String, text: String, isIPv4: Bool)? {
    guard address.utf8.contains(UInt8(ascii: ":")),
      let any = try? SocketAddress(ipAddress: address, port: 0), case .v6(let parsed) = any
    else { return nil }
    return withUnsafeBytes(of: parsed.address.sin6_addr) { bytes in
      let isIPv4 = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      let network =
        isIPv4
        ? bytes[12...].map { String($0) }.joined(separator: ".")
        : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
      return (network, any.ipAddress ?? address, isIPv4)
    }
  }
}
