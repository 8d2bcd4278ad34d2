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
  private let options: WebOptions
  private let print: @MainActor (String) -> Void
  private let complain: @MainActor (String) -> Void
  private let started: @MainActor (String) -> Void

  /// Creates a program; what it says goes to the standard streams.
  ///
  /// - Parameters:
  ///   - name: Stands in front of the address that the program prints.
  ///   - pages: The pages that it serves.
  ///   - options: What the command line does not say, as the storage of sessions or the limits. Its
  ///     allowed hosts and trusted proxies are added to these, its base path takes their place.
  ///   - print: Takes the line with the address.
  ///   - complain: Takes what is wrong with the command line or the start.
  ///   - started: Called once with the address of the server, when it listens.
  public init(
    name: String, pages: [Page], options: WebOptions = WebOptions(),
    print: @escaping @MainActor (String) -> Void = {
      FileHandle.standardOutput.write(Data(($0 + "\n").utf8))
    },
    complain: @escaping @MainActor (String) -> Void = {
      FileHandle.standardError.write(Data(($0 + "\n").utf8))
    },
    started: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    self.name = name
    self.pages = pages
    self.options = options
    self.print = print
    self.complain = complain
    self.started = started
  }

  /// Serves until SIGINT or SIGTERM arrives or the task is cancelled, and returns the exit code.
  ///
  /// The code is 0 at the end, 1 if the server could not start, 2 for a bad command line.
  public func run(_ arguments: [String]) async -> Int32 {
    let asked: ServeOptions
    do {
      switch try ServeOptions.parse(arguments) {
      case .help:
        print(ServeOptions.usage(name.lowercased()))
        return 0
      case .serve(let options): asked = options
      }
    } catch {
      complain("\(name): \(error)")
      complain(ServeOptions.usage(name.lowercased()))
      return 2
    }
    let signals = await Signals()
    let server: WebServer
    do {
      server = try WebServer(
        name: name, host: asked.host, port: asked.port, pages: pages, options: options(asked))
      try await server.start()
    } catch {
      complain("\(name): \(error)")
      return 1
    }
    print("\(name): \(server.address)")
    if options.losesSessions {
      complain(
        """
        \(name): the sessions that are kept are not found again after this process, as its \
        session key is made at each start. Set the environment variable of \
        `SessionKey(environment:)`, or give `sessionKey` another key.
        """)
    }
    started(server.address)
    // Where the output goes to a file, what is said here is not to wait for more.
    fflush(nil)
    await signals.untilAsked()
    await server.stop()
    withExtendedLifetime(signals) {}  // a second signal has been heeded until here
    return 0
  }

  /// The program's options with those of the command line.
  private func options(_ asked: ServeOptions) -> WebOptions {
    var options = options
    options.allowedHosts += asked.allowedHosts
    options.trustedProxies += asked.trustedProxies
    if !asked.basePath.isEmpty { options.basePath = asked.basePath }
    return options
  }
}
