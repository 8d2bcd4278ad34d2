// SPDX-License-Identifier: Apache-2.0

import CounterModel
import Millrace

let store = Store(initialState: 1, feature: counter)
store.dispatch(.increment)
print(store.state)
