// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceDevTools
import MillraceLink
import MillraceUI
import MillraceViews
import MillraceWeb
import Observation

/// The monitored stores, and the frames with which pages are updated.
@MainActor @Observable final class MonitorRegistry {
  /// The stores of this program, then those of the linked programs.
  private(set) var stores: [MonitoredStore] = []
  /// The linked programs.
  @ObservationIgnored let programs = RemotePrograms()
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private var lastID = 0
  @ObservationIgnored private var names = StoreNames()
  /// The number of open pages.
  @ObservationIgnored private var watchers = 0
  /// True if a store has changed while no page was open.
  ///
  /// A page is rendered before it is opened. Therefore a frame follows when it is opened.
  @ObservationIgnored private var isBehind = false
  /// The stores that have changed since the last frame.
  @ObservationIgnored private var changed: [MonitoredStore] = []
  @ObservationIgnored private(set) var isFrameDue = false
  /// The stores whose bytes are counted next, while no page is open.
  @ObservationIgnored private var uncounted: [Int: MonitoredStore] = [:]

  /// True if a store had more than `mostActions` actions per 50 ms in the last frame.
  @ObservationIgnored private var isBusy = false

  /// The minimum time between two frames.
  static let frame = Duration.milliseconds(50)
  /// The minimum time between two frames while a store has more than `mostActions` per 50 ms.
  static let busyFrame = frame * 3
  /// The default maximum number of bytes of the actions of a store.
  static let maxBytes = 64 << 20
  /// The maximum number of actions of a store in 50 ms at the normal frame rate.
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

  /// The listed store with an id, or the first store if the id is nil.
  subscript(id: Int?) -> MonitoredStore? {
    guard let id else { return stores.first }
    return stores.first { $0.id == id }
  }

  /// Removes the stores that have ended.
  func dropEnded() {
    guard stores.contains(where: \.hasEnded) else { return }
    for store in stores where store.hasEnded { names.release(store.id) }
    stores.removeAll(where: \.hasEnded)
  }

  /// Called when a page is opened.
  func enter() {
    watchers += 1
    dropEnded()
    guard isBehind else { return }
    isBehind = false
    for store in stores { store.noteChange() }
  }

  /// Called when a page is closed.
  func leave() { watchers -= 1 }

  /// Schedules a frame for a store that has changed.
  ///
  /// - Returns: False if no page is open.
  private func note(_ store: MonitoredStore) -> Bool {
    guard watchers > 0 else {
      isBehind = true
      return false
    }
    changed.append(store)
    guard !isFrameDue else { return true }
    isFrameDue = true
    // If the reads of a store are slow, the pause is five times the time of the longest read.
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

  /// Counts the bytes of a store's actions after the duration of a frame.
  ///
  /// It is used while no page is open, because then there are no frames, which count the bytes.
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

  /// Answers the request for an exported file.
  ///
  /// - Returns: The error as text if the export fails. A release build would not show an error that
  ///   a page throws.
  /// - Throws: The `PageAnswer`, which contains the file, or is `notFound` for an unknown store or
  ///   format.
  func download(store: String, form: String) async throws -> String {
    do {
      throw PageAnswer.download(try await file(store: store, form: form))
    } catch let answer as PageAnswer {
      throw answer
    } catch {
      return "\(error)"
    }
  }

  /// Exports a file.
  func file(store: String, form: String) async throws -> PageFile {
    guard let id = Int(store), let store = stores.first(where: { $0.id == id }),
      let form = ExportForm(rawValue: form)
    else { throw PageAnswer.notFound }
    let name = store.name.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    let text = try await store.result(of: .export(form))
    return PageFile(named: String(name) + form.ending, bytes: Data(text.utf8))
  }
}
