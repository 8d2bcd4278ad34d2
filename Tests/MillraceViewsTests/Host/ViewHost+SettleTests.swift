// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

@testable import MillraceViews

@MainActor @Observable private final class Ring {
  // The body of each place reads the number of its place, and writes that of the next one.
  var a = 0
  var b = 0
  var c = 0
  @ObservationIgnored var isLooping = false
}

/// A view that reads a property, and writes the next one while the ring loops.
private struct Link: View {
  let ring: Ring
  let read: KeyPath<Ring, Int>
  let written: ReferenceWritableKeyPath<Ring, Int>

  var body: some View {
    let value = ring[keyPath: read]
    let _ = ring.isLooping ? ring[keyPath: written] = value + 1 : ()
    Text("\(value)")
  }
}

private struct RingPage: View {
  let ring: Ring
  let count: Int

  var body: some View {
    Link(ring: ring, read: \.a, written: \.b)
    Link(ring: ring, read: \.b, written: count == 2 ? \.a : \.c)
    if count == 3 { Link(ring: ring, read: \.c, written: \.a) }
  }
}

@MainActor struct ViewHostSettleTests {
  @Test func nothingDirtyVisitsNothing() {
    let host = ViewHost.shown(VStack { ForEach(0..<1000) { Text("\($0)") } })
    let visits = host.visits
    #expect(host.flush().isEmpty)
    #expect(host.visits == visits)
  }

  /// The view of each place follows its property again after an endless loop over observable
  /// properties, whichever of them ran last.
  @Test(arguments: [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
  func aViewFollowsItsPropertyAfterAnEndlessLoop(count: Int, place: Int) throws {
    let changed = [\Ring.a, \Ring.b, \Ring.c][place]
    let ring = Ring()
    let host = ViewHost.shown(RingPage(ring: ring, count: count))
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    ring.isLooping = true
    ring.a = 1
    ring.b = 1
    _ = host.flush()
    #expect(faults.count == 1 && !host.hasWork)
    ring.isLooping = false
    ring[keyPath: changed] = -1
    _ = host.flush()
    #expect(host.texts[place] == "-1")
    #expect(host.texts == [ring.a, ring.b, ring.c].prefix(count).map { "\($0)" })
    ring[keyPath: changed] = -2
    #expect(host.flush().count == 1 && host.texts[place] == "-2")
    #expect(faults.count == 1)
  }
}
