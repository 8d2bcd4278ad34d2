// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceWeb

/// The rules of RFC 6455 for frames, as numbered cases over real sockets: 1 framing, 2 control
/// frames, 3 reserved bits, 4 opcodes, 5 fragments, 6 text, 7 closing, 8 limits.
@MainActor @Suite(.timeLimit(.minutes(10))) struct SocketRulesTests {
  enum Outcome: Equatable, Sendable {
    /// The click in the frames is handled.
    case click
    /// The socket stays open.
    case goesOn
    /// Pongs with these payloads come, in this order.
    case pongs([String])
    /// The server closes with this code.
    case closes(Int)
  }

  nonisolated struct Case: Sendable, CustomTestStringConvertible {
    var number: String
    var name: String
    /// The frames, each of them written on its own if `isSlow`; given the text of a click.
    var frames: @Sendable (_ click: [UInt8]) -> [[UInt8]]
    var outcome: Outcome
    var isSlow = false
    var testDescription: String { "\(number) \(name)" }
  }

  nonisolated private static func frame(
    _ opcode: UInt8, _ text: String = "", isFinal: Bool = true
  ) -> [UInt8] {
    TestClient.frame(opcode: opcode, Array(text.utf8), isFinal: isFinal)
  }

  nonisolated private static func frame(
    _ opcode: UInt8, bytes: [UInt8], isFinal: Bool = true
  ) -> [UInt8] {
    TestClient.frame(opcode: opcode, bytes, isFinal: isFinal)
  }

  /// A message in fragments of `size` bytes.
  nonisolated private static func fragments(_ bytes: [UInt8], of size: Int) -> [[UInt8]] {
    let starts = Array(stride(from: 0, to: bytes.count, by: size))
    return starts.map { start in
      TestClient.frame(
        opcode: start == 0 ? 1 : 0, Array(bytes[start..<min(start + size, bytes.count)]),
        isFinal: start + size >= bytes.count)
    }
  }

  /// The same frame with a length of more bytes than it needs.
  nonisolated private static func long(_ click: [UInt8]) -> [UInt8] {
    let short = TestClient.frame(opcode: 1, click)
    return [short[0], 0xFE, 0, UInt8(click.count)] + short.dropFirst(2)
  }

  nonisolated private static let framing: [Case] = [
    Case(number: "1.1", name: "one frame", frames: { [frame(1, bytes: $0)] }, outcome: .click),
    Case(
      number: "1.2", name: "byte by byte", frames: { frame(1, bytes: $0).map { [$0] } },
      outcome: .click, isSlow: true),
    Case(
      number: "1.3", name: "a text of no bytes", frames: { _ in [frame(1)] }, outcome: .goesOn),
    Case(
      number: "1.4", name: "125 bytes", frames: { _ in [frame(1, .x(125))] }, outcome: .goesOn),
    Case(
      number: "1.5", name: "126 bytes", frames: { _ in [frame(1, .x(126))] }, outcome: .goesOn),
    Case(
      number: "1.6", name: "65,535 bytes", frames: { _ in [frame(1, .x(65_535))] },
      outcome: .goesOn),
    Case(
      number: "1.7", name: "65,536 bytes", frames: { _ in [frame(1, .x(65_536))] },
      outcome: .goesOn),
    Case(
      number: "1.8", name: "a length in more bytes than needed", frames: { [long($0)] },
      outcome: .click),
    Case(
      number: "1.9", name: "no mask", frames: { [[0x81, UInt8($0.count)] + $0] },
      outcome: .closes(1002)),
    Case(
      number: "1.10", name: "a mask of zeros",
      frames: { [[0x81, 0x80 | UInt8($0.count), 0, 0, 0, 0] + $0] },
      outcome: .click),
    Case(
      number: "1.11", name: "a binary message", frames: { [frame(2, bytes: $0)] },
      outcome: .closes(1003)),
    Case(
      number: "1.12", name: "an empty binary message", frames: { _ in [frame(2)] },
      outcome: .closes(1003)),
  ]

  nonisolated private static let control: [Case] = [
    Case(number: "2.1", name: "an empty ping", frames: { _ in [frame(9)] }, outcome: .pongs([""])),
    Case(
      number: "2.2", name: "a ping", frames: { _ in [frame(9, "abc")] }, outcome: .pongs(["abc"])),
    Case(
      number: "2.3", name: "a ping of 125 bytes", frames: { _ in [frame(9, .x(125))] },
      outcome: .pongs([.x(125)])),
    Case(
      number: "2.4", name: "a ping of 126 bytes", frames: { _ in [frame(9, .x(126))] },
      outcome: .closes(1002)),
    Case(
      number: "2.5", name: "a ping byte by byte", frames: { _ in frame(9, "abc").map { [$0] } },
      outcome: .pongs(["abc"]), isSlow: true),
    Case(
      number: "2.6", name: "ten pings", frames: { _ in (0..<10).map { frame(9, "\($0)") } },
      outcome: .pongs((0..<10).map(String.init))),
    Case(
      number: "2.7", name: "a pong that was not asked for", frames: { _ in [frame(10, "x")] },
      outcome: .goesOn),
    Case(
      number: "2.8", name: "a ping in fragments", frames: { _ in [frame(9, isFinal: false)] },
      outcome: .closes(1002)),
    Case(
      number: "2.9", name: "a pong in fragments", frames: { _ in [frame(10, isFinal: false)] },
      outcome: .closes(1002)),
    Case(
      number: "2.10", name: "a pong of 126 bytes", frames: { _ in [frame(10, .x(126))] },
      outcome: .closes(1002)),
    Case(
      number: "2.11", name: "a ping that is not masked", frames: { _ in [[0x89, 0]] },
      outcome: .closes(1002)),
    Case(
      number: "2.12", name: "a ping that is no text",
      frames: { _ in [frame(9, bytes: [0x20, 0x7E])] }, outcome: .pongs([" ~"])),
  ]

  nonisolated private static let reserved: [Case] =
    [0x40, 0x20, 0x10, 0x70].enumerated().flatMap { index, bits in
      [(1, "a text"), (9, "a ping"), (8, "a close"), (2, "a binary message")].enumerated().map {
        kind, pair in
        Case(
          number: "3.\(index * 4 + kind + 1)", name: "\(pair.1) with the bits \(bits)",
          frames: { _ in [[0x80 | UInt8(bits) | UInt8(pair.0), 0x80, 1, 2, 3, 4]] },
          outcome: .closes(1002))
      }
    }

  nonisolated private static let opcodes: [Case] =
    [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].enumerated().map { index, opcode in
      Case(
        number: "4.\(index + 1)", name: "the opcode \(opcode)",
        frames: { _ in [frame(UInt8(opcode), "x")] }, outcome: .closes(1002))
    }

  nonisolated private static let fragmented: [Case] = [
    Case(number: "5.1", name: "two fragments", frames: { fragments($0, of: 30) }, outcome: .click),
    Case(
      number: "5.2", name: "fragments of a byte", frames: { fragments($0, of: 1) },
      outcome: .click),
    Case(
      number: "5.3", name: "fragments of a byte, one by one", frames: { fragments($0, of: 1) },
      outcome: .click, isSlow: true),
    Case(
      number: "5.4", name: "an empty end",
      frames: { [frame(1, bytes: $0, isFinal: false), frame(0)] },
      outcome: .click),
    Case(
      number: "5.5", name: "an empty beginning",
      frames: { [frame(1, isFinal: false), frame(0, bytes: $0)] }, outcome: .click),
    Case(
      number: "5.6", name: "a ping between",
      frames: { click in
        [
          frame(1, bytes: Array(click.prefix(5)), isFinal: false), frame(9, "in"),
          frame(0, bytes: Array(click.dropFirst(5))),
        ]
      }, outcome: .pongs(["in"])),
    Case(
      number: "5.7", name: "a click with a ping between",
      frames: { click in
        [
          frame(1, bytes: Array(click.prefix(5)), isFinal: false), frame(9, "in"),
          frame(0, bytes: Array(click.dropFirst(5))),
        ]
      }, outcome: .click),
    Case(
      number: "5.8", name: "a close between",
      frames: { _ in [frame(1, "a", isFinal: false), frame(8, bytes: [3, 232])] },
      outcome: .closes(1000)),
    Case(
      number: "5.9", name: "an end without a beginning", frames: { _ in [frame(0, "x")] },
      outcome: .closes(1002)),
    Case(
      number: "5.10", name: "a middle without a beginning",
      frames: { _ in [frame(0, "x", isFinal: false)] }, outcome: .closes(1002)),
    Case(
      number: "5.11", name: "a text inside another",
      frames: { _ in [frame(1, "a", isFinal: false), frame(1, "b")] }, outcome: .closes(1002)),
    Case(
      number: "5.12", name: "a binary message inside a text",
      frames: { _ in [frame(1, "a", isFinal: false), frame(2, "b")] }, outcome: .closes(1002)),
    Case(
      number: "5.13", name: "an end after an end",
      frames: { [frame(1, bytes: $0), frame(0, "x")] }, outcome: .closes(1002)),
    Case(
      number: "5.14", name: "a binary message in fragments",
      frames: { _ in [frame(2, "a", isFinal: false), frame(0, "b")] }, outcome: .closes(1003)),
    Case(
      number: "5.15", name: "a fragment that is not masked",
      frames: { _ in [frame(1, "a", isFinal: false), [0x80, 1, 65]] }, outcome: .closes(1002)),
  ]

  nonisolated private static let goodTexts: [(String, [UInt8])] = [
    ("ASCII", Array("text".utf8)), ("Greek", Array("κόσμε".utf8)),
    ("the first of two bytes", [0xC2, 0x80]), ("the last of two", [0xDF, 0xBF]),
    ("the first of three", [0xE0, 0xA0, 0x80]), ("the last of three", [0xEF, 0xBF, 0xBF]),
    ("before the surrogates", [0xED, 0x9F, 0xBF]), ("after them", [0xEE, 0x80, 0x80]),
    ("the first of four", [0xF0, 0x90, 0x80, 0x80]), ("the last of all", [0xF4, 0x8F, 0xBF, 0xBF]),
    ("no character", [0xEF, 0xBF, 0xBE]), ("a zero", [0]),
  ]

  nonisolated private static let badTexts: [(String, [UInt8])] = [
    ("a lone continuation", [0x80]), ("two of them", [0xBF, 0x80]), ("FE", [0xFE]), ("FF", [0xFF]),
    ("C0 80, a zero in two bytes", [0xC0, 0x80]), ("C1 BF", [0xC1, 0xBF]),
    ("a slash in two bytes", [0xC0, 0xAF]), ("a slash in three", [0xE0, 0x80, 0xAF]),
    ("a slash in four", [0xF0, 0x80, 0x80, 0xAF]), ("too long by one", [0xE0, 0x9F, 0xBF]),
    ("four bytes too long by one", [0xF0, 0x8F, 0xBF, 0xBF]),
    ("the first surrogate", [0xED, 0xA0, 0x80]), ("the last surrogate", [0xED, 0xBF, 0xBF]),
    ("a pair of surrogates", [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80]),
    ("beyond the last", [0xF4, 0x90, 0x80, 0x80]), ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
    ("six bytes", [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80]), ("half of two", [0xC3]),
    ("two of three", [0xE2, 0x82]), ("three of four", [0xF0, 0x9F, 0x98]),
    ("half, then a letter", [0xC3, 0x41]), ("a text with a bad end", Array("good".utf8) + [0xE9]),
  ]

  nonisolated private static let texts: [Case] =
    goodTexts.enumerated().map { index, text in
      Case(
        number: "6.1.\(index + 1)", name: text.0, frames: { _ in [frame(1, bytes: text.1)] },
        outcome: .goesOn)
    }
    + badTexts.enumerated().map { index, text in
      Case(
        number: "6.2.\(index + 1)", name: text.0, frames: { _ in [frame(1, bytes: text.1)] },
        outcome: .closes(1007))
    }
    + goodTexts.enumerated().map { index, text in
      Case(
        number: "6.3.\(index + 1)", name: "\(text.0), cut anywhere",
        frames: { _ in fragments(text.1, of: 1) }, outcome: .goesOn)
    }
    + badTexts.enumerated().map { index, text in
      Case(
        number: "6.4.\(index + 1)", name: "\(text.0), cut anywhere",
        frames: { _ in fragments(text.1, of: 1) }, outcome: .closes(1007))
    }

  nonisolated private static func code(_ number: Int, _ reason: [UInt8] = []) -> [UInt8] {
    frame(8, bytes: [UInt8(number >> 8), UInt8(number & 0xFF)] + reason)
  }

  nonisolated private static let closing: [Case] =
    [
      Case(
        number: "7.1.1", name: "no code", frames: { _ in [frame(8)] }, outcome: .closes(1000)),
      Case(
        number: "7.1.2", name: "half a code", frames: { _ in [frame(8, bytes: [3])] },
        outcome: .closes(1002)),
      Case(
        number: "7.1.3", name: "a reason", frames: { _ in [code(1000, Array("bye".utf8))] },
        outcome: .closes(1000)),
      Case(
        number: "7.1.4", name: "the longest reason",
        frames: { _ in [code(1000, Array(String.x(123).utf8))] }, outcome: .closes(1000)),
      Case(
        number: "7.1.5", name: "a longer one",
        frames: { _ in [code(1000, Array(String.x(124).utf8))] }, outcome: .closes(1002)),
      Case(
        number: "7.1.6", name: "a reason that is no text",
        frames: { _ in [code(1000, [0xCE, 0xBA, 0xE1, 0xED, 0xA0, 0x80])] },
        outcome: .closes(1007)),
      Case(
        number: "7.1.7", name: "a close in fragments", frames: { _ in [frame(8, isFinal: false)] },
        outcome: .closes(1002)),
      Case(
        number: "7.1.8", name: "two closes", frames: { _ in [code(1000), code(1001)] },
        outcome: .closes(1000)),
      Case(
        number: "7.1.9", name: "a ping after it", frames: { _ in [code(1000), frame(9, "late")] },
        outcome: .closes(1000)),
      Case(
        number: "7.1.10", name: "a bad frame after it",
        frames: { _ in [code(1000), [0xFF, 0xFF]] }, outcome: .closes(1000)),
    ]
    + [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].enumerated()
    .map { index, number in
      Case(
        number: "7.2.\(index + 1)", name: "the code \(number)", frames: { _ in [code(number)] },
        outcome: .closes(number))
    }
    + [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535].enumerated()
    .map { index, number in
      Case(
        number: "7.3.\(index + 1)", name: "the code \(number)", frames: { _ in [code(number)] },
        outcome: .closes(1002))
    }

  nonisolated private static let limits: [Case] = [
    Case(
      number: "8.1", name: "a frame that is too long",
      frames: { _ in [[0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 1]] }, outcome: .closes(1009)),
    Case(
      number: "8.2", name: "the longest length there is",
      frames: { _ in [[0x81, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 7)] },
      outcome: .closes(1009)),
    Case(
      number: "8.3", name: "a length that is negative",
      frames: { _ in [[0x81, 0xFF] + [UInt8](repeating: 0xFF, count: 8)] },
      outcome: .closes(1009)),
    Case(
      number: "8.4", name: "fragments that are too long together",
      frames: { _ in
        [frame(1, .x(40_000), isFinal: false), frame(0, .x(40_000))]
      }, outcome: .closes(1009)),
    Case(
      number: "8.5", name: "as many fragments as there may be",
      frames: { _ in
        [frame(1, "x", isFinal: false)]
          + [[UInt8]](
            repeating: frame(0, isFinal: false), count: 254) + [frame(0)]
      }, outcome: .goesOn),
    Case(
      number: "8.6", name: "more of them",
      frames: { _ in
        [frame(1, "x", isFinal: false)]
          + [[UInt8]](
            repeating: frame(0, isFinal: false), count: 1_000)
      }, outcome: .closes(1009)),
  ]

  @Test(arguments: [framing, control, reserved, opcodes, fragmented, texts, closing, limits])
  func everyCaseEndsAsItShould(cases: [Case]) async throws {
    let count = SharedCount()
    try await withServer([.count(count)]) { server in
      for item in cases {
        let (client, page) = try await openPage("/count", at: server.port)
        let frames = item.frames(Array(tap(1, node("button", in: page.html)).utf8))
        if item.isSlow {
          for bytes in frames { try await client.write(bytes) }
        } else {
          try await client.write(frames.flatMap { $0 })
        }
        #expect(
          try await outcome(of: client, as: item.outcome) == item.outcome,
          "case \(item.testDescription)")
        await client.hangUp()
      }
    }
  }

  /// The outcome for a client.
  ///
  /// It checks only what the expected outcome needs.
  private func outcome(of client: TestClient, as expected: Outcome) async throws -> Outcome {
    switch expected {
    case .click:
      _ = try await client.text(with: #""ack":1"#)
      return .click
    case .goesOn:
      try await client.write(TestClient.frame(opcode: 9, Array("there".utf8)))
      let (opcode, payload) = try await client.frame()
      return opcode == 10 && payload == Array("there".utf8) ? .goesOn : .closes(Int(opcode))
    case .pongs(let expected):
      var pongs: [String] = []
      while pongs.count < expected.count {
        let (opcode, payload) = try await client.frame()
        if opcode == 10 { pongs.append(String(decoding: payload, as: UTF8.self)) }
        if opcode == 8 { return .closes(0) }
      }
      return .pongs(pongs)
    case .closes:
      let code = try await client.closeCode()
      await client.untilClosed()
      return .closes(code)
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func noBytesEndTheServer(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let count = SharedCount()
    try await withServer([.count(count)]) { server in
      for _ in 0..<50 {
        let (client, page) = try await openPage("/count", at: server.port)
        var bytes = TestClient.frame(
          opcode: 1, Array(tap(1, node("button", in: page.html)).utf8))
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
          default: bytes.remove(at: place)
          }
        }
        try? await client.write(bytes)
        await client.hangUp()
      }
      let (client, page) = try await openPage("/count", at: server.port)
      try await client.send(tap(1, node("button", in: page.html)))
      _ = try await client.text(with: #""ack":1"#)
    }
  }
}

extension String {
  fileprivate static func x(_ count: Int) -> String { String(repeating: "x", count: count) }
}
