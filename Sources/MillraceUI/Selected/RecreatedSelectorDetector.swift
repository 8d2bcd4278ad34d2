// SPDX-License-Identifier: Apache-2.0

import Millrace

#if DEBUG
  /// Warns, in debug builds, when a view is given a newly created selector at each run of its
  /// parent's body.
  ///
  /// The detector is created with the view's first selector and is part of the view's state, so it
  /// records the selectors of that view only. It finishes without a warning if a selector is
  /// identified by a key path, a key or an id. It also finishes if a second `@Selected` is created
  /// with the first selector, or if the view is given an earlier selector again after another one:
  /// then the program stores its selectors and does not create them again. In `note(_:)`, the same
  /// selector twice in succession is ignored.
  @MainActor
  final class RecreatedSelectorDetector {
    /// The number of different selectors that are allowed before the warning.
    ///
    /// It is more than one, because a view can show one item after another, each with a selector of
    /// its own.
    static let limit = 4
    /// The source locations that were warned about.
    private(set) static var warned: Set<String> = []

    private let location: String
    private var seen: [SelectorIdentity]
    private(set) var isFinished: Bool

    init(_ identity: SelectorIdentity, location: String) {
      self.location = location
      seen = [identity]
      isFinished = !identity.isUnique
    }

    /// Records the view's current selector, and warns if there have been too many.
    func note(_ identity: SelectorIdentity) {
      guard !isFinished, identity != seen.last else { return }
      guard identity.isUnique, !seen.contains(identity) else { return finish() }
      seen.append(identity)
      if seen.count > Self.limit {
        finish()
        warn()
      }
    }

    /// Ends the detection: the selectors are correct, or the warning was given.
    func finish() {
      isFinished = true
      seen = []
    }

    private func warn() {
      let checks = SelectorChecks.global
      switch checks.recreatedSelectors {
      case .never: return
      case .once: guard Self.warned.insert(location).inserted else { return }
      case .always: Self.warned.insert(location)
      }
      checks.report(Self.message(at: location))
    }

    static func message(at location: String) -> String {
      """
      Millrace: @Selected at \(location) was given a new selector each time that the body of the \
      view's parent ran. Each new selector computed the value again and made the view run again, \
      although nothing had changed. Probably the view's declaration creates the selector, as here:

        @Selected(\\.store, createSelector(\\AppState.items) { $0.filter(\\.isOpen) }) var open

      Create the selector once, as a static or global constant. If it depends on a value of the \
      view, get it from a SelectorFamily, or pass that value as the id: \
      @Selected(\\.store, id: itemID, selector).
      """
    }
  }
#endif
