// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Millrace
import Observation

/// Shows the stores of this program on the page of a monitor in another program.
///
/// ```swift
/// let link = MonitorLink(to: URL(string: "ws://192.168.1.7:8080/monitor/link")!, token: token)
/// link.add(store, named: "Board")
/// ```
///
/// The link opens a WebSocket to the monitor. When the connection is lost, the link reconnects
/// after half a second. The pause is doubled after each failure, and after each connection that
/// lasts for less than 15 seconds, up to 30 seconds. The actions of each store are stored in this
/// program, up to `maxAge` and `maxBytes`. No action within these limits is lost or listed twice
/// when the link reconnects. Beyond them the oldest actions are dropped.
///
/// The link ends when it is released. It does not keep stores alive. It never sends `Redacted`
/// values.
@MainActor @Observable public final class MonitorLink {
  /// The status of a link.
  public enum Status: Sendable, Hashable {
    /// A connection is being opened.
    case connecting
    /// The monitor has accepted the connection.
    case connected
    /// The connection could not be opened, or was lost.
    ///
    /// The link reconnects after a pause.
    case waiting(LinkFailure)
    /// The link was stopped.
    case stopped
  }

  /// The present status of the link.
  public var status: Status { engine.status }
  @ObservationIgnored let engine: LinkEngine
  @ObservationIgnored private let lifetime: Lifetime

  /// Opens a link.
  ///
  /// - Parameters:
  ///   - url: The address of the monitor for links, which `Monitor.linkAddress(on:)` returns. Its
  ///     scheme is `ws`, `wss`, `http` or `https`; with the trait `Web` on Linux `ws` or `http`.
  ///   - token: The monitor's token.
  ///   - program: The name of this program on the monitor's page, and the client in the traces that
  ///     the page exports. It is truncated after 40 characters or 200 bytes.
  ///   - clock: The clock for the pauses, the keep-alive messages and the news.
  public convenience init(
    to url: URL, token: String, as program: String = ProcessInfo.processInfo.processName,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      to: url, token: token, as: program, clock: clock, carrier: SystemCarrier.best)
  }

  package init(
    to url: URL, token: String, as program: String, clock: any Clock<Duration>,
    carrier: any LinkCarrier, run: String = UUID().uuidString, frame: Duration = LinkEngine.frame
  ) {
    let name = String(program.prefix(40)).linkName(or: "program")
    engine = LinkEngine(
      LinkTarget(url: url, token: token, carrier: carrier),
      opening: LinkOpening(program: name, run: run), clock: clock, frame: frame)
    lifetime = Lifetime(engine)
  }

  /// Adds a store to the page, and starts to record its actions.
  ///
  /// States and actions that cannot be encoded are shown with `Mirror`. Actions can be dispatched
  /// if their type is `Decodable`. Exports and imports are not available.
  ///
  /// Complexity: O(n) in the number of stores of the link. From then on each action of the store
  /// costs a few microseconds and its memory on the timeline. Actions are encoded only on other
  /// threads: at most twenty times per second to count the bytes of the new actions, and when the
  /// monitor requests them.
  ///
  /// - Parameters:
  ///   - store: The store. The link does not keep it alive.
  ///   - name: The name of the store on the page, truncated after 200 bytes. If it is in use, a
  ///     number is added.
  ///   - maxAge: The maximum number of stored actions.
  ///   - maxBytes: The maximum number of bytes of the stored actions: their JSON and their entries
  ///     on the timeline. If there are more, the oldest actions are dropped until an eighth of the
  ///     limit is free.
  /// - Returns: False if the store was not added, because the link is stopped or has 64 stores.
  @discardableResult
  public func add<State: Sendable, Action: Sendable>(
    _ store: Store<State, Action>, named name: String, maxAge: Int = 100_000,
    maxBytes: Int = 64 << 20
  ) -> Bool {
    engine.add {
      LocalStore(
        store, id: $0, name: name, of: engine.program, maxAge: maxAge, maxBytes: maxBytes,
        coding: StoreCoding())
    }
  }

  /// Adds a store whose state and actions are `Codable` to the page, and starts to record its
  /// actions.
  ///
  /// The page can dispatch actions, and export and import the timeline.
  ///
  /// Complexity: O(n) in the number of stores of the link. From then on each action of the store
  /// costs a few microseconds and its memory on the timeline. Actions are encoded only on other
  /// threads: at most twenty times per second to count the bytes of the new actions, and when the
  /// monitor requests them.
  ///
  /// - Parameters:
  ///   - store: The store. The link does not keep it alive.
  ///   - name: The name of the store on the page, truncated after 200 bytes. If it is in use, a
  ///     number is added.
  ///   - maxAge: The maximum number of stored actions.
  ///   - maxBytes: The maximum number of bytes of the stored actions: their JSON and their entries
  ///     on the timeline. If there are more, the oldest actions are dropped until an eighth of the
  ///     limit is free.
  /// - Returns: False if the store was not added, because the link is stopped or has 64 stores.
  @discardableResult
  public func add<State: Codable & Sendable, Action: Codable & Sendable>(
    _ store: Store<State, Action>, named name: String, maxAge: Int = 100_000,
    maxBytes: Int = 64 << 20
  ) -> Bool {
    add(store, name, maxAge, maxBytes, feature: nil)
  }

  /// Adds a store to the page, with the name of its feature for the tests that the page generates.
  ///
  /// Complexity: that of `add(_:named:maxAge:maxBytes:)`.
  ///
  /// - Parameters:
  ///   - store: The store. The link does not keep it alive.
  ///   - name: The name of the store on the page, truncated after 200 bytes. If it is in use, a
  ///     number is added.
  ///   - maxAge: The maximum number of stored actions.
  ///   - maxBytes: The maximum number of bytes of the stored actions: their JSON and their entries
  ///     on the timeline.
  ///   - feature: The expression for the feature in a test, for example `till` or `Shop.till`.
  /// - Returns: False if the store was not added, because the link is stopped or has 64 stores.
  @discardableResult
  public func add<State: Codable & Sendable, Action: Codable & Sendable>(
    _ store: Store<State, Action>, named name: String, maxAge: Int = 100_000,
    maxBytes: Int = 64 << 20, feature: String
  ) -> Bool {
    add(store, name, maxAge, maxBytes, feature: feature)
  }

  private func add<State: Codable & Sendable, Action: Codable & Sendable>(
    _ store: Store<State, Action>, _ name: String, _ maxAge: Int, _ maxBytes: Int,
    feature: String?
  ) -> Bool {
    engine.add {
      LocalStore(
        store, id: $0, name: name, of: engine.program, maxAge: maxAge, maxBytes: maxBytes,
        coding: StoreCoding(codable: (), feature: feature))
    }
  }

  /// Closes the link permanently.
  ///
  /// The actions of its stores are not recorded any more.
  public func stop() {
    lifetime.task.cancel()
    engine.stop()
  }

  /// Runs the engine, and ends it when the link is released.
  private final class Lifetime: Sendable {
    let task: Task<Void, Never>
    private let engine: LinkEngine

    init(_ engine: LinkEngine) {
      self.engine = engine
      task = Task { @MainActor in await engine.run() }
    }

    deinit {
      task.cancel()
      // The task can be opening a connection, which the cancellation does not end.
      Task { @MainActor [engine] in engine.stop() }
    }
  }
}

/// The address and the token of a monitor, and the carrier that connects to it.
struct LinkTarget: Sendable {
  let url: URL
  let token: String
  let carrier: any LinkCarrier

  init(url: URL, token: String, carrier: any LinkCarrier) {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
    let scheme = parts?.scheme?.lowercased()
    parts?.scheme = scheme == "http" ? "ws" : scheme == "https" ? "wss" : scheme
    self.url = parts?.url ?? url
    self.token = token
    self.carrier = carrier
  }

  func connect() async throws -> any LinkConnection {
    try await carrier.connect(to: url, token: token)
  }
}
