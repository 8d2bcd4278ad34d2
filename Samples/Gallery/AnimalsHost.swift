// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import AnimalsStorage
import Foundation
import Millrace
import MillracePersistence
import Observation

/// The store of the animals, and the program that is their server: it runs beside this one, ends
/// with it, is started again if it ends, and can be turned off by a switch.
@MainActor @Observable final class AnimalsHost {
  /// Whether the server is meant to be there.
  var isOn = true {
    didSet {
      if isOn == oldValue { return }
      pause = RestartPause()
      if isOn { start() } else { process?.terminate() }
    }
  }

  @ObservationIgnored private let folder: URL
  @ObservationIgnored private var opening: Task<AnimalsStore, any Error>?
  @ObservationIgnored private var journal: AnimalsJournal?
  @ObservationIgnored private var process: Process?
  @ObservationIgnored private var address: URL?
  @ObservationIgnored private var pause = RestartPause()
  @ObservationIgnored private var started = ContinuousClock.now

  /// Creates a host; nothing runs before the first page asks for the store.
  ///
  /// - Parameter folder: Where the journal, and the file of the server, are kept.
  init(folder: URL) {
    self.folder = folder
  }

  /// The store, which all pages share.
  ///
  /// - Parameter isMade: Hears of it once, when it is made.
  /// - Throws: Why the journal cannot be read.
  /// - Returns: The store.
  func store(_ isMade: @escaping @MainActor (AnimalsStore) -> Void) async throws -> AnimalsStore {
    if let opening { return try await opening.value }
    let task = Task {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      start()
      let journal = try AnimalsJournal(at: folder.appendingPathComponent("journal.sqlite"))
      let store = try await AnimalsStore.recovering(
        journal, service: RemoteAnimals { [weak self] in await self?.address })
      self.journal = journal
      isMade(store)
      return store
    }
    opening = task
    do { return try await task.value } catch {
      opening = nil
      throw error
    }
  }

  /// Writes and syncs what is left of the journal, when no page can dispatch any more.
  func close() async {
    _ = try? await opening?.value
    do { try await journal?.close() } catch {
      FileHandle.standardError.write(Data("Gallery: \(error)\n".utf8))
    }
  }

  /// Starts the program, which is beside this one.
  private func start() {
    if process != nil { return }
    let process = Process()
    process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent()
      .appendingPathComponent("animals-server")
    // The same port again: an address that was given out stays good.
    process.arguments = [
      folder.appendingPathComponent("server.sqlite").path, "--while-input",
      "--port", "\(address?.port ?? 0)",
    ]
    // Its input ends when this program does, in whatever way.
    process.standardInput = Pipe()
    let output = Pipe()
    process.standardOutput = output
    process.terminationHandler = { [weak self] _ in
      Task { @MainActor [weak self] in await self?.ended() }
    }
    do { try process.run() } catch {
      FileHandle.standardError.write(
        Data("Gallery: animals-server does not start, build it: \(error)\n".utf8))
      return
    }
    self.process = process
    started = .now
    Thread.detachNewThread { [weak self] in
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      let address = line.split(whereSeparator: \.isWhitespace).last.flatMap { URL(string: "\($0)") }
      Task { @MainActor [weak self] in self?.address = address }
    }
  }

  /// A server that has ended is started again, unless it was taken away or ends soon each time.
  private func ended() async {
    process = nil
    guard isOn else { return }
    guard let pause = pause.next(afterRunOf: .now - started) else {
      let folder = folder.path
      FileHandle.standardError.write(
        Data(
          """
          Gallery: animals-server in \(folder) has ended \(RestartPause.limit + 1) times soon \
          after its start and is not started again. See what it says above, then turn the switch \
          Server off and on.

          """.utf8))
      return
    }
    try? await Task.sleep(for: pause)
    if isOn { start() }
  }
}
