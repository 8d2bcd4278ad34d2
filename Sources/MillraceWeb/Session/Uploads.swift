// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore

/// The files that one page has sent, in a folder of their own until the session ends.
@MainActor final class Uploads {
  /// Why a file was not taken.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case noSession
    case tooMuch(limit: Int)

    var description: String {
      switch self {
      case .noSession: "it belongs to no page that is open"
      case .tooMuch(let limit): "a page may send \(limit) bytes of files in all"
      }
    }
  }

  private let limit: Int
  private var bytes = 0
  private var files: [String: URL] = [:]
  private var folder: URL?
  private var isOver = false

  init(limit: Int) { self.limit = limit }

  /// Writes a file outside the main actor; the answer is by what name the page may speak of it.
  func take(_ content: ByteBuffer, named name: String) async throws -> String {
    guard !isOver else { throw Refusal.noSession }
    guard bytes + content.readableBytes <= limit else { throw Refusal.tooMuch(limit: limit) }
    bytes += content.readableBytes
    let token = SessionID().text
    let folder = folder ?? Self.makeFolderURL()
    self.folder = folder
    let file = folder.appendingPathComponent(token).appendingPathComponent(Self.plain(name))
    do {
      try await Task.detached {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        try Data(content.readableBytesView).write(to: file)
      }.value
    } catch {
      bytes -= content.readableBytes
      throw error
    }
    guard !isOver else {
      remove()
      throw Refusal.noSession
    }
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
    return remove()
  }

  @discardableResult
  private func remove() -> Task<Void, Never>? {
    folder.map { folder in Task.detached { try? FileManager.default.removeItem(at: folder) } }
  }

  private static func makeFolderURL() -> URL {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("millrace-\(UUID().uuidString)")
  }

  /// The last part of a name, as a file may have it: at most 255 bytes, with its ending.
  private static func plain(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    var plain = last.withoutControls.replacing("\u{FFFD}", with: "_")
    if plain.isEmpty || plain.hasPrefix(".") { plain = "file" + plain }
    guard plain.utf8.count > 255 else { return plain }
    var ending = plain.lastIndex(of: ".").map { plain[$0...] } ?? ""
    if ending.utf8.count > 32 { ending = "" }
    var stem = plain.dropLast(ending.count)
    while stem.utf8.count + ending.utf8.count > 255 { stem.removeLast() }
    return String(stem + ending)
  }
}
