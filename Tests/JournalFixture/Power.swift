// SPDX-License-Identifier: Apache-2.0

#if Persistence && os(Linux)
  import Foundation
  import Millrace
  import MillracePersistence

  /// The disk of Tests/Attack/disk.c, which is loaded before the system's library.
  struct Disk {
    /// What its syncs do, with the numbers of `enum mode` in disk.c.
    enum Mode: Int32, CaseIterable {
      case honest, failOnce, failOften, fail, part, lieOnce, lie

      var lies: Bool { self == .lieOnce || self == .lie }
    }

    typealias Begin =
      @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, Int32, Int32, UInt64) -> Void
    let begin: Begin
    let end: @convention(c) () -> Int32

    init() {
      guard let begin = dlsym(nil, "disk_begin"), let end = dlsym(nil, "disk_end") else {
        fatalError("It needs LD_PRELOAD with what is made of Tests/Attack/disk.c.")
      }
      self.begin = unsafeBitCast(begin, to: Begin.self)
      self.end = unsafeBitCast(end, to: (@convention(c) () -> Int32).self)
    }
  }

  /// Loses the power after each STEPth sync, which fails or lies, and `parts` times in each of
  /// these syncs.
  @MainActor
  func losePower(_ folder: URL, step: Int, seed: UInt64, parts: Int) async throws {
    let folder = folder.resolvingSymlinksInPath()
    let syncs = try await powerLoss(folder, .honest, at: 0, seed: 0).syncs
    var outcomes: [String: Int] = [:]
    for mode in Disk.Mode.allCases where mode != .honest {
      for round in 0..<UInt64(mode == .part ? parts : 1) {
        for sync in stride(from: 1, through: syncs, by: step) {
          let seed = seed &+ round &* 1_000_003 &+ UInt64(sync) &* 7_919
          let outcome = try await powerLoss(folder, mode, at: sync, seed: seed).outcome
          outcomes["\(mode) \(outcome)", default: 0] += 1
        }
      }
    }
    say("ok \(syncs) syncs, seed \(seed): \(words(outcomes))")
  }

  /// Dispatches on a disk, loses the power, and checks what a recovery makes of the safe data.
  @MainActor
  private func powerLoss(
    _ folder: URL, _ mode: Disk.Mode, at sync: Int, seed: UInt64
  ) async throws -> (syncs: Int, outcome: String) {
    let (log, safe) = (folder.appendingPathComponent("log"), folder.appendingPathComponent("safe"))
    for place in [log, safe] {
      try? FileManager.default.removeItem(at: place)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    let disk = Disk()
    disk.begin(log.path, safe.path, Int32(sync), mode.rawValue, seed)
    let journal = try tallyJournal(log)
    let acknowledged = await act(on: journal)
    let lock = log.appendingPathComponent("log.lock")
    // The lock file is not synced: the system may have written it before the power is lost, or not.
    // The number of synced records in it must not include those of a sync that is under way, such
    // as that of a snapshot. In the mode `part` the file is like all others.
    if sync.isMultiple(of: 2), mode != .part {
      try? FileManager.default.copyItem(at: lock, to: safe.appendingPathComponent("log.lock"))
    }
    let syncs = Int(disk.end())
    try? await journal.close()

    let what = "\(mode) at sync \(sync) of \(syncs), seed \(seed)"
    let next = try tallyJournal(safe)
    do {
      let (store, last) = try await recover(next)
      guard store.state == Tally.after(last), last >= acknowledged || mode.lies else {
        say("WRONG \(what): \(acknowledged) were synced, \(store.state) after \(last) is there")
        exit(3)
      }
      try await next.close()
      return (syncs, last >= acknowledged ? "all" : "less")
    } catch let error as JournalError {
      guard mode.lies else {
        say("WRONG \(what): \(acknowledged) were synced, \(error)")
        exit(3)
      }
      return (syncs, String("\(error)".prefix { $0 != ":" }))
    }
  }

  /// Dispatches until the journal fails, and a little longer.
  ///
  /// - Returns: The number of the last action that was acknowledged as synced.
  @MainActor
  private func act(on journal: TallyJournal) async -> UInt64 {
    guard
      let store = try? await Store(
        recovering: journal, initialState: Tally(), feature: Reducer.tally,
        snapshot: .every(100, keep: 2, dropsActions: true), sync: .within(.seconds(600)),
        onFailure: { _ in })
    else { return 0 }
    store.onRejection = { _ in }
    var acknowledged: UInt64 = 0
    var failures = 0
    // Enough actions to move the write-ahead file to the main file between two syncs.
    for number in 1...1_300 as ClosedRange<UInt64> where failures < 20 {
      let receipt = store.dispatch(TallyAction.numbered(number))
      guard case .committed = receipt.outcome else { continue }
      do {
        try await receipt.written()
        guard number.isMultiple(of: 32) || failures > 0 else { continue }
        try await receipt.synced()
        acknowledged = number
      } catch { failures += 1 }
    }
    return acknowledged
  }
#endif
