// SPDX-License-Identifier: Apache-2.0

#if Persistence
  import Foundation
  import Millrace
  import MillracePersistence

  /// Random numbers from a seed.
  struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }
  }

  /// Recovers, checks the state, then dispatches until it is killed, and prints what was
  /// acknowledged.
  @MainActor
  func run(_ folder: URL, seed: UInt64) async throws {
    var chance = Chance(state: seed)
    let policy = SnapshotPolicy.every(20, keep: 2, dropsActions: Bool.random(using: &chance))
    let (store, last) = try await recover(try tallyJournal(folder), policy)
    guard store.state == Tally.after(last) else {
      say("WRONG the state is \(store.state) after \(last) actions")
      exit(3)
    }
    say("recovered \(last)")
    var number = last
    while true {
      var receipt: DispatchReceipt?
      for _ in 0..<Int.random(in: 1...20, using: &chance) {
        number += 1
        let next = store.dispatch(TallyAction.numbered(number))
        if case .committed = next.outcome { receipt = next }
      }
      let reached = number
      switch Int.random(in: 0..<4, using: &chance) {
      case 0:
        try await receipt?.written()
        // The last actions may have been refused. Then the receipt is that of an earlier action.
        say("written \(receipt == nil ? 0 : acknowledged(reached))")
      case 1:
        try await receipt?.synced()
        say("synced \(receipt == nil ? 0 : acknowledged(reached))")
      default: await Task.yield()
      }
    }
  }

  /// The number of the last action up to a number that is not refused.
  private func acknowledged(_ number: UInt64) -> UInt64 {
    var number = number
    while number > 0 {
      var tally = Tally()
      if (try? Reducer<Tally, TallyAction>.tally(&tally, .numbered(number))) != nil { break }
      number -= 1
    }
    return number
  }

  @MainActor
  func hold(_ folder: URL) async throws {
    let (store, last) = try await recover(try tallyJournal(folder))
    say("held \(last)")
    let (untilKilled, end) = AsyncStream<Void>.makeStream()
    for await _ in untilKilled {}
    withExtendedLifetime((store, end)) {}
  }

  /// Fills a disk on which no file can grow beyond some bytes, until the limit is removed.
  @MainActor
  func limitFiles(_ folder: URL, bytes: UInt64) async throws {
    var limit = rlimit()
    getrlimit(limitOfFiles, &limit)
    let room = limit
    signal(SIGXFSZ, SIG_IGN)
    limit.rlim_cur = rlim_t(bytes)
    try await fillDisk(folder, copy: folder.appendingPathComponent("copy")) {
      setrlimit(limitOfFiles, &limit)
    } free: {
      var room = room
      setrlimit(limitOfFiles, &room)
    }
  }

  /// Fills a disk that has only the folder, in which a file of `bytes` bytes is removed later.
  @MainActor
  func fillSmallDisk(_ folder: URL, bytes: UInt64) async throws {
    let file = folder.appendingPathComponent("other")
    try Data(count: Int(bytes)).write(to: file)
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("millrace-full-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    try await fillDisk(folder, copy: copy) {
    } free: {
      try FileManager.default.removeItem(at: file)
    }
  }

  /// Makes a journal where there may be no room for one, and again with room.
  @MainActor
  func startOnFullDisk(_ folder: URL, bytes: UInt64) async throws {
    let file = folder.appendingPathComponent("other")
    try Data(count: Int(bytes)).write(to: file)
    let journal = try tallyJournal(folder)
    var outcome = "there was room"
    do {
      _ = try await recover(journal, .never)
      try await journal.close()
    } catch let error as JournalError {
      guard case .notPrepared = error else {
        say("WRONG the disk is full, and a start says \(error)")
        exit(3)
      }
      outcome = "notPrepared"
    }
    try FileManager.default.removeItem(at: file)
    let (store, _) = try await recover(try tallyJournal(folder), .never)
    try await store.dispatch(TallyAction.numbered(1)).synced()
    say("ok \(outcome)")
  }

  /// Dispatches until the disk is full, then more than can wait, and then with room again.
  ///
  /// Until the disk is full, every second action waits for a sync, so that either a record or a
  /// sync finds no room.
  @MainActor
  private func fillDisk(
    _ folder: URL, copy: URL, fill: () -> Void, free: () throws -> Void
  ) async throws {
    // The bytes that can wait while the disk is full.
    let backlog = 20_000
    let (first, _) = try await recover(
      try tallyJournal(folder), .never, backlog: .bytes(backlog), onFailure: { _ in })
    try await first.dispatch(TallyAction.numbered(1)).synced()
    var number: UInt64 = 1
    fill()
    var failure: JournalError?
    while failure == nil, number < 100_000 {
      number += 1
      let receipt = first.dispatch(TallyAction.numbered(number))
      guard case .committed = receipt.outcome else { continue }
      do {
        try await receipt.written()
        if number.isMultiple(of: 2) { try await receipt.synced() }
      } catch let error as JournalError { failure = error }
    }
    guard case .notWritten? = failure else {
      say("WRONG the disk is full, and the receipt says \(failure.map { "\($0)" } ?? "nothing")")
      exit(3)
    }
    let full = number
    // More than can wait: the receipts of the last actions fail with `overflow`.
    for _ in 0..<1_000 {
      number += 1
      let receipt = first.dispatch(TallyAction.numbered(number))
      guard case .committed = receipt.outcome else { continue }
      do { try await receipt.written() } catch let error as JournalError { failure = error }
    }
    guard case .overflow? = failure else {
      say("WRONG \(backlog) bytes may wait, and the receipt says \(failure.map { "\($0)" } ?? "")")
      exit(3)
    }
    try free()
    var receipt = first.dispatch(TallyAction.numbered(number + 1))
    number += 1
    while case .rejected = receipt.outcome {
      number += 1
      receipt = first.dispatch(TallyAction.numbered(number))
    }
    try await receipt.synced()
    try copyLog(from: folder, to: copy)
    let (second, last) = try await recover(try tallyJournal(copy), .never)
    guard last > full, last < number, second.state == Tally.after(number) else {
      say("WRONG \(last) records of \(number) actions are there when the disk has room again")
      exit(3)
    }
    say("ok full at \(full) of \(number) actions, which \(last) records hold")
    withExtendedLifetime(first) {}
  }

  #if canImport(Glibc)
    private let limitOfFiles = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    private let limitOfFiles = RLIMIT_FSIZE
  #endif
#endif
