// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Millrace
import Observation

/// Shows the stores of this program on the page of a monitor that runs in another one.
///
/// ```swift
/// let link = MonitorLink(to: URL(string: "ws://192.168.1.7:8080/monitor/link")!, token: token)
/// link.add(store, named: "Board")
/// ```
///
/// The link opens a WebSocket to the monitor and opens it again when it is lost: after half a
/// second, then after twice the time, up to 30 seconds. While the monitor is away the actions are
/// kept as they are, up to `maxAge` and `maxBytes` of each store; then the oldest ones are dropped,
/// and the monitor says how many. When it is back it asks for those that it lacks, by number, so
/// that none is lost or listed twice.
///
/// Keep the link as long as it is to last. It does not keep stores alive. Secrets (`Redacted`) are
/// in nothing that it sends.
@MainActor @Observable public final class MonitorLink {
  /// How the link is.
  public enum Status: Sendable, Hashable {
    /// It is being opened.
    case connecting
    /// The monitor has taken it.
    case connected
    /// It could not be opened, or was lost; it is opened again soon.
    case waiting(LinkFailure)
    /// It was stopped.
    case stopped
  }

  /// How the link is.
  public var status: Status { engine.status }
  @ObservationIgnored let engine: LinkEngine
  @ObservationIgnored private let lifetime: Lifetime

  /// Opens a link, and opens it again whenever it is lost.
  ///
  /// - Parameters:
  ///   - url: Where the monitor takes links, as `Monitor.linkAddress(on:)` tells it: `ws`, `wss`,
  ///     `http` or `https`.
  ///   - token: The monitor's token.
  ///   - program: The name of this program on the monitor's page, and the client in the traces that
  ///     are written there.
  ///   - clock: Measures the pauses.
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
    lifetime = Lifetime(Task { [engine] in await engine.run() })
  }

  /// Shows a store, whose actions are written down from now on.
  ///
  /// Of states and actions that cannot be encoded the page shows what mirrors show. Actions can be
  /// dispatched if their type is `Decodable`; there are no exports and imports.
  ///
  /// Complexity: O(1). From then on each action of the store costs some microseconds and its room
  /// on the line. Encoded it is on other threads only: to count its bytes, at most twenty times a
  /// second for all that have come, and when the monitor asks for it.
  ///
  /// - Parameters:
  ///   - store: The store, which is not kept alive.
  ///   - name: Its name on the page.
  ///   - maxAge: The most actions that are kept.
  ///   - maxBytes: The most bytes that they may take, their JSON and their places on the line; of
  ///     more the oldest ones are dropped, so that an eighth is free again.
  /// - Returns: False if the store is not taken: the link is stopped, or has 64 stores already.
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

  /// Shows a store, whose actions are written down from now on.
  ///
  /// Complexity: O(1). From then on each action of the store costs some microseconds and its room
  /// on the line. Encoded it is on other threads only: to count its bytes, at most twenty times a
  /// second for all that have come, and when the monitor asks for it.
  ///
  /// - Parameters:
  ///   - store: The store, which is not kept alive.
  ///   - name: Its name on the page.
  ///   - maxAge: The most actions that are kept.
  ///   - maxBytes: The most bytes that they may take, their JSON and their places on the line; of
  ///     more the oldest ones are dropped, so that an eighth is free again.
  /// - Returns: False if the store is not taken: the link is stopped, or has 64 stores already.
  @discardableResult
  public func add<State: Codable & Sendable, Action: Codable & Sendable>(
    _ store: Store<State, Action>, named name: String, maxAge: Int = 100_000,
    maxBytes: Int = 64 << 20
  ) -> Bool {
    add(store, name, maxAge, maxBytes, feature: nil)
  }

  /// Shows a store, and names its feature in the tests that the page writes.
  ///
  /// Complexity: O(1), and then as without a name.
  ///
  /// - Parameters:
  ///   - store: The store, which is not kept alive.
  ///   - name: Its name on the page.
  ///   - maxAge: The most actions that are kept.
  ///   - maxBytes: The most bytes that they may take, their JSON and their places on the line.
  ///   - feature: How its feature is written in code: `till`, or `Shop.till`.
  /// - Returns: False if the store is not taken: the link is stopped, or has 64 stores already.
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

  /// Closes the link for good; what its stores do is recorded no more.
  public func stop() {
    lifetime.task.cancel()
    engine.stop()
  }

  /// Ends the task of the link with the link.
  private final class Lifetime: Sendable {
    let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { task.cancel() }
  }
}

/// Where a link goes, and by what means.
struct LinkTarget: Sendable {
  let url: URL
  let token: String
  let carrier: any LinkCarrier

  init(url: URL, token: String, carrier: any LinkCarrier) {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
    if parts?.scheme == "http" { parts?.scheme = "ws" }
    if parts?.scheme == "https" { parts?.scheme = "wss" }
    self.url = parts?.url ?? url
    self.token = token
    self.carrier = carrier
  }

  func connect() async throws -> any LinkConnection {
    try await carrier.connect(to: url, token: token)
  }
}
