// SPDX-License-Identifier: Apache-2.0

/// The options of the command line of a program that serves pages.
public struct ServeOptions: Equatable, Sendable {
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 selects a free one.
  public var port = 8080
  /// Host names that the server answers to, besides the address that it listens on.
  public var allowedHosts: [String] = []
  /// The path below which the pages are served, such as `/app`.
  public var basePath = ""
  /// Addresses, or ranges of addresses, of proxies whose `X-Forwarded` headers are trusted.
  public var trustedProxies: [String] = []

  /// Creates the default options: port 8080, only for this machine.
  public init() {}

  /// The request of a command line.
  public enum Request: Equatable, Sendable {
    /// Serve with these options.
    case serve(ServeOptions)
    /// Print the usage.
    case help
  }

  /// An error in a command line.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// The option does not exist.
    case unknown(String)
    /// The option needs a value.
    case noValue(String)
    /// The value is not a port.
    case badPort(String)

    /// One line with the error.
    public var description: String {
      switch self {
      case .unknown(let word): "There is no option '\(word.oneLine)'."
      case .noValue(let option): "\(option) needs a value."
      case .badPort(let word):
        "--port needs a number from 0 to 65535, not '\(word.oneLine)'."
      }
    }
  }

  /// Reads the arguments of a command line, without the program's name.
  ///
  /// Both `--port 9000` and `--port=9000` are allowed. If an option occurs more than once, its last
  /// value is used; `--allow-host` and `--trusted-proxy` add a value each time.
  public static func parse(_ arguments: [String]) throws(Failure) -> Request {
    var options = ServeOptions()
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--help" || word == "-h" { return .help }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard
        ["--port", "--host", "--allow-host", "--base-path", "--trusted-proxy"].contains(name)
      else { throw .unknown(word) }
      guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.isEmpty
      else { throw .noValue(name) }
      switch name {
      case "--host": options.host = value
      case "--allow-host": options.allowedHosts.append(value)
      case "--base-path": options.basePath = value
      case "--trusted-proxy": options.trustedProxies.append(value)
      default:
        guard let port = Int(value), 0...65535 ~= port else { throw .badPort(value) }
        options.port = port
      }
    }
    return .serve(options)
  }

  /// The usage text of a program with this name.
  public static func usage(_ program: String) -> String {
    """
    usage: \(program) [--port N] [--host H] [--allow-host NAME]… [--base-path /P]
           [--trusted-proxy ADDRESS]…

      --port N                  the port to listen on, 8080 by default; 0 selects a free one
      --host H                  the address to listen on; by default only this machine can connect
      --allow-host NAME         a host name that the server answers to, besides that address
      --base-path /P            the path below which the pages are served
      --trusted-proxy ADDRESS   a proxy whose X-Forwarded headers are trusted; 10.0.0.0/8 is a range
    """
  }
}
