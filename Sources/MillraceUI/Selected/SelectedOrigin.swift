// SPDX-License-Identifier: Apache-2.0

import Millrace

#if DEBUG
  /// Notices, in debug builds, that a view is given a selector of new making at each run of its
  /// parent.
  ///
  /// It begins with the request for a recipe, and lies in the state of the one view that this
  /// request was made for: so what it is told of comes from that view. What is no fault ends it: a
  /// recipe that is given to several views or again, and one that is found by a key or an id.
  @MainActor
  final class SelectedOrigin {
    /// A few may come from a view that shows one thing after another.
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

    /// Takes note of the recipe that the view selects with now.
    func note(_ identity: SelectorIdentity) {
      guard !isSettled, identity != given.last else { return }
      guard identity.isUnique, !given.contains(identity) else { return settle() }
      given.append(identity)
      if given.count > Self.limit {
        settle()
        warn()
      }
    }

    /// Looks no more.
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
