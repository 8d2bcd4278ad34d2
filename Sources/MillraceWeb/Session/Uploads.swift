// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix

/// The files that one page has sent, in a separate folder until the session ends.
@MainActor final class Uploads {
  /// The reason why a file is refused.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case noSession
    case tooMuch(limit: Int)
    case tooMany(limit: Int)
    case full

    var description: String {
      switch self {
      case .noSession: "its page is not open"
      case .tooMuch(let limit): "a page may send at most \(limit) bytes of files in all"
      case .tooMany(let limit): "a page may send at most \(limit) files in all"
      case .full: "too many files are stored for its address, or for all addresses; try again later"
      }
    }
  }

  /// The maximum number of files that a page sends; an empty file takes space too.
  static let most = 1_000

  /// The space of a file on the disk besides its content, for its folder and its last block.
  static let overhead = 8 * 1024

  /// The maximum size of all files of the page.
  private let limit: Int
  /// Counts the files of all pages on the disk.
  private let kept: ByteReserve
  private let network: String
  /// The size of the accepted files.
  private var bytes = 0
  /// The number of accepted files.
  private var count = 0
  /// The space of the written files on the disk.
  private var written = 0
  /// The written files, by the names that the page uses for them.
  private var files: [String: URL] = [:]
  private var folder: URL?
  private var isOver = false

  init(
    limit: Int, of kept: ByteReserve = ByteReserve(perNetwork: .max), for network: String = ""
  ) {
    self.limit = limit
    self.kept = kept
    self.network = network
  }

  /// Writes a file outside the main actor; returns the name that the page uses for it.
  ///
  /// - Throws: `Refusal`, `CancellationError`, or an error of the disk.
  func take(_ content: ByteBuffer, named name: String) async throws -> String {
    let size = content.readableBytes
    guard !isOver else { throw Refusal.noSession }
    guard count < Self.most else { throw Refusal.tooMany(limit: Self.most) }
    guard bytes + size <= limit else { throw Refusal.tooMuch(limit: limit) }
    let cost = size + Self.overhead
    guard kept.take(cost, for: network) else { throw Refusal.full }
    bytes += size
    count += 1
    let token = SessionID().text
    let folder =
      folder ?? UploadFolder.shared.url.appendingPathComponent(UUID().uuidString)
    self.folder = folder
    let fileFolder = folder.appendingPathComponent(token)
    let file = fileFolder.appendingPathComponent(Self.plain(name))
    do {
      // This thread is allowed to wait for the disk. Swift's own threads must not be blocked.
      try await NIOThreadPool.singleton.runIfActive {
        try UploadFolder.shared.make()
        do {
          // Without the folder of the process, which only `make` makes, the file is refused.
          for folder in [folder, fileFolder]
          where mkdir(folder.path, 0o700) != 0 && errno != EEXIST {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
          }
          try content.withUnsafeReadableBytes { bytes in
            let start = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
            // A copy would double the memory of the file. The bytes are only read, and only here.
            let data = start.map { Data(bytesNoCopy: $0, count: bytes.count, deallocator: .none) }
            try (data ?? Data()).write(to: file)
          }
        } catch {
          try? FileManager.default.removeItem(at: fileFolder)
          throw error
        }
      }
    } catch {
      bytes -= size
      count -= 1
      kept.give(cost, for: network)
      guard isOver else { throw error }
      // The end may have removed the folder during the write.
      await remove(0)?.value
      throw Refusal.noSession
    }
    guard !isOver else {
      await remove(cost)?.value
      throw Refusal.noSession
    }
    written += cost
    files[token] = file
    return token
  }

  /// The files with the names that a page has sent; empty if one of them does not exist.
  func files(_ tokens: [String]) -> [URL] {
    let found = tokens.compactMap { files[$0] }
    return found.count == tokens.count ? found : []
  }

  /// Deletes all files.
  ///
  /// - Returns: The task that deletes them, or nil if there are none.
  @discardableResult
  func end() -> Task<Void, Never>? {
    isOver = true
    files = [:]
    defer { written = 0 }
    return remove(written)
  }

  /// Deletes the folder, and releases `size` bytes of the reserve.
  ///
  /// If a file is still being written when the page ends, this is called again after the write.
  @discardableResult
  private func remove(_ size: Int) -> Task<Void, Never>? {
    guard let folder else { return nil }
    return Task.detached { [kept, network] in
      try? await NIOThreadPool.singleton.runIfActive {
        try? FileManager.default.removeItem(at: folder)
      }
      kept.give(size, for: network)
    }
  }

  /// The last component of a path, as a valid file name of at most 255 bytes with its extension.
  private static func plain(_ name: String) -> String {
    // It is split at Unicode scalars: a slash with a combining accent is another character for
    // Swift, but a slash for the file system.
    let last =
      name.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last
      .map { String($0) } ?? ""
    var plain = last.withoutControls.replacing("\u{FFFD}", with: "_")
    if plain.isEmpty || plain.hasPrefix(".") { plain = "file" + plain }
    guard plain.utf8.count > 255 else { return plain }
    var ending = plain.lastIndex(of: ".").map { plain[$0...] } ?? ""
    if ending.utf8.count > 32 { ending = "" }
    var stem = plain.dropLast(ending.count)
    while stem.utf8.count + ending.utf8.count > 255 { stem.removeLast() }
    return (stem.isEmpty ? "file" : String(stem)) + ending
  }
}
