// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import Foundation

/// The socket that a server listens on.
struct Listener: Sendable {
  let socket: Socket
  let port: Int

  /// Binds and listens, so that connections wait from now on.
  static func open(host: String, port: Int) throws(WebServerError) -> Listener {
    guard let number = UInt16(exactly: port) else { throw .badPort(port) }
    let name = host == "localhost" ? "127.0.0.1" : host
    if let address = try? sockaddr_in.inet(ip4: name, port: number) {
      return try open(address, host: host, port: port)
    }
    if let address = try? sockaddr_in6.inet6(ip6: name, port: number) {
      return try open(address, host: host, port: port)
    }
    throw .badHost(host)
  }

  private static func open<Address: SocketAddress>(
    _ address: Address, host: String, port: Int
  ) throws(WebServerError) -> Listener {
    var opened: Socket?
    do {
      let socket = try Socket(domain: Int32(Address.family))
      opened = socket
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: address)
      try socket.listen()
      return Listener(socket: socket, port: boundPort(of: socket) ?? port)
    } catch {
      try? opened?.close()
      throw reason(error, host: host, port: port)
    }
  }

  private static func boundPort(of socket: Socket) -> Int? {
    switch try? socket.sockname() {
    case .ip4(_, let port), .ip6(_, let port): Int(port)
    default: nil
    }
  }

  private static func reason(_ error: any Error, host: String, port: Int) -> WebServerError {
    guard case SocketError.failed(_, let number, let message) = error else {
      return .system("\(error)")
    }
    return switch number {
    case EADDRINUSE: .portInUse(host: host, port: port)
    case EACCES: .portForbidden(port: port)
    case EADDRNOTAVAIL: .badHost(host)
    default: .system(message)
    }
  }
}
