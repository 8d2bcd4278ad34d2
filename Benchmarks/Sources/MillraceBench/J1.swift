// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Foundation
import Millrace
import MillracePersistence

/// A store with a journal in a file: the costs of a dispatch, of a sync and of a recovery.
enum J1 {
  struct State: Codable, Sendable {
    var handled = 0
    var notes: [String] = []
  }

  enum Action: Codable, Sendable {
    case add(Int)
    case note([String])
  }

  static let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .add: state.handled += 1
    case .note(let notes): state.notes = notes
    }
  }

  @MainActor
  static let scenarios = [
    Scenario(name: "J1") { sampler in try await dispatch(sampler) },
    Scenario(name: "J2") { sampler in try await sync(sampler) },
    Scenario(name: "J3") { sampler in try await recoverActions(sampler) },
    Scenario(name: "J4") { sampler in try await recoverSnapshot(sampler) },
    Scenario(name: "J4.write") { sampler in try await writeSnapshot(sampler) },
  ]

  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("millrace-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent("log")
  }

  private static func remove(_ url: URL) {
    try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
  }

  private static func journal(_ url: URL) throws -> Journal<State, Action> {
    try Journal(at: url, of: State.self, actions: Action.self)
  }

  @MainActor
  private static func open(
    _ journal: Journal<State, Action>, _ snapshot: SnapshotPolicy = .every(1_000, keep: 2)
  ) async throws -> Store<State, Action> {
    try await Store(
      recovering: journal, initialState: State(), feature: reducer, snapshot: snapshot)
  }

  @MainActor
  private static func dispatch(_ sampler: Sampler) async throws -> Row {
    let url = try folder()
    defer { remove(url) }
    let journal = try journal(url)
    let store = try await open(journal)
    let plain = Store(initialState: State(), reducer: reducer)
    let watch = plain.subscribeToActions { _ in }
    let count = 1_000
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<sampler.repeats {
      ours.append(time(store, count))
      theirs.append(time(plain, count))
      try await journal.synced()
    }
    try await journal.close()
    withExtendedLifetime(watch) {}
    let (own, other) = (ours.median, theirs.median)
    return Row(
      name: "J1", operation: "main actor's share of a dispatch with a journal", value: own,
      unit: "ns", ratio: own / other)
  }

  @MainActor @inline(never)
  private static func time(_ store: Store<State, Action>, _ count: Int) -> Double {
    let start = Stopwatch.thread.now()
    for number in 0..<count { store.dispatch(.add(number)) }
    return Double(Stopwatch.thread.now() - start) / Double(count)
  }

  /// Measures one sync for 64 actions.
  ///
  /// The baseline is one sync per action.
  @MainActor
  private static func sync(_ sampler: Sampler) async throws -> Row {
    let url = try folder()
    defer { remove(url) }
    let journal = try journal(url)
    let store = try await open(journal, .never)
    func measure(_ group: Int, _ rounds: Int) async throws -> Double {
      let start = Stopwatch.wall.now()
      for _ in 0..<rounds {
        for number in 1..<group { store.dispatch(.add(number)) }
        try await store.dispatch(.add(0)).synced()
      }
      return Double(Stopwatch.wall.now() - start) / Double(group * rounds)
    }
    var (grouped, single): ([Double], [Double]) = ([], [])
    for _ in 0..<sampler.repeats {
      grouped.append(try await measure(64, 10))
      single.append(try await measure(1, 10))
    }
    try await journal.close()
    return Row(
      name: "J2", operation: "an action, one sync for 64; baseline: one sync for each",
      value: grouped.median, unit: "ns", ratio: grouped.median / single.median)
  }

  @MainActor
  private static func recoverActions(_ sampler: Sampler) async throws -> Row {
    let url = try folder()
    defer { remove(url) }
    let count = 100_000
    let first = try journal(url)
    let store = try await open(first, .never)
    for number in 0..<count { store.dispatch(.add(number)) }
    try await first.close()
    let own = try await recovery(of: url, 3) { $0.handled == count }
    return Row(
      name: "J3", operation: "recover 100,000 actions; baseline: decode them", value: own,
      unit: "ns", ratio: own / (try decodeAll(count)))
  }

  @MainActor
  private static func recoverSnapshot(_ sampler: Sampler) async throws -> Row {
    let url = try folder()
    defer { remove(url) }
    let first = try journal(url)
    let store = try await open(first, .every(1, keep: 1))
    let notes = manyNotes()
    store.dispatch(.note(notes))
    try await first.close()
    let own = try await recovery(of: url, 5) { $0.notes.count == notes.count }
    let data = try JSONEncoder().encode(State(handled: 0, notes: notes))
    let start = Stopwatch.wall.now()
    _ = try JSONDecoder().decode(State.self, from: data)
    return Row(
      name: "J4", operation: "recover a snapshot of 10 MB; baseline: decode it", value: own,
      unit: "ns", ratio: own / Double(Stopwatch.wall.now() - start))
  }

  /// Measures the time until an action and a snapshot of the state are written and synced.
  ///
  /// Later actions are not written during this time.
  @MainActor
  private static func writeSnapshot(_ sampler: Sampler) async throws -> Row {
    let url = try folder()
    defer { remove(url) }
    let journal = try journal(url)
    let store = try await open(journal, .every(1, keep: 1))
    try await store.dispatch(.note(manyNotes())).synced()
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for number in 0..<sampler.repeats {
      var start = Stopwatch.wall.now()
      try await store.dispatch(.add(number)).synced()
      ours.append(Double(Stopwatch.wall.now() - start))
      let state = store.state
      start = Stopwatch.wall.now()
      _ = try JSONEncoder().encode(state)
      theirs.append(Double(Stopwatch.wall.now() - start))
    }
    let kept = try await journal.log.snapshots().map(\.number)
    precondition(kept == [UInt64(sampler.repeats) + 1])
    try await journal.close()
    return Row(
      name: "J4.write", operation: "write a snapshot of 10 MB and sync it; baseline: encode it",
      value: ours.median, unit: "ns", ratio: ours.median / theirs.median)
  }

  /// Returns about 10 MB of text.
  private static func manyNotes() -> [String] {
    let note = String(repeating: "a note of some words, ", count: 9)
    let notes = (0..<50_000).map { "\(note)\($0)" }
    precondition(notes.reduce(0) { $0 + $1.utf8.count } > 10_000_000)
    return notes
  }

  @MainActor
  private static func recovery(
    of url: URL, _ repeats: Int, _ isRight: (State) -> Bool
  ) async throws -> Double {
    var times: [Double] = []
    for _ in 0..<repeats {
      let journal = try journal(url)
      let start = Stopwatch.wall.now()
      let store = try await open(journal, .never)
      times.append(Double(Stopwatch.wall.now() - start))
      precondition(isRight(store.state))
      try await journal.close()
    }
    return times.median
  }

  private static func decodeAll(_ count: Int) throws -> Double {
    let data = try JSONEncoder().encode((0..<count).map { Action.add($0) })
    let start = Stopwatch.wall.now()
    let read = try JSONDecoder().decode([Action].self, from: data)
    let time = Double(Stopwatch.wall.now() - start)
    precondition(read.count == count)
    return time
  }
}
