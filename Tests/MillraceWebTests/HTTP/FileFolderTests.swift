// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import NIOHTTP1
import NIOPosix
import Synchronization
import Testing

@testable import MillraceWeb

@Suite struct FileFolderTests {
  /// Makes a folder `public` with files, next to a secret file that no request may reach.
  private func withFolder(_ body: (FileFolder) throws -> Void) throws {
    let manager = FileManager.default
    let root = manager.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)")
    let folder = root.appendingPathComponent("public")
    defer { try? manager.removeItem(at: root) }
    try manager.createDirectory(
      at: folder.appendingPathComponent("deep"), withIntermediateDirectories: true)
    for (name, text) in [
      ("../secret.txt", "secret"), ("a b.txt", "plain"), ("deep/c.png", "png"),
      (".hidden", "hidden"), ("v3", "png"), ("page.html", "<script>"), ("a\nb.txt", "line"),
      ("big.txt", String(repeating: "x", count: 99)),
    ] {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    try manager.createSymbolicLink(
      at: folder.appendingPathComponent("link.txt"),
      withDestinationURL: root.appendingPathComponent("secret.txt"))
    try manager.createSymbolicLink(
      at: folder.appendingPathComponent("open.txt"),
      withDestinationURL: folder.appendingPathComponent(".hidden"))
    try manager.createSymbolicLink(
      at: folder.appendingPathComponent("last.png"),
      withDestinationURL: folder.appendingPathComponent("v3"))
    try body(FileFolder("/files", at: folder, limit: 50))
  }

  /// The whole body that is sent.
  private func body(_ response: Response?) throws -> String? {
    guard let response else { return nil }
    guard let file = response.file else { return String(buffer: response.body) }
    var text = ""
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    while let piece = try file.next(loop).wait() { text += String(buffer: piece) }
    return text
  }

  @Test func filesAreServedWithTheirTypes() throws {
    try withFolder { folder in
      let text = try #require(try folder.response(to: request("/files/a%20b.txt")))
      #expect(try body(text) == "plain")
      #expect(text.headers["content-type"] == ["text/plain; charset=utf-8"])
      let picture = try folder.response(to: try request("/files/deep/c.png"))
      #expect(picture?.headers["content-type"] == ["image/png"])
      let link = try folder.response(to: try request("/files/last.png"))
      #expect(link?.headers["content-type"] == ["image/png"])
      let page = try folder.response(to: try request("/files/page.html"))
      #expect(page?.headers["content-disposition"] == ["attachment"])
    }
  }

  @Test func aFileThatGoesWhileItIsAskedForIsNotOpenedTwice() async throws {
    let root = FileManager.default.temporaryDirectory
      .appendingPathComponent("millrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    let (here, away) = (root.appendingPathComponent("a.txt"), root.appendingPathComponent("b"))
    try Data("a".utf8).write(to: here)
    let isOver = Mutex(false)
    async let mover: Void = NIOThreadPool.singleton.runIfActive {
      while !isOver.withLock({ $0 }) {
        rename(here.path, away.path)
        rename(away.path, here.path)
      }
    }
    let folders = [FileFolder("/none", at: root), FileFolder("/files", at: root)]
    let asked = try request("/files/a.txt")
    var found = 0
    for _ in 0..<2_000 where try folders.response(to: asked) != nil { found += 1 }
    isOver.withLock { $0 = true }
    try await mover
    #expect(found > 0)
    #expect(try folders.response(to: request("/files/b.txt")) == nil)
  }

  @Test func aCopyThatIsRightIsNotSentAgain() throws {
    try withFolder { folder in
      let first = try #require(try folder.response(to: request("/files/a%20b.txt")))
      let tag = try #require(first.headers.first(name: "etag"))
      let again = try folder.response(to: try request("/files/a%20b.txt", [("If-None-Match", tag)]))
      #expect(again?.status == .notModified)
      #expect(again?.body.readableBytes == 0)
    }
  }

  @Test(arguments: [
    "TAG", "W/TAG", "*", #""other", TAG"#, #"W/"other", W/TAG"#,
  ])
  func aWeakTagOrOneOfSeveralIsKnownToo(known: String) throws {
    try withFolder { folder in
      let first = try #require(try folder.response(to: request("/files/a%20b.txt")))
      let tag = try #require(first.headers.first(name: "etag"))
      let again = try folder.response(
        to: try request(
          "/files/a%20b.txt", [("If-None-Match", known.replacing("TAG", with: tag))]))
      #expect(again?.status == .notModified)
    }
  }

  @Test func aPartOfAFileIsSent() throws {
    try withFolder { folder in
      let part = try folder.response(to: try request("/files/a%20b.txt", [("Range", "bytes=1-2")]))
      #expect(part?.status == .partialContent)
      #expect(part?.headers["content-range"] == ["bytes 1-2/5"])
      #expect(part?.headers["accept-ranges"] == ["bytes"])
      #expect(try body(part) == "la")
      let all = try folder.response(to: try request("/files/a%20b.txt", [("Range", "bytes=0-")]))
      #expect(all?.status == .partialContent)
      let none = try folder.response(to: try request("/files/a%20b.txt", [("Range", "bytes=5-")]))
      #expect(none?.status == .rangeNotSatisfiable)
      #expect(none?.headers["content-range"] == ["bytes */5"])
      #expect(none?.length == 0)
    }
  }

  @Test(arguments: [
    "/files/../secret.txt", "/files/%2e%2e/secret.txt", "/files/..%2fsecret.txt",
    "/files/deep/../../secret.txt", "/files/.hidden", "/files/link.txt", "/files/deep",
    "/files/open.txt",
    "/files/", "/files", "/files//a%20b.txt", "/files/none.txt", "/files/big.txt",
    "/files/..%5csecret.txt", "/filesa%20b.txt", "/files/a%0Ab.txt",
  ])
  func nothingElseIsServed(path: String) throws {
    try withFolder { folder in
      let response = try folder.response(to: try request(path))
      #expect(response == nil)
    }
  }

  /// The answer is not 404, because a proxy could store that answer.
  @MainActor @Test(arguments: [EMFILE, ENFILE])
  func aFileThatCannotBeOpenedNowIsAskedForAgain(fault: CInt) async throws {
    let sink = LogSink()
    let isFull = Mutex(true)
    try withFolder { folder in
      var folder = folder
      folder.open = { _ in -fault }
      #expect(throws: FilePart.NoDescriptor()) {
        try [FileFolder("/none", at: folder.folder), folder].response(
          to: request("/files/a%20b.txt"))
      }
      let hidden = try folder.response(to: try request("/files/.hidden"))
      #expect(hidden == nil)
    }
    var folder = FileFolder("/files", at: FileManager.default.temporaryDirectory)
    folder.open = { _ in isFull.withLock { $0 } ? -fault : -ENOENT }
    var options = WebOptions()
    options.folders = [folder]
    try await withServer([], options: options, log: sink) { server in
      let client = try await TestClient(port: server.port)
      let answer = try await client.get("/files/a.txt")
      #expect(answer.status == 503)
      #expect(answer.header("retry-after") == "10")
      #expect(answer.header("cache-control") == "no-store")
      let lines = await sink.lines(of: server.site.log)
      #expect(lines.filter { $0.hasPrefix("a file could not be opened") }.count == 1)
      isFull.withLock { $0 = false }
      #expect(try await client.get("/files/a.txt").status == 404, "the connection stays open")
    }
  }

  @MainActor @Test func aServerServesItsFoldersAndDownloads() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("millrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("plain".utf8).write(to: folder.appendingPathComponent("a.txt"))
    let large = Data((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 % 251) })
    try large.write(to: folder.appendingPathComponent("film.mp4"))
    var options = WebOptions()
    options.folders = [FileFolder("/files", at: folder)]
    let report = Page(path: "/report/:name", title: "Report") { request -> EmptyView in
      let name = request.parameters["name"] ?? ""
      throw PageAnswer.download(PageFile(named: name, bytes: Data("1".utf8)))
    }
    try await withServer([report], options: options) { server in
      let client = try await TestClient(port: server.port)
      #expect(try await client.get("/files/a.txt").body == "plain")
      #expect(try await client.get("/files/b.txt").status == 404)
      // The file comes in pieces, and the connection stays open after each answer.
      #expect(try await client.get("/files/film.mp4").bytes == Array(large))
      let part = try await client.get("/files/film.mp4", ["Range: bytes=200000-500000"])
      #expect(part.status == 206)
      #expect(part.header("content-range") == "bytes 200000-500000/1000003")
      #expect(part.bytes == Array(large[200_000...500_000]))
      let head = try await client.get("/files/film.mp4", method: "HEAD")
      #expect(head.header("content-length") == "1000003")
      let none = try await client.get("/files/film.mp4", ["Range: bytes=1000003-"])
      #expect(none.status == 416)
      #expect(none.header("content-range") == "bytes */1000003")
      let answer = try await client.get("/report/r.csv")
      #expect(answer.body == "1")
      #expect(answer.header("content-disposition")?.contains("filename=\"r.csv\"") == true)
      #expect(server.sessionCount == 0)
    }
  }

  @MainActor @Test func aFileComesBeforeTheAddressesBelowAPage() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("millrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.txt", "own"] {
      try Data("a file".utf8).write(to: folder.appendingPathComponent(name))
    }
    var options = WebOptions()
    options.folders = [FileFolder("/files", at: folder)]
    let pages = ["/*", "/files/own"].map { path in
      Page(path: path, title: "") { Text("a page") }
    }
    try await withServer(pages, options: options) { server in
      let client = try await TestClient(port: server.port)
      #expect(try await client.get("/files/a.txt").body == "a file")
      #expect(server.sessionCount == 0)
      for path in ["/files/b.txt", "/files/own", "/", "/files"] {
        #expect(try await client.get(path).body.contains("a page"), "\(path)")
      }
    }
  }
}

@Suite struct PageFileTests {
  @Test func aDownloadHasANameThatIsNoHeader() {
    let file = PageFile(named: "a\"b\r\nX: 1/é.csv", bytes: Data("1,2".utf8))
    let response = file.response
    #expect(String(buffer: response.body) == "1,2")
    #expect(
      response.headers["content-disposition"] == [
        "attachment; filename=\"a_b__X: 1___.csv\"; "
          + "filename*=UTF-8''a%22b%0D%0AX%3A%201%2F%C3%A9.csv"
      ])
  }
}
