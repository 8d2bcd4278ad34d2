// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceDevTools
import MillraceLink
import MillraceUI
import MillraceViews
import MillraceWeb
import Observation

/// The stores that are monitored, and when pages hear of what they do.
@MainActor @Observable final class MonitorRegistry {
  /// Those of this program, then those of programs that are linked to it.
  private(set) var stores: [MonitoredStore] = []
  /// The programs that are linked.
  @ObservationIgnored let programs = RemotePrograms()
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private var lastID = 0
  @ObservationIgnored private var watchers = 0
  @ObservationIgnored private var changed: [MonitoredStore] = []
  @ObservationIgnored private(set) var isFrameDue = false

  /// Whether more actions came in the time of the last frame than an eye follows.
  @ObservationIgnored private var isBusy = false

  /// The shortest time between two frames.
  static let frame = Duration.milliseconds(50)
  /// The same while a store has so many actions that no eye follows them.
  static let busyFrame = frame * 3
  /// How many actions of a store in the time of a frame an eye may follow.
  static let mostActions = 100

  init(clock: any Clock<Duration>) {
    self.clock = clock
    programs.name = { [weak self] name in
      guard let self else { return (0, name) }
      lastID += 1
      return (lastID, free(name))
    }
    programs.onStore = { [weak self] store in store.onChange = { self?.note($0) ?? false } }
    programs.onChange = { [weak self] in self?.listPrograms() }
  }

  private func listPrograms() {
    stores = stores.filter { !($0 is RemoteStore) } + programs.stores
  }

  func add<State: Sendable, Action: Sendable>(
    _ store: Store<State, Action>, _ name: String, _ maxAge: Int,
    _ coding: StoreCoding<State, Action>
  ) {
    PageClients.note()
    dropEnded()
    lastID += 1
    let new = LocalStore(
      store, id: lastID, name: free(name), maxAge: maxAge, coding: coding)
    new.onChange = { [weak self] in self?.note($0) ?? false }
    let bodies = BodyTally { [weak new] in new?.countBody(of: $0) }
    new.onObservers = { if let number = $0 { bodies.begin(number) } else { bodies.end() } }
    stores.append(new)
    listPrograms()
  }

  /// The store with an id, if it is still listed; of no id the first one.
  subscript(id: Int?) -> MonitoredStore? {
    guard let id else { return stores.first }
    return stores.first { $0.id == id }
  }

  /// Forgets the stores that have ended.
  func dropEnded() {
    if stores.contains(where: \.hasEnded) { stores.removeAll(where: \.hasEnded) }
  }

  private func free(_ name: String) -> String {
    let names = Set((stores + programs.stores).map(\.name))
    guard names.contains(name) else { return name }
    return (2...).lazy.map { "\(name) \($0)" }.first { !names.contains($0) } ?? name
  }

  /// A page is open.
  func enter() {
    watchers += 1
    dropEnded()
  }

  /// A page has gone.
  func leave() { watchers -= 1 }

  /// A store has done something: pages hear of it in the next frame.
  ///
  /// - Returns: Whether there is a page that hears.
  private func note(_ store: MonitoredStore) -> Bool {
    guard watchers > 0 else { return false }
    changed.append(store)
    guard !isFrameDue else { return true }
    isFrameDue = true
    // What pages read of a store that is dear to read is read less often.
    let shortest = isBusy ? Self.busyFrame : Self.frame
    let pause = max(shortest, (changed.map(\.readingTime).max() ?? .zero) * 5)
    Task { [weak self, clock] in
      try? await clock.sleep(for: pause)
      self?.showFrame()
    }
    return true
  }

  private func showFrame() {
    isFrameDue = false
    let shown = changed
    changed = []
    let actions = shown.map { $0.showFrame() }.max() ?? 0
    isBusy = actions > Self.mostActions * (isBusy ? 3 : 1)
    dropEnded()
  }

  /// The file that a page asks for.
  func file(store: String, form: String) async throws -> PageFile {
    guard let id = Int(store), let store = stores.first(where: { $0.id == id }),
      let form = ExportForm(rawValue: form)
    else { throw PageAnswer.notFound }
    let name = store.name.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    let text = try await store.result(of: .export(form))
    return PageFile(named: String(name) + form.ending, bytes: Data(text.utf8))
  }
}
