// SPDX-License-Identifier: Apache-2.0

#if Persistence
  import Foundation
  import Millrace
  import MillracePersistence

  /// A state that shows every action that is missing, doubled or out of place.
  struct Tally: Codable, Equatable, Sendable {
    var count: UInt64 = 0
    var chain: UInt64 = 1
  }

  enum TallyAction: Codable, Sendable {
    case add(UInt64)

    /// The action with a number.
    static func numbered(_ number: UInt64) -> TallyAction {
      var bits = number &* 0x9E37_79B9_7F4A_7C15
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      return .add((bits ^ (bits >> 27)) % 1_000_000)
    }
  }

  struct Odd: Error {}

  extension Reducer where State == Tally, Action == TallyAction {
    /// One action of five is refused.
    static var tally: Reducer {
      Reducer { (tally: inout Tally, action: TallyAction) throws in
        guard case .add(let value) = action, !value.isMultiple(of: 5) else { throw Odd() }
        tally.count += 1
        tally.chain = (tally.chain ^ value) &* 0x100_0000_01B3
      }
    }
  }

  extension Tally {
    /// The state after the first `count` actions.
    static func after(_ count: UInt64) -> Tally {
      var tally = Tally()
      for number in 0..<count {
        try? Reducer<Tally, TallyAction>.tally(&tally, .numbered(number + 1))
      }
      return tally
    }
  }

  typealias TallyStore = Store<Tally, TallyAction>
  typealias TallyJournal = Journal<Tally, TallyAction>

  func tallyJournal(_ folder: URL) throws -> TallyJournal {
    try Journal(
      at: folder.appendingPathComponent("log"), of: Tally.self, actions: TallyAction.self,
      hashes: 7)
  }

  /// A recovered store, and the number of its last action.
  @MainActor
  func recover(
    _ journal: TallyJournal, _ snapshot: SnapshotPolicy = .every(20, keep: 2),
    backlog: BacklogPolicy = .bytes(64 << 20),
    onFailure: @escaping @MainActor @Sendable (JournalError) -> Void = { say("failure \($0)") }
  ) async throws -> (TallyStore, UInt64) {
    let store = try await Store(
      recovering: journal, initialState: Tally(), feature: Reducer.tally, snapshot: snapshot,
      sync: .within(.milliseconds(5)), backlog: backlog, onFailure: onFailure)
    store.onRejection = { _ in }
    return (store, journal.report?.last ?? 0)
  }

  /// Prints a line without a buffer.
  func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
#endif
