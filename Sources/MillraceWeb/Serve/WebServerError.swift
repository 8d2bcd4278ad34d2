// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore

/// The reason why a server cannot be created or started.
public enum WebServerError: Error, Equatable, CustomStringConvertible {
  /// Another program, or another server of this one, listens on the port.
  case portInUse(host: String, port: Int)
  /// This user is not allowed to use the port.
  case portForbidden(port: Int)
  /// The host is not an address of this machine.
  case badHost(String)
  /// The number is not a port.
  case badPort(Int)
  /// A path of a page or of a folder, or the base path, is invalid, reserved, or used twice.
  case badPath(String, reason: String)
  /// The server listens on all addresses, and `WebOptions.allowedHosts` is empty.
  case noAllowedHosts(String)
  /// An entry of `WebOptions.allowedHosts` is not a host name.
  case badHostName(String)
  /// An entry of `WebOptions.allowedOrigins` is not an origin as browsers send it.
  case badOrigin(String)
  /// An entry of `WebOptions.trustedProxies` is neither an IP address nor a range of addresses.
  case badProxy(String)
  /// The environment variable contains a key that is too short.
  case shortKey(String)
  /// The server is running already.
  case alreadyRunning
  /// Another error of the system.
  case system(String)

  /// One line with the problem, and the remedy if it is known.
  public var description: String {
    switch self {
    case .portInUse(let host, let port):
      "Port \(port) on \(host) is in use. Stop the program or the server that uses it, or choose "
        + "another port with --port N."
    case .portForbidden(let port):
      "This user is not allowed to use port \(port). Choose one from 1024 up with --port N."
    case .badHost(let host):
      "'\(host.oneLine)' is not an address of this machine. Use 127.0.0.1 for this machine alone, "
        + "or the address of one of its interfaces, with --host H."
    case .badPort(let port):
      "\(port) is not a port. Choose one from 0 to 65535; 0 selects a free one."
    case .badPath(let path, let reason):
      "The path '\(path.oneLine)' cannot be used: \(reason). Choose another one."
    case .noAllowedHosts(let host):
      "A server on \(host.oneLine) can be reached by any name. Set the names that it answers to "
        + "with allowedHosts or --allow-host NAME; '*' allows all, also for pages of other sites."
    case .badHostName(let name):
      "'\(name.oneLine)' in allowedHosts (--allow-host) is not a host name, and no request could "
        + "have it. It may contain a scheme, a path or a wildcard, or need the form xn--… Write "
        + "a name such as app.example.com or [2001:db8::1]; only '*' alone allows all names."
    case .badOrigin(let origin):
      "'\(origin.oneLine)' in allowedOrigins is not the origin of a site as browsers send "
        + "it. Write a scheme and a host such as https://app.example.com, with a port "
        + "only if it is not the default one, and without a slash at the end."
    case .badProxy(let proxy):
      "'\(proxy.oneLine)' in trustedProxies (--trusted-proxy) is not an IP address, and no proxy "
        + "could be recognized by it. It may be a host name or contain spaces. Write an address "
        + "such as 127.0.0.1 or ::1, or a range such as 10.0.0.0/8."
    case .shortKey(let name):
      "The key in \(name) is shorter than 32 bytes and could be guessed. "
        + "Create one with: openssl rand -hex 32"
    case .alreadyRunning: "This server is running already. Stop it first, or create another one."
    case .system(let reason): "The server could not listen: \(reason)."
    }
  }
}

extension WebServerError {
  /// Translates an error of the system at the start of listening.
  init(_ error: any Error, host: String, port: Int) {
    guard let error = error as? IOError else {
      self = .system("\(error)")
      return
    }
    self =
      switch error.errnoCode {
      case EADDRINUSE: .portInUse(host: host, port: port)
      case EACCES: .portForbidden(port: port)
      case EADDRNOTAVAIL: .badHost(host)
      default: .system(error.localizedDescription)
      }
  }
}
