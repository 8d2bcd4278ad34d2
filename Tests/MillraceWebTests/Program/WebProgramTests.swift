// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct WebProgramTests {
  private final class Said {
    var out: [String] = []
    var err: [String] = []
  }

  private func program(_ said: Said, onPrint: @escaping @MainActor () -> Void = {}) -> WebProgram {
    WebProgram(name: "Demo", pages: [.field]) { line in
      said.out.append(line)
      onPrint()
    } complain: {
      said.err.append($0)
    }
  }

  @Test func helpIsPrinted() async {
    let said = Said()
    #expect(await program(said).run(["--help"]) == 0)
    #expect(said.out == [ServeOptions.usage("demo")])
  }

  @Test func aBadCommandLineIsSaid() async {
    let said = Said()
    #expect(await program(said).run(["--fast"]) == 2)
    #expect(said.err == ["Demo: There is no option '--fast'.", ServeOptions.usage("demo")])
  }

  @Test func aPortInUseIsOneLine() async throws {
    try await withServer([]) { server in
      let said = Said()
      #expect(await program(said).run(["--port", "\(server.port)"]) == 1)
      #expect(said.err.count == 1)
      #expect(said.err[0].hasPrefix("Demo: Port \(server.port) on 127.0.0.1 is in use"))
      #expect(said.out.isEmpty)
    }
  }

  @Test func allAddressesWithoutANameAreRefusedBeforeAnythingListens() async {
    let said = Said()
    #expect(await program(said).run(["--host", "0.0.0.0", "--port", "0"]) == 1)
    #expect(said.err.count == 1)
    #expect(said.err[0].contains("--allow-host NAME"))
    #expect(said.out.isEmpty)
  }

  @Test func theCommandLineSaysWhereThePagesAre() async throws {
    let said = Said()
    let (printed, input) = AsyncStream<Void>.makeStream()
    let program = program(said) { input.yield() }
    let words = ["--port", "0", "--base-path", "/app", "--allow-host", "site.example"]
    let task = Task { await program.run(words) }
    for await _ in printed { break }
    let port = try #require(said.out.first?.split(separator: ":").last?.prefix { $0 != "/" })
    #expect(said.out[0].hasSuffix("/app/"))
    let client = try await TestClient(port: try #require(Int(port)))
    #expect(try await client.get("/field").status == 404)
    try await client.write("GET /app/field HTTP/1.1\r\nHost: site.example\r\n\r\n")
    #expect(try await client.answer().status == 200)
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test func theAddressIsPrintedOnceItListens() async throws {
    let said = Said()
    let (printed, input) = AsyncStream<Void>.makeStream()
    let program = program(said) { input.yield() }
    let task = Task { await program.run(["--port", "0"]) }
    for await _ in printed { break }
    let port = try #require(said.out.first?.split(separator: ":").last?.dropLast())
    #expect(said.out[0].hasPrefix("Demo: http://127.0.0.1:"))
    let client = try await TestClient(port: try #require(Int(port)))
    #expect(try await client.get("/field").status == 200)
    task.cancel()
    #expect(await task.value == 0)
  }

  /// If the next process cannot read the cookie of a stored session, the session is lost.
  @Test(arguments: [true, false]) func aKeyThatDoesNotOutliveTheStorageIsToldOf(
    isMadeNow: Bool
  ) async throws {
    let said = Said()
    var options = WebOptions()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("millrace-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    options.sessionStorage = try FolderSessionStorage(folder)
    let secret = isMadeNow ? [:] : ["APP_SESSION_KEY": String(repeating: "k", count: 32)]
    options.sessionKey = try SessionKey(environment: "APP_SESSION_KEY", of: secret)
    let (addresses, input) = AsyncStream<String>.makeStream()
    let program = WebProgram(
      name: "Demo", pages: [.field], options: options, print: { said.out.append($0) },
      complain: { said.err.append($0) }, started: { input.yield($0) })
    let task = Task { await program.run(["--port", "0"]) }
    for await _ in addresses { break }
    task.cancel()
    #expect(await task.value == 0)
    #expect(said.err.count == (isMadeNow ? 1 : 0))
    #expect(said.err.allSatisfy { $0.contains("session key is new at each start") })
  }

  @Test func theAddressIsHandedOnOnceItListens() async throws {
    let said = Said()
    let (addresses, input) = AsyncStream<String>.makeStream()
    let program = WebProgram(
      name: "Demo", pages: [.field], print: { said.out.append($0) },
      complain: { said.err.append($0) }, started: { input.yield($0) })
    let task = Task { await program.run(["--port", "0"]) }
    var iterator = addresses.makeAsyncIterator()
    let address = try #require(await iterator.next())
    #expect(said.out == ["Demo: \(address)"])
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test func streamsThatNothingReadsDoNotEndTheProgram() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      var ends: [CInt] = [0, 0]
      precondition(pipe(&ends) == 0 && close(ends[0]) == 0)
      for stream: CInt in 1...2 { dup2(ends[1], stream) }
      let program = await WebProgram(name: "Demo", pages: [])
      let codes = (await program.run(["--help"]), await program.run(["--fast"]))
      precondition(codes == (0, 2))
    }
  }

  @Test func afterTheProgramASignalEndsTheProcess() async {
    let result = await #expect(processExitsWith: .failure) {
      _ = await codeOfProgram { $0.cancel() }
      kill(getpid(), SIGTERM)
      while true { pause() }  // until the signal, which another thread handles
    }
    let ends = [ExitStatus.signal(SIGTERM), .exitCode(128 + SIGTERM)]
    #expect(result.map { ends.contains($0.exitStatus) } == true)
  }

  @Test(arguments: [true, false]) func theTimerOfASignalCountsUntilTheProgramHasReturned(
    hasReturned: Bool
  ) async {
    let result = await #expect(processExitsWith: hasReturned ? .success : .failure) {
      [hasReturned] in
      let (timers, input) = AsyncStream<@Sendable () -> Void>.makeStream()
      var signals: [Signals] = [await Signals { input.yield($0) }]
      kill(getpid(), SIGTERM)
      await signals[0].untilAsked()
      if hasReturned { signals = [] }
      for await timer in timers {
        timer()
        break
      }
      withExtendedLifetime(signals) {}
    }
    let ends = [ExitStatus.signal(SIGTERM), .exitCode(128 + SIGTERM)]
    if !hasReturned { #expect(result.map { ends.contains($0.exitStatus) } == true) }
  }

  @Test func aSignalEndsTheNextProgramOfTheProcessInOrder() async {
    await #expect(processExitsWith: .success) {
      _ = await codeOfProgram { $0.cancel() }
      let code = await codeOfProgram { _ in kill(getpid(), SIGTERM) }
      precondition(code == 0)
    }
  }
}

/// The exit code of a program that is ended when it listens.
@MainActor private func codeOfProgram(_ end: (Task<Int32, Never>) -> Void) async -> Int32 {
  let (addresses, input) = AsyncStream<String>.makeStream()
  let task = Task {
    await WebProgram(name: "Demo", pages: [], print: { _ in }, started: { input.yield($0) })
      .run(["--port", "0"])
  }
  for await _ in addresses { break }
  end(task)
  return await task.value
}
