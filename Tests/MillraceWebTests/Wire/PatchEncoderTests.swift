// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@MainActor @Suite struct PatchEncoderTests {
  private func patches(_ text: String) -> [Patch] {
    [.setText(NodeID(rawValue: 7), text), .setTitle("T")]
  }

  @Test func equalPatchesAreWrittenOnce() {
    let encoder = PatchEncoder()
    for _ in 0..<1_000 {
      #expect(encoder.encoded(patches("a")) == #"["text",7,"a"],["title","T"]"#)
    }
    #expect(encoder.count == 1)
    #expect(encoder.encoded(patches("b")) == #"["text",7,"b"],["title","T"]"#)
    #expect(encoder.encoded(patches("a")) == #"["text",7,"a"],["title","T"]"#)
    #expect(encoder.count == 3)
    #expect(encoder.encoded([]).isEmpty)
  }

  @Test func aChangeThatManyPagesSeeIsWrittenOnce() async throws {
    let count = SharedCount()
    let hub = makeHub([.count(count)])
    var sockets: [FakeSocket] = []
    for _ in 0..<20 {
      let session = try await hub.begin(try request("/count"))
      _ = session.html()
      let socket = FakeSocket()
      _ = try await hub.attach(
        socket, session: session.id.text, request: try request("/count"), seen: 1)
      sockets.append(socket)
    }
    for socket in sockets { _ = socket.take() }
    count.value = 5
    while sockets.contains(where: { $0.isEmpty }) { await Task.yield() }
    #expect(sockets.allSatisfy { $0.take().first?.contains("Count 5") == true })
    #expect(hub.encoder.count == 1)
  }
}
