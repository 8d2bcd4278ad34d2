// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that serves pages until it gets SIGINT or SIGTERM, or its task is cancelled.
///
/// ```swift
/// let program = WebProgram(name: "Gallery", pages: pages)
/// exit(await program.run(Array(CommandLine.arguments.dropFirst())))
/// ```
@MainActor public struct WebProgram {
  /// The name in the output of the program, and the heading of the contents page.
  public let name: String
  private let pages: [Page]
  private let options: WebOptions
  private let print: @MainActor (String) -> Void
  private let complain: @MainActor (String) -> Void
  private let started: @MainActor (String) -> Void

  /// Creates a program.
  ///
  /// By default it writes to the standard streams, and ignores that a stream cannot be written.
  ///
  /// - Parameters:
  ///   - name: The name in the output of the program, and the heading of the contents page.
  ///   - pages: The pages to serve.
  ///   - options: Options that the command line does not have, such as the storage of sessions or
  ///     the limits. Allowed hosts and trusted proxies of the command line are added, and its base
  ///     path replaces that of the options.
  ///   - print: Called with the line with the address, or with the usage text.
  ///   - complain: Called with errors of the command line or of the start, with the usage text
  ///     after an error of the command line, and with warnings.
  ///   - started: Called once with the address of the server, when the server listens.
  public init(
    name: String, pages: [Page], options: WebOptions = WebOptions(),
    print: @escaping @MainActor (String) -> Void = {
      try? FileHandle.standardOutput.write(contentsOf: Data(($0 + "\n").utf8))
    },
    complain: @escaping @MainActor (String) -> Void = {
      try? FileHandle.standardError.write(contentsOf: Data(($0 + "\n").utf8))
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
  /// The code is 0 after a normal end or the usage text, 1 if the server cannot start, and 2 for an
  /// invalid command line. At a second signal, or if this method has not returned ten seconds after
  /// a signal, the process ends in any case.
  ///
  /// - Parameter arguments: The arguments of the command line, without the program's name; see
  ///   ``ServeOptions/usage(_:)``.
  /// - Returns: The exit code.
  public func run(_ arguments: [String]) async -> Int32 {
    // Otherwise the next file or socket would get the number of a closed standard stream, and lines
    // for the stream would be written to it.
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) == -1 { _ = open("/dev/null", O_RDWR) }
    // Otherwise a write to a pipe without a reader would end the process. NIO does the same.
    signal(SIGPIPE, SIG_IGN)
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
        \(name): stored sessions cannot be found again after this process ends, because its \
        session key is new at each start. Set the environment variable of \
        `SessionKey(environment:)`, or set `sessionKey` to a permanent key.
        """)
    }
    started(server.address)
    // The closures can write to a buffered stream, as `Swift.print` does. It is flushed here, so
    // that the address is visible at once.
    fflush(nil)
    await signals.untilAsked()
    await server.stop()
    withExtendedLifetime(signals) {}  // a second signal is handled until here
    return 0
  }

  /// The options of the program, with those of the command line.
  private func options(_ asked: ServeOptions) -> WebOptions {
    var options = options
    options.allowedHosts += asked.allowedHosts
    options.trustedProxies += asked.trustedProxies
    if !asked.basePath.isEmpty { options.basePath = asked.basePath }
    return options
  }
}
