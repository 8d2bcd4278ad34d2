// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct EffectsPaneTests {
  @Test func anEffectIsShownFromItsBeginningToItsEnd() async {
    let page = MonitorPage { EffectsPane(store: $0) }
    #expect(page.shown.text.contains("No effect"))
    let (gate, open) = AsyncStream<Void>.makeStream()
    let receipt = page.store.addEffect(.run { _ in for await _ in gate {} })
    page.watched.showFrame()
    #expect(page.has("effect 1"))
    #expect(page.has("of no action, runs"))
    open.finish()
    await receipt.finish()
    page.watched.showFrame()
    #expect(!page.has("of no action, runs"))
  }

  @Test func theClockMayBeSetBack() {
    let late = EffectSpan(id: 1, start: 100)
    #expect(EffectScale(of: [late], now: 40).span == 1)
    #expect(EffectScale(of: [late, EffectSpan(id: 2, start: 10)], now: 40).span == 30)
    #expect(EffectScale(of: [], now: 40).first == 0)
    let span = EffectSpan(id: 1, start: 100, begin: 90, end: 40)
    #expect(span.words == "of no action, 0 ns")
    #expect(EffectScale(of: [span], now: 40).last == 100)
  }

  @Test func whatBecameOfAnEffectIsSaid() {
    var span = EffectSpan(id: 1, cause: 4, start: 10)
    #expect(span.words == "of #4, waits")
    span.begin = 11
    #expect(span.words == "of #4, runs")
    span.end = 12
    #expect(span.words == "of #4, 2.0 µs")
    span.error = "Offline()"
    #expect(span.words == "of #4, threw Offline()")
    span.cancelled = 11
    #expect(span.words == "of #4, cancelled")
  }
}
