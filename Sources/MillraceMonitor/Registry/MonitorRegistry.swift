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
  @ObservationIgnored private var names = StoreNames()
  @ObservationIgnored private var watchers = 0
  @ObservationIgnored private var changed: [MonitoredStore] = []
  @ObservationIgnored private(set) var isFrameDue = false
  /// The stores whose actions are counted next, while no page is open.
  @ObservationIgnored private var uncounted: [Int: MonitoredStore] = [:]

  /// Whether more actions came in the time of the last frame than an eye follows.
  @ObservationIgnored private var isBusy = false

  /// The shortest time between two frames.
  static let frame = Duration.milliseconds(50)
  /// The same while a store has so many actions that no eye follows them.
  static let busyFrame = frame * 3
  /// The most bytes that the actions of a store take, if no other number is said.
  static let maxBytes = 64 << 20
  /// How many actions of a store in the time of a frame an eye may follow.
  static let mostActions = 100

  init(clock: any Clock<Duration>) {
    self.clock = clock
    programs.name = { [weak self] name in
      guard let self else { return (0, name) }
      lastID += 1
      return (lastID, names.take(name, for: lastID))
    }
    programs.onStore = { [weak self] store in store.onChange = { self?.note($0) ?? false } }
    programs.onChange = { [weak self] in self?.listPrograms() }
  }

  private func listPrograms() {
    let remote = programs.stores
    let kept = Set(remote.map(\.id))
    for store in stores where store is RemoteStore && !kept.contains(store.id) {
      names.release(store.id)
    }
    stores = stores.filter { !($0 is RemoteStore) } + remote
  }

  func add<State: Sendable, Action: Sendable>(
    _ store: Store<State, Action>, _ name: String, _ maxAge: Int,
    _ coding: StoreCoding<State, Action>, maxBytes: Int = MonitorRegistry.maxBytes
  ) {
    PageClients.install()
    dropEnded()
    lastID += 1
    let new = LocalStore(
      store, id: lastID, name: names.take(name, for: lastID), maxAge: maxAge, maxBytes: maxBytes,
      coding: coding)
    new.onChange = { [weak self] store in
      guard let self else { return false }
      if note(store) { return true }
      countSoon(store)
      return false
    }
    let bodies = BodyTally { [weak new] in new?.countBody(of: $0) }
    new.onObservers = { if let number = $0 { bodies.begin(number) } else { bodies.end() } }
    stores.insert(new, at: stores.firstIndex { $0 is RemoteStore } ?? stores.count)
  }

  /// The store with an id, if it is still listed; of no id the first one.
  subscript(id: Int?) -> MonitoredStore? {
    guard let id else { return stores.first }
    return stores.first { $0.id == id }
  }

  /// Forgets the stores that have ended.
  func dropEnded() {
    guard stores.contains(where: \.hasEnded) else { return }
    for store in stores where store.hasEnded { names.release(store.id) }
    stores.removeAll(where: \.hasEnded)
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
    for store in shown { store.countBytes() }
    dropEnded()
  }

  /// Counts the bytes of a store's actions in the time of a frame, as the next frame would if there
  /// were a page.
  private func countSoon(_ store: MonitoredStore) {
    let isDue = !uncounted.isEmpty
    uncounted[store.id] = store
    if isDue { return }
    Task { [weak self, clock] in
      try? await clock.sleep(for: Self.frame)
      self?.countNow()
    }
  }

  private func countNow() {
    let stores = uncounted.values
    uncounted = [:]
    for store in stores { store.countBytes() }
    dropEnded()
  }

  /// Answers with the file that a page asks for.
  ///
  /// - Returns: Why there is none: a page says nothing of an error in a release build.
  /// - Throws: The answer.
  func download(store: String, form: String) async throws -> String {
    do {
      throw PageAnswer.download(try await file(store: store, form: form))
    } catch let answer as PageAnswer {
      throw answer
    } catch {
      return "\(error)"
    }
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
