// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceLink

@Suite struct TimelineBytesTests {
  private func bytes(_ parts: [Int]) -> TimelineBytes {
    var bytes = TimelineBytes(edition: 1)
    for (index, size) in parts.enumerated() { bytes.add(size, upTo: (index + 1) * 10) }
    return bytes
  }

  @Test func partsAreAddedAndDropped() {
    var bytes = bytes([100, 200, 300])
    #expect((bytes.total, bytes.end) == (600, 30))
    bytes.drop(before: 9)
    #expect(bytes.total == 600)
    bytes.drop(before: 10)
    #expect(bytes.total == 500)
    bytes.drop(before: 29)
    #expect(bytes.total == 300)
    bytes.drop(before: 45)
    #expect((bytes.total, bytes.end) == (0, 45))
  }

  @Test func theOldestPartsGoUntilAnEighthIsFree() {
    let bytes = bytes([100, 100, 100, 100, 100, 100, 100, 100])
    #expect(bytes.oldest(within: 800) == nil)
    // 700 of 790 are more than seven eighths, 600 are not.
    #expect(bytes.oldest(within: 790) == 20)
    #expect(bytes.oldest(within: 799) == 10)
    #expect(bytes.oldest(within: 400) == 50)
    #expect(bytes.oldest(within: 0) == 80)
  }

  @Test func onePartThatIsTooLargeGoes() {
    #expect(bytes([1_000]).oldest(within: 999) == 10)
    #expect(bytes([1, 1, 1_000]).oldest(within: 999) == 30)
    #expect(bytes([1_000, 1, 1]).oldest(within: 999) == 10)
    #expect(TimelineBytes().oldest(within: 0) == nil)
  }
}
