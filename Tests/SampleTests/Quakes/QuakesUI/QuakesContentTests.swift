// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceViewTesting
import MillraceViews
import QuakesData
import Testing

@testable import QuakesUI

/// The page of earthquakes without a browser.
@MainActor
private final class QuakesPage {
  let script = ScriptedFeed()
  let store: QuakesStore
  let view: RenderedView

  init(count: Int = 0) {
    store = QuakesStore(
      initialState: QuakesState(
        (0..<count).map { number in
          .test(
            "q\(number)", magnitude: Double(number % 80) / 10, name: "Town \(number)",
            time: 1e9 - Double(number), longitude: Double(number % 360) - 180)
        }),
      feature: .quakes(from: script.feed))
    view = RenderedView(QuakesContent().environment(store))
  }

  /// The number of bodies that an action runs, for each view of which it runs any.
  func bodies(_ action: QuakesAction) -> [String: Int] {
    let types: [Any.Type] = [
      QuakesContent.self, QuakeFilters.self, QuakeList.self, QuakeRow.self, QuakeCount.self,
      SelectedQuake.self, RefreshMenu.self, RefreshLines.self, RefreshLine.self, DeleteMenu.self,
      QuakeMap.self, QuakeMarkers.self, SelectedMarker.self,
    ]
    let before = types.map { view.bodies(of: $0) }
    store.dispatch(action)
    let runs = zip(types, before).map { (String(describing: $0), view.bodies(of: $0) - $1) }
    return Dictionary(uniqueKeysWithValues: runs).filter { $1 > 0 }
  }
}

@MainActor
@Suite struct QuakesContentTests {
  @Test func anEmptyPageSaysWhatToDo() {
    let page = QuakesPage()
    #expect(page.view.title == "Earthquakes")
    #expect(page.view.texts.contains("No Earthquakes"))
    #expect(page.view.texts.contains("0 earthquakes / 0 total"))
    page.view.find(.button, "Delete").tap()
    #expect(!page.view.find(.button, "Delete Selected…").isEnabled)
    #expect(!page.view.find(.button, "Delete All…").isEnabled)
  }

  @Test func theFooterTellsHowManyAreShownOfHowMany() {
    let page = QuakesPage(count: 30)
    page.view.find(.textField, "Search").type("town 2")
    #expect(page.view.texts.contains("12 earthquakes / 30 total"))
    page.view.find(.textField, "Search").type("fiji")
    #expect(page.view.texts.contains("0 earthquakes / 30 total"))
    #expect(page.view.texts.contains("None Found"))
  }

  @Test func oneEarthquakeIsToldAsOne() {
    let page = QuakesPage(count: 1)
    #expect(page.view.texts.contains("1 earthquake / 1 total"))
    page.view.find(.button, "Delete").tap()
    page.view.find(.button, "Delete All…").tap()
    page.view.find(.alert, "Delete 1 earthquake?").find(.button, "Delete All").tap()
    #expect(page.view.texts.contains("0 earthquakes / 0 total"))
  }

  @Test func theMapTakesTheFocusForItsKeysAndHasAName() {
    let page = QuakesPage()
    let map = RenderedView(QuakeMap().environment(page.store))
    #expect(map.host.html().contains("tabindex=\"0\""))
    #expect(map.host.html().contains("role=\"img\" aria-label=\"Map of the earthquakes\""))
  }

  @Test func whatIsSelectedIsDescribed() {
    let page = QuakesPage(count: 3)
    page.store.dispatch(.select("q2"))
    #expect(page.view.texts.contains("Latitude 0.00°, longitude -178.00°"))
    page.view.find(.button, "Delete").tap()
    #expect(page.view.find(.button, "Delete Selected…").isEnabled)
    page.store.dispatch(.deleteSelected)
    #expect(page.view.texts.contains("Select an earthquake in the list or on the map."))
    #expect(page.view.texts.contains("2 earthquakes / 2 total"))
  }

  @Test func aFailureIsToldAndCanBeTriedAgain() async {
    let page = QuakesPage(count: 3)
    let problem = FeedProblem(.refused(status: 500), at: "feed:/all_week.geojson")
    page.store.dispatch(.failed(.week, problem))
    #expect(page.view.texts.contains("Past week: \(problem.message)"))
    page.view.find(.button, "Try Past week again").tap()
    #expect(page.store.state.refreshes == [.week: .running(FeedProgress())])
    page.view.find(.button, "Cancel Past week").tap()
    #expect(page.store.state.refreshes == [:])
  }

  @Test func progressIsTold() {
    let page = QuakesPage()
    page.store.dispatch(.progressed(.day, FeedProgress(received: 2048, total: 4096)))
    #expect(page.view.texts.contains("Past day: 2 KB of 4 KB"))
    page.store.dispatch(.progressed(.day, FeedProgress(received: 3000)))
    #expect(page.view.texts.contains("Past day: 3 KB"))
  }

  @Test(arguments: [20, 500])
  func aSelectionRunsTheBodiesThatShowItAndNoRow(count: Int) {
    let page = QuakesPage(count: count)
    // The list, which marks the row; the description; the ring on the map; the menu of deletions.
    let expected = ["QuakeList": 1, "SelectedQuake": 1, "SelectedMarker": 1, "DeleteMenu": 1]
    #expect(page.bodies(.select("q3")) == expected)
    #expect(page.bodies(.select("q4")) == expected)
    #expect(page.bodies(.select("q4")) == [:])
  }

  @Test func progressRunsTheBodyOfItsLineAlone() {
    let page = QuakesPage(count: 20)
    let progress = FeedProgress(received: 1, total: 10)
    #expect(page.bodies(.progressed(.day, progress)) == ["RefreshLine": 1])
  }

  @Test func aLaterReportOfOneEarthquakeRunsItsRowAndTheMarkers() throws {
    let page = QuakesPage(count: 20)
    var quake = try #require(page.store.state.quakes[id: "q3"])
    quake.name = "Another town"
    quake.magnitude = 7
    quake.updated = Date(timeIntervalSince1970: 5)
    let action = QuakesAction.received(.day, .report(QuakeReport([quake]), version: nil))
    #expect(page.bodies(action) == ["QuakeRow": 1, "QuakeMarkers": 1, "RefreshLine": 1])
    #expect(page.view.texts.contains("Another town"))
  }

  @Test func aSearchRunsNoRowThatStays() {
    let page = QuakesPage(count: 20)
    #expect(
      page.bodies(.search("town 1")) == [
        "QuakeFilters": 1, "QuakeList": 1, "QuakeCount": 1, "QuakeMarkers": 1,
      ])
  }
}
