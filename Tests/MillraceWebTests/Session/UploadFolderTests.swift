// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import Testing

@testable import MillraceWeb

@Suite(.timeLimit(.minutes(10))) struct UploadFolderTests {
  /// The folder of a process that was killed: it has a file, and no lock.
  private static func abandoned(
    in directory: URL = FileManager.default.temporaryDirectory
  ) throws -> URL {
    let folder = UploadFolder(in: directory)
    try folder.make()
    try Data("a".utf8).write(to: folder.url.appendingPathComponent("a"))
    return folder.url
  }

  @Test func onlyFoldersOfEndedProcessesAreDeleted() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("upload-folders-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let own = UploadFolder(in: directory)
    try own.make()
    try own.make()
    _ = try Self.abandoned(in: directory)
    let others = ["another", "millrace-files-a"]
    try FileManager.default.createDirectory(
      at: directory.appendingPathComponent(others[0]), withIntermediateDirectories: false)
    try Data().write(to: directory.appendingPathComponent(others[1]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 4)
    await UploadFolder.deleteAbandoned(in: directory)
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(Set(left) == Set(others + [own.url.lastPathComponent]))
    withExtendedLifetime(own) {}
  }

  @Test func aFolderWithoutANameIsDeletedToo() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("upload-folders-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    let folder = UploadFolder(in: directory)
    try Data().write(to: folder.url)
    #expect(throws: POSIXError.self) { try folder.make() }
    let name = folder.url.lastPathComponent
    let made = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(Set(made) == [name, "." + name])
    await UploadFolder.deleteAbandoned(in: directory)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [name])
  }

  /// Some systems delete what was not used for days from the folder of temporary files.
  @Test func aFolderThatAnotherProgramHasDeletedIsMadeAgainWithItsLock() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("upload-folders-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let own = UploadFolder(in: directory)
    for _ in 0..<2 {
      try own.make()
      try FileManager.default.removeItem(at: own.url)
    }
    try own.make()
    await UploadFolder.deleteAbandoned(in: directory)
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(left == [own.url.lastPathComponent])
    withExtendedLifetime(own) {}
  }

  /// A folder that another site deletes before it has its name is made again.
  @Test func aFolderIsThereWhileOtherSitesStart() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("upload-folders-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    try await withThrowingTaskGroup { group in
      for _ in 0..<200 {
        group.addTask { await UploadFolder.deleteAbandoned(in: directory) }
        group.addTask {
          let folder = UploadFolder(in: directory)
          try folder.make()
          await UploadFolder.deleteAbandoned(in: directory)
          #expect(FileManager.default.fileExists(atPath: folder.url.path))
          withExtendedLifetime(folder) {}
        }
      }
      try await group.waitForAll()
    }
  }

  @MainActor @Test func aSiteDeletesThemWhenItStarts() async throws {
    let folder = try Self.abandoned()
    try await withServer([]) { _ in
      while FileManager.default.fileExists(atPath: folder.path) { await Task.yield() }
    }
  }

  @MainActor @Test func thePagesOfAProcessHaveTheirFilesInItsFolder() async throws {
    let uploads = Uploads(limit: 10)
    let token = try await uploads.take(ByteBuffer(string: "1"), named: "a")
    await UploadFolder.deleteAbandoned()
    let file = try #require(uploads.files([token]).first)
    #expect(file.path.hasPrefix(UploadFolder.shared.url.path + "/"))
    #expect(FileManager.default.fileExists(atPath: file.path))
    await uploads.end()?.value
  }
}
