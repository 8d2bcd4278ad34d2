// SPDX-License-Identifier: Apache-2.0

import Millrace

#if DEBUG
  /// Warns, in debug builds, when each run of a parent gives its view a newly made selector.
  ///
  /// It is made with the view's first selector and kept in the state of the view, so that it notes
  /// the selectors of that view alone. It stops where nothing is wrong: with a selector that comes
  /// a second time, which is kept somewhere, and with one that is found by a key or an id.
  @MainActor
  final class SelectedOrigin {
    /// How many different selectors cause no warning: a view may show one thing after another.
    static let limit = 4
    /// The places that a warning was given for.
    private(set) static var warned: Set<String> = []

    private let place: String
    private var given: [SelectorIdentity]
    private(set) var isSettled: Bool

    init(_ identity: SelectorIdentity, place: String) {
      self.place = place
      given = [identity]
      isSettled = !identity.isUnique
    }

    /// Takes note of the selector that the view selects with now.
    func note(_ identity: SelectorIdentity) {
      guard !isSettled, identity != given.last else { return }
      guard identity.isUnique, !given.contains(identity) else { return settle() }
      given.append(identity)
      if given.count > Self.limit {
        settle()
        warn()
      }
    }

    /// Stops: nothing is wrong, or a warning was given.
    func settle() {
      isSettled = true
      given = []
    }

    private func warn() {
      let checks = SelectorChecks.global
      switch checks.recreatedSelectors {
      case .never: return
      case .once: guard Self.warned.insert(place).inserted else { return }
      case .always: Self.warned.insert(place)
      }
      checks.report(Self.recreated(at: place))
    }

    static func recreated(at place: String) -> String {
      """
      Millrace: @Selected at \(place) was given a new selector each time that the parent of its \
      view ran, so its value was computed again and its view ran, although nothing changed. A \
      selector that is made anew is another selector. It looks like

        @Selected(\\.store, createSelector(\\AppState.items) { $0.filter(\\.isOpen) }) var open

      Make the selector once, as a static or global constant. If it depends on a value of the \
      view, take it from a SelectorFamily or pass that value as the id: \
      @Selected(\\.store, id: itemID, selector).
      """
    }
  }
#endif
