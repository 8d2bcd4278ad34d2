// SPDX-License-Identifier: Apache-2.0

/// The options of the command line.
public struct BenchOptions: Equatable, Sendable {
  /// Whether repeats are fewer and shorter.
  public var isQuick = false
  /// The path of the JSON file with the rows, or nil.
  public var json: String?
  /// The path of the file with the plot, or nil.
  public var plot: String?
  /// The names of the requested rows, or empty for all rows.
  public var only: [String] = []
  /// Whether only the cost of building an app is measured.
  public var isBuild = false
  /// The part of a scenario that this process measures as a child process, or nil.
  public var child: String?

  /// Creates the default options.
  public init() {}

  /// Parses the arguments after the name of the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - names: The existing rows.
  ///   - builds: The existing rows with `--build`.
  /// - Throws: ``UsageError`` for the first invalid argument.
  public init(
    _ arguments: [String], names: [String], builds: [String] = []
  ) throws(UsageError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--quick": isQuick = true
      case "--build": isBuild = true
      case "--json": json = try Self.value(of: option, in: &rest)
      case "--plot": plot = try Self.value(of: option, in: &rest)
      case "--child": child = try Self.value(of: option, in: &rest)
      case "--only":
        only += try Self.value(of: option, in: &rest).split(separator: ",").map(String.init)
      default: throw UsageError("There is no option '\(option)'.")
      }
    }
    let names = isBuild ? builds : names
    for name in only where !names.contains(name) {
      throw UsageError(
        "There is no row '\(name)'. The rows are: \(names.joined(separator: ", ")).")
    }
  }

  private static func value(
    of option: String, in rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
      throw UsageError("\(option) needs a value.")
    }
    return value
  }
}

/// An invalid command line.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// The exit code for an invalid command line, as in sysexits(3).
  public static let exitCode: Int32 = 64
  /// The syntax of the command line.
  public static let usage =
    """
    usage: bin/bench [--quick | --build] [--json FILE] [--plot FILE] [--only NAME[,NAME]]
    """

  /// The error, followed by the syntax of the command line.
  public let description: String

  init(_ problem: String) {
    description = "\(problem)\n\(Self.usage)"
  }
}
