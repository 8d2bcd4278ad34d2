// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The part of an address that one household or one machine has to itself.
///
/// An address of IPv4 is one machine or one household. Of IPv6 each household has as many as it
/// likes, all in one network of 64 bits, so that a limit for each of them would be none. A site, as
/// that of a firm, may have 65,536 such networks, all in one of 48 bits: they count together too.
enum Network {
  /// How many times the bound of a network the networks of one site have together.
  static let ofSite = 4

  static func name(of address: String) -> String {
    parts(of: address)?.network ?? address
  }

  /// The name of the site of a network; of IPv4 it is the network itself.
  static func site(of network: String) -> String {
    guard network.hasSuffix("/64") else { return network }
    return network.split(separator: ":").prefix(6).joined(separator: ":") + "/48"
  }

  /// The names under which a network counts, each with its own bound.
  ///
  /// A quarter of what all networks have together, `whole`, is not for one site alone.
  static func bounds(
    of network: String, _ bound: Int, ofAll whole: Int = .max
  ) -> [(name: String, bound: Int)] {
    let site = site(of: network)
    guard site != network else { return [(network, bound)] }
    let (times, isTooMuch) = bound.multipliedReportingOverflow(by: ofSite)
    return [
      (network, bound), (site, max(bound, min(isTooMuch ? .max : times, whole - whole / 4))),
    ]
  }

  /// Counts what each network uses, and what the networks of each site use together.
  struct Tally: Sendable {
    private var counts: [String: Int] = [:]

    /// What a network or a site uses.
    subscript(name: String) -> Int { counts[name, default: 0] }

    mutating func add(_ number: Int, for network: String) {
      let site = Network.site(of: network)
      for name in site == network ? [network] : [network, site] {
        let new = counts[name, default: 0] + number
        counts[name] = new > 0 ? new : nil
      }
    }

    /// The name of what uses most; nil if nothing uses anything.
    ///
    /// Linear in the names.
    var most: String? {
      counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }
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
