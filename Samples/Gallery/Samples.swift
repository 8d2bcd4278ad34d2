// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import AnimalsUI
import BoardData
import BoardUI
import CirclesData
import CirclesUI
import CounterData
import CounterUI
import Foundation
import Millrace
import MillraceMonitor
import MillraceUI
import MillraceViews
import MillraceWeb
import PeopleData
import PeopleUI
import QuakesData
import QuakesUI
import SignUpData
import SignUpUI

/// The pages of all samples, and their stores.
///
/// - All visitors share the store of the counter, the stores of the boards, and the store of the
///   animals. The store of the animals is created for the first page that needs it.
/// - Each person has one store for the desk of the boards and one for the drafts of animals. All
///   pages of the person share them. The session can save their states, and then they are loaded
///   again after a restart of the server.
/// - Each page of the boards has its own store for the shown board and the search, and each page of
///   the other samples has its own store. A page of People starts with the same people each time,
///   and a page of Earthquakes starts without earthquakes.
///
/// The monitor shows all these stores as long as they exist.
@MainActor struct Samples {
  private let feed: QuakeFeed
  private let counter = Store(initialState: CounterState(), reducer: .counter)
  private let boards: BoardServer
  private let animals: AnimalsHost
  private let people = PeopleState(count: 10_000, seed: 1)
  private let monitor: Monitor

  /// Creates the samples.
  ///
  /// - Parameters:
  ///   - feed: The feeds of earthquakes.
  ///   - archive: The archive in which boards are saved, or nil.
  ///   - animals: The host of the animals and their server.
  ///   - monitor: The monitor that shows the stores.
  /// - Throws: ``BoardArchive/Unreadable``.
  init(
    feed: QuakeFeed = .usgs, archive: BoardArchive? = nil, animals: AnimalsHost,
    monitor: Monitor = Monitor()
  ) throws {
    self.feed = feed
    self.animals = animals
    self.monitor = monitor
    boards = try BoardServer(archive: archive)
    monitor.add(counter, named: "Counter")
    for board in boards.boards { monitor.add(board, named: "Board \(board.state.title)") }
  }

  /// Adds a store of one page or of one person to the monitor, and returns it.
  ///
  /// There can be many such stores. Therefore the monitor keeps only the last actions of each.
  private func shown<State: Codable & Sendable, Action: Codable & Sendable>(
    _ store: Store<State, Action>, _ name: String
  ) -> Store<State, Action> {
    monitor.add(store, named: name, maxAge: 10_000, maxBytes: 4 << 20)
    return store
  }

  /// One page per sample, in the order of the list, and then the pages of the monitor.
  var pages: [Page] {
    [
      Page(
        path: "/counter", title: "Counter",
        summary: "One number and two buttons, shared by all visitors.", hasPicture: true
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
        Provider(\.peopleStore, shown(store, "People")) { PeopleContent() }
          .environment(\.workMeter, meter)
      },
      Page(
        path: "/signup", title: "Sign Up",
        summary: "A form that waits for a pause in typing before it shows errors.", hasPicture: true
      ) {
        SignUpContent()
          .environment(
            shown(SignUpStore(initialState: SignUpState(), feature: .signUp()), "Sign Up"))
      },
      Page(
        path: "/circles", title: "Circles",
        summary: "A thousand circles to drag. A move runs one body. A drag can be undone.",
        hasPicture: true
      ) {
        CirclesContent()
          .environment(
            shown(
              CirclesStore(initialState: CirclesState(), feature: .circles), "Circles"))
      },
      Page(
        path: "/quakes", title: "Earthquakes",
        summary: "Real earthquakes in a list and on a map. Feeds are read in the background.",
        hasPicture: true
      ) {
        QuakesContent()
          .environment(
            shown(
              QuakesStore(initialState: QuakesState(), feature: .quakes(from: feed)), "Quakes"))
      },
      Page(
        path: "/board/*", title: "Board",
        summary: "Boards with cards that several people change, over a slow and failing server.",
        hasPicture: true
      ) { request in
        let session = request.session
        let desk = try await session.keep("desk", state: { $0.state }) { saved in
          // The log-in renews the session and the log-out ends it. So cookies from before the
          // log-in and from before the log-out are no longer valid. The session holds the desk,
          // so the desk must hold the session weakly.
          let service = boards.service.inSession { [weak session] in
            try await session?.renew()
          } end: { [weak session] in
            await session?.end()
          }
          return shown(
            DeskStore(initialState: saved ?? DeskState(), feature: .desk(service)), "Desk")
        }
        return BoardContent(boards: boards.boards)
          .environment(desk)
          .environment(
            shown(PlaceStore(initialState: BoardPlace(), reducer: .place), "Place"))
      },
      Page(
        path: "/animals/*", title: "Animals",
        summary: "Animals on a server that can be turned off: changes wait, and none is lost.",
        hasPicture: true
      ) { request in
        let store = try await animals.store { monitor.add($0, named: "Animals") }
        let drafts = try await request.session.keep("drafts", state: { $0.state }) { saved in
          shown(
            AnimalDraftsStore(
              initialState: saved?.unsaved(in: store.state) ?? AnimalDrafts(), reducer: .drafts),
            "Drafts")
        }
        // The owner is set by an action, so the session saves it before anything is typed. It is
        // not the id of the session, which is a secret.
        if drafts.state.owner.isEmpty {
          drafts.dispatch(.begin(owner: UUID().uuidString))
          // The page is shown even if the session cannot be saved.
          try? await request.session.written()
        }
        let server = Binding {
          animals.isOn
        } set: {
          animals.isOn = $0
        }
        return AnimalsContent(server: animals.runsServer ? server : nil)
          .environment(store)
          .environment(drafts)
      },
    ] + monitor.pages
  }
}
