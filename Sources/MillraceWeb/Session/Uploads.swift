// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix

/// The files that one page has sent, in a folder of their own until the session ends.
@MainActor final class Uploads {
  /// Why a file was not taken.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case noSession
    case tooMuch(limit: Int)
    case tooMany(limit: Int)
    case full

    var description: String {
      switch self {
      case .noSession: "it belongs to no page that is open"
      case .tooMuch(let limit): "a page may send \(limit) bytes of files in all"
      case .tooMany(let limit): "a page may send \(limit) files in all"
      case .full: "too many files of other pages are kept; try again later"
      }
    }
  }

  /// How many files a page may send: an empty one takes room too.
  static let most = 1_000

  /// What a file takes of the disk beside its content: its folder, and the end of its last block.
  static let overhead = 8 * 1024

  private let limit: Int
  /// What the files of all pages take.
  private let kept: ByteReserve
  private let network: String
  private var bytes = 0
  private var count = 0
  /// How many bytes of the disk its files take.
  private var written = 0
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

  /// Writes a file outside the main actor; the answer is by what name the page may speak of it.
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
    let folder = folder ?? Self.makeFolderURL()
    self.folder = folder
    let place = folder.appendingPathComponent(token)
    let file = place.appendingPathComponent(Self.plain(name))
    do {
      // A thread that may wait for the disk, which no task of Swift's own threads may.
      try await NIOThreadPool.singleton.runIfActive {
        do {
          try FileManager.default.createDirectory(
            at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
          try Data(content.readableBytesView).write(to: file)
        } catch {
          try? FileManager.default.removeItem(at: place)
          throw error
        }
      }
    } catch {
      bytes -= size
      count -= 1
      kept.give(cost, for: network)
      if isOver { await remove(0)?.value }
      throw error
    }
    guard !isOver else {
      await remove(cost)?.value
      throw Refusal.noSession
    }
    written += cost
    files[token] = file
    return token
  }

  /// The files that a page speaks of; none if one of them is not there.
  func files(_ tokens: [String]) -> [URL] {
    let found = tokens.compactMap { files[$0] }
    return found.count == tokens.count ? found : []
  }

  /// Deletes all files; what is returned, if there were some, ends when they are gone.
  @discardableResult
  func end() -> Task<Void, Never>? {
    isOver = true
    files = [:]
    defer { written = 0 }
    return remove(written)
  }

  /// Those that are still being written when the page ends are removed once more.
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

  private static func makeFolderURL() -> URL {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("millrace-\(UUID().uuidString)")
  }

  /// The last part of a name, as a file may have it: at most 255 bytes, with its ending.
  private static func plain(_ name: String) -> String {
    // By code points: a slash with an accent on it is no slash for Swift, and is one for the disk.
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
