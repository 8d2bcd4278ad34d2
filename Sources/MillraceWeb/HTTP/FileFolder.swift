// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore

/// A folder whose files are served below a path, as the pictures of `Image("name")` at `/images`.
///
/// ```swift
/// options.folders = [FileFolder("/images", at: Bundle.main.resourceURL!)]
/// ```
///
/// Only plain files inside the folder are served: no hidden ones, no lists of folders, nothing that
/// a symbolic link leads to outside of it. A browser asks again each time and is told if its copy
/// is still right. Types that a browser does not show are offered for download. A part of a file
/// may be asked for, as players of sounds and films do (RFC 9110, section 14): one range, also with
/// `If-Range`. Several ranges are answered with the whole file.
public struct FileFolder: Sendable {
  let path: String
  let folder: URL
  let limit: Int
  /// Opens a file; a test may let it fail.
  var open: @Sendable (String) -> CInt = FilePart.descriptor

  /// Serves a folder.
  ///
  /// - Parameters:
  ///   - path: below which path, as `/images`.
  ///   - folder: where the files are.
  ///   - limit: the largest file that is served, in bytes; whatever its size, 128 KB of it are in
  ///     memory at a time.
  public init(_ path: String, at folder: URL, limit: Int = 1024 * 1024 * 1024) {
    self.path = path
    self.folder = folder.standardizedFileURL.resolvingSymlinksInPath()
    self.limit = limit
  }

  /// The answer to a request below the folder's path; nil if there is no such file.
  ///
  /// It waits for the disk: no actor and no task of Swift's own threads may call it.
  func response(to request: PageRequest) throws(FilePart.NoDescriptor) -> Response? {
    guard request.path.hasPrefix(path + "/") else { return nil }
    let names = request.path.dropFirst(path.count + 1).split(
      separator: "/", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\\") }),
      names.allSatisfy({ $0.utf8.allSatisfy { $0 >= 32 } })
    else { return nil }
    let file = names.reduce(folder) { $0.appendingPathComponent(String($1)) }
      .resolvingSymlinksInPath()
    guard file.path.hasPrefix(folder.path + "/"),
      let part = try FilePart(file.path, open: open), part.count <= limit
    else { return nil }
    let size = part.count
    let tag = "\"\(String(size, radix: 16))-\(String(part.moment, radix: 16))\""
    var common = [("Cache-Control", "no-cache"), ("ETag", tag), ("Accept-Ranges", "bytes")]
    if request.knows(tag) { return Response(.notModified, headers: common) }
    var isPart = false
    switch ByteRange(of: request, size: size, tag: tag) {
    case .whole: break
    case .none:
      return Response(
        .rangeNotSatisfiable, headers: common + [("Content-Range", "bytes */\(size)")])
    case .part(let range):
      isPart = true
      part.take(range)
      common.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
    }
    let (type, isShown) = Self.type(of: file.pathExtension.lowercased())
    var headers = [("Content-Type", type)] + common
    if !isShown { headers.append(("Content-Disposition", "attachment")) }
    var response = Response(isPart ? .partialContent : .ok, headers: headers)
    response.file = part
    return response
  }

  /// The type of a file by the end of its name, and whether browsers show it.
  ///
  /// HTML and XML are offered for download: they would speak with the server's own voice.
  private static func type(of ending: String) -> (type: String, isShown: Bool) {
    switch ending {
    case "css": ("text/css; charset=utf-8", true)
    case "txt", "md", "csv", "log": ("text/plain; charset=utf-8", true)
    case "json": ("application/json", true)
    case "png": ("image/png", true)
    case "jpg", "jpeg": ("image/jpeg", true)
    case "gif": ("image/gif", true)
    case "webp": ("image/webp", true)
    case "avif": ("image/avif", true)
    case "svg": ("image/svg+xml", true)
    case "ico": ("image/x-icon", true)
    case "pdf": ("application/pdf", true)
    case "woff2": ("font/woff2", true)
    case "mp3": ("audio/mpeg", true)
    case "mp4": ("video/mp4", true)
    default: ("application/octet-stream", false)
    }
  }
}

extension [FileFolder] {
  /// The answer of the first folder that has the file, which is opened once: it may be another one,
  /// or none, the next time.
  func response(to request: PageRequest) throws(FilePart.NoDescriptor) -> Response? {
    for folder in self {
      if let response = try folder.response(to: request) { return response }
    }
    return nil
  }
}

/// A file that a page answers with, for the visitor to keep.
///
/// ```swift
/// Page(path: "/report/:id", title: "Report") { request -> EmptyView in
///   throw PageAnswer.download(PageFile(named: "report.csv", bytes: report.csv))
/// }
/// ```
public struct PageFile: Equatable, Sendable {
  /// What the file is called on the visitor's disk.
  public let name: String
  /// What is in it.
  public let bytes: Data

  /// Creates a file.
  public init(named name: String, bytes: Data) {
    self.name = name
    self.bytes = bytes
  }

  /// What stands in the name as it is.
  private static let open = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

  /// The answer; the name is encoded, so that it is no header of its own (RFC 6266).
  var response: Response {
    let plain = name.utf8.map { byte -> Character in
      let isPlain = byte >= 32 && byte < 127 && !"\"\\/;%".utf8.contains(byte)
      return isPlain ? Character(Unicode.Scalar(byte)) : "_"
    }
    let disposition =
      "attachment; filename=\"\(String(plain))\"; filename*=UTF-8''"
      + (name.addingPercentEncoding(withAllowedCharacters: Self.open) ?? "")
    var response = Response(
      .ok,
      headers: [
        ("Content-Type", "application/octet-stream"), ("Content-Disposition", disposition),
        ("Cache-Control", "no-store"),
      ])
    response.body = ByteBuffer(bytes: bytes)
    return response
  }
}
