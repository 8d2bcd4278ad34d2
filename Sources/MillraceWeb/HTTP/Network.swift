// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The part of an address for which limits apply: the network of one household or one machine.
///
/// An IPv4 address is its own network. With IPv6, a household can use any number of addresses, all
/// in one network of 64 bits. Therefore a limit for each IPv6 address would be useless, and the
/// network counts. A site, such as that of a company, can have 65,536 such networks, all in one
/// network of 48 bits. The networks of a site also count together.
enum Network {
  /// The factor from the limit of one network to the limit of all networks of a site.
  static let ofSite = 4

  /// The name of the network of an address.
  static func name(of address: String) -> String {
    guard let bytes = bytes(of: address) else { return address }
    if bytes.count == 4 { return dotted(bytes) }
    return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
  }

  /// The name of the site of a network; for IPv4 it is the network itself.
  static func site(of network: String) -> String {
    guard network.hasSuffix("/64") else { return network }
    return network.split(separator: ":").prefix(6).joined(separator: ":") + "/48"
  }

  /// The names under which a network counts, each with its limit.
  ///
  /// The limit of a site is four times that of one network, or three quarters of `whole`, the limit
  /// of all networks together, if that is less. It is never less than the limit of one network.
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

  /// Counts the use of each network, and of all networks of each site together.
  struct Tally: Sendable {
    private var counts: [String: Int] = [:]

    /// The use of a network or a site.
    subscript(name: String) -> Int { counts[name, default: 0] }

    mutating func add(_ number: Int, for network: String) {
      let site = Network.site(of: network)
      for name in site == network ? [network] : [network, site] {
        let new = counts[name, default: 0] + number
        counts[name] = new > 0 ? new : nil
      }
    }

    /// The name of the network or site with the highest use, or nil if there is no use.
    ///
    /// Linear in the number of names.
    var most: String? {
      counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }
  }

  /// An address in canonical form; an IPv4 address that is mapped to IPv6 becomes an IPv4 address.
  static func plain(_ address: String) -> String {
    guard let bytes = bytes(of: address) else { return address.lowercased() }
    if bytes.count == 4 { return dotted(bytes) }
    return (try? SocketAddress(ipAddress: address, port: 0))?.ipAddress ?? address
  }

  /// The bytes of an IPv6 address, or of an IPv4 address that is mapped to IPv6; nil for other
  /// texts.
  private static func bytes(of address: String) -> AddressRange.Bytes? {
    address.utf8.contains(UInt8(ascii: ":")) ? AddressRange.bytes(of: address) : nil
  }

  private static func dotted(_ bytes: AddressRange.Bytes) -> String {
    bytes.map { String($0) }.joined(separator: ".")
  }
}
