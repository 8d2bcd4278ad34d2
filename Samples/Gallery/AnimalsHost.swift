// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import AnimalsStorage
import Foundation
import Millrace
import MillracePersistence
import Observation

/// Owns the store of the animals, and runs the program `animals-server`.
///
/// The server is a child process. It ends with this program, is started again if it ends before
/// that, and can be turned off with a switch. If another program runs the server, this host only
/// knows its address.
@MainActor @Observable final class AnimalsHost {
  /// True if the server should run.
  var isOn = true {
    didSet {
      if isOn == oldValue { return }
      pause = RestartPause()
      if isOn { start() } else { process?.terminate() }
    }
  }

  /// False if another program runs the server.
  let runsServer: Bool

  @ObservationIgnored private let folder: URL
  @ObservationIgnored private var opening: Task<AnimalsStore, any Error>?
  @ObservationIgnored private var journal: AnimalsJournal?
  @ObservationIgnored private var process: Process?
  @ObservationIgnored private var address: URL?
  @ObservationIgnored private var pause = RestartPause()
  @ObservationIgnored private var started = ContinuousClock.now

  /// Creates a host.
  ///
  /// The server starts at the first call of `store(_:)`.
  ///
  /// - Parameters:
  ///   - folder: The folder of the journal and of the server's file.
  ///   - server: The address of a server that another program runs, or nil.
  init(folder: URL, server: URL? = nil) {
    self.folder = folder
    runsServer = server == nil
    address = server
  }

  /// Returns the store, which all pages share.
  ///
  /// The first call creates it, and starts the server.
  ///
  /// - Parameter onCreation: Is called with the store, if this call creates it.
  /// - Throws: An error of the folder or of the journal. The next call tries again.
  /// - Returns: The store.
  func store(
    _ onCreation: @escaping @MainActor (AnimalsStore) -> Void
  ) async throws -> AnimalsStore {
    if let opening { return try await opening.value }
    let task = Task {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      start()
      let journal = try AnimalsJournal(at: folder.appendingPathComponent("journal.sqlite"))
      let store = try await AnimalsStore.recovering(
        journal, service: RemoteAnimals { [weak self] in await self?.address })
      self.journal = journal
      onCreation(store)
      return store
    }
    opening = task
    do { return try await task.value } catch {
      opening = nil
      throw error
    }
  }

  /// Writes and syncs the rest of the journal.
  ///
  /// Call it when no page can dispatch any more.
  func close() async {
    _ = try? await opening?.value
    do { try await journal?.close() } catch {
      FileHandle.standardError.write(Data("Gallery: \(error)\n".utf8))
    }
  }

  /// Starts `animals-server`, whose file is in the same folder as this program.
  private func start() {
    if process != nil || !runsServer { return }
    let process = Process()
    process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent()
      .appendingPathComponent("animals-server")
    // A restart uses the same port, so the known address remains valid. If the last run ended
    // before it printed an address, for example because its port was in use, none is known, and
    // the system chooses the port.
    process.arguments = [
      folder.appendingPathComponent("server.sqlite").path, "--while-input",
      "--port", "\(address?.port ?? 0)",
    ]
    // The pipe closes when this program ends, even after a crash. Then the server ends too.
    process.standardInput = Pipe()
    let output = Pipe()
    process.standardOutput = output
    process.terminationHandler = { [weak self] _ in
      Task { @MainActor [weak self] in await self?.ended() }
    }
    do { try process.run() } catch {
      FileHandle.standardError.write(
        Data("Gallery: animals-server could not be started. Is it built? \(error)\n".utf8))
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

  /// Starts a server again that has ended, unless it is turned off or has ended too often.
  private func ended() async {
    process = nil
    guard isOn else { return }
    guard let pause = pause.next(afterRunOf: .now - started) else {
      let folder = folder.path
      FileHandle.standardError.write(
        Data(
          """
          Gallery: animals-server in \(folder) has ended \(RestartPause.limit + 1) times shortly \
          after its start and is not started again. Read its messages above, then turn the switch \
          Server off and on.

          """.utf8))
      return
    }
    try? await Task.sleep(for: pause)
    if isOn { start() }
  }
}
