// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import BenchKit

@Suite struct ChartSVGTests {
  private let chart = Chart(
    title: "Time & \"cost\" <fast>", xLabel: "observers", yLabel: "time",
    counts: [0, 1, 10, 1_000],
    series: [
      Chart.Series(name: "ours", times: [20, 90, 95, 96]),
      Chart.Series(name: "theirs", times: [20, 30, 300, 30_000]),
      Chart.Series(name: "by hand", times: [80, 90, 94, 97]),
    ])

  @Test func itIsWellFormed() {
    let parser = XMLParser(data: Data(chart.svg.utf8))
    #expect(parser.parse())
  }

  @Test func itSaysWhatItShows() {
    let svg = chart.svg
    for text in [
      ">Time &amp; &quot;cost&quot; &lt;fast&gt;<", ">observers<", ">time<", ">ours<", ">theirs<",
      ">by hand<", ">0<", ">1,000<", ">10 ns<", ">100 µs<", ">96 ns<", ">97 ns<", ">30 µs<",
      "prefers-color-scheme: dark", "SPDX-License-Identifier: Apache-2.0",
    ] {
      #expect(svg.contains(text), "\(text) is missing")
    }
  }

  @Test func everyLineHasAPointForEveryNumber() {
    let lines = chart.svg.split(separator: "\n").filter { $0.hasPrefix("<polyline") }
    #expect(lines.count == 3)
    for line in lines {
      #expect(line.split(separator: "points=").last?.split(separator: " ").count == 4)
    }
  }

  @Test func theValuesAtTheEndDoNotOverlap() throws {
    let heights = try chart.svg.matches(of: Regex(#"class="value f\d" x="[\d.]+" y="([\d.]+)""#))
      .compactMap { $0.output[1].substring.flatMap { Double($0) } }.sorted()
    #expect(heights.count == 3)
    for (one, next) in zip(heights, heights.dropFirst()) { #expect(next - one >= 17.9) }
  }

  @Test func theAxisIsBrokenOnlyAfterAZero() {
    func rules(_ chart: Chart) -> Int {
      chart.svg.components(separatedBy: "<line class=\"axis\"").count
    }
    var other = chart
    other.counts = [1, 10, 100, 1_000]
    #expect(rules(chart) == rules(other) + 2)
  }
}
