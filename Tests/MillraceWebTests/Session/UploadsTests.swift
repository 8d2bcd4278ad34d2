// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import NIOCore
import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct UploadsTests {
  @Test func filesAreKeptUntilTheEnd() async throws {
    let uploads = Uploads(limit: 10)
    let token = try await uploads.take(ByteBuffer(string: "12345"), named: "a b.csv")
    let file = try #require(uploads.files([token]).first)
    #expect(file.lastPathComponent == "a b.csv")
    #expect(try String(contentsOf: file, encoding: .utf8) == "12345")
    #expect(uploads.files(["other"]) == [])
    #expect(uploads.files([token, "other"]) == [])
    await uploads.end()?.value
    #expect(uploads.files([token]) == [])
    #expect(!FileManager.default.fileExists(atPath: file.path))
    await #expect(throws: Uploads.Refusal.noSession) {
      try await uploads.take(ByteBuffer(string: "1"), named: "b")
    }
  }

  @Test func aSessionHasABound() async throws {
    let uploads = Uploads(limit: 6)
    _ = try await uploads.take(ByteBuffer(string: "12345"), named: "a")
    await #expect(throws: Uploads.Refusal.tooMuch(limit: 6)) {
      try await uploads.take(ByteBuffer(string: "67"), named: "b")
    }
    _ = try await uploads.take(ByteBuffer(string: "6"), named: "c")
    await uploads.end()?.value
  }

  @Test(arguments: [
    ("", "file"), ("../../etc/passwd", "passwd"), ("a\\b.txt", "b.txt"), (".hidden", "file.hidden"),
    ("..", "file.."), ("a\nb", "a_b"),
    (String(repeating: "a", count: 130) + ".json", String(repeating: "a", count: 130) + ".json"),
    (String(repeating: "日", count: 100) + ".json", String(repeating: "日", count: 83) + ".json"),
    (String(repeating: "a", count: 300), String(repeating: "a", count: 255)),
    ("a" + String(repeating: "\u{301}", count: 200), "file"),
    ("a" + String(repeating: "\u{301}", count: 200) + ".", "file."),
  ])
  func noNameLeadsAnywhereElse(name: String, plain: String) async throws {
    let uploads = Uploads(limit: 10)
    let token = try await uploads.take(ByteBuffer(string: "1"), named: name)
    #expect(uploads.files([token]).first?.lastPathComponent == plain)
    await uploads.end()?.value
  }

  @Test func emptyFilesAreCountedToo() async throws {
    let uploads = Uploads(limit: 10)
    for _ in 0..<Uploads.most { _ = try await uploads.take(ByteBuffer(), named: "a") }
    await #expect(throws: Uploads.Refusal.tooMany(limit: Uploads.most)) {
      try await uploads.take(ByteBuffer(), named: "a")
    }
    await uploads.end()?.value
  }

  @Test func allPagesHaveABoundTogether() async throws {
    let kept = ByteReserve(limit: 6 + Uploads.overhead, perNetwork: 6 + Uploads.overhead)
    let pages = (0..<2).map { _ in Uploads(limit: 10, of: kept, for: "a") }
    _ = try await pages[0].take(ByteBuffer(string: "12345"), named: "a")
    await #expect(throws: Uploads.Refusal.full) {
      try await pages[1].take(ByteBuffer(string: "12345"), named: "a")
    }
    await pages[0].end()?.value
    _ = try await pages[1].take(ByteBuffer(string: "12345"), named: "a")
    await pages[1].end()?.value
    #expect(kept.take(6 + Uploads.overhead, for: "a"), "all room is given back")
  }

  @Test func anEmptyFileTakesRoomToo() async throws {
    let kept = ByteReserve(limit: 2 * Uploads.overhead, perNetwork: 2 * Uploads.overhead)
    let uploads = Uploads(limit: 10, of: kept, for: "a")
    for _ in 0..<2 { _ = try await uploads.take(ByteBuffer(), named: "a") }
    await #expect(throws: Uploads.Refusal.full) {
      try await uploads.take(ByteBuffer(), named: "a")
    }
    await uploads.end()?.value
  }

  @Test func aSlashWithAnAccentIsASlash() async throws {
    let uploads = Uploads(limit: 10)
    let token = try await uploads.take(ByteBuffer(), named: "../a/\u{301}b")
    #expect(uploads.files([token]).first?.lastPathComponent.hasSuffix("b") == true)
    await uploads.end()?.value
  }

  /// A file that arrives after the end makes the folder again.
  ///
  /// Then the folder is removed again.
  @Test func whatIsWrittenBehindTheEndIsRemovedToo() async throws {
    let kept = ByteReserve(limit: 6 + 2 * Uploads.overhead, perNetwork: .max)
    let uploads = Uploads(limit: 10, of: kept, for: "a")
    let token = try await uploads.take(ByteBuffer(string: "1"), named: "a")
    let folder = try #require(uploads.files([token]).first)
      .deletingLastPathComponent().deletingLastPathComponent()
    let late = Task { @MainActor in try await uploads.take(ByteBuffer(string: "2"), named: "b") }
    // The end runs after the write has begun and before the code after the write, however fast the
    // disk is.
    let end = Task { @MainActor in uploads.end() }
    await end.value?.value
    await #expect(throws: Uploads.Refusal.noSession) { try await late.value }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    #expect(kept.take(6 + 2 * Uploads.overhead, for: "a"), "all room is given back")
  }

  private struct ImportPage: View {
    @State private var isImporting = true
    @State private var told = "Nothing"

    var body: some View {
      Text(told).fileImporter(isPresented: $isImporting, allowedContentTypes: [.text]) { result in
        let text = (try? result.get()).flatMap { try? String(contentsOf: $0, encoding: .utf8) }
        told = "Read \(text ?? "nothing") of \((try? result.get())?.lastPathComponent ?? "none")"
      }
    }
  }

  // Over real sockets ---------------------------------------------------------------------------

  private func send(
    _ body: String, for session: String, named name: String = "a.txt", at port: Int,
    origin: String? = nil, length: Int? = nil
  ) async throws -> TestClient.Answer {
    let client = try await TestClient(port: port)
    let lines = [
      "POST /millrace.upload HTTP/1.1", "Host: 127.0.0.1:\(port)",
      "X-Millrace-Session: \(session)", "X-Millrace-Name: \(name)",
      "Origin: \(origin ?? "http://127.0.0.1:\(port)")",
      "Content-Length: \(length ?? body.utf8.count)",
    ]
    try await client.write(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return try await client.answer()
  }

  @Test func anOpenPageMaySendFiles() async throws {
    try await withServer([.field]) { server in
      let (client, page) = try await openPage("/field", at: server.port)
      let taken = try await send(
        "hello", for: page.session, named: "a%20%C3%A4.txt", at: server.port)
      #expect(taken.status == 200)
      #expect(taken.body.utf8.count == 32)
      #expect(try await send("hello", for: "none", at: server.port).status == 403)
      let foreign = try await send(
        "x", for: page.session, at: server.port, origin: "http://evil.example")
      #expect(foreign.status == 403)
      #expect(try await send("", for: page.session, at: server.port, length: 1 << 40).status == 413)
      let inAddress = try await TestClient(port: server.port)
      let lines = [
        "POST /millrace.upload?session=\(page.session)&name=a HTTP/1.1",
        "Host: 127.0.0.1:\(server.port)", "Origin: http://127.0.0.1:\(server.port)",
        "Content-Length: 1", "", "1",
      ]
      try await inAddress.write(lines.joined(separator: "\r\n"))
      #expect(try await inAddress.answer().status == 403, "a session id in the address is ignored")
      await client.hangUp()
    }
  }

  @Test func aPageReadsWhatItAskedFor() async throws {
    let asking = Page(path: "/import", title: "Import") { ImportPage() }
    try await withServer([asking]) { server in
      let (client, page) = try await openPage("/import", at: server.port)
      let field = node("input", in: page.html)
      let sent = try await send(
        "hello", for: page.session, named: "a%20%C3%A4.txt", at: server.port)
      let event = { (seq: Int, names: String) in
        #"{"t":"event","seq":\#(seq),"node":\#(field),"kind":"files","value":"\#(names)"}"#
      }
      try await client.send(event(1, "unknown"))
      #expect(try await client.text().contains(#""t":"ack""#))
      try await client.send(event(2, sent.body))
      #expect(try await client.text(with: "patch").contains("Read hello of a ä.txt"))
      await client.hangUp()
    }
  }

  @Test func otherBodiesAreRefused() async throws {
    try await withServer([.field]) { server in
      let client = try await TestClient(port: server.port)
      try await client.write(
        "POST /field HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhello")
      #expect(try await client.answer().status == 413)
      let plain = try await TestClient(port: server.port)
      #expect(try await plain.get("/millrace.upload").status == 405)
    }
  }

  /// NIO reads no request after such a one, so the connection must end.
  @Test func anUploadThatAsksForAnotherProtocolEndsItsConnection() async throws {
    try await withServer([.field]) { server in
      let (socket, page) = try await openPage("/field", at: server.port)
      let client = try await TestClient(port: server.port)
      try await client.write(
        [
          "POST /millrace.upload HTTP/1.1", "X-Millrace-Session: \(page.session)",
          "Host: 127.0.0.1:\(server.port)", "Origin: http://127.0.0.1:\(server.port)",
          "Content-Length: 1", "Connection: upgrade", "Upgrade: x", "", "1",
        ].joined(separator: "\r\n"))
      let answer = try await client.answer()
      #expect(answer.status == 200)
      #expect(answer.header("connection") == "close")
      await socket.hangUp()
    }
  }
}
