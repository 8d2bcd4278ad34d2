// SPDX-License-Identifier: Apache-2.0

/// Where a program serves its pages, as its command line says.
public struct ServeOptions: Equatable, Sendable {
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 takes a free one.
  public var port = 8080
  /// Host names that the server answers to, besides the address that it listens on.
  public var allowedHosts: [String] = []
  /// The path below which the pages are, as `/app`.
  public var basePath = ""
  /// Addresses of proxies whose word on the client's address counts.
  public var trustedProxies: [String] = []

  /// The defaults: port 8080 of this machine alone.
  public init() {}

  /// What a command line asks for.
  public enum Request: Equatable, Sendable {
    /// Serve with these options.
    case serve(ServeOptions)
    /// Print the usage.
    case help
  }

  /// What is wrong with a command line.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// There is no such option.
    case unknown(String)
    /// The option needs a value.
    case noValue(String)
    /// The value is no port.
    case badPort(String)

    /// One line: what is wrong and what is allowed.
    public var description: String {
      switch self {
      case .unknown(let word): "There is no option '\(word.oneLine)'."
      case .noValue(let option): "\(option) needs a value."
      case .badPort(let word):
        "--port needs a number from 0 to 65535, not '\(word.oneLine)'."
      }
    }
  }

  /// Reads the words that follow a program's name.
  ///
  /// Both `--port 9000` and `--port=9000` are understood; the last of several counts.
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

  /// How a program of this name is called.
  public static func usage(_ program: String) -> String {
    """
    usage: \(program) [--port N] [--host H] [--allow-host NAME]… [--base-path /P]
           [--trusted-proxy ADDRESS]…

      --port N                  the port to listen on, 8080 without it; 0 takes a free one
      --host H                  the address to listen on; without it only this machine can connect
      --allow-host NAME         a host name that the server answers to, besides that address
      --base-path /P            the path below which the pages are
      --trusted-proxy ADDRESS   a proxy whose X-Forwarded headers are believed
    """
  }
}
