// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
import MillraceTrace
import Testing

@MainActor
struct RecorderTests {
  @Test func secretsAreInNoRecordAndNoSnapshot() async throws {
    let log = MemoryLog()
    let store = try await recovered(purseJournal(on: log), snapshot: .every(1, keep: 1))
    try await store.dispatch(.lock(Redacted("sesame"))).synced()
    let journal = purseJournal(on: log)
    try await store.dispatch(.put(1)).synced()
    #expect(store.state.pin == "sesame")
    let bodies = try log.records(from: 1, limit: 9).map(\.body) + log.snapshots().map(\.body)
    #expect(bodies.count == 3)
    #expect(bodies.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("sesame") })
    log.kill()
    #expect(try await recovered(journal).state.pin == String.redacted)
  }
}

@MainActor
struct JournalLineTests {
  @Test func recordsAreLinesOfATrace() async throws {
    let log = MemoryLog()
    let store = try await recovered(purseJournal(on: log))
    store.dispatch(.put(1), info: "first")
    try? await store.dispatch(.take(9)).written()
    try await store.dispatch(.put(2)).synced()
    let lines = try log.records(from: 1, limit: 9).map { String(decoding: $0.body, as: UTF8.self) }
    let header = #"{"millrace":"trace","version":1,"state":"Purse","action":"PurseAction"}"#
    let trace = try Trace(text: ([header] + lines).joined(separator: "\n"))
    #expect(trace.lines.map(\.name) == ["put", "take", "put"])
    #expect(trace.lines.map(\.rejection) == [nil, "there is too little", nil])
    #expect(trace.lines[0].source.info == "first")
    #expect(trace.lines.allSatisfy { $0.hash != nil })
  }
  @Test func recordsTellWhichClientSentAnAction() async throws {
    let log = MemoryLog()
    let store = try await recovered(purseJournal(on: log))
    store.dispatch(.put(1), source: ActionSource(info: "first").of(client: "/purse #2"))
    try await store.dispatch(.put(2)).synced()
    let lines = try log.records(from: 1, limit: 9).map { String(decoding: $0.body, as: UTF8.self) }
    #expect(lines.map { $0.contains("client") } == [true, false])
    let header = #"{"millrace":"trace","version":1,"state":"Purse","action":"PurseAction"}"#
    let trace = try Trace(text: ([header] + lines).joined(separator: "\n"))
    #expect(trace.lines.map { $0.client } == ["/purse #2", nil])
    // What has a client is recovered as what has none.
    log.kill()
    #expect(try await recovered(purseJournal(on: log)).state.total == 3)
  }
}
