// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The store of the earthquakes: `QuakesStore(initialState: QuakesState(), feature: .quakes())`.
public typealias QuakesStore = Store<QuakesState, QuakesAction>
