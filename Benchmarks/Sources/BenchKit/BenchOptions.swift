// SPDX-License-Identifier: Apache-2.0

/// What the command line asks for.
public struct BenchOptions: Equatable, Sendable {
  /// Fewer and shorter repeats.
  public var isQuick = false
  /// Where the rows go as JSON.
  public var json: String?
  /// Where the plot goes.
  public var plot: String?
  /// The rows that are wanted; empty for all.
  public var only: [String] = []
  /// The cost of building an app is measured, and nothing else.
  public var isBuild = false
  /// The part of a scenario that this process is to measure for another one.
  public var child: String?

  /// The options when none is given.
  public init() {}

  /// Reads the arguments after the name of the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - names: The rows that there are.
  ///   - builds: The rows that there are with `--build`.
  /// - Throws: ``UsageError`` for the first argument that makes no sense.
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

/// A command line that makes no sense.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// The exit code for it, as sysexits(3) has it.
  public static let exitCode: Int32 = 64
  /// How the program is called.
  public static let usage =
    """
    usage: bin/bench [--quick | --build] [--json FILE] [--plot FILE] [--only NAME[,NAME]]
    """

  /// What is wrong, and how to do it right.
  public let description: String

  init(_ problem: String) {
    description = "\(problem)\n\(Self.usage)"
  }
}
