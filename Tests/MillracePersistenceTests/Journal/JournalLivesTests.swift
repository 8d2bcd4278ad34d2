// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
import MillraceTesting
import TestSupport
import Testing

/// The state of the tests of several lives; a text contains the name of its author.
private struct Diary: Codable, Equatable, Sendable {
  var total = 0
  var user: String?
  var texts: [String] = []

  /// True if a text contains the name of a person.
  func contains(_ person: String) -> Bool {
    user == person || texts.contains { $0.hasPrefix(person) }
  }
}

private enum DiaryAction: Codable, Sendable {
  case add(Int)
  case enter(user: String?)
  case write(String, by: String)

  var person: String? {
    switch self {
    case .add: nil
    case .enter(let user): user
    case .write(_, let person): person
    }
  }
}

private struct OtherUser: Error {}

private let diary = Reducer<Diary, DiaryAction> { diary, action throws in
  switch action {
  case .add(let number): diary.total += number
  case .enter(let user): (diary.user, diary.texts) = (user, [])
  case .write(let text, let person):
    guard diary.user == person else { throw OtherUser() }
    diary.texts.append(text)
    if diary.texts.count > 4 { diary.texts.removeFirst() }
  }
}

/// A log that several processes use one after the other, with random policies, faults of the disk
/// and ends, against the list of all states that the stores had.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct JournalLivesTests {
  private typealias Diaries = Journal<Diary, DiaryAction>

  private static let people = ["zoe", "yan", "xia"]

  /// Runs the processes and compares them with the model.
  @MainActor
  private final class Lives {
    let memory = MemoryLog()
    let isOfSlices: Bool
    /// True if records are dropped and persons are forgotten.
    let isForgetful: Bool
    var random: SeededGenerator
    /// The states since the recovery, and before it the recovered one.
    var states = [Diary()]
    /// The indices of the newest states that were acknowledged as written and as synced.
    var (written, synced) = (0, 0)
    var version = 1
    var count = 0
    /// True if the records alone no longer make the state.
    var needsSnapshots = false
    /// The stores of killed processes, which would write what is left when they are released.
    var killed: [Any] = []
    var steps: [String] = []
    var problem: String?

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      isOfSlices = Bool.random(using: &random)
      isForgetful = Bool.random(using: &random)
    }

    func upTo(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
    func isOne(in number: Int) -> Bool { upTo(number) == 0 }

    func journal(on log: some ActionLog) -> Diaries {
      let onDivergence: DivergencePolicy = [.stop, .stop, .takeSnapshot, .accept][upTo(4)]
      let replaysAll = isOne(in: 4)
      let hashes = UInt64([0, 1, 3, 7][upTo(4)])
      if isOne(in: 4) { version += 1 }
      steps.append("v\(version) \(onDivergence) replaysAll \(replaysAll) hashes \(hashes)")
      if isOfSlices {
        return Journal(
          on: log, of: Diary.self, actions: DiaryAction.self,
          slices: [
            StateSlice("total", \.total), StateSlice("user", \.user), StateSlice("texts", \.texts),
          ], version: version, person: \.user)
      }
      return Journal(
        on: log, of: Diary.self, actions: DiaryAction.self, version: version, hashes: hashes,
        person: \.person, onDivergence: onDivergence, replaysAll: replaysAll)
    }

    func policy() -> SnapshotPolicy {
      guard !isOne(in: 4) else { return .never }
      let dropsActions = isForgetful && isOne(in: 3)
      return .every(UInt64(upTo(6) + 1), keep: upTo(3) + 1, dropsActions: dropsActions)
    }

    /// Runs one process.
    func live() async {
      let log = EndingLog(memory)
      let isKilledEarly = isOne(in: 3)
      if isKilledEarly { log.end(after: upTo(isOne(in: 2) ? 4 : 16)) }
      let journal = journal(on: log)
      let snapshot = policy()
      if snapshot.dropsActions { needsSnapshots = true }
      let (sync, backlog) = (isOne(in: 2), isOne(in: 2) ? upTo(2_000) : 1 << 20)
      steps.append("snapshot \(snapshot) always \(sync) backlog \(backlog)")
      let store: Store<Diary, DiaryAction>
      do {
        store = try await Store(
          recovering: journal, initialState: Diary(), feature: diary, snapshot: snapshot,
          sync: sync ? .always : .within(.seconds(60)), backlog: .bytes(backlog),
          clock: TestClock(), onFailure: { _ in })
      } catch {
        if !isKilledEarly { problem = "no recovery: \(error)" }
        steps.append("killed in the recovery")
        // What the process did before its end is not acknowledged.
        memory.kill()
        return
      }
      store.onRejection = { _ in }
      guard let index = states[written...].lastIndex(of: store.state) else {
        problem = "\(store.state) is none of \(states[written...])"
        return
      }
      if journal.report?.divergence != nil { problem = "a divergence was reported" }
      steps.append("recovered \(index - written) of \(states.count - 1 - written)")
      states = [store.state]
      (written, synced) = (0, 0)
      for _ in 0..<upTo(24) where problem == nil { await act(on: store, journal) }
      if problem == nil { await end(journal, store) }
    }

    private func action(_ state: Diary) -> DiaryAction {
      count += 1
      let person = JournalLivesTests.people[upTo(3)]
      return switch upTo(8) {
      case 0..<3: .add(count)
      case 3, 4: .enter(user: isOne(in: 3) ? nil : person)
      case 5: .write("\(person) \(count)", by: person)
      default: .write("\(state.user ?? person) \(count)", by: state.user ?? person)
      }
    }

    private func act(on store: Store<Diary, DiaryAction>, _ journal: Diaries) async {
      switch upTo(20) {
      case 0:
        memory.fault = [nil, .diskFull, .noRoomToSync, .failingSync][upTo(4)]
        steps.append("fault \(memory.fault.map { "\($0)" } ?? "nil")")
      case 1: memory.fault = nil
      case 2:
        let state = Diary(total: upTo(99), user: JournalLivesTests.people[upTo(3)])
        store.replaceState(with: state)
        states.append(store.state)
        steps.append("replace")
      case 3 where isForgetful: await forget(JournalLivesTests.people[upTo(3)], store, journal)
      case 4:
        do { try await journal.verify() } catch let error as JournalError {
          if ["damaged", "noStart"].contains(error.name) { problem = "verify: \(error)" }
        } catch { problem = "verify: \(error)" }
      case 5: try? await journal.settle()
      default:
        let action = action(store.state)
        let receipt = store.dispatch(action)
        states.append(store.state)
        steps.append("\(action)")
        guard case .committed = receipt.outcome else { return }
        let index = states.count - 1
        switch upTo(6) {
        case 0: if (try? await receipt.written()) != nil { written = index }
        case 1:
          if (try? await receipt.synced()) != nil { (written, synced) = (index, index) }
        default: break
        }
      }
    }

    private func forget(
      _ person: String, _ store: Store<Diary, DiaryAction>, _ journal: Diaries
    ) async {
      if store.state.contains(person) {
        store.dispatch(.enter(user: nil))
        states.append(store.state)
      }
      let index = states.count - 1
      needsSnapshots = true
      steps.append("forget \(person)")
      do { try await journal.forget(person) } catch { return }
      (written, synced) = (index, index)
      steps.append("forgotten")
      let name = Data(person.utf8)
      do {
        let bodies =
          try memory.records(from: 1, limit: .max).map(\.body) + memory.snapshots().map(\.body)
        if bodies.contains(where: { $0.range(of: name) != nil }) {
          problem = "\(person) is still in the log"
        }
      } catch { problem = "\(error)" }
    }

    private func end(_ journal: Diaries, _ store: Store<Diary, DiaryAction>) async {
      killed.append(store)
      let kind = upTo(5)
      if kind == 0 {
        let isClosed = (try? await journal.close()) != nil
        steps.append("close \(isClosed)")
        if isClosed { (written, synced) = (states.count - 1, states.count - 1) }
      } else {
        // The process is killed between two steps of its journal, or at a change of the log.
        try? await journal.settle()
      }
      memory.fault = nil
      memory.kill()
      switch kind {
      case 2:
        steps.append("lose power")
        memory.losePower()
        written = synced
      case 3: cutTail()
      case 4 where !needsSnapshots:
        steps.append("damage a snapshot")
        memory.flipSnapshot(bit: upTo(64))
      default: break
      }
    }

    /// Damages the last record, unless it is synced or its effect is in a snapshot.
    private func cutTail() {
      guard let extent = try? memory.extent(), extent.last > extent.synced,
        (try? memory.snapshots())?.first?.number ?? 0 < extent.last
      else { return }
      steps.append("cut the tail")
      memory.cutTail(to: upTo(9))
      written = synced
    }
  }

  @Test("A process continues with a state that holds all that was acknowledged, in any life")
  func lives() async {
    let first = UInt64(ProcessInfo.processInfo.environment["MILLRACE_LIVES_FIRST"] ?? "") ?? 0
    let count = UInt64(ProcessInfo.processInfo.environment["MILLRACE_LIVES_SEEDS"] ?? "") ?? 30
    for seed in first..<first + count {
      let lives = Lives(seed: seed)
      for _ in 0..<8 where lives.problem == nil {
        lives.steps.append("---")
        await lives.live()
      }
      guard let problem = lives.problem else { continue }
      Issue.record("seed \(seed): \(problem)\n\(lives.steps.joined(separator: "\n"))")
      return
    }
  }
}
