// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Testing

@Suite struct RestartPauseTests {
  @Test func thePausesGrowAndEnd() {
    var pause = RestartPause()
    let pauses = (0..<12).map { _ in pause.next(afterRunOf: .milliseconds(1)) }
    let grown: [Duration] = [300, 600, 1_200, 2_400, 4_800, 9_600, 19_200].map { .milliseconds($0) }
    #expect(pauses == grown + [.seconds(30), .seconds(30), .seconds(30), nil, nil])
  }

  @Test func aRunThatWasLongBeginsAnew() {
    var pause = RestartPause()
    for _ in 0..<12 { _ = pause.next(afterRunOf: .seconds(9)) }
    let pauses = [10, 1, 3_600].map { pause.next(afterRunOf: .seconds($0)) }
    #expect(pauses == [.milliseconds(300), .milliseconds(600), .milliseconds(300)])
  }
}
