// SPDX-License-Identifier: Apache-2.0

import Millrace
import Testing

@Suite struct ActionPageTests {
  private final class Token: Sendable {}

  @Test func anEntryKeepsWhatItIsMadeOf() {
    let source = ActionSource(
      recordedFileID: "A/B.swift", function: "f()", line: 3, info: "why", number: 5, cause: 4,
      effect: 2, client: "phone")
    let timed = ActionWriter<Int, String>.Page.Entry(
      "go", source: source, time: 1_700_000_000_000_000, isRefused: true)
    #expect(timed.action == "go")
    #expect(timed.source == source)
    #expect(timed.source.client == "phone")
    #expect([timed.source.number, timed.source.cause, timed.source.effect] == [5, 4, 2])
    #expect(timed.time == 1_700_000_000_000_000)
    #expect(timed.isRefused)
    #expect(timed.number == 5)
    let plain = ActionWriter<Int, String>.Page.Entry("go", source: ActionSource(), time: 7)
    #expect(!plain.isRefused)
    #expect(plain.number == 0)
    #expect(plain.source == ActionSource(line: plain.source.line))
  }

  @Test func aPageIsFullAfterItsCapacity() {
    let page = ActionWriter<Int, Int>.Page()
    for number in 0..<ActionWriter<Int, Int>.Page.capacity {
      #expect(!page.isFull)
      page.append(.init(number, source: ActionSource(), time: UInt64(number)))
    }
    #expect(page.isFull)
    #expect(page.count == ActionWriter<Int, Int>.Page.capacity)
    #expect((0..<page.count).allSatisfy { page[$0].action == $0 && page[$0].time == UInt64($0) })
    page.removeAll()
    #expect(page.count == 0)
    #expect(!page.isFull)
  }

  @Test func aFullPageTakesNoMore() async {
    let output = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let page = ActionWriter<Int, Int>.Page()
      for number in 0...ActionWriter<Int, Int>.Page.capacity {
        page.append(.init(number, source: ActionSource(), time: 0))
      }
    }
    #if DEBUG
      let message = String(decoding: output?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("a full page"))
    #else
      // A release build stops without the text.
      _ = output
    #endif
  }

  @Test func aPageLetsGoOfItsActions() {
    weak var first: Token?
    weak var second: Token?
    do {
      let page = ActionWriter<Int, Token>.Page()
      let token = Token()
      first = token
      page.append(.init(token, source: ActionSource(info: "box"), time: 0))
      page.removeAll()
    }
    #expect(first == nil)
    do {
      let page = ActionWriter<Int, Token>.Page()
      let token = Token()
      second = token
      page.append(.init(token, source: ActionSource(), time: 0))
      #expect(page[0].action === token)
    }
    #expect(second == nil)
  }
}
