// SPDX-License-Identifier: Apache-2.0

import Foundation
import QuakesData
import Testing

private func report(_ text: String) throws(FeedProblem.Reason) -> QuakeReport {
  try QuakeReport(geoJSON: Data(text.utf8))
}

@Suite struct QuakeReportTests {
  @Test func aFeatureBecomesAnEarthquake() throws {
    let text = """
      { "type" : "FeatureCollection", "features" : [ {"type":"Feature","properties":{"mag":4.8,
      "place":"35 km SSW of El Colomo, Mexico","time":1790924015007,"updated":1790924111007,
      "tz":null},"geometry":{"type":"Point","coordinates":[-104.3753,18.7561,23.972]},
      "id":"us6000tyzx"} ] }
      """
    let quake = Quake(
      id: "us6000tyzx", magnitude: 4.8, name: "35 km SSW of El Colomo, Mexico",
      time: Date(timeIntervalSince1970: 1_790_924_015.007),
      updated: Date(timeIntervalSince1970: 1_790_924_111.007), latitude: 18.7561,
      longitude: -104.3753)
    #expect(try report(text) == QuakeReport([quake]))
  }

  @Test(arguments: FeedText.Kind.allCases)
  func aFeatureIsShownOrLeftOutOrCounted(kind: FeedText.Kind) throws {
    var writer = FeedText(seed: 1)
    let text = FeedText.feed([
      writer.feature(id: "first"), writer.feature(kind, id: "special"), writer.feature(id: "last"),
    ])
    let report = try report(text)
    #expect(report.quakes.map(\.id) == ["first"] + (kind.isFine ? ["special"] : []) + ["last"])
    #expect(report.unreadable == (kind.isUnreadable ? 1 : 0))
  }

  @Test func namesAreReadAsTheyAreWritten() throws {
    var writer = FeedText(seed: 1)
    let text = FeedText.feed([writer.feature(.markup, id: "a"), writer.feature(.escapes, id: "b")])
    let names = try report(text).quakes.map(\.name)
    #expect(names == ["markup <b>&amp;</b> and 🌋", "a \"quoted\" \\ é🌋/"])
  }

  @Test(arguments: [[1, 2], [2, 1], [1, 3, 2], [3, 3]])
  func theLaterUpdateOfAnEarthquakeCounts(updates: [Int]) throws {
    var writer = FeedText(seed: 1)
    let features = updates.map { writer.feature(id: "a", place: "update \($0)", updated: $0) }
    let quakes = try report(FeedText.feed(features + [writer.feature(id: "b")])).quakes
    #expect(quakes.map(\.id) == ["a", "b"])
    #expect(quakes[0].name == "update \(updates.max() ?? 0)")
  }

  @Test func whatIsNoFeedIsRefusedWithAReason() {
    func reason(_ text: String) -> FeedProblem.Reason? {
      do throws(FeedProblem.Reason) {
        _ = try report(text)
        return nil
      } catch {
        return error
      }
    }
    #expect(reason("") == .unreadable("the text is not JSON: the error is at byte 0 of 0"))
    #expect(
      reason("<html>a proxy</html>")
        == .unreadable("the text is not JSON: the error is at byte 0 of 20"))
    #expect(
      reason(#"{"features":[1,]}"#)
        == .unreadable("the text is not JSON: the error is at byte 15 of 17"))
    for text in ["null", "[]", "{}", #"{"features":null}"#, #"{"features":{}}"#] {
      #expect(reason(text) == .unreadable("it has no list of features"))
    }
    #expect(reason(#"{"features":[]}"#) == nil)
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    #expect(reason(#"{"deep":\#(deep),"features":[]}"#) != nil)
  }

  @Test func aFeedThatWasCutIsRefusedWhereverItWasCut() {
    var writer = FeedText(seed: 2)
    let bytes = Array(
      FeedText.feed(FeedText.Kind.allCases.map { writer.feature($0, id: "a") }).utf8)
    for count in stride(from: 0, to: bytes.count, by: 13) {
      #expect(throws: FeedProblem.Reason.self) {
        try QuakeReport(geoJSON: Data(bytes.prefix(count)))
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func aFeedIsReadAsJSONDecoderReadsIt(seed: UInt64) {
    var writer = FeedText(seed: seed)
    let text = writer.feed(count: 60)
    let report = try? report(text)
    #expect(report == DecodedReport.report(text), "seed \(seed)")
    #expect((report?.quakes.count ?? 0) > 5)
    #expect((report?.unreadable ?? 0) > 5)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func aDamagedFeedIsReadOrRefusedAsByJSONDecoder(seed: UInt64) {
    var writer = FeedText(seed: seed)
    let text = writer.feed(count: 5)
    for number in 0..<30 {
      let damaged = writer.mutated(text)
      let (ours, theirs) = (try? report(damaged), DecodedReport.report(damaged))
      #expect(ours == theirs, "seed \(seed), number \(number):\n\(damaged)")
    }
  }
}
