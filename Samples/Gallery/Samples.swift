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

/// All samples.
///
/// The counter's store and those of the boards belong to the server, so that every visitor sees the
/// same state. Each page of people has a store of its own, which begins with the same people, and
/// so has each form and each page of earthquakes, which begins with none. The desk at which boards
/// are changed belongs to a person, on all pages and when the server comes back. The animals have
/// one store for all pages, which is made when the first page asks for it; what is typed about them
/// is a person's. The monitor shows all of these stores as long as they live.
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
  ///   - feed: Where the feeds of earthquakes are.
  ///   - archive: Where boards are kept while the program does not run; nil: nowhere.
  ///   - animals: Has the animals, and their server.
  ///   - monitor: Where the stores are looked at.
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

  /// A store of one page, or of one person, which the monitor shows too.
  ///
  /// There are as many of them as visitors: only the last actions of each are kept.
  private func shown<State: Codable & Sendable, Action: Codable & Sendable>(
    _ store: Store<State, Action>, _ name: String
  ) -> Store<State, Action> {
    monitor.add(store, named: name, maxAge: 10_000, maxBytes: 4 << 20)
    return store
  }

  /// One page per sample, in the order of the list.
  var pages: [Page] {
    let (boards, people, animals, feed) = (boards, people, animals, feed)
    let (monitor, samples) = (monitor, self)
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
        Provider(\.peopleStore, samples.shown(store, "People")) { PeopleContent() }
          .environment(\.workMeter, meter)
      },
      Page(
        path: "/signup", title: "Sign Up",
        summary: "A form that waits for a pause in typing before it complains.", hasPicture: true
      ) {
        SignUpContent()
          .environment(
            samples.shown(SignUpStore(initialState: SignUpState(), feature: .signUp()), "Sign Up"))
      },
      Page(
        path: "/circles", title: "Circles",
        summary: "A thousand circles to drag; a move runs the body of one. Drags are undone.",
        hasPicture: true
      ) {
        CirclesContent()
          .environment(
            samples.shown(
              CirclesStore(initialState: CirclesState(), feature: .circles), "Circles"))
      },
      Page(
        path: "/quakes", title: "Earthquakes",
        summary: "Real earthquakes in a list and on a map, read while the page goes on.",
        hasPicture: true
      ) {
        QuakesContent()
          .environment(
            samples.shown(
              QuakesStore(initialState: QuakesState(), feature: .quakes(from: feed)), "Quakes"))
      },
      Page(
        path: "/board/*", title: "Board",
        summary: "Boards with cards that several people change, over a slow and failing server.",
        hasPicture: true
      ) { request in
        let session = request.session
        let desk = try await session.keep("desk", state: { $0.state }) { saved in
          // What was known of the session before the log-in, or stays of it after the log-out, is
          // good for nothing. The session holds the desk, and not the other way round.
          let service = boards.service.inSession { [weak session] in
            try await session?.renew()
          } end: { [weak session] in
            await session?.end()
          }
          return samples.shown(
            DeskStore(initialState: saved ?? DeskState(), feature: .desk(service)), "Desk")
        }
        return BoardContent(boards: boards.boards)
          .environment(desk)
          .environment(
            samples.shown(PlaceStore(initialState: BoardPlace(), reducer: .place), "Place"))
      },
      Page(
        path: "/animals/*", title: "Animals",
        summary: "Animals of a server that may be taken away: changes wait, and none is lost.",
        hasPicture: true
      ) { request in
        let store = try await animals.store { monitor.add($0, named: "Animals") }
        let drafts = try await request.session.keep("drafts", state: { $0.state }) { saved in
          samples.shown(
            AnimalDraftsStore(
              initialState: saved?.unsaved(in: store.state) ?? AnimalDrafts(), reducer: .drafts),
            "Drafts")
        }
        // An action, so that the name is kept before anything is typed. It is not the session's id,
        // which is a secret, and another one after a log-in.
        if drafts.state.owner.isEmpty {
          drafts.dispatch(.begin(owner: UUID().uuidString))
          // While sessions cannot be kept, the page is shown nevertheless.
          try? await request.session.written()
        }
        return AnimalsContent(
          server: Binding {
            animals.isOn
          } set: {
            animals.isOn = $0
          }
        )
        .environment(store)
        .environment(drafts)
      },
    ] + monitor.pages
  }
}
