// SPDX-License-Identifier: Apache-2.0

import CirclesData
import CirclesUI
import CounterData
import CounterUI
import Millrace
import MillraceUI
import MillraceViews
import MillraceWeb
import PeopleData
import PeopleUI
import QuakesData
import QuakesUI
import SignUpData
import SignUpUI

/// All samples.
///
/// The counter's store belongs to the server, so that every visitor sees the same state. Each page
/// of people has a store of its own, which begins with the same people, and so has each form and
/// each page of earthquakes, which begins with none.
@MainActor struct Samples {
  private let feed: QuakeFeed
  private let counter = Store(initialState: CounterState(), reducer: .counter)
  private let people = PeopleState(count: 10_000, seed: 1)

  /// Creates the samples.
  ///
  /// - Parameter feed: Where the feeds of earthquakes are.
  init(feed: QuakeFeed = .usgs) {
    self.feed = feed
  }

  /// One page per sample, in the order of the list.
  var pages: [Page] {
    let (people, feed) = (people, feed)
    return [
      Page(
        path: "/counter", title: "Counter", summary: "One number, two buttons, any tabs.",
        hasPicture: true
      ) {
        CounterContent().environment(counter)
      },
      Page(
        path: "/people", title: "People",
        summary: "Ten thousand people to search, sort and change, and what each action costs.",
        hasPicture: true
      ) {
        let meter = WorkMeter()
        let store = Store(
          initialState: people, feature: Feature(Reducer.people, middleware: meter))
        Provider(\.peopleStore, store) { PeopleContent() }
          .environment(\.workMeter, meter)
      },
      Page(
        path: "/signup", title: "Sign Up",
        summary: "A form that waits for a pause in typing before it complains.", hasPicture: true
      ) {
        SignUpContent()
          .environment(SignUpStore(initialState: SignUpState(), feature: .signUp()))
      },
      Page(
        path: "/circles", title: "Circles",
        summary: "A thousand circles to drag; a move runs the body of one.", hasPicture: true
      ) {
        CirclesContent()
          .environment(CirclesStore(initialState: CirclesState(), reducer: .circles))
      },
      Page(
        path: "/quakes", title: "Earthquakes",
        summary: "Real earthquakes in a list and on a map, read while the page goes on.",
        hasPicture: true
      ) {
        QuakesContent()
          .environment(QuakesStore(initialState: QuakesState(), feature: .quakes(from: feed)))
      },
    ]
  }
}
