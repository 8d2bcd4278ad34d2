// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that serves pages until it is told to end.
///
/// ```swift
/// let program = WebProgram(name: "Gallery", pages: pages)
/// exit(await program.run(Array(CommandLine.arguments.dropFirst())))
/// ```
@MainActor public struct WebProgram {
  /// The name in front of the address that the program prints.
  public let name: String
  private let pages: [Page]
  private let styleSheet: String
  private let limits: WebLimits
  private let print: @MainActor (String) -> Void
  private let complain: @MainActor (String) -> Void

  /// Creates a program; what it says goes to the standard streams.
  public init(
    name: String, pages: [Page], styleSheet: String = "", limits: WebLimits = WebLimits(),
    print: @escaping @MainActor (String) -> Void = {
      FileHandle.standardOutput.write(Data(($0 + "\n").utf8))
    },
    complain: @escaping @MainActor (String) -> Void = {
      FileHandle.standardError.write(Data(($0 + "\n").utf8))
    }
  ) {
    self.name = name
    self.pages = pages
    self.styleSheet = styleSheet
    self.limits = limits
    self.print = print
    self.complain = complain
  }

  /// Serves until SIGINT or SIGTERM arrives or the task is cancelled, and returns the exit code.
  ///
  /// The code is 0 at the end, 1 if the server could not start, 2 for a bad command line.
  public func run(_ arguments: [String]) async -> Int32 {
    let options: ServeOptions
    do {
      switch try ServeOptions.parse(arguments) {
      case .help:
        print(ServeOptions.usage(name.lowercased()))
        return 0
      case .serve(let asked): options = asked
      }
    } catch {
      complain("\(name): \(error)")
      complain(ServeOptions.usage(name.lowercased()))
      return 2
    }
    Descriptors.raiseLimit()
    let signals = await Signals()
    let server = WebServer(
      name: name, host: options.host, port: options.port, pages: pages,
      styleSheet: styleSheet, limits: limits)
    do {
      try await server.start()
    } catch {
      complain("\(name): \(error)")
      return 1
    }
    print("\(name): \(server.address)")
    await signals.untilAsked()
    await server.stop()
    return 0
  }
}
