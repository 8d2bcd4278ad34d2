// SPDX-License-Identifier: Apache-2.0

#if Persistence
  import Foundation
  import Millrace
  import MillracePersistence

  /// The files of a log; SQLite makes the one that ends in `-shm` anew.
  let ends = ["", "-wal", ".lock"]

  func copyLog(from folder: URL, to copy: URL) throws {
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for end in ends {
      let file = folder.appendingPathComponent("log" + end)
      guard let bytes = try? Data(contentsOf: file) else { continue }
      try bytes.write(to: copy.appendingPathComponent("log" + end))
    }
  }

  /// A log as a killed process leaves it: eight actions are synced, and four more are written.
  struct DamagedLog {
    static let synced: UInt64 = 8
    static let written: UInt64 = 12
    var files: [String: Data] = [:]
    let scratch: URL

    @MainActor
    init(_ folder: URL, isClosed: Bool) async throws {
      scratch = folder.appendingPathComponent("scratch")
      let source = folder.appendingPathComponent(isClosed ? "closed" : "killed")
      try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
      let journal = try tallyJournal(source)
      let store = try await Store(
        recovering: journal, initialState: Tally(), feature: Reducer.tally,
        snapshot: .every(5, keep: 2), sync: .within(.seconds(600)))
      store.onRejection = { _ in }
      for number in 1...Self.written {
        store.dispatch(TallyAction.numbered(number))
        if number == Self.synced { try await journal.synced() }
      }
      try await journal.keep(Self.written, .written)
      if isClosed { try await journal.close() }
      for end in ends {
        files[end] = try? Data(contentsOf: source.appendingPathComponent("log" + end))
      }
      withExtendedLifetime(store) {}
    }

    /// What a recovery makes of files: the name of an error, or how many actions there are.
    ///
    /// An error is only allowed where the main file is damaged. All synced records are in it, as
    /// the first sync of a process truncates the write-ahead file. Therefore damage of the other
    /// files reaches only what is not synced: the records end before a frame of the write-ahead
    /// file that is cut or garbled, and exactly the rest is reported as dropped. Without a lock
    /// file that can be read, no record is lost, and none is reported.
    @MainActor
    func outcome(
      of files: [String: Data], _ what: String, _ least: UInt64, allowsError: Bool
    ) async throws -> String {
      try? FileManager.default.removeItem(at: scratch)
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
      for (end, bytes) in files {
        try bytes.write(to: scratch.appendingPathComponent("log" + end))
      }
      let journal = try tallyJournal(scratch)
      do {
        let (store, last) = try await recover(journal)
        guard last >= least, store.state == Tally.after(last) else {
          say("WRONG \(what): \(store.state) after \(last) actions, of which \(least) were synced")
          exit(3)
        }
        let dropped = journal.report?.dropped
        let lost = last < Self.written ? (last + 1)...Self.written : nil
        guard allowsError || dropped == lost else {
          let range = dropped.map { "\($0)" } ?? "none"
          say("WRONG \(what): there are \(last) actions, and \(range) is reported as dropped")
          exit(3)
        }
        try await journal.close()
        return "\(last) actions"
      } catch let error as JournalError {
        guard allowsError else {
          say("WRONG \(what): \(error)")
          exit(3)
        }
        return String("\(error)".prefix { $0 != ":" })
      }
    }
  }

  @MainActor
  func flips(_ folder: URL, step: Int) async throws {
    var outcomes: [String: Int] = [:]
    var count = 0
    for isClosed in [false, true] {
      let log = try await DamagedLog(folder, isClosed: isClosed)
      let least = isClosed ? DamagedLog.written : DamagedLog.synced
      for end in ends {
        guard let bytes = log.files[end] else { continue }
        for bit in bits(of: bytes.count, step: step) {
          var files = log.files
          files[end]?[bit / 8] ^= 1 << (bit % 8)
          let what = "log\(end), bit \(bit), \(isClosed ? "closed" : "killed")"
          let outcome = try await log.outcome(of: files, what, least, allowsError: end.isEmpty)
          outcomes[outcome, default: 0] += 1
          count += 1
        }
      }
    }
    say("ok \(count) flipped bits: \(words(outcomes))")
  }

  /// The bits of a file that are flipped.
  ///
  /// In a small file this is one bit of each byte, or each bit if the step is 1. In a large file it
  /// is one bit of each STEPth byte.
  private func bits(of count: Int, step: Int) -> [Int] {
    if count > 512 {
      return stride(from: step / 2, to: count, by: step).map { $0 * 8 + $0 / step % 8 }
    }
    return step == 1 ? Array(0..<count * 8) : (0..<count).map { $0 * 8 + $0 % 8 }
  }

  @MainActor
  func tails(_ folder: URL, step: Int) async throws {
    let log = try await DamagedLog(folder, isClosed: false)
    guard let wal = log.files["-wal"] else { throw CocoaError(.fileNoSuchFile) }
    var outcomes: [String: Int] = [:]
    var count = 0
    for length in stride(from: 0, through: wal.count, by: step) {
      var files = log.files
      files["-wal"] = wal.prefix(length)
      let outcome = try await log.outcome(
        of: files, "\(length) bytes", DamagedLog.synced, allowsError: false)
      outcomes[outcome, default: 0] += 1
      count += 1
    }
    say("ok \(count) lengths: \(words(outcomes))")
  }

  func words(_ outcomes: [String: Int]) -> String {
    outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
#endif
