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
/// The page lists the actions of each store, with what they cost and what they changed, and gives
/// the commands of a `TimeMachine`. It answers this machine only, and only a browser that was once
/// led there by ``address(on:)``, which holds a secret: what the page can do, it can do with the
/// states of the program.
///
/// It does not keep stores alive. A program without a monitor has nothing of it.
@MainActor public final class Monitor {
  /// What a browser must know to see the page.
  public let token: String
  /// Where the page is.
  public let path: String
  let registry: MonitorRegistry
  private let gate: MonitorGate

  /// Creates a monitor without stores, with a token of 160 random bits.
  ///
  /// - Parameters:
  ///   - path: Where its page is, beginning with a slash.
  ///   - answersOtherMachines: Whether requests of other machines are answered too, if they know
  ///     the token. Then use HTTPS.
  ///   - clock: Measures the frames: pages hear of actions at most twenty times a second,
  ///     and seven times while more than 2,000 come in a second.
  public convenience init(
    path: String = "/monitor", answersOtherMachines: Bool = false,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(path, MonitorGate.randomToken(), answersOtherMachines, clock)
  }

  /// Creates a monitor without stores, with a token that stays: programs that are linked find the
  /// monitor again after it was restarted.
  ///
  /// - Parameters:
  ///   - path: Where its page is, beginning with a slash.
  ///   - token: What a browser or a linked program must know, 16 bytes or more, as `openssl rand
  ///     -hex 20` makes them. For nil and an empty one, as of a variable without a value, it is
  ///     random.
  ///   - answersOtherMachines: Whether requests of other machines are answered too, if they know
  ///     the token. Then use HTTPS.
  ///   - clock: Measures the frames: pages hear of actions at most twenty times a second,
  ///     and seven times while more than 2,000 come in a second.
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

  /// Shows a store, whose actions are written down from now on.
  ///
  /// Of states and actions that cannot be encoded the page shows what mirrors show. Actions can be
  /// dispatched if their type is `Decodable`; there are no exports and imports.
  ///
  /// Complexity: O(n) in the stores that are shown. From then on each action of the store costs
  /// some microseconds and its room on the line; it is encoded on another thread, to count its
  /// bytes, at most twenty times a second for all that have come.
  ///
  /// - Parameters:
  ///   - store: The store, which is not kept alive.
  ///   - name: Its name on the page; a number is added to one that is taken.
  ///   - maxAge: The most actions that are kept.
  ///   - maxBytes: The most bytes that they may take, their JSON and their places on the line; of
  ///     more the oldest ones are dropped, so that an eighth is free again.
  public func add<State: Sendable, Action: Sendable>(
    _ store: Store<State, Action>, named name: String, maxAge: Int = 100_000,
    maxBytes: Int = 64 << 20
  ) {
    registry.add(store, name, maxAge, StoreCoding(), maxBytes: maxBytes)
  }

  /// Shows a store, whose actions are written down from now on.
  ///
  /// Complexity: O(n) in the stores that are shown. From then on each action of the store costs
  /// some microseconds and its room on the line; it is encoded on another thread, to count its
  /// bytes, at most twenty times a second for all that have come.
  ///
  /// - Parameters:
  ///   - store: The store, which is not kept alive.
  ///   - name: Its name on the page; a number is added to one that is taken.
  ///   - maxAge: The most actions that are kept.
  ///   - maxBytes: The most bytes that they may take, their JSON and their places on the line; of
  ///     more the oldest ones are dropped, so that an eighth is free again.
  public func add<State: Codable & Sendable, Action: Codable & Sendable>(
    _ store: Store<State, Action>, named name: String, maxAge: Int = 100_000,
    maxBytes: Int = 64 << 20
  ) {
    registry.add(store, name, maxAge, StoreCoding(codable: ()), maxBytes: maxBytes)
  }

  /// Shows a store, and names its feature in the tests that the page writes.
  ///
  /// Complexity: O(n) in the stores that are shown, and then as without a name.
  ///
  /// - Parameters:
  ///   - store: The store, which is not kept alive.
  ///   - name: Its name on the page; a number is added to one that is taken.
  ///   - maxAge: The most actions that are kept.
  ///   - maxBytes: The most bytes that they may take, their JSON and their places on the line; of
  ///     more the oldest ones are dropped, so that an eighth is free again.
  ///   - feature: How its feature is written in code: `till`, or `Shop.till`.
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
    page.isListed = false  // without the token it leads nowhere
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

  /// The address of the page, with the token: where to lead a browser.
  ///
  /// - Parameter server: The address of the server, as `WebServer.address` tells it.
  /// - Returns: The address.
  public func address(on server: String) -> String {
    Self.joined(server, path) + "?token=\(token)"
  }

  /// Where programs open links to this monitor; they say the ``token`` too.
  ///
  /// - Parameter server: The address of the server, as `WebServer.address` tells it.
  /// - Returns: The address, for a `MonitorLink`.
  public func linkAddress(on server: String) -> String { Self.joined(server, linkPath) }

  private var linkPath: String { path + "/link" }

  private static func joined(_ server: String, _ path: String) -> String {
    (server.hasSuffix("/") ? String(server.dropLast()) : server) + path
  }
}
