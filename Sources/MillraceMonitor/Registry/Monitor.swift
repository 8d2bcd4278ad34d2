// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceLink
import MillraceViews
import MillraceWeb
import Observation

/// A page that shows the stores of this program while it runs.
///
/// ```swift
/// let monitor = Monitor()
/// monitor.add(store, named: "Board")
/// let server = try WebServer(pages: pages + monitor.pages)
/// try await server.start()
/// print("Monitor: \(monitor.address(on: server.address))")
/// ```
///
/// The page lists the actions of each store with their costs and changes, and has the commands of a
/// `TimeMachine`. The page can read and change the states of the program. Therefore by default only
/// requests from this machine are answered, and only browsers that have opened ``address(on:)``,
/// which contains a secret token, have access.
///
/// The monitor does not keep stores alive. A program that creates no monitor has no cost.
@MainActor public final class Monitor {
  /// The secret that a browser or a linked program must send.
  public let token: String
  /// The path of the page.
  public let path: String
  let registry: MonitorRegistry
  private let gate: MonitorGate

  /// Creates a monitor without stores, with a token of 160 random bits.
  ///
  /// - Parameters:
  ///   - path: The path of the page, which begins with a slash.
  ///   - answersOtherMachines: True if requests of other machines with the token are answered too.
  ///     Then use HTTPS.
  ///   - clock: The clock for the frames. Pages are updated at most twenty times per second, and at
  ///     most seven times while there are more than 2,000 actions per second.
  public convenience init(
    path: String = "/monitor", answersOtherMachines: Bool = false,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(path, MonitorGate.randomToken(), answersOtherMachines, clock)
  }

  /// Creates a monitor without stores, with a fixed token.
  ///
  /// After a restart of the monitor, linked programs can connect again with the same token.
  ///
  /// - Parameters:
  ///   - path: The path of the page, which begins with a slash.
  ///   - token: The secret that a browser or a linked program must send. It has at least 16 bytes,
  ///     for example the output of `openssl rand -hex 20`. If it is nil or empty, for example from
  ///     an environment variable that is not set, the token is random.
  ///   - answersOtherMachines: True if requests of other machines with the token are answered too.
  ///     Then use HTTPS.
  ///   - clock: The clock for the frames. Pages are updated at most twenty times per second, and at
  ///     most seven times while there are more than 2,000 actions per second.
  /// - Throws: ``MonitorError/shortToken(bytes:)``.
  public convenience init(
    path: String = "/monitor", token: String?, answersOtherMachines: Bool = false,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(MonitorError) {
    let given = token.flatMap { $0.isEmpty ? nil : $0 }
    if let bytes = given?.utf8.count, bytes < MonitorGate.tokenBytes {
      throw .shortToken(bytes: bytes)
    }
    self.init(path, given ?? MonitorGate.randomToken(), answersOtherMachines, clock)
  }

  private init(
    _ path: String, _ token: String, _ answersOtherMachines: Bool, _ clock: any Clock<Duration>
  ) {
    self.path = path
    self.token = token
    registry = MonitorRegistry(clock: clock)
    gate = MonitorGate(
      token: token, answersOtherMachines: answersOtherMachines, known: KnownSessions())
  }

  /// Adds a store to the page, and starts to record its actions.
  ///
  /// States and actions that cannot be encoded are shown with `Mirror`. Actions can be dispatched
  /// if their type is `Decodable`. Exports and imports are not available.
  ///
  /// Complexity: O(n) in the number of stores. From then on each action of the store costs a few
  /// microseconds and its memory on the timeline. At most twenty times per second the new actions
  /// are encoded on another thread to count their bytes.
  ///
  /// - Parameters:
  ///   - store: The store. The monitor does not keep it alive.
  ///   - name: The name of the store on the page. If it is in use, a number is added.
  ///   - maxAge: The maximum number of stored actions.
  ///   - maxBytes: The maximum number of bytes of the stored actions: their JSON and their entries
  ///     on the timeline. If there are more, the oldest actions are dropped until an eighth of the
  ///     limit is free.
  public func add<State: Sendable, Action: Sendable>(
    _ store: Store<State, Action>, named name: String, maxAge: Int = 100_000,
    maxBytes: Int = 64 << 20
  ) {
    registry.add(store, name, maxAge, StoreCoding(), maxBytes: maxBytes)
  }

  /// Adds a store whose state and actions are `Codable` to the page, and starts to record its
  /// actions.
  ///
  /// The page can dispatch actions, and export and import the timeline.
  ///
  /// Complexity: O(n) in the number of stores. From then on each action of the store costs a few
  /// microseconds and its memory on the timeline. At most twenty times per second the new actions
  /// are encoded on another thread to count their bytes.
  ///
  /// - Parameters:
  ///   - store: The store. The monitor does not keep it alive.
  ///   - name: The name of the store on the page. If it is in use, a number is added.
  ///   - maxAge: The maximum number of stored actions.
  ///   - maxBytes: The maximum number of bytes of the stored actions: their JSON and their entries
  ///     on the timeline. If there are more, the oldest actions are dropped until an eighth of the
  ///     limit is free.
  public func add<State: Codable & Sendable, Action: Codable & Sendable>(
    _ store: Store<State, Action>, named name: String, maxAge: Int = 100_000,
    maxBytes: Int = 64 << 20
  ) {
    registry.add(store, name, maxAge, StoreCoding(codable: ()), maxBytes: maxBytes)
  }

  /// Adds a store to the page, with the name of its feature for the tests that the page generates.
  ///
  /// Complexity: that of `add(_:named:maxAge:maxBytes:)`.
  ///
  /// - Parameters:
  ///   - store: The store. The monitor does not keep it alive.
  ///   - name: The name of the store on the page. If it is in use, a number is added.
  ///   - maxAge: The maximum number of stored actions.
  ///   - maxBytes: The maximum number of bytes of the stored actions: their JSON and their entries
  ///     on the timeline. If there are more, the oldest actions are dropped until an eighth of the
  ///     limit is free.
  ///   - feature: The expression for the feature in a test, for example `till` or `Shop.till`.
  public func add<State: Codable & Sendable, Action: Codable & Sendable>(
    _ store: Store<State, Action>, named name: String, maxAge: Int = 100_000,
    maxBytes: Int = 64 << 20, feature: String
  ) {
    registry.add(
      store, name, maxAge, StoreCoding(codable: (), feature: feature), maxBytes: maxBytes)
  }

  /// The pages of the monitor, for a `WebServer` or a `WebSite`.
  public var pages: [Page] {
    let (registry, gate, path) = (registry, gate, path)
    var page = Page(path: path, title: "Monitor") { request in
      let visitor = try await gate.visitor(request, path: path)
      return MonitorContent(registry: registry, visitor: visitor, path: path)
        .environment(MonitorStore(initialState: MonitorState(), reducer: .monitor))
    }
    page.isListed = false  // a link without the token would be refused
    let link = SocketRoute(
      messageBytes: LinkLimits.part, unreadBytes: 2 * LinkLimits.message
    ) { request in
      gate.isKnown(request)
    } open: { end in
      let talk = registry.programs.open(send: end.send, close: end.close)
      return SocketListener(take: talk.take, over: talk.over)
    }
    return [
      page, Page(path: linkPath, socket: link),
      Page(path: path + "/export/:store/:form", title: "Export") {
        (request) -> Text in
        _ = try await gate.visitor(request, path: path)
        let problem = try await registry.download(
          store: request.parameters["store"] ?? "", form: request.parameters["form"] ?? "")
        return Text(problem)
      },
    ]
  }

  /// Returns the address of the page with the token, for a browser.
  ///
  /// - Parameter server: The address of the server, for example `WebServer.address`.
  /// - Returns: The address.
  public func address(on server: String) -> String {
    Self.joined(server, path) + PageAddress(query: ["token": token]).text.dropFirst()
  }

  /// Returns the address at which programs open links to this monitor.
  ///
  /// They must also send the ``token``.
  ///
  /// - Parameter server: The address of the server, for example `WebServer.address`.
  /// - Returns: The address, for a `MonitorLink`.
  public func linkAddress(on server: String) -> String { Self.joined(server, linkPath) }

  private var linkPath: String { path + "/link" }

  private static func joined(_ server: String, _ path: String) -> String {
    (server.hasSuffix("/") ? String(server.dropLast()) : server) + path
  }
}
