// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore

/// Why a server could not begin.
public enum WebServerError: Error, Equatable, CustomStringConvertible {
  /// Another program listens on the port.
  case portInUse(host: String, port: Int)
  /// The port may not be used by this user.
  case portForbidden(port: Int)
  /// The host is no address of this machine.
  case badHost(String)
  /// The number is no port.
  case badPort(Int)
  /// A page's path is not a plain path, is reserved, or is there twice.
  case badPath(String, reason: String)
  /// The server listens on all addresses, and it is not said to which names it answers.
  case noAllowedHosts(String)
  /// The environment variable holds a key that is too short.
  case shortKey(String)
  /// The server was started before.
  case alreadyRunning
  /// The system refused something else.
  case system(String)

  /// One line: what happened and what to do.
  public var description: String {
    switch self {
    case .portInUse(let host, let port):
      "Port \(port) on \(host) is in use by another program. "
        + "Stop that program, or choose another port with --port N."
    case .portForbidden(let port):
      "Port \(port) may not be used by this user. Choose one from 1024 up with --port N."
    case .badHost(let host):
      "'\(host.oneLine)' is no address of this machine. Use 127.0.0.1 for this machine alone, "
        + "or the address of one of its interfaces, with --host H."
    case .badPort(let port): "\(port) is no port. Choose one from 0 to 65535; 0 takes a free one."
    case .badPath(let path, let reason):
      "A page cannot be at '\(path.oneLine)': \(reason). Give it another path."
    case .noAllowedHosts(let host):
      "A server on \(host.oneLine) can be reached by any name. Say which ones it answers to with "
        + "allowedHosts or --allow-host NAME; '*' means all, which lets other sites' pages in."
    case .shortKey(let name):
      "The key in \(name) is shorter than 32 bytes and could be guessed. "
        + "Make one with: openssl rand -hex 32"
    case .alreadyRunning: "This server is running already. Stop it first, or make another."
    case .system(let reason): "The server could not listen: \(reason)."
    }
  }
}

extension WebServerError {
  /// What an error of the system means for a server that wanted to listen.
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
