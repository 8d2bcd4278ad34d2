// SPDX-License-Identifier: Apache-2.0

#if DEBUG
  // Each says where, what was seen, what it leads to, how it looks, and what to do.
  extension SelectorInspector {
    func unstable(_ position: Int) -> String {
      """
      Millrace: input \(position) of the selector made at \(place) gave two different values for \
      one state, so the selector is computed again every time although nothing changed. The input \
      makes something new at each call, or depends on something else than the state, as in

        createSelector(StateSelector { (state: AppState) in state.items.map(Row.init) }) { ... }

      where Row is a class, or in StateSelector { _ in Date() }. Let the input return what is \
      stored, give the selector that as its input, and do the work in the transformation.
      """
    }

    var identity: String {
      """
      Millrace: the selector made at \(place) returned its only input as it is every time that it \
      has run so far. Nothing is gained by remembering such a value, and it is compared twice. \
      It looks like

        createSelector(\\AppState.items) { $0 }

      Watch the input itself: StateSelector(\\AppState.items). If the transformation only happened \
      to change nothing, pass checks: to createSelector with identityTransformation = .never.
      """
    }

    func slow(_ time: Duration, _ limit: Duration) -> String {
      """
      Millrace: the selector made at \(place) took \(time) to compute, more than \(limit). It runs \
      in the dispatch that changed one of its inputs, so that everything waits for it. Often it \
      depends on more than it needs, as in

        createSelector(\\AppState.people) { people in people.filter(\\.isFriend).sorted() }

      which runs when any field of any person changes. Split it, so that the expensive part has \
      inputs that seldom change; watch ids and rows on their own (.ids(of:), .row(_:of:)); or \
      raise slowLimit if it may take that long.
      """
    }
  }
#endif
