// SPDX-License-Identifier: Apache-2.0

import Foundation
import InMemoryLogging
import InMemoryTracing
import IssueReporting
import Logging
import MetricsTestKit
import Millrace
import MillraceDevTools
import MillraceInstrumentation
import MillraceTesting
import MillraceTrace
import Synchronization
import Testing
import Tracing

@testable import MillraceLink
@testable import MillraceUI

/// A value with `Redacted` is in no output, whatever its type and its place.
@MainActor
@Suite(.serialized) struct SecretsLawTests {
  private struct Vault: Codable, Equatable, Sendable {
    struct Door: Codable, Equatable, Sendable {
      var name = ""
      @Redacted var code = ""
      @Redacted var digits = 0
    }

    var open = 0
    var doors: [String: Door] = [:]
    var list: [Door] = []
    var choice = Choice.none
    @Redacted var words: [String] = []
    @Redacted var hint: String?
  }

  private enum Choice: Codable, Equatable, Sendable {
    case none
    case door(Vault.Door, key: Redacted<String>)
  }

  private enum VaultAction: Codable, Equatable, Sendable {
    case add(Vault.Door)
    case choose(Choice)
    case say([Redacted<String>])
    case hint(Redacted<String>, at: [String: Redacted<Int>])
    case fail(Redacted<String>)
  }

  private struct Refused: Error { @Redacted var code: String }

  private struct Secrets {
    let text: String
    let number: Int

    init(using random: inout SeededGenerator) {
      let letters = Array("abcdefghijkmnpqrstuvwxyz")
      text = "Q" + String((0..<11).map { _ in letters.randomElement(using: &random) ?? "a" })
      number = .random(in: 1_000_000_000...9_999_999_999, using: &random)
    }

    func door(_ name: String) -> Vault.Door {
      Vault.Door(name: name, code: text, digits: number)
    }

    func action(using random: inout SeededGenerator) -> VaultAction {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: .add(door("plain \(Int.random(in: 0...9, using: &random))"))
      case 2: .choose(.door(door("plain"), key: Redacted(text)))
      case 3: .say([Redacted(text), Redacted(text)])
      case 4: .hint(Redacted(text), at: ["plain": Redacted(number)])
      default: .fail(Redacted(text))
      }
    }
  }

  private let reducer = Reducer<Vault, VaultAction> { vault, action in
    vault.open += 1
    switch action {
    case .add(let door):
      vault.doors[door.name] = door
      vault.list.append(door)
    case .choose(let choice): vault.choice = choice
    case .say(let words): vault.words += words.map(\.wrappedValue)
    case .hint(let hint, _): vault.hint = hint.wrappedValue
    case .fail(let code): throw Refused(code: code.wrappedValue)
    }
  }

  private final class Texts: IssueReporter {
    let all = Mutex<[String]>([])

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      let text = message() ?? ""
      all.withLock { $0.append(text) }
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func aSecretIsInNoOutput(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let secrets = Secrets(using: &random)
    var outputs: [(name: String, text: String)] = []
    func add(_ name: String, _ text: some Any) { outputs.append((name, "\(text)")) }

    // The logs, the metrics and the spans.
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "law") { _ in handler }
    logger.logLevel = .trace
    let (metrics, tracer) = (TestMetrics(), InMemoryTracer())
    var records: [ActionRecord] = []
    var rejections: [String] = []
    let store = Store<Vault, VaultAction>(
      initialState: Vault(),
      feature: Feature(
        reducer,
        middleware: LoggerMiddleware<VaultAction, VaultAction, Vault>(
          state: .changes, sink: { records.append($0) })
          <> LoggerMiddleware(to: logger)
          <> MetricsMiddleware(label: "law", factory: metrics)
          <> TracingMiddleware(tracer: tracer)))
    store.onRejection = { rejections.append("\($0) \($0.error)") }
    let recorder = TraceRecorder(store)
    let machine = TimeMachine(store)
    let watched = LocalStore(
      store, id: 1, name: "Vault", maxAge: 100,
      coding: StoreCoding<Vault, VaultAction>(codable: (), feature: "vault"))
    let mirrored = LocalStore(store, id: 2, name: "Vault", maxAge: 100, coding: StoreCoding())
    store.dispatch(.add(secrets.door("plain")))
    for _ in 0..<30 { store.dispatch(secrets.action(using: &random)) }
    #expect(store.state.doors["plain"]?.code == secrets.text)

    add("LoggerMiddleware", records.map(\.description).joined())
    add("rejections", rejections.joined())
    for entry in handler.entries { add("swift-log", "\(entry)\(entry.message)\(entry.metadata)") }
    add("metrics", metrics.counters.map { "\($0)" }.joined())
    for span in tracer.finishedSpans {
      var text = "\(span.operationName)\(span.errors)"
      span.attributes.forEach { text += "\($0) \($1)" }
      add("spans", text)
    }

    // Descriptions, dumps and mirrors.
    add("description", store.state)
    add("debug description", String(reflecting: store.state))
    var dumped = ""
    dump(store.state, to: &dumped)
    for index in 0..<machine.line.count {
      dump(machine.line[index].dispatched.action, to: &dumped)
    }
    add("dump", dumped)
    #if DEBUG
      let report = SelectedLog.report
      SelectedLog.report = { add("SelectedLog", $0) }
      SelectedLog.note("vault", store.state)
      SelectedLog.report = report
    #endif

    // Traces, files, and the answers of the command.
    let text = try recorder.trace().text
    add("trace", text)
    for file in TimeMachineFile.allCases { add("\(file)", try machine.line.export(as: file)) }
    let program = TraceProgram(reducer, named: "vault")
    for verb in [
      "stores", "actions", "tail", "find plain", "who open", "why 3", "show 1", "show 2", "state",
      "state --at 5", "diff 0 30", "check", "replay", "bisect open=2", "test open=2",
      "test open=-1",
    ] {
      for end in [[], ["--json"]] {
        let words = ["run"] + verb.split(separator: " ").map(String.init) + end
        add(verb, TraceCommand(program).run(words) { _ in text }.text)
      }
    }

    // The data for pages and links.
    for store in [watched, mirrored] as [any LinkedStore] {
      for index in 0..<store.status.count {
        add("row", try LinkText.rows([#require(store.row(at: index))], edition: 0, from: 0, to: 1))
        add("changes", store.changes(at: index) as Any)
      }
      add("state", store.reply(to: .state(edition: store.edition, after: store.status.count))())
      add("problem", store.problem(with: #"{"add":{"_0":{"code":1}}}"#) ?? "")
    }
    add("test of a page", try await watched.result(of: .test("open=2")))
    add("export of a page", try await watched.result(of: .export(.liftedState)))

    // Failures of tests.
    let texts = Texts()
    let (reducer, door) = (reducer, secrets.door("plain"))
    await withIssueReporters([texts]) {
      let test = TestStore(initialState: Vault(), reducer: reducer)
      await test.send(.add(door)) { $0.open = 7 }
      await test.send(.fail(Redacted(secrets.text)))
      await test.receive(.choose(.door(door, key: Redacted(secrets.text))))
    }
    let failures = texts.all.withLock { $0 }
    #expect(failures.count >= 3)
    add("failures of tests", failures.joined())

    for (name, text) in outputs {
      #expect(!text.contains(secrets.text), "seed \(seed): \(name) tells \(text)")
      #expect(!text.contains("\(secrets.number)"), "seed \(seed): \(name) tells \(text)")
    }
    // The outputs contain the values that are not secret.
    for name in ["LoggerMiddleware", "description", "dump", "trace", "tail", "row", "state"] {
      #expect(outputs.contains { $0.name == name && $0.text.contains("plain") }, "\(name)")
    }
    #expect(failures.joined().contains("plain"))
  }
}
