// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
import MillraceTesting
import Testing

/// The state of the tests of journals.
struct Purse: Codable, Equatable, Sendable {
  var total = 0
  var coins: [Int] = []
  var owner = "Ann"
  @Redacted var pin = "0000"

  /// The fields that coins change.
  var money: [Int] { [total] + coins }
}

enum PurseAction: Codable, Equatable, Sendable {
  case put(Int)
  case take(Int)
  case rename(name: String)
  case lock(Redacted<String>)
  case clear

  var person: String? {
    if case .rename(let name) = self { name } else { nil }
  }
}

struct TooLittle: Error, CustomStringConvertible {
  var description: String { "there is too little" }
}

extension Feature where State == Purse, Action == PurseAction {
  static var purse: Feature { Reducer<Purse, PurseAction>.purse.feature }
}

extension Reducer where State == Purse, Action == PurseAction {
  static var purse: Reducer {
    Reducer { (purse: inout Purse, action: PurseAction) throws in
      switch action {
      case .put(let coin):
        purse.total += coin
        purse.coins.append(coin)
        if purse.coins.count > 5 { purse.coins.removeFirst() }
      case .take(let coin):
        guard purse.total >= coin else { throw TooLittle() }
        purse.total -= coin
      case .rename(let name): purse.owner = name
      case .lock(let pin): purse.pin = pin.wrappedValue
      case .clear: purse = Purse()
      }
    }
  }
}

typealias PurseJournal = Journal<Purse, PurseAction>
typealias PurseStore = Store<Purse, PurseAction>

/// A store of a purse on a journal, which prints nothing about refused actions.
@MainActor
func recovered(
  _ journal: PurseJournal, snapshot: SnapshotPolicy = .never, sync: SyncPolicy = .always,
  backlog: BacklogPolicy = .bytes(64 << 20),
  reducer: Reducer<Purse, PurseAction> = .purse, clock: any Clock<Duration> = ContinuousClock(),
  onFailure: @escaping @MainActor @Sendable (JournalError) -> Void = { _ in }
) async throws -> PurseStore {
  let store = try await Store(
    recovering: journal, initialState: Purse(), feature: reducer, snapshot: snapshot, sync: sync,
    backlog: backlog, clock: clock, onFailure: onFailure)
  store.onRejection = { _ in }
  return store
}

/// Puts one coin into a purse on a log that is synced later, and calls `use`.
///
/// Then the store and the log are released. Returns the names of the reported failures.
@MainActor
func failuresOfReleasedPurse(
  on log: HeldLog, _ use: (PurseStore) async throws -> Void
) async throws -> Starts {
  log.goOn()
  let told = Starts()
  try await {
    let store = try await recovered(purseJournal(on: log), sync: .within(.seconds(600))) {
      told.add($0.name)
    }
    try await store.dispatch(.put(1)).written()
    try await use(store)
    withExtendedLifetime(store) {}
  }()
  await log.untilReleased()
  return told
}

func purseJournal(on log: some ActionLog, hashes: UInt64 = 1) -> PurseJournal {
  Journal(on: log, of: Purse.self, actions: PurseAction.self, hashes: hashes)
}

/// An action of which one case cannot be encoded.
enum Fickle: Codable, Sendable {
  case good
  case bad

  func encode(to encoder: any Encoder) throws {
    if case .bad = self { throw TooLittle() }
    var container = encoder.container(keyedBy: Name.self)
    try container.encode([String: String](), forKey: .good)
  }

  init(from decoder: any Decoder) throws { self = .good }

  private enum Name: CodingKey { case good }
}

/// A state that cannot be decoded if its total is odd.
struct EvenPurse: Codable, Sendable {
  var total = 0

  init() {}

  init(from decoder: any Decoder) throws {
    total = try [String: Int](from: decoder)["total"] ?? 0
    if total % 2 != 0 { throw TooLittle() }
  }
}

extension JournalError {
  /// What its description begins with.
  var name: String { String("\(self)".prefix { $0 != ":" }) }
}

/// A kind of log, and what is left of one when its process is killed.
enum Carrier: CaseIterable, Sendable, CustomTestStringConvertible {
  case memory
  #if Persistence
    case sqlite
  #endif

  var testDescription: String { self == .memory ? "memory" : "SQLite" }

  func make() throws -> any ActionLog {
    switch self {
    case .memory: return MemoryLog()
    #if Persistence
      case .sqlite: return SQLiteLog(at: try temporaryFolder().appendingPathComponent("log"))
    #endif
    }
  }

  /// The log as the next process finds it after a `kill -9` at this moment.
  static func afterKill(_ log: any ActionLog) throws -> any ActionLog {
    if let log = log as? MemoryLog {
      log.kill()
      return log
    }
    #if Persistence
      let file = URL(fileURLWithPath: log.place)
      let folder = try temporaryFolder()
      for end in ["", "-wal", ".lock"] where FileManager.default.fileExists(atPath: log.place + end)
      {
        try FileManager.default.copyItem(
          at: URL(fileURLWithPath: log.place + end),
          to: folder.appendingPathComponent(file.lastPathComponent + end))
      }
      return SQLiteLog(at: folder.appendingPathComponent(file.lastPathComponent))
    #else
      fatalError("There is no other log.")
    #endif
  }
}

/// Whether a text is anywhere in what a log reads or in its files.
func bytes(of log: any ActionLog, hold text: String) async throws -> Bool {
  var texts = try await log.records(from: 1, limit: 99).map(\.body)
  texts += try await log.snapshots().map(\.body)
  for end in ["", "-wal", "-shm", ".lock"] {
    if let bytes = try? Data(contentsOf: URL(fileURLWithPath: log.place + end)) {
      texts.append(bytes)
    }
  }
  return texts.contains { $0.range(of: Data(text.utf8)) != nil }
}

/// A folder of a test's own; all of them are removed when the process ends.
func temporaryFolder() throws -> URL {
  let folder = folders.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

private let folders: URL = {
  atexit { try? FileManager.default.removeItem(at: folders) }
  return FileManager.default.temporaryDirectory
    .appendingPathComponent("millrace-journal-\(UUID().uuidString)")
}()

/// A closed log of `count` actions, each of which puts a coin of 1.
@MainActor
func purseLog(
  _ count: Int, _ snapshot: SnapshotPolicy = .every(10, keep: 2), hashes: UInt64 = 1
) async throws -> MemoryLog {
  let log = MemoryLog()
  let journal = purseJournal(on: log, hashes: hashes)
  let store = try await recovered(journal, snapshot: snapshot)
  for _ in 0..<count { try await store.dispatch(.put(1)).written() }
  try await journal.close()
  return log
}
