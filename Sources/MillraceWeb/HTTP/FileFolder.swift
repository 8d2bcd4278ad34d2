// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore

/// A folder whose files are served below a path, such as the images of `Image("name")` at
/// `/images`.
///
/// ```swift
/// options.folders = [FileFolder("/images", at: Bundle.main.resourceURL!)]
/// ```
///
/// If a page has the address of a file, the page is shown, unless it has the address only because
/// its path ends with `/*`.
///
/// Only regular files inside the folder are served: no names that begin with a dot, no directory
/// listings, and no files outside of the folder to which a symbolic link leads. A browser
/// revalidates its copy with each request. Files of types that are not known here are offered for
/// download. A request for one range of bytes, as media players send it, is answered with that
/// range, also if `If-Range` has the current tag (RFC 9110, section 14). A request for several
/// ranges is answered with the whole file.
public struct FileFolder: Sendable {
  let path: String
  let folder: URL
  let limit: Int
  /// Opens a file; tests replace it to simulate errors.
  var open: @Sendable (String) -> CInt = FilePart.descriptor

  /// Creates a folder of files to serve.
  ///
  /// - Parameters:
  ///   - path: the path below which the files are served, such as `/images`; it begins with a slash
  ///     and does not end with one, or is empty for the root. With any other path, the initializer
  ///     of the server throws `WebServerError.badPath`.
  ///   - folder: the folder with the files.
  ///   - limit: the maximum size of a file that is served, in bytes; each response has at most
  ///     128 KB of it in memory at a time.
  public init(_ path: String, at folder: URL, limit: Int = 1024 * 1024 * 1024) {
    self.path = path
    self.folder = folder.standardizedFileURL.resolvingSymlinksInPath()
    self.limit = limit
  }

  /// The response to a request below the folder's path, or nil if there is no such file.
  ///
  /// It blocks until the disk has answered. Do not call it on an actor or on a thread of Swift's
  /// concurrency pool.
  func response(to request: PageRequest) throws(FilePart.NoDescriptor) -> Response? {
    guard request.path.hasPrefix(path + "/") else { return nil }
    let names = request.path.dropFirst(path.count + 1).split(
      separator: "/", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\\") }),
      names.allSatisfy({ $0.utf8.allSatisfy { $0 >= 32 } })
    else { return nil }
    let file = names.reduce(folder) { $0.appendingPathComponent(String($1)) }
      .resolvingSymlinksInPath()
    // A link can lead to a hidden file in the folder.
    guard file.path.hasPrefix(folder.path + "/"),
      !file.path.dropFirst(folder.path.count).contains("/."),
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
    // The extension of the requested name: a link such as `logo.png` can lead to another name.
    let name = URL(fileURLWithPath: names.last.map(String.init) ?? "")
    let (type, isShown) = Self.type(of: name.pathExtension.lowercased())
    var headers = [("Content-Type", type)] + common
    if !isShown { headers.append(("Content-Disposition", "attachment")) }
    var response = Response(isPart ? .partialContent : .ok, headers: headers)
    response.file = part
    return response
  }

  /// The media type of a file by its extension; `isShown` is false if it is offered for download.
  ///
  /// HTML and XML are offered for download, because as pages they would have the origin of the
  /// server.
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
  /// The response of the first folder that has the file.
  ///
  /// The file is opened only once, because it can change or disappear between two calls.
  func response(to request: PageRequest) throws(FilePart.NoDescriptor) -> Response? {
    for folder in self {
      if let response = try folder.response(to: request) { return response }
    }
    return nil
  }
}

/// A file that the browser saves, as the response to a request for a page; see
/// `PageAnswer.download(_:)`.
///
/// ```swift
/// Page(path: "/report/:id", title: "Report") { request -> EmptyView in
///   throw PageAnswer.download(PageFile(named: "report.csv", bytes: report.csv))
/// }
/// ```
public struct PageFile: Equatable, Sendable {
  /// The name of the file on the visitor's disk.
  public let name: String
  /// The content.
  public let bytes: Data

  /// Creates a file.
  public init(named name: String, bytes: Data) {
    self.name = name
    self.bytes = bytes
  }

  /// The characters of a file name that are not percent-encoded.
  private static let open = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

  /// The response; the name is encoded, so that it cannot add other headers (RFC 6266).
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
